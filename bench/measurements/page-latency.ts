import { Agent } from 'node:http';
import { startService } from '../candidates/petstore.ts';
import { type Store, storeOfPets } from '../data/stores.ts';
import { FIRST_PAGE, pageBefore } from '../load/requests.ts';
import { send } from '../load/send.ts';
import { type Result, type Target, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { median, medianRatio, percentile } from '../statistics.ts';

/** The two services take turns of so many requests, so that a disturbance meets both. */
const TURN = 50;
const WARM_UP_SHARE = 0.25;

const PLACES = {
  'first page': () => FIRST_PAGE,
  middle: (pets: number) => pageBefore(Math.round(pets / 2)),
  end: () => pageBefore(21),
};

interface Sizes {
  readonly smallPets: number;
  readonly largePets: number;
  readonly rounds: number;
  readonly requests: number;
}

/** Compares the latency of pages at three places of a large and of a small catalogue, one request after the other. */
export const pageLatency =
  (target: Target): Measurement<Sizes> =>
  async ({ smallPets, largePets, rounds, requests }) => {
    const [large, small] = [await storeOfPets(largePets), await storeOfPets(smallPets)];
    const measured: Array<Awaited<ReturnType<typeof measureRound>>> = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(large, small, requests));
    return Object.keys(PLACES).flatMap((place) =>
      [0.5, 0.99].map((share): Result => {
        const of = (side: 'large' | 'small') =>
          measured.map((round) => percentile(round[side].get(place) ?? [], share));
        return {
          what: `${place}, p${share * 100}: ${thousands(largePets)} against ${thousands(smallPets)} pets`,
          value: medianRatio(of('large'), of('small')),
          target: share === 0.99 ? target : undefined,
          figures: `${median(of('large')).toFixed(3)} against ${median(of('small')).toFixed(3)} ms`,
        };
      }),
    );
  };

/** Returns the milliseconds of each request by place, in fresh services. */
async function measureRound(large: Store, small: Store, requests: number) {
  await using scope = new RunScope();
  const sides = { large: await startSide(scope, large), small: await startSide(scope, small) };
  const times = { large: new Map<string, number[]>(), small: new Map<string, number[]>() };
  const turns = Math.ceil(requests / TURN);
  for (let turn = -Math.round(turns * WARM_UP_SHARE); turn < turns; turn += 1) {
    for (const [place, pageOf] of Object.entries(PLACES)) {
      for (const side of ['large', 'small'] as const) {
        const taken = await sides[side](pageOf);
        if (turn >= 0) times[side].set(place, [...(times[side].get(place) ?? []), ...taken]);
      }
    }
  }
  return times;
}

async function startSide(scope: RunScope, { path, pets, key }: Store) {
  const { url } = await startService(scope, path, { core: 'server' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  scope.after(() => agent.destroy());
  return async (pageOf: (pets: number) => typeof FIRST_PAGE): Promise<number[]> => {
    const times: number[] = [];
    for (let count = 0; count < TURN; count += 1) {
      const startedAt = performance.now();
      await send(url, key, pageOf(pets), agent);
      times.push(performance.now() - startedAt);
    }
    return times;
  };
}
