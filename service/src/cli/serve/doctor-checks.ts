import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { keyKindOf } from '../../access/accounts/api-key.ts';
import { requireEnvironment } from '../../access/accounts/store-environment.ts';
import { SignInProvider } from '../../access/sessions/sign-in-provider.ts';
import { readStoredSettings } from '../../access/settings/setting-queries.ts';
import { effectiveSettings } from '../../access/settings/settings.ts';
import { storedTimeZone } from '../../access/settings/stored-time-zone.ts';
import { countMissingAdoptions, recordMissingAdoptions } from '../../catalogue/orders/missing-adoptions.ts';
import type { Config } from '../../platform/config/config.ts';
import { ConfigError } from '../../platform/config/option-values.ts';
import { describeStore } from '../../platform/config/store-address.ts';
import { recountCategories, wrongCategoryCounts } from '../../platform/database/category-counts.ts';
import { countWrongStays, deriveStays } from '../../platform/database/derived-stays.ts';
import { removeTimeLimit } from '../../platform/database/long-transactions.ts';
import { takeInstanceLock } from '../../platform/database/sqlite/instance-lock.ts';
import { describeMissing, missingEvents } from '../../platform/database/sqlite/journal/last-event.ts';
import { requireStorePath } from '../../platform/database/sqlite/paths/store-look.ts';
import { describeShared, sharedFiles } from '../../platform/database/sqlite/private-files.ts';
import { STORE_HEADER, storeId } from '../../platform/http/health.ts';
import { missingStore } from '../store/store-presence.ts';
import { type Check, ok, warning, wrong } from './finding.ts';

const MIN_FREE_BYTES = 512 * 1024 * 1024;
const RESPONSE_TIMEOUT_MS = 2_000;

export const checkRuntime: Check = async () =>
  ok(`Node ${process.versions.node} with SQLite ${process.versions.sqlite}`);

/** What `serve` logs at its start: deprecated options, and invalid variables of OpenTelemetry. */
export const checkConfig: Check = async (_context, { warnings }) =>
  warnings.length === 0 ? undefined : warning(warnings.join('; '));

export const checkDisk: Check = async (_context, { store }) => {
  if (store.engine !== 'sqlite') return undefined;
  const folder = dirname(resolve(store.path));
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const message = `${Math.floor(free / 1024 / 1024)} MiB free in ${folder}`;
  return free < MIN_FREE_BYTES ? warning(message) : ok(message);
};

/** Fails if something else than a store is at its path. */
export const checkPath: Check = async (_context, { store }) => {
  if (store.engine === 'sqlite') requireStorePath(store.path);
  return undefined;
};

/** Warns if the store does not exist yet. The checks that open a store would create an empty one. */
export const checkPresence: Check = async (_context, { store }) => {
  const isFolderMissing = store.engine === 'sqlite' && !existsSync(dirname(resolve(store.path)));
  const missing = isFolderMissing ? undefined : await missingStore(store);
  return missing === undefined ? undefined : warning(missing);
};

/** Reports the other environment as a finding, because every other check of the store would fail for it. */
export const checkOtherEnvironment: Check = async (context) => {
  try {
    await context.readDatabase(async () => {});
    return undefined;
  } catch (error) {
    return error instanceof ConfigError ? wrong(error) : undefined;
  }
};

export const checkEnvironment: Check = (context, { environment }) =>
  context.readDatabase(async ({ read }) => {
    const known = await requireEnvironment(read, environment);
    if (known === undefined) return undefined;
    return ok(`${known}, which accepts keys that begin with petstore_${keyKindOf(known)}_`);
  });

/** Must run before the checks that open the store, because a write to it ends the comparison. */
export const checkLastEvent: Check = async (_context, { store }) => {
  if (store.engine !== 'sqlite') return undefined;
  const missing = missingEvents(store.path);
  return missing === undefined ? undefined : wrong(describeMissing(store.path, missing));
};

export const checkPermissions: Check = async (_context, { store }) => {
  if (store.engine !== 'sqlite') return undefined;
  const shared = sharedFiles(store.path);
  return shared.length === 0 ? undefined : warning(shared.map(describeShared).join('; '));
};

/** Runs the integrity check of the engine. */
export const checkStore: Check = (context, { store }) =>
  context.readDatabase(async (database) => {
    const faults = await database.faults();
    const name = describeStore(store);
    const unwritable = database.disk?.latest;
    if (faults.length === 0 && unwritable !== undefined) return wrong(unwritable);
    if (faults.length === 0) return ok(`${name} passed the integrity check`);
    const advice = store.engine === 'sqlite' ? '; restore a backup' : '';
    return wrong(`${name} failed the integrity check (${faults.join('; ')})${advice}`);
  });

/** Compares the stored counts of each category with its pets. */
export const checkCategories: Check = (context) =>
  context.readDatabase(async (database) => {
    const [first, ...others] = await wrongCategoryCounts(database);
    if (first === undefined) return ok('all counts match the animals');
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    return wrong(
      `the counts of category ${first.id} are wrong by ${first.pets} (available: ${first.available})${more}: run "petstore doctor --recount"`,
    );
  });

