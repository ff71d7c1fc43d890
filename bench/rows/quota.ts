import { join } from 'node:path';
import { withTemporaryFolder } from '../data/temporary-folder.ts';
import { numbersIn, startChild } from '../processes/processes.ts';
import { atMost, type Line, line, thousands } from '../report.ts';
import { median } from '../rounds.ts';
import type { Row } from '../row.ts';
import type { Sizes } from '../sizes.ts';

export const quota: Row = {
  name: 'quota',
  measure: async (sizes) => {
    const measured: Measured[] = [];
    for (const count of sizes.accounts) measured.push(await measureAccounts(count, sizes));
    const most = measured.at(-1);
    const fewest = measured[0];
    if (most === undefined || fewest === undefined) return [];
    return [
      ...measured.map((each) => decisionLine(each, each === most)),
      scalingLine(most, fewest),
      bytesLine(most),
    ];
  },
};

interface Measured {
  readonly accounts: number;
  readonly nanoseconds: number;
  readonly bytes: number;
}

/** The medians of several fresh processes. */
async function measureAccounts(accounts: number, { rounds, decisions }: Sizes): Promise<Measured> {
  const measured = [];
  for (let round = 0; round < rounds.quota; round += 1) {
    const output = await withTemporaryFolder((folder) => {
      const args = [join(folder, 'petstore.db'), String(accounts), String(decisions)];
      return startChild('quota-decisions.ts', args, { core: 'server' }, ['--expose-gc']).output();
    });
    measured.push(numbersIn(output, ['nanosecondsPerDecision', 'bytesPerAccount']));
  }
  return {
    accounts,
    nanoseconds: median(measured.map((round) => round.nanosecondsPerDecision)),
    bytes: median(measured.map((round) => round.bytesPerAccount)),
  };
}

function decisionLine({ accounts, nanoseconds }: Measured, isJudged: boolean): Line {
  const what = `one decision, ${thousands(accounts)} active accounts`;
  return line(what, nanoseconds / 1000, isJudged ? atMost(1, ' us') : undefined, '', ' us');
}

function scalingLine(most: Measured, fewest: Measured): Line {
  const what = `one decision, ${thousands(most.accounts)} accounts against ${thousands(fewest.accounts)}`;
  const figures = `${most.nanoseconds.toFixed(0)} against ${fewest.nanoseconds.toFixed(0)} ns`;
  return line(what, most.nanoseconds / fewest.nanoseconds, undefined, figures);
}

function bytesLine({ accounts, bytes }: Measured): Line {
  return line(`memory an account, ${thousands(accounts)} accounts`, bytes, atMost(200, ' B'), '', ' B');
}
