import { join } from 'node:path';
import { jsonOf, startChild } from '../processes.ts';
import { type Result, type Target, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope, temporaryFolder } from '../scope.ts';
import { inTurns, median } from '../statistics.ts';

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
    for (const accounts of sizes.accounts) {
      const [rounds = []] = await inTurns(sizes.rounds, [() => measure(accounts, sizes.decisions)]);
      const isLargest = accounts === Math.max(...sizes.accounts);
      const decision = median(rounds.map((round) => round.nanosecondsPerDecision)) / 1000;
      const memory = median(rounds.map((round) => round.bytesPerAccount));
      const what = `${thousands(accounts)} active accounts`;
      const target = isLargest ? targets.microseconds : undefined;
      results.push({ what: `one decision, ${what}`, value: decision, unit: 'us', target });
      if (isLargest)
        results.push({ what: `memory an account, ${what}`, value: memory, unit: 'B', target: targets.bytes });
    }
    return results;
  };

/** Measures in a fresh process. */
async function measure(accounts: number, decisions: number) {
  await using scope = new RunScope();
  const args = [join(temporaryFolder(scope), 'petstore.db'), `${accounts}`, `${decisions}`];
  const child = startChild(scope, 'quota-decisions.ts', args, { core: 'server', flags: ['--expose-gc'] });
  return await jsonOf<Record<'nanosecondsPerDecision' | 'bytesPerAccount', number>>(child);
}
