import { bareHttp } from '../candidates/bare-http.ts';
import { storeInUse } from '../data/store-in-use.ts';
import { copyStore, type Store } from '../data/stores.ts';
import { ADD_PET } from '../load/requests.ts';
import type { Durations } from '../load/wrk.ts';
import { jsonOf, startChild } from '../processes.ts';
import { type Result, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { inTurns, median } from '../statistics.ts';
import { measure, recordResponses } from './throughput.ts';

const WRITES = ['add a pet', 'rename a pet', 'place an order', 'cancel an order'];

interface Sizes extends Durations {
  readonly pets: number;
  readonly rounds: number;
}

export interface WriteRate {
  readonly microsecondsOfCpu: number;
  readonly perSecond: number;
  /** How long a read has to wait for the event loop. Not measured of bare `node:http`. */
  readonly delayP99Ms?: number;
}

/**
 * Measures the writes of the embedded store without HTTP. The result is the highest share of bare `node:http` that a service
 * with such writes can reach: if everything else took no more time than a bare response.
 */
export const writeRate: Measurement<Sizes> = async ({ pets, rounds, ...durations }) => {
  await using scope = new RunScope();
  const store = await storeInUse(pets)(scope);
  const bare = await bareResponses(scope, store, durations);
  const writes = WRITES.map((name) => () => measureWrite(store, name, durations));
  const [bareRates = [], ...rates] = await inTurns<WriteRate>(rounds, [bare, ...writes]);
  const microsecondsOf = (each: readonly WriteRate[]) => median(each.map((rate) => rate.microsecondsOfCpu));
  const bareMicroseconds = microsecondsOf(bareRates);
  return rates.map((each, index): Result => {
    const microseconds = microsecondsOf(each);
    const perSecond = median(each.map((rate) => rate.perSecond));
    const delay = median(each.map(({ delayP99Ms = 0 }) => delayP99Ms));
    return {
      what: `${WRITES[index]}, highest possible share of bare node:http`,
      value: bareMicroseconds / (bareMicroseconds + microseconds),
      figures: `${thousands(microseconds)} us of processor time without HTTP, ${thousands(perSecond)} a second, delay of the event loop ${thousands(delay)} ms at p99; a bare response ${thousands(bareMicroseconds)} us`,
    };
  });
};

async function measureWrite(
  store: Store,
  name: string,
  { warmUpSeconds, seconds }: Durations,
): Promise<WriteRate> {
  await using scope = new RunScope();
  const copy = await copyStore(scope, store);
  const args = [copy, name, `${warmUpSeconds}`, `${seconds}`];
  return await jsonOf<WriteRate>(startChild(scope, 'writes.ts', args, { core: 'server' }));
}

/** Returns a function that measures the responses of bare `node:http` to a new pet, which keep one core busy. */
async function bareResponses(scope: RunScope, store: Store, durations: Durations) {
  const [load] = await recordResponses(store, [{ title: 'POST /v1/pets', requests: () => [ADD_PET] }]);
  const [candidate] = await bareHttp({ scope, store, core: 'server' });
  if (load === undefined || candidate === undefined) throw new Error('There is nothing to compare with');
  return async (): Promise<WriteRate> => {
    const { perSecond } = await measure(candidate, load, {
      ...durations,
      key: store.key,
      sender: { core: 'load' },
    });
    return { perSecond, microsecondsOfCpu: 1e6 / perSecond };
  };
}
