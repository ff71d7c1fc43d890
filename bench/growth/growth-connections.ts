import { seededStore } from '../data/seed.ts';
import { serveCopy } from '../data/served-copy.ts';
import { sendWarmLoad } from '../load/load.ts';
import { FIRST_PAGE } from '../load/requests.ts';
import type { Growth } from './growth.ts';
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

const PETS = 1_000;

export const growthOfConnections: Growth = {
  of: 'connections',
  sizes: ({ growth }) => growth.connections,
  measure: async (connections, { growth, profileFolder }) => {
    const store = await seededStore(PETS);
    return serveCopy(store, { core: 'server', profileFolder }, async ({ url, memory }) => {
      const load = { url: `${url}${FIRST_PAGE}`, key: store.key, connections, core: 'load' } as const;
      const result = await sendWarmLoad({ ...load, mostRefused: 0.05 }, growth);
      return {
        ...latencyFigures('first_page', result),
        ...throughputFigures(result),
        ...memoryFigures(await memory()),
      };
    });
  },
  lines: (size, figures) => [
    latencyLine(`${counted(size, 'connection')}: first page`, 'first_page', figures),
    throughputLine(counted(size, 'connection'), figures),
    memoryLine(counted(size, 'connection'), figures),
  ],
  panels: [THROUGHPUT_PANEL, latencyPanel('first page', 'first_page'), MEMORY_PANEL],
};
