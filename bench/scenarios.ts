import { availableParallelism } from 'node:os';
import { MAX_WORKERS } from '../service/src/config/config.ts';
import { alternatives } from './candidates/alternatives.ts';
import { petstore, petstoreWith } from './candidates/petstore.ts';
import {
  ADD_PET,
  changedPets,
  FIRST_PAGE,
  pageBefore,
  randomListings,
  randomPages,
  rareWords,
  singlePets,
} from './load/requests.ts';
import { idleMemory } from './measurements/idle-memory.ts';
import { importRate } from './measurements/import-rate.ts';
import { operations } from './measurements/operations.ts';
import { overload } from './measurements/overload.ts';
import { photos } from './measurements/photos.ts';
import { push } from './measurements/push.ts';
import { quotaDecisions } from './measurements/quota-decisions.ts';
import { serverMemory } from './measurements/server-memory.ts';
import { startTime } from './measurements/start-time.ts';
import { staysReports } from './measurements/stays-reports.ts';
import { storeSize } from './measurements/store-size.ts';
import { threads } from './measurements/threads.ts';
import { throughput } from './measurements/throughput.ts';
import { writeRate } from './measurements/write-rate.ts';
import { years } from './measurements/years.ts';
import { type Scenario, scenario } from './scenario.ts';

const QUICK_LOAD = { rounds: 1, warmUpSeconds: 0, seconds: 0.5 };
const FIRST_PAGES = { title: 'GET first page', requests: () => [FIRST_PAGE] };
const ONE_BY_ONE = { connections: 1, p99Target: { max: 1.2 } };
const SEARCHES = { connections: 1, p99Target: { max: 3 } };
/** All names begin with it. */
const COMMON_WORD = 'charlie';
const RANDOM_PAGES = { title: 'GET a random page', requests: randomPages };
const NEW_PETS = { title: 'POST a pet', requests: () => [ADD_PET] };
const SINGLE_PETS = { title: 'GET a random pet', requests: singlePets };
const CHANGED_PETS = { title: 'PATCH a random pet', requests: changedPets };
const ALTERNATIVE_LOADS = [FIRST_PAGES, SINGLE_PETS, NEW_PETS, CHANGED_PETS];
/** A thread of the service for each core. */
const ON_ALL_CORES = ALTERNATIVE_LOADS.map((load) => ({
  ...load,
  env: { WORKERS: `${Math.min(availableParallelism(), MAX_WORKERS)}` },
}));

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
    name: 'quota',
    measures: 'one decision in process, accounts in random order; memory of a changed account',
    baseline: '1 account, and fixed targets',
    measure: quotaDecisions({ microseconds: { max: 1 }, bytes: { max: 200 } }),
    full: { accounts: [1, 1_000, 1_000_000], decisions: 2_000_000, rounds: 3 },
    quick: { accounts: [1, 1_000, 10_000], decisions: 200_000, rounds: 1 },
  }),
  scenario({
    name: 'writes',
    measures: 'writes of the embedded store without HTTP, 64 at a time, 200,000 pets',
    baseline: 'bare `node:http`',
    measure: writeRate,
    full: { pets: 200_000, rounds: 3, warmUpSeconds: 6, seconds: 3 },
    quick: { pets: 50_000, ...QUICK_LOAD },
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
    name: 'store-size',
    measures: 'bytes of an imported animal in the tables of SQLite and PostgreSQL',
    baseline: 'none: absolute figures',
    measure: storeSize,
    full: { pets: 100_000 },
    quick: { pets: 1_000 },
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
    name: 'alternatives',
    measures: 'throughput of the first page, one pet, adding and changing a pet, 64 connections, 1,000 pets',
    baseline: 'json-server, Prism and PocketBase that do the same',
    measure: throughput({
      loads: ALTERNATIVE_LOADS,
      candidate: petstore,
      baseline: alternatives,
    }),
    full: { pets: 1_000, rounds: 4, warmUpSeconds: 2, seconds: 3 },
    quick: { pets: 1_000, ...QUICK_LOAD },
  }),
  scenario({
    name: 'whole-machine',
    measures: 'the loads of alternatives where server and load may use all cores; memory idle and under load',
    baseline: 'json-server, Prism and PocketBase that do the same',
    onlyByName: true,
    measure: async (sizes, options) => [
      ...(await throughput({
        loads: ON_ALL_CORES,
        candidate: petstore,
        baseline: alternatives,
        isUnpinned: true,
      })(sizes, options)),
      ...(await serverMemory(ON_ALL_CORES, petstore, alternatives)(sizes, options)),
    ],
    full: { pets: 1_000, rounds: 2, warmUpSeconds: 4, seconds: 3, idleSeconds: 8 },
    quick: { pets: 1_000, idleSeconds: 1, ...QUICK_LOAD },
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
    name: 'threads',
    measures: 'two, four and eight threads on one store: requests a second, processor time of a request',
    baseline: 'one thread',
    onlyByName: true,
    measure: threads([FIRST_PAGES, RANDOM_PAGES, SINGLE_PETS, NEW_PETS]),
    // Each thread compiles the code for itself, at half the load.
    full: { pets: 100_000, rounds: 2, warmUpSeconds: 10, seconds: 3 },
    quick: { pets: 2_000, ...QUICK_LOAD },
  }),
  scenario({
    name: 'photos',
    measures: 'size, backup, lists and memory of a store of 2,500 pets with 10,000 photos',
    baseline: 'the same store without photos',
    onlyByName: true,
    measure: photos,
    full: { pets: 2_500, photos: 10_000, rounds: 2, warmUpSeconds: 2, seconds: 3 },
    quick: { pets: 1_000, photos: 100, ...QUICK_LOAD },
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
    name: 'reports',
    measures:
      'a report of one year and of ten years with 1,000,000 animals and 3,000,000 movements: time, event loop',
    baseline: 'none: fixed targets',
    onlyByName: true,
    measure: staysReports,
    full: { animals: 1_000_000 },
    quick: { animals: 10_000 },
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
