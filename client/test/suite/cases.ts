import type { Case, Stage } from './case.ts';
import { conditions } from './conditions.ts';
import { exactIds } from './exact-ids.ts';
import { failures } from './failures.ts';
import { following } from './following.ts';
import { operations } from './operations.ts';
import { paging } from './paging.ts';
import { quotaWaits } from './quota-waits.ts';
import { repetitions } from './repetitions.ts';
import { telling } from './telling.ts';

const CASES: Case[] = [
  ...operations,
  ...exactIds,
  ...paging,
  ...conditions,
  ...following,
  ...quotaWaits,
  ...repetitions,
  ...failures,
  ...telling,
];

/** What became of one case. */
export interface Outcome {
  name: string;
  /** Why it failed; undefined if it did not. */
  fault?: string;
}

/** Runs every case, one after the other. */
export async function runCases(stage: Stage): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, run } of CASES) {
    try {
      await run(stage);
      outcomes.push({ name });
    } catch (error) {
      outcomes.push({ name, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
  return outcomes;
}
