import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService } from '../candidates/petstore.ts';
import { countOneForEach, storeOfAccounts } from '../data/accounts.ts';
import { copyStore, storeOfPets } from '../data/stores.ts';
import { ADD_PET, FIRST_PAGE, randomPages, writeRequests } from '../load/requests.ts';
import { type Durations, type Load, type LoadResult, sendWarmLoad } from '../load/wrk.ts';
import { type Result, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import type { Point } from './growth-plot.ts';

const CONNECTIONS = 64;
const PETS_BEHIND_CONNECTIONS = 1_000;
/** Of 1,000 concurrent requests some may be shed. */
const MAX_REFUSED = 0.05;
const BYTES_PER_MB = 1024 * 1024;

interface Sizes extends Durations {
  readonly pets: readonly number[];
  readonly accounts: readonly number[];
  readonly connections: readonly number[];
}

/** Measures fresh processes with more and more pets, active accounts and connections. */
export const growth: Measurement<Sizes> = async (sizes, { outFolder, profileFolder }) => {
  const results: Result[] = [];
  const pets: Point[] = [];
  const options = { durations: sizes, profileFolder };
  for (const size of sizes.pets) {
    await using scope = new RunScope();
    const store = await storeOfPets(size);
    const load = { key: store.key, connections: 1 };
    const loads = {
      'first page': { ...load, requests: FIRST_PAGE },
      'page at a random cursor': { ...load, requests: writeRequests(scope, randomPages(store)) },
      'add a pet, durably': { ...load, requests: ADD_PET },
    };
    const point = await measurePoint(size, await copyStore(scope, store), loads, options);
    results.push(...resultsOf(`pets ${thousands(size)}`, point));
    pets.push(point);
  }
  for (const size of sizes.accounts) {
    await using scope = new RunScope();
    const store = await storeOfAccounts(size);
    const path = await copyStore(scope, store);
    countOneForEach(path);
    const load = { key: '', keysFile: store.keysFile, requests: FIRST_PAGE };
    const loads = {
      'first page': { ...load, connections: 1 },
      [`first page, ${CONNECTIONS} connections`]: { ...load, connections: CONNECTIONS },
    };
    results.push(...resultsOf(`accounts ${thousands(size)}`, await measurePoint(size, path, loads, options)));
  }
  for (const size of sizes.connections) {
    const store = await storeOfPets(PETS_BEHIND_CONNECTIONS);
    const load = { key: store.key, requests: FIRST_PAGE, connections: size, maxRefused: MAX_REFUSED };
    const point = await measurePoint(size, store.path, { 'first page': load }, options);
    results.push(...resultsOf(`connections ${thousands(size)}`, point));
  }
  if (outFolder !== undefined) {
    // Loaded here: it is large, and nothing else needs it.
    const { plotOf } = await import('./growth-plot.ts');
    await writeFile(join(outFolder, 'growth-pets.svg'), plotOf(pets));
  }
  return results;
};

interface PointOptions {
  readonly durations: Durations;
  readonly profileFolder: string | undefined;
}

async function measurePoint(
  size: number,
  path: string,
  loads: Readonly<Record<string, Omit<Load, 'url'>>>,
  { durations, profileFolder }: PointOptions,
): Promise<Point> {
  await using scope = new RunScope();
  process.stderr.write(`growth: ${thousands(size)} with ${Object.keys(loads).join(', ')}\n`);
  const fileMb = (await stat(path)).size / BYTES_PER_MB;
  const { url, memory } = await startService(scope, path, { core: 'server', profileFolder });
  const measured: Record<string, LoadResult> = {};
  for (const [name, load] of Object.entries(loads)) {
    measured[name] = await sendWarmLoad({ ...load, url, core: 'load' }, durations);
  }
  return { size, loads: measured, memory: memory(), fileMb };
}

function resultsOf(size: string, { loads, memory, fileMb }: Point): Result[] {
  const latencies = Object.entries(loads).map(([name, { p50Ms, p95Ms, p99Ms, perSecond }]): Result => {
    const times = [p50Ms, p95Ms, p99Ms].map((ms) => ms.toFixed(2)).join(', ');
    const figures = `p50, p95, p99: ${times} ms; ${thousands(perSecond)} a second`;
    return { what: `${size}: ${name}, p99`, value: p99Ms, unit: 'ms', figures };
  });
  const figures = `peak ${memory.peakMb.toFixed(0)} MB; file ${fileMb.toFixed(1)} MB`;
  return [...latencies, { what: `${size}: memory`, value: memory.nowMb, unit: 'MB', figures }];
}
