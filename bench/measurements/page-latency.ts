import { startService } from '../candidates/petstore.ts';
import { type Store, storeOfPets } from '../data/stores.ts';
import { FIRST_PAGE, type HttpRequest, pageBefore } from '../load/requests.ts';
import { oneConnection, sendExpectingSuccess } from '../load/send.ts';
import { type Result, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { median, percentile } from '../statistics.ts';

const MAX_RATIO = 1.2;
/** The two services take turns of so many requests, so that a disturbance meets both. */
const TURN = 50;
const WARM_UP_SHARE = 0.25;

/** Pages by the share of the catalogue that is behind them. */
const PLACES = { 'first page': 1, middle: 0.5, end: 0 };
type Place = keyof typeof PLACES;
const PLACE_NAMES = Object.keys(PLACES) as Place[]; // the keys of the object above

interface Sizes {
  readonly smallPets: number;
  readonly largePets: number;
  readonly rounds: number;
  readonly requests: number;
}

/** Milliseconds of each request, at each place. */
type Latencies = Record<Place, number[]>;

/** Compares the latency of pages at three places of a large and of a small catalogue, one request after the other. */
export const pageLatency: Measurement<Sizes> = async ({ smallPets, largePets, rounds, requests }) => {
  const stores = [await storeOfPets(largePets), await storeOfPets(smallPets)] as const;
  const measured: Array<readonly [Latencies, Latencies]> = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(stores, requests));
  return PLACE_NAMES.flatMap((place) =>
    [0.5, 0.99].map((share): Result => {
      const at = (side: 0 | 1) => measured.map((round) => percentile(round[side][place], share));
      const [large, small] = [at(0), at(1)];
      return {
        what: `${place}, p${share * 100}: ${thousands(largePets)} against ${thousands(smallPets)} pets`,
        value: median(large.map((value, round) => value / (small[round] ?? Number.NaN))),
        target: share === 0.99 ? { max: MAX_RATIO } : undefined,
        figures: `${median(large).toFixed(3)} against ${median(small).toFixed(3)} ms`,
      };
    }),
  );
};

async function measureRound(stores: readonly [Store, Store], requests: number) {
  await using scope = new RunScope();
  const sides = await Promise.all(stores.map((store) => startSide(scope, store)));
  const latencies = stores.map((): Latencies => ({ 'first page': [], middle: [], end: [] }));
  const turns = Math.ceil(requests / TURN);
  for (let turn = -Math.round(turns * WARM_UP_SHARE); turn < turns; turn += 1) {
    for (const place of PLACE_NAMES) {
      for (const [index, takeTurn] of sides.entries()) {
        const times = await takeTurn(place);
        if (turn >= 0) latencies[index]?.[place].push(...times);
      }
    }
  }
  return latencies as [Latencies, Latencies]; // one for each store
}

async function startSide(scope: RunScope, store: Store) {
  const { url } = await startService(scope, `sqlite:${store.path}`, { core: 'server' });
  const agent = oneConnection();
  scope.after(() => agent.destroy());
  return async (place: Place): Promise<number[]> => {
    const request = pageAt(place, store);
    const times: number[] = [];
    for (let count = 0; count < TURN; count += 1) {
      const start = performance.now();
      await sendExpectingSuccess(url, store.key, request, agent);
      times.push(performance.now() - start);
    }
    return times;
  };
}

function pageAt(place: Place, { pets }: Store): HttpRequest {
  if (place === 'first page') return FIRST_PAGE;
  return pageBefore(Math.max(Math.round(pets * PLACES[place]), 21));
}
