import { join } from 'node:path';
import { numbersOf, startChild } from '../processes.ts';
import { type Result, type Target, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope, temporaryFolder } from '../scope.ts';
import { median } from '../statistics.ts';

interface Sizes {
  readonly accounts: readonly number[];
  readonly decisions: number;
  readonly rounds: number;
}

/** Measures the time of one quota decision and the memory of an account, in process, for several numbers of active accounts. */
export const quotaDecisions =
  (targets: Record<'microseconds' | 'bytes', Target>): Measurement<Sizes> =>
  async (sizes) => {
    const results: Result[] = [];
    const nanoseconds: number[] = [];
    const largest = Math.max(...sizes.accounts);
    for (const accounts of sizes.accounts) {
      const rounds = await measureRounds(accounts, sizes);
      const ns = median(rounds.map((round) => round.nanosecondsPerDecision));
      const [unit, target] = ['us', accounts === largest ? targets.microseconds : undefined];
      const count = `${thousands(accounts)} active accounts`;
      results.push({ what: `one decision, ${count}`, value: ns / 1000, unit, target });
      nanoseconds.push(ns);
      if (accounts !== largest) continue;
      const [first = Number.NaN] = nanoseconds;
      const figures = `${ns.toFixed(0)} against ${first.toFixed(0)} ns`;
      results.push({ what: `one decision, ${count} against 1`, value: ns / first, figures });
      const bytes = median(rounds.map((round) => round.bytesPerAccount));
      results.push({ what: `memory an account, ${count}`, value: bytes, unit: 'B', target: targets.bytes });
    }
    return results;
  };

/** Measures in fresh processes. */
async function measureRounds(accounts: number, { decisions, rounds }: Sizes) {
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    await using scope = new RunScope();
    const args = [join(temporaryFolder(scope), 'petstore.db'), `${accounts}`, `${decisions}`];
    const child = startChild(scope, 'quota-decisions.ts', args, { core: 'server', flags: ['--expose-gc'] });
    measured.push(await numbersOf(child, ['nanosecondsPerDecision', 'bytesPerAccount']));
  }
  return measured;
}
