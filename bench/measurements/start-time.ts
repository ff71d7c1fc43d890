import { startService } from '../candidates/petstore.ts';
import { type Store, storeOfPets } from '../data/stores.ts';
import { FIRST_PAGE, sendOne } from '../load/requests.ts';
import { outputOf, startNode } from '../processes.ts';
import type { Target } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { inTurns, median, medianDifference } from '../statistics.ts';

/** Compares the time from the start of the service to the end of its first page with that of an empty program. */
export const startTime =
  (target: Target): Measurement<{ pets: number; rounds: number }> =>
  async ({ pets, rounds }) => {
    const store = await storeOfPets(pets);
    const [service = [], empty = []] = await inTurns(rounds, [() => timeFirstPage(store), timeEmptyProgram]);
    const [ms, emptyMs] = [median(service), median(empty)];
    return [
      {
        what: 'start to first response, more than node -e 0',
        value: medianDifference(service, empty),
        unit: 'ms',
        target,
        figures: `${ms.toFixed(0)} against ${emptyMs.toFixed(0)} ms, ${(ms / emptyMs).toFixed(1)} times`,
      },
    ];
  };

async function timeFirstPage(store: Store): Promise<number> {
  await using scope = new RunScope();
  const startedAt = performance.now();
  const { url } = await startService(scope, store.path);
  await sendOne(url, store.key, FIRST_PAGE);
  return performance.now() - startedAt;
}

async function timeEmptyProgram(): Promise<number> {
  await using scope = new RunScope();
  const startedAt = performance.now();
  await outputOf(startNode(scope, ['-e', '0']));
  return performance.now() - startedAt;
}
