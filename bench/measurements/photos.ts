import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runPetstore, startService } from '../candidates/petstore.ts';
import { insertPhotos } from '../data/photos.ts';
import { copyStore, type Store, storeOfPets } from '../data/stores.ts';
import { randomListings, randomPages, writeRequests } from '../load/requests.ts';
import { type Durations, requireWrk, sendWarmLoad } from '../load/wrk.ts';
import { type Result, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope, temporaryFolder } from '../scope.ts';
import { inTurns, median, medianRatio } from '../statistics.ts';

const CONNECTIONS = 64;
const MB = 1_000_000;
const LISTS = {
  'GET /v1/pets at a random cursor': (store: Store) => randomPages(store),
  'GET /v1/listings at a random cursor': (store: Store) => randomListings(store),
};

type Sizes = Durations & { readonly pets: number; readonly photos: number; readonly rounds: number };

/** Compares a store with photos with the same store without them: its size, its backup, its lists and the memory. */
export const photos: Measurement<Sizes> = async ({ pets, photos, rounds, ...durations }) => {
  requireWrk();
  await using scope = new RunScope();
  const kept = await storeOfPets(pets);
  const [full, plain] = [await copyOf(scope, kept), await copyOf(scope, kept)];
  const database = new DatabaseSync(full.path);
  insertPhotos(database, photos);
  database.close();
  const results = [await sizeResult(full, plain), await backupResult(full, plain)];
  for (const [list, requests] of Object.entries(LISTS)) {
    const sides = [full, plain].map((store) => () => measureList(store, requests(store), durations));
    const [ours = [], theirs = []] = await inTurns(rounds, sides);
    results.push(...listResults(list, ours, theirs));
  }
  return results;
};

async function copyOf(scope: RunScope, store: Store): Promise<Store> {
  return { ...store, path: await copyStore(scope, store) };
}

async function sizeResult(full: Store, plain: Store): Promise<Result> {
  const [value = 0, less = 0] = await Promise.all(
    [full, plain].map(async ({ path }) => (await stat(path)).size / MB),
  );
  return { what: 'size of the store', value, unit: 'MB', figures: `${less.toFixed(1)} MB without photos` };
}

async function backupResult(full: Store, plain: Store): Promise<Result> {
  const [value, less] = [await timeBackup(full), await timeBackup(plain)];
  return { what: 'petstore backup', value, unit: 's', figures: `${less.toFixed(1)} s without photos` };
}

async function timeBackup({ path }: Store): Promise<number> {
  await using scope = new RunScope();
  const startedAt = performance.now();
  await runPetstore(scope, [
    'backup',
    '--database',
    `sqlite:${path}`,
    join(temporaryFolder(scope), 'copy.db'),
  ]);
  return (performance.now() - startedAt) / 1_000;
}

interface ListMeasure {
  readonly perSecond: number;
  readonly peakMb: number;
}

async function measureList(
  { path, key }: Store,
  requests: ReturnType<typeof randomPages>,
  durations: Durations,
): Promise<ListMeasure> {
  await using scope = new RunScope();
  const requestsFile = writeRequests(scope, requests, key);
  const { url, memory } = await startService(scope, path, { core: 'server' });
  const load = { url, requestsFile, connections: CONNECTIONS, core: 'load' } as const;
  const { perSecond } = await sendWarmLoad(load, durations);
  return { perSecond, peakMb: memory().peakMb };
}

function listResults(
  list: string,
  full: readonly ListMeasure[],
  plain: readonly ListMeasure[],
): readonly Result[] {
  const [speeds, plainSpeeds] = [full, plain].map((side) => side.map(({ perSecond }) => perSecond));
  const [memory, plainMemory] = [full, plain].map((side) => median(side.map(({ peakMb }) => peakMb)));
  return [
    {
      what: `${list}, against the same store without photos`,
      value: medianRatio(speeds ?? [], plainSpeeds ?? []),
      figures: `${thousands(median(speeds ?? []))} against ${thousands(median(plainSpeeds ?? []))} a second`,
    },
    {
      what: `${list}: memory`,
      value: memory ?? Number.NaN,
      unit: 'MB',
      figures: `peak; ${plainMemory?.toFixed(0)} MB without photos`,
    },
  ];
}
