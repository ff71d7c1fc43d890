import { petstore, petstoreWith } from './candidates/petstore.ts';
import { ADD_PET, FIRST_PAGE, pageBefore, randomListings, rareWords } from './load/requests.ts';
import { idleMemory } from './measurements/idle-memory.ts';
import { importRate } from './measurements/import-rate.ts';
import { operations } from './measurements/operations.ts';
import { overload } from './measurements/overload.ts';
import { push } from './measurements/push.ts';
import { startTime } from './measurements/start-time.ts';
import { throughput } from './measurements/throughput.ts';
import { years } from './measurements/years.ts';
import { type Scenario, scenario } from './scenario.ts';

const QUICK_LOAD = { rounds: 1, warmUpSeconds: 0, seconds: 0.5 };
const FIRST_PAGES = { title: 'GET first page', requests: () => [FIRST_PAGE] };
const ONE_BY_ONE = { connections: 1, p99Target: { max: 1.2 } };
const SEARCHES = { connections: 1, p99Target: { max: 3 } };
/** All names begin with it. */
const COMMON_WORD = 'charlie';
const NEW_PETS = { title: 'POST a pet', requests: () => [ADD_PET] };
export const SCENARIOS: readonly Scenario[] = [
  scenario({
    name: 'operations',
    measures: 'throughput of each operation, 50,000 pets, 64 connections; many connections; many accounts',
    baseline: 'bare `node:http` that sends the same bytes and headers; for rows the least work; one account',
    measure: operations,
    full: {
      pets: 50_000,
      petsToOrder: 200_000,
      accounts: [
        // At the target speed, each account has sent a request when the warm-up ends.
        { count: 100_000, minRatio: 0.6, warmUpSeconds: 8 },
        // The service reads their keys after its start.
        { count: 1_000_000, minRatio: 0.5, warmUpSeconds: 12 },
      ],
      writeWarmUpSeconds: 8,
      rounds: 2,
      warmUpSeconds: 5,
      seconds: 3,
    },
    quick: {
      pets: 2_000,
      petsToOrder: 50_000,
      accounts: [{ count: 1_000, minRatio: 0.6, warmUpSeconds: 0 }],
      writeWarmUpSeconds: 0,
      ...QUICK_LOAD,
    },
  }),
  scenario({
    name: 'list-depth',
    measures: 'pages at the beginning, in the middle and at the end of 1,000,000 pets, one connection',
    baseline: 'the same requests with 1,000 pets',
    measure: throughput({
      loads: [
        { ...ONE_BY_ONE, title: 'first page', requests: () => [FIRST_PAGE] },
        { ...ONE_BY_ONE, title: 'middle', requests: ({ pets }) => [pageBefore(pets / 2)] },
        { ...ONE_BY_ONE, title: 'end', requests: () => [pageBefore(21)] },
      ],
      candidate: petstore,
      baseline: petstoreWith(1_000),
    }),
    full: { pets: 1_000_000, rounds: 6, warmUpSeconds: 1, seconds: 3 },
    quick: { pets: 10_000, ...QUICK_LOAD },
  }),
  scenario({
    name: 'search',
    measures:
      'searches for a word that every pet has and for one that few have, 1,000,000 pets, one connection',
    baseline: 'the same requests with 10,000 pets',
    measure: throughput({
      loads: [
        { ...SEARCHES, title: 'a common word', requests: (store) => randomListings(store, COMMON_WORD) },
        { ...SEARCHES, title: 'a common and a rare word', requests: rareWords },
      ],
      candidate: petstore,
      baseline: petstoreWith(10_000),
    }),
    full: { pets: 1_000_000, rounds: 4, warmUpSeconds: 1, seconds: 3 },
    quick: { pets: 20_000, ...QUICK_LOAD },
  }),
  scenario({
    name: 'start',
    measures: 'time from the start of `petstore serve` to the end of its first page',
    baseline: '`node -e 0`',
    measure: startTime({ max: 300 }),
    full: { pets: 1_000_000, rounds: 12 },
    quick: { pets: 10_000, rounds: 2 },
  }),
  scenario({
    name: 'idle-memory',
    measures: 'resident memory of an idle `petstore serve`, 1,000,000 pets',
    baseline: 'none: a fixed target',
    measure: idleMemory({ max: 110 }),
    full: { pets: 1_000_000, rounds: 3 },
    quick: { pets: 10_000, rounds: 1 },
  }),
  scenario({
    name: 'import',
    measures: 'rows a second of an NDJSON import into an empty store; growth of its memory',
    baseline: 'a loop of inserts of the same rows, read beforehand',
    measure: importRate({ ratio: { min: 0.5 }, memory: { max: 150 } }),
    full: { rows: 1_000_000, rounds: 4 },
    quick: { rows: 20_000, rounds: 2 },
  }),
  scenario({
    name: 'scale-out',
    measures: 'the same on PostgreSQL and Valkey: one process, one behind nginx, two behind nginx',
    baseline: 'the embedded store with one process',
    measure: throughput({
      loads: [FIRST_PAGES, NEW_PETS],
      // Imported here: it reports missing programs, which concern no other scenario.
      candidate: async (setup) => (await import('./candidates/distributed.ts')).distributed(setup),
      baseline: petstore,
      isUnpinned: true,
    }),
    full: { pets: 100_000, rounds: 4, warmUpSeconds: 2, seconds: 3 },
    quick: { pets: 2_000, ...QUICK_LOAD },
  }),
  scenario({
    name: 'push',
    measures: 'a change a second at 10,000 streams and 100 webhooks: latency, memory, what it costs the list',
    baseline: 'the list without changes; fixed targets',
    onlyByName: true,
    measure: push({ memory: { max: 300 }, latency: { max: 1_000 }, list: { max: 2 } }),
    full: { streams: 10_000, webhooks: 100, changes: 20 },
    quick: { streams: 200, webhooks: 4, changes: 2 },
  }),
  scenario({
    name: 'years',
    measures:
      'each GET of the API, the public pages, writes, the start and what runs by itself, with the ten years of 200,000 animals',
    baseline: 'the same with 2,000 animals',
    onlyByName: true,
    measure: years,
    full: { animals: 200_000, fewAnimals: 2_000, runs: 11, seconds: 10 },
    quick: { animals: 20_000, fewAnimals: 200, runs: 3, seconds: 2 },
  }),
  scenario({
    name: 'overload',
    measures: 'multiples of the capacity: accepted, shed, `/healthz`, memory, recovery',
    baseline: 'the capacity, and fixed targets',
    measure: overload({
      2: { share: { min: 0.8 }, p99: { max: 1_000 }, health: { max: 100 }, memory: { max: 300 } },
      4: { share: { min: 0.6 } },
    }),
    full: {
      pets: 100_000,
      rounds: 3,
      warmUpSeconds: 3,
      seconds: 4,
      multiples: [0.5, 1, 2, 4],
      secondsEach: 6,
      connections: 1_000,
    },
    quick: { pets: 2_000, ...QUICK_LOAD, multiples: [0.5, 2], secondsEach: 1, connections: 100 },
  }),
];
