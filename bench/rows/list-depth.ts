import { encodeCursor } from '../../service/src/core/cursor.ts';
import { type Store, seededStore } from '../data/seed.ts';
import { get, oneConnection } from '../load/one-request.ts';
import { addressOf, startService } from '../processes/service-process.ts';
import { atMost, type Line, line, thousands } from '../report.ts';
import { median, percentile } from '../rounds.ts';
import type { Row } from '../row.ts';
import type { Sizes } from '../sizes.ts';

const LIMIT = 20;
/** The two services take turns of so many requests, so that a disturbance meets both. */
const TURN = 50;
const WARM_UP_SHARE = 0.25;

const PLACES = { 'first page': 1, middle: 0.5, end: 0 };
type Place = keyof typeof PLACES;

export const listDepth: Row = {
  name: 'list-depth',
  measure: async (sizes) => {
    const small = await seededStore(sizes.depthPets.small);
    const large = await seededStore(sizes.depthPets.large);
    const rounds: Latencies[] = [];
    for (let round = 0; round < sizes.rounds.depth; round += 1)
      rounds.push(await measureRound(small, large, sizes));
    const pets = `${thousands(large.pets)} against ${thousands(small.pets)} pets`;
    return placeNames().flatMap((place) => [
      latencyLine(`${place}, p50: ${pets}`, rounds, place, 0.5),
      latencyLine(`${place}, p99: ${pets}`, rounds, place, 0.99),
    ]);
  },
};

function placeNames(): Place[] {
  return Object.keys(PLACES) as Place[]; // the keys of the object above
}

/** The milliseconds of each request. */
type Latencies = Record<Place, { small: number[]; large: number[] }>;

function latencyLine(what: string, rounds: readonly Latencies[], place: Place, share: number): Line {
  const small = rounds.map((round) => percentile(round[place].small, share));
  const large = rounds.map((round) => percentile(round[place].large, share));
  const ratio = median(large.map((value, round) => value / (small[round] ?? Number.NaN)));
  const figures = `${median(large).toFixed(3)} against ${median(small).toFixed(3)} ms`;
  return line(what, ratio, share === 0.99 ? atMost(1.2) : undefined, figures);
}

/** Both stores in fresh services, each asked for all places by one connection, one request after the other. */
async function measureRound(small: Store, large: Store, sizes: Sizes): Promise<Latencies> {
  const sides = { small: openSide(small), large: openSide(large) };
  const latencies: Latencies = {
    'first page': { small: [], large: [] },
    middle: { small: [], large: [] },
    end: { small: [], large: [] },
  };
  const turns = Math.ceil(sizes.depthRequests / TURN);
  try {
    for (let turn = -Math.round(turns * WARM_UP_SHARE); turn < turns; turn += 1) {
      for (const place of placeNames()) {
        const times = { small: await sides.small.turn(place), large: await sides.large.turn(place) };
        if (turn < 0) continue;
        latencies[place].small.push(...times.small);
        latencies[place].large.push(...times.large);
      }
    }
    return latencies;
  } finally {
    await Promise.all([sides.small.close(), sides.large.close()]);
  }
}

function openSide(store: Store) {
  const service = startService(store, 'server');
  const agent = oneConnection();
  const address = addressOf(service);
  return {
    async turn(place: Place): Promise<number[]> {
      const url = `${await address}${pathOf(place, store)}`;
      const times: number[] = [];
      for (let count = 0; count < TURN; count += 1) {
        const start = performance.now();
        const { status } = await get(url, store.key, agent);
        times.push(performance.now() - start);
        if (status !== 200) throw new Error(`${url} answers ${status}`);
      }
      return times;
    },
    async close(): Promise<void> {
      agent.destroy();
      await service.stop();
    },
  };
}

function pathOf(place: Place, { pets }: Store): string {
  if (place === 'first page') return `/v1/pets?limit=${LIMIT}`;
  const lastId = Math.max(Math.round(pets * PLACES[place]), LIMIT + 1);
  return `/v1/pets?limit=${LIMIT}&cursor=${encodeCursor('/v1/pets?', BigInt(lastId))}`;
}
