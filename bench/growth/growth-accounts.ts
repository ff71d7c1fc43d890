import { type AccountsStore, countOneForEach, storeOfAccounts } from '../data/seed-accounts.ts';
import { type Served, serveCopy } from '../data/served-copy.ts';
import { sendWarmLoad } from '../load/load.ts';
import { FIRST_PAGE } from '../load/requests.ts';
import type { Sizes } from '../sizes.ts';
import type { Figures, Growth } from './growth.ts';
import {
  counted,
  latencyFigures,
  latencyLine,
  latencyPanel,
  MEMORY_PANEL,
  memoryFigures,
  memoryLine,
  THROUGHPUT_PANEL,
  throughputFigures,
  throughputLine,
} from './growth-figures.ts';

const CONNECTIONS = 64;

export const growthOfAccounts: Growth = {
  of: 'accounts',
  sizes: ({ growth }) => growth.accounts,
  measure: async (size, sizes) => {
    const store = await storeOfAccounts(size);
    const options = { core: 'server', profileFolder: sizes.profileFolder, prepare: countOneForEach } as const;
    return serveCopy(store, options, (served) => measureService(served, store, sizes));
  },
  lines: (size, figures) => [
    latencyLine(`${counted(size, 'account')}: first page`, 'first_page', figures),
    throughputLine(`${counted(size, 'account')}, ${CONNECTIONS} connections`, figures),
    memoryLine(counted(size, 'account'), figures),
  ],
  panels: [latencyPanel('first page, each by another account', 'first_page'), THROUGHPUT_PANEL, MEMORY_PANEL],
};

/** Each request is by another account; the service holds the counters of all. */
async function measureService(
  { url, memory }: Served,
  { keysFile }: AccountsStore,
  { growth }: Sizes,
): Promise<Figures> {
  const load = { url: `${url}${FIRST_PAGE}`, key: '', keysFile, core: 'load' } as const;
  const one = await sendWarmLoad({ ...load, connections: 1 }, growth);
  const many = await sendWarmLoad({ ...load, connections: CONNECTIONS }, growth);
  return {
    ...latencyFigures('first_page', one),
    ...throughputFigures(many),
    ...memoryFigures(await memory()),
  };
}
