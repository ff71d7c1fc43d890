import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Store, seededStore } from '../data/seed.ts';
import { type Served, serveCopy } from '../data/served-copy.ts';
import { withTemporaryFolder } from '../data/temporary-folder.ts';
import { sendWarmLoad } from '../load/load.ts';
import { FIRST_PAGE, NEW_PET, PETS, randomPages } from '../load/requests.ts';
import type { Sizes } from '../sizes.ts';
import { type Figures, figureOf, type Growth } from './growth.ts';
import {
  counted,
  latencyFigures,
  latencyLine,
  latencyPanel,
  MEMORY_PANEL,
  memoryFigures,
  memoryLine,
} from './growth-figures.ts';

const BYTES_PER_MB = 1024 * 1024;

const KINDS = {
  first_page: 'first page',
  random_page: 'page at a random cursor',
  create: 'add a pet, durably',
} as const;

export const growthOfPets: Growth = {
  of: 'pets',
  sizes: ({ growth }) => growth.pets,
  measure: async (size, sizes) => {
    const store = await seededStore(size);
    return serveCopy(store, { core: 'server', profileFolder: sizes.profileFolder }, (served) =>
      measureService(served, store, sizes),
    );
  },
  lines: (size, figures) => [
    ...Object.entries(KINDS).map(([kind, title]) =>
      latencyLine(`${counted(size, 'pet')}: ${title}`, kind, figures),
    ),
    memoryLine(`${counted(size, 'pet')}`, figures, `, file ${figureOf(figures, 'file_mb').toFixed(1)} MB`),
  ],
  panels: [...Object.entries(KINDS).map(([kind, title]) => latencyPanel(title, kind)), MEMORY_PANEL],
};

/** With one connection: what a request takes, not what a queue does. */
function measureService({ url, path, memory }: Served, store: Store, { growth }: Sizes): Promise<Figures> {
  return withTemporaryFolder(async (folder) => {
    const fileMb = (await stat(path)).size / BYTES_PER_MB;
    const pathsFile = join(folder, 'paths');
    await writeFile(pathsFile, randomPages(store).join('\n'));
    const load = { key: store.key, connections: 1, core: 'load' } as const;
    return {
      ...latencyFigures('first_page', await sendWarmLoad({ ...load, url: `${url}${FIRST_PAGE}` }, growth)),
      ...latencyFigures('random_page', await sendWarmLoad({ ...load, url, pathsFile }, growth)),
      ...latencyFigures(
        'create',
        await sendWarmLoad({ ...load, url: `${url}${PETS}`, body: NEW_PET }, growth),
      ),
      ...memoryFigures(await memory()),
      file_mb: fileMb,
    };
  });
}
