import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../candidates/petstore.ts';
import { storeOfPets } from '../data/stores.ts';
import { FIRST_PAGE, sendOne } from '../load/requests.ts';
import type { Target } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { inTurns, median } from '../statistics.ts';

/** The service frees the memory of its start after five idle seconds. */
const IDLE_MS = 8_000;

/** Measures the resident memory of a service that has sent one page and was idle since. */
export const idleMemory =
  (target: Target): Measurement<{ pets: number; rounds: number }> =>
  async ({ pets, rounds }) => {
    const [measured = []] = await inTurns(rounds, [() => measureMemory(pets)]);
    return [
      {
        what: 'after 8 idle seconds',
        value: median(measured),
        unit: 'MB',
        target,
      },
    ];
  };

async function measureMemory(pets: number): Promise<number> {
  await using scope = new RunScope();
  const store = await storeOfPets(pets);
  const service = await startService(scope, store.path);
  await sendOne(service.url, store.key, FIRST_PAGE);
  await sleep(IDLE_MS);
  const { nowMb } = service.memory();
  await sendOne(service.url, store.key, FIRST_PAGE);
  return nowMb;
}
