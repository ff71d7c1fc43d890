import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runPetstore } from '../candidates/petstore.ts';
import { insertPictures } from '../data/photos.ts';
import { copyStore, storeOfPets } from '../data/stores.ts';
import type { Target } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope, temporaryFolder } from '../scope.ts';
import { inTurns, median, medianRatio } from '../statistics.ts';

interface Sizes {
  readonly pets: number;
  readonly photos: number;
  readonly rounds: number;
}

/** Compares an import of everything, which checks each picture, with the export. */
export const everything =
  (target: Target): Measurement<Sizes> =>
  async ({ pets, photos, rounds }) => {
    await using scope = new RunScope();
    const path = await copyStore(scope, await storeOfPets(pets));
    const database = new DatabaseSync(path);
    await insertPictures(database, photos);
    database.close();
    const [measured = []] = await inTurns(rounds, [() => measureRound(path)]);
    const [imports, exports] = [measured.map((each) => each.import), measured.map((each) => each.export)];
    return [
      {
        what: `petstore import of ${photos} photos, against petstore export`,
        value: medianRatio(imports, exports),
        target,
        figures: `${median(imports).toFixed(1)} against ${median(exports).toFixed(1)} s`,
      },
    ];
  };

/** Returns the seconds of both commands. */
async function measureRound(path: string): Promise<Record<'export' | 'import', number>> {
  await using scope = new RunScope();
  const [folder, copy] = [temporaryFolder(scope), temporaryFolder(scope)];
  const exported = join(folder, 'everything');
  const run = async (store: string, command: string) => {
    const startedAt = performance.now();
    await runPetstore(scope, ['--database', `sqlite:${store}`, command, exported]);
    return (performance.now() - startedAt) / 1_000;
  };
  return { export: await run(path, 'export'), import: await run(join(copy, 'petstore.db'), 'import') };
}