/** Compares the stays that reports count with the movements that they follow from. */
export const checkStays: Check = (context) =>
  context.readDatabase(async (database) => {
    const count = await countWrongStays(database);
    if (count === 0) return ok('all stays follow from the movements');
    return wrong(`${count} stays do not follow from the movements: run "petstore doctor --recount"`);
  });

/** Derives all stays again, then compares them. */
export const recountAndCheckStays: Check = async (context, config) => {
  await context.withDatabase(({ write, engine }) =>
    write(async (db) => {
      if (engine.supportsConcurrentWrites) await removeTimeLimit(db);
      await deriveStays(db, engine);
    }),
  );
  return checkStays(context, config);
};

/** Compares the completed orders with the movements: a process of an older version records no adoption. */
export const checkAdoptions: Check = (context) =>
  context.readDatabase(async ({ read }) => {
    const count = await countMissingAdoptions(read);
    if (count === 0) return ok('every completed order has recorded its adoption');
    return wrong(
      `${count} ${count === 1 ? 'order that an older version completed has' : 'orders that an older version completed have'} no adoption among the movements, which reports count: start the service, or run "petstore doctor --recount"`,
    );
  });

/** Records the adoptions that are missing, then looks for them again. */
export const recordAndCheckAdoptions: Check = async (context, config) => {
  await context.withDatabase(async (database) =>
    recordMissingAdoptions(database, await storedTimeZone(database.read, config.publicPages)),
  );
  return checkAdoptions(context, config);
};

/** Reports the settings that admins change, or the environment in their place. */
export const checkShelter: Check = (context, { publicPages: config }) =>
  context.readDatabase(async ({ read }) => {
    const { shelterName, contactUrl, timeZone, publicPages } = effectiveSettings(
      config,
      await readStoredSettings(read),
    );
    return ok(
      `name ${shelterName ?? 'not set'}, contact ${contactUrl ?? 'not set'}, time zone ${timeZone ?? 'not set'}, public pages ${publicPages ? 'on' : 'off'}`,
    );
  });

/** Corrects the counts of each category, then compares them. */
export const recountAndCheckCategories: Check = async (context, config) => {
  await context.withDatabase(({ write }) => write(recountCategories));
  return checkCategories(context, config);
};

/** Asks the provider as someone who signs in does, without signing in. */
export const checkProvider: Check = async (_context, { signInProvider: config, publicUrl }) => {
  if (config === undefined) return undefined;
  const provider = new SignInProvider(config, publicUrl, RESPONSE_TIMEOUT_MS);
  await provider.open();
  return ok(`${config.name} responds; register the redirect address ${provider.redirectUri} there`);
};

export const checkValkey: Check = async (_context, { store, valkeyUrl }) => {
  if (store.engine === 'sqlite') return undefined;
  if (valkeyUrl === undefined) return warning('VALKEY_URL is not set: only one process can serve this store');
  const { probeValkey } = await import('../../access/quota/valkey/probe.ts');
  const { version, evicts } = await probeValkey(valkeyUrl);
  if (evicts) return warning(`${version} evicts counters when it is full: set maxmemory-policy noeviction`);
  return ok(`${version} responds and accepts writes`);
};

export const checkAccounts: Check = async (context) => {
  const { count } = await context.readDatabase(({ read }) =>
    read
      .selectFrom('accounts')
      .select((columns) => columns.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  if (count > 0n) return ok(`${count}`);
  return warning('none yet; the first "petstore serve" creates the account "default"');
};

export const checkService: Check = async (context, config) => {
  const isServing = await isServed(config);
  const url = `${config.localUrl}/readyz`;
  const response = await fetch(url, {
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    redirect: 'manual',
  }).catch(() => undefined);
  const expected = await context.readDatabase(async ({ installation }) => storeId(installation));
  const isOurs = response?.headers.get(STORE_HEADER) === expected;
  if (isServing && isOurs && response?.ok === true) return ok(`serving at ${config.localUrl}`);
  const found = response === undefined ? 'does not respond' : describeResponse(response, isOurs);
  if (isServing) {
    return wrong(`a process serves this store, but ${url} ${found}: check its HOST and PORT`);
  }
  const other = response === undefined ? '' : `, and ${url} ${found}`;
  return warning(`not running: no process serves this store${other}`);
};

function describeResponse({ status }: Response, isOurs: boolean): string {
  return isOurs ? `responds with status ${status}` : 'belongs to another service';
}

async function isServed({ store }: Config): Promise<boolean> {
  if (store.engine === 'sqlite') {
    const release = takeInstanceLock(store.path);
    release?.();
    return release === undefined;
  }
  const { isPostgresServed } = await import('../../platform/database/postgres/instance-lock.ts');
  return isPostgresServed(store.url);
}
