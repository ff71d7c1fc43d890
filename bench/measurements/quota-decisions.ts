import { join } from 'node:path';
import { numbersOf, startChild } from '../processes.ts';
import { type Result, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope, temporaryFolder } from '../scope.ts';
import { median } from '../statistics.ts';

interface Sizes {
  readonly accounts: readonly number[];
  readonly decisions: number;
  readonly rounds: number;
}

interface Measured {
  readonly accounts: number;
  readonly nanoseconds: number;
  readonly bytes: number;
}

/** Measures the time of one quota decision and the memory of an account, in process, for several numbers of active accounts. */
export const quotaDecisions: Measurement<Sizes> = async (sizes) => {
  const measured: Measured[] = [];
  for (const accounts of sizes.accounts) measured.push(await measureAccounts(accounts, sizes));
  const [fewest, most] = [measured[0], measured.at(-1)];
  if (fewest === undefined || most === undefined) return [];
  return [
    ...measured.map(
      (each): Result => ({
        what: `one decision, ${thousands(each.accounts)} active accounts`,
        value: each.nanoseconds / 1000,
        unit: 'us',
        target: each === most ? { max: 1 } : undefined,
      }),
    ),
    {
      what: `one decision, ${thousands(most.accounts)} accounts against ${thousands(fewest.accounts)}`,
      value: most.nanoseconds / fewest.nanoseconds,
      figures: `${most.nanoseconds.toFixed(0)} against ${fewest.nanoseconds.toFixed(0)} ns`,
    },
    {
      what: `memory an account, ${thousands(most.accounts)} accounts`,
      value: most.bytes,
      unit: 'B',
      target: { max: 200 },
    },
  ];
};

/** Returns the medians of several fresh processes. */
async function measureAccounts(accounts: number, { decisions, rounds }: Sizes): Promise<Measured> {
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    await using scope = new RunScope();
    const args = [join(temporaryFolder(scope), 'petstore.db'), `${accounts}`, `${decisions}`];
    const child = startChild(scope, 'quota-decisions.ts', args, { core: 'server', flags: ['--expose-gc'] });
    measured.push(await numbersOf(child, ['nanosecondsPerDecision', 'bytesPerAccount']));
  }
  return {
    accounts,
    nanoseconds: median(measured.map((round) => round.nanosecondsPerDecision)),
    bytes: median(measured.map((round) => round.bytesPerAccount)),
  };
}
