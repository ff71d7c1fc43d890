import { copyStore } from '../data/stores.ts';
import { numbersOf, startChild } from '../processes.ts';
import { RunScope } from '../scope.ts';
import type { Candidates } from './candidate.ts';

/** A loop that inserts one pet a transaction, on the same disk. */
export const insertLoop: Candidates = async ({ store, durations: { warmUpSeconds, seconds }, cores }) => [
  {
    name: 'one insert a transaction',
    measure: async () => {
      await using scope = new RunScope();
      const args = [await copyStore(scope, store), `${warmUpSeconds}`, `${seconds}`];
      const loop = startChild(scope, 'insert-loop.ts', args, { core: cores.server });
      return await numbersOf(loop, ['perSecond', 'p99Ms']);
    },
  },
];
