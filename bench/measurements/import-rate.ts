import { join } from 'node:path';
import { ndjsonOfPets } from '../data/stores.ts';
import { jsonOf, startChild } from '../processes.ts';
import { type Target, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope, temporaryFolder } from '../scope.ts';
import { inTurns, median, medianRatio } from '../statistics.ts';

/** Compares an NDJSON import into an empty store with a loop of inserts of the same rows. */
export const importRate =
  (targets: Record<'ratio' | 'memory', Target>): Measurement<{ rows: number; rounds: number }> =>
  async ({ rows, rounds }) => {
    const file = await ndjsonOfPets(rows);
    const run = async (program: string) => {
      await using scope = new RunScope();
      const child = startChild(scope, program, [join(temporaryFolder(scope), 'petstore.db'), file]);
      return await jsonOf<Record<'rowsPerSecond' | 'rssGrowthMb', number>>(child);
    };
    const measured = await inTurns(rounds, [() => run('import-pets.ts'), () => run('bulk-insert.ts')]);
    const [imported = [], inserted = []] = measured.map((rounds) => rounds.map((each) => each.rowsPerSecond));
    return [
      {
        what: `NDJSON, ${thousands(rows)} rows, against a loop of inserts`,
        value: medianRatio(imported, inserted),
        target: targets.ratio,
        figures: `${thousands(median(imported))} against ${thousands(median(inserted))} rows a second`,
      },
      {
        what: `NDJSON, ${thousands(rows)} rows, growth of RSS`,
        value: Math.max(...(measured[0] ?? []).map(({ rssGrowthMb }) => rssGrowthMb)),
        unit: 'MB',
        target: targets.memory,
      },
    ];
  };
