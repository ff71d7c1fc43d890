import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService } from '../candidates/petstore.ts';
import { storeOfAccounts } from '../data/accounts.ts';
import { copyStore, storeOfPets } from '../data/stores.ts';
import {
  ADD_PET,
  FIRST_PAGE,
  fromEach,
  type HttpRequest,
  randomPages,
  writeRequests,
} from '../load/requests.ts';
import { type Durations, type Load, type LoadResult, requireWrk, sendWarmLoad } from '../load/wrk.ts';
import { type Result, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import type { Point } from './growth-plot.ts';

const CONNECTIONS = 64;
const PETS_BEHIND_CONNECTIONS = 1_000;
/** Of 1,000 concurrent requests some may be shed. */
const MAX_FAILED = 0.05;
const BYTES_PER_MB = 1024 * 1024;

interface Case {
  readonly path: string;
  readonly loads: Readonly<Record<string, Omit<Load, 'url'>>>;
}

const CASES = {
  pets: async (scope: RunScope, size: number): Promise<Case> => {
    const store = await storeOfPets(size);
    const load = (requests: readonly HttpRequest[]) => ({
      requestsFile: writeRequests(scope, requests, store.key),
      connections: 1,
    });
    const loads = {
      'first page': load([FIRST_PAGE]),
      'page at a random cursor': load(randomPages(store)),
      'add a pet, durably': load([ADD_PET]),
    };
    return { path: await copyStore(scope, store), loads };
  },
  accounts: async (scope: RunScope, size: number): Promise<Case> => {
    const { path, key, keys } = await storeOfAccounts(size)(scope);
    const requestsFile = writeRequests(scope, fromEach(keys), key);
    const many = `first page, ${CONNECTIONS} connections`;
    const loads = {
      'first page': { requestsFile, connections: 1 },
      [many]: { requestsFile, connections: CONNECTIONS },
    };
    return { path, loads };
  },
  connections: async (scope: RunScope, connections: number): Promise<Case> => {
    const { path, key } = await storeOfPets(PETS_BEHIND_CONNECTIONS);
    const requestsFile = writeRequests(scope, [FIRST_PAGE], key);
    return { path, loads: { 'first page': { requestsFile, connections, maxFailed: MAX_FAILED } } };
  },
} as const;

type Sizes = Durations & Readonly<Record<keyof typeof CASES, readonly number[]>>;

/** Measures fresh processes with more and more pets, active accounts and connections. */
export const growth: Measurement<Sizes> = async (sizes, { outFolder }) => {
  requireWrk();
  const results: Result[] = [];
  const pets: Point[] = [];
  for (const kind of ['pets', 'accounts', 'connections'] as const) {
    for (const size of sizes[kind]) {
      await using scope = new RunScope();
      process.stderr.write(`  ${kind} ${thousands(size)}\n`);
      const { path, loads } = await CASES[kind](scope, size);
      const fileMb = (await stat(path)).size / BYTES_PER_MB;
      const { url, memory } = await startService(scope, path, { core: 'server' });
      const measured: Record<string, LoadResult> = {};
      for (const [name, load] of Object.entries(loads)) {
        measured[name] = await sendWarmLoad({ ...load, url, core: 'load' }, sizes);
      }
      const point = { size, loads: measured, memory: memory(), fileMb };
      results.push(...resultsOf(`${kind} ${thousands(size)}`, point));
      if (kind === 'pets') pets.push(point);
    }
  }
  if (outFolder !== undefined) {
    // Loaded here: it is large, and nothing else needs it.
    const { plotOf } = await import('./growth-plot.ts');
    await mkdir(outFolder, { recursive: true });
    await writeFile(join(outFolder, 'growth-pets.svg'), plotOf(pets));
  }
  return results;
};

function resultsOf(size: string, { loads, memory, fileMb }: Point): Result[] {
  const latencies = Object.entries(loads).map(([name, { p50Ms, p95Ms, p99Ms, perSecond }]): Result => {
    const times = [p50Ms, p95Ms, p99Ms].map((ms) => ms.toFixed(2)).join(', ');
    const figures = `p50, p95, p99: ${times} ms; ${thousands(perSecond)} a second`;
    return { what: `${size}: ${name}, p99`, value: p99Ms, unit: 'ms', figures };
  });
  const figures = `peak ${memory.peakMb.toFixed(0)} MB; file ${fileMb.toFixed(1)} MB`;
  return [...latencies, { what: `${size}: memory`, value: memory.nowMb, unit: 'MB', figures }];
}
