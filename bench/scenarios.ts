import { alternatives } from './candidates/alternatives.ts';
import { bareHttp } from './candidates/bare-http.ts';
import { insertLoop } from './candidates/insert-loop.ts';
import { petstore } from './candidates/petstore.ts';
import { ADD_PET, FIRST_PAGE, randomPages } from './load/requests.ts';
import { bundleSize } from './measurements/bundle-size.ts';
import { growth } from './measurements/growth.ts';
import { importRate } from './measurements/import-rate.ts';
import { overload } from './measurements/overload.ts';
import { pageLatency } from './measurements/page-latency.ts';
import { quotaDecisions } from './measurements/quota-decisions.ts';
import { startTime } from './measurements/start-time.ts';
import { throughput } from './measurements/throughput.ts';
import { type Scenario, scenario } from './scenario.ts';

const QUICK_LOAD = { rounds: 1, warmUpSeconds: 0, seconds: 1 };
const FIRST_PAGES = { title: 'GET first page', requests: () => [FIRST_PAGE] };
const NEW_PETS = { title: 'POST a pet', requests: () => [ADD_PET] };

export const SCENARIOS: readonly Scenario[] = [
  scenario({
    name: 'list-first',
    measures: 'throughput of the first page of 20, key checked, quota counted, all headers, 64 connections',
    baseline: 'bare `node:http` that sends the same bytes and headers',
    ...throughput({
      loads: [{ ...FIRST_PAGES, target: { min: 0.75 } }],
      candidate: petstore,
      baseline: bareHttp,
    }),
    full: { pets: 1_000_000, rounds: 6, warmUpSeconds: 3, seconds: 3 },
    quick: { pets: 10_000, ...QUICK_LOAD },
  }),
  scenario({
    name: 'list-random',
    measures: 'the same at a random cursor, no page twice in a run',
    baseline: 'the same',
    ...throughput({
      loads: [{ title: 'GET random page', requests: randomPages, target: { min: 0.3 } }],
      candidate: petstore,
      baseline: bareHttp,
    }),
    full: { pets: 1_000_000, rounds: 6, warmUpSeconds: 3, seconds: 3 },
    quick: { pets: 10_000, ...QUICK_LOAD },
  }),
  scenario({
    name: 'list-depth',
    measures: 'latency of one request after another at the first page, the middle and the end',
    baseline: 'the same places in a catalogue of 1,000 pets',
    measure: pageLatency({ max: 1.2 }),
    full: { smallPets: 1_000, largePets: 1_000_000, rounds: 3, requests: 4_000 },
    deep: { smallPets: 1_000, largePets: 10_000_000, rounds: 3, requests: 4_000 },
    quick: { smallPets: 1_000, largePets: 10_000, rounds: 1, requests: 200 },
  }),
  scenario({
    name: 'create',
    measures:
      'throughput of `POST /v1/pets`, durable before the 201, 64 connections; other clients meanwhile',
    baseline: 'a loop of one insert a transaction on the same disk, `synchronous=FULL`',
    ...throughput({
      loads: [{ ...NEW_PETS, beside: FIRST_PAGE, target: { min: 1.5 } }],
      candidate: petstore,
      baseline: insertLoop,
    }),
    full: { pets: 100_000, rounds: 6, warmUpSeconds: 2, seconds: 3 },
    quick: { pets: 2_000, ...QUICK_LOAD },
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
    name: 'start',
    measures: 'time from the start of `petstore serve` to the end of its first page',
    baseline: '`node -e 0`',
    measure: startTime({ max: 300 }),
    full: { pets: 1_000_000, rounds: 12 },
    quick: { pets: 10_000, rounds: 2 },
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
    alias: 'peers',
    measures: 'throughput of the first page and of adding a pet, 64 connections, 1,000 pets',
    baseline: 'json-server and Prism that do the same',
    ...throughput({ loads: [FIRST_PAGES, NEW_PETS], candidate: petstore, baseline: alternatives }),
    full: { pets: 1_000, rounds: 4, warmUpSeconds: 2, seconds: 3 },
    quick: { pets: 1_000, ...QUICK_LOAD },
  }),
  scenario({
    name: 'scale-out',
    measures: 'the same on PostgreSQL and Valkey: one process, one behind nginx, two behind nginx',
    baseline: 'the embedded store with one process',
    ...throughput({
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
    name: 'growth',
    measures: 'latency, throughput and memory with more and more pets, active accounts and connections',
    baseline: 'none: absolute figures',
    usesWrk: true,
    onlyByName: true,
    measure: growth,
    full: {
      pets: [1_000, 100_000, 10_000_000],
      accounts: [1, 1_000, 1_000_000],
      connections: [1, 10, 100, 1_000],
      warmUpSeconds: 2,
      seconds: 5,
    },
    quick: { pets: [1_000, 10_000], accounts: [1, 1_000], connections: [1, 10], ...QUICK_LOAD },
  }),
  scenario({
    name: 'overload',
    measures: 'multiples of the capacity: accepted, shed, `/healthz`, memory, recovery',
    baseline: 'the capacity, and fixed targets',
    usesWrk: true,
    measure: overload({ multiple: 2, p99: { max: 1_000 }, health: { max: 100 }, memory: { max: 300 } }),
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
  // The last one: its bundler sets NODE_ENV.
  scenario({
    name: 'client-size',
    measures: 'size of `@petstore/client` bundled whole for browsers, minified, gzip',
    baseline: 'a fixed target',
    measure: bundleSize({ max: 6 }),
    full: undefined,
    quick: undefined,
  }),
];
