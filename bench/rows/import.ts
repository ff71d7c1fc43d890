import { join } from 'node:path';
import { ndjsonFile } from '../data/ndjson.ts';
import { withTemporaryFolder } from '../data/temporary-folder.ts';
import { numbersIn, startChild } from '../processes/processes.ts';
import { atLeast, atMost, line, thousands } from '../report.ts';
import { alternate, median, medianRatio } from '../rounds.ts';
import type { Row } from '../row.ts';

export const importRows: Row = {
  name: 'import',
  measure: async (sizes) => {
    const file = await ndjsonFile(sizes.importRows);
    const growth: number[] = [];
    const rounds = await alternate(
      sizes.rounds.import,
      async () => {
        const measured = await runOnEmptyStore('import-pets.ts', file, ['rowsPerSecond', 'rssGrowthMb']);
        growth.push(measured.rssGrowthMb);
        return measured.rowsPerSecond;
      },
      async () => (await runOnEmptyStore('bulk-insert.ts', file, ['rowsPerSecond'])).rowsPerSecond,
    );
    const rows = thousands(sizes.importRows);
    const figures = `${thousands(median(rounds.subject))} against ${thousands(median(rounds.yardstick))} rows/s`;
    return [
      line(`NDJSON, ${rows} rows, against a bulk insert loop`, medianRatio(rounds), atLeast(0.5), figures),
      line(`NDJSON, ${rows} rows, growth of RSS`, Math.max(...growth), atMost(150, ' MB'), '', ' MB'),
    ];
  },
};

function runOnEmptyStore<const Name extends string>(program: string, file: string, names: readonly Name[]) {
  return withTemporaryFolder(async (folder) =>
    numbersIn(await startChild(program, [join(folder, 'petstore.db'), file]).output(), names),
  );
}
