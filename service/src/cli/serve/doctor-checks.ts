import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { describeStore } from '../../config/store-address.ts';
import { recountCategories, wrongCategoryCounts } from '../../database/category-counts.ts';
import { takeInstanceLock } from '../../database/sqlite/instance-lock.ts';
import { describeShared, sharedFiles } from '../../database/sqlite/private-files.ts';
import { describeUnread, unreadCommits } from '../../database/sqlite/wal-frames.ts';
import { STORE_HEADER, storeId } from '../../http/health.ts';
import type { CommandContext } from '../context.ts';
import { missingStore } from '../store/store-presence.ts';

export interface Finding {
  readonly state: 'ok' | 'warning' | 'wrong';
  readonly message: string;
}

/** Undefined where there is nothing to look at. */
export type Check = (context: CommandContext, config: Config) => Promise<Finding | undefined>;

const ENOUGH_FREE_BYTES = 512 * 1024 * 1024;
const ANSWER_WITHIN_MS = 2_000;

export const checkRuntime: Check = async () =>
  ok(`Node ${process.versions.node} with SQLite ${process.versions.sqlite}`);

export const checkDisk: Check = async (_context, { store }) => {
  if (store.engine !== 'sqlite') return undefined;
  const folder = dirname(resolve(store.path));
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const message = `${Math.floor(free / 1024 / 1024)} MiB free in ${folder}`;
  return free < ENOUGH_FREE_BYTES ? warning(message) : ok(message);
};

/** A finding where there is no store to look at yet: opening it would make an empty one. */
export const checkPresence: Check = async (_context, { store }) => {
  const isFolderMissing = store.engine === 'sqlite' && !existsSync(dirname(resolve(store.path)));
  const missing = isFolderMissing ? undefined : await missingStore(store);
  return missing === undefined ? undefined : warning(missing);
};

/** Must come before the checks that open the store, because opening it overwrites the journal. */
export const checkJournal: Check = async (_context, { store }) => {
  if (store.engine !== 'sqlite') return undefined;
  const unread = unreadCommits(store.path);
  return unread === undefined ? undefined : warning(describeUnread(store.path, unread));
};

export const checkPermissions: Check = async (_context, { store }) => {
  if (store.engine !== 'sqlite') return undefined;
  const shared = sharedFiles(store.path);
  return shared.length === 0 ? undefined : warning(shared.map(describeShared).join('; '));
};

/** The engine's own check of what it keeps. */
export const checkStore: Check = (context, { store }) =>
  context.withDatabase(async (database) => {
    const faults = await database.faults();
    const name = describeStore(store);
    if (faults.length === 0) return ok(`${name} is whole`);
    const advice = store.engine === 'sqlite' ? 'is damaged, restore a backup' : 'has faults';
    return wrong(`${name} ${advice}: ${faults.join('; ')}`);
  });

/** Compares the maintained counts of categories with the pets. */
export const checkCategories: Check = (context) =>
  context.withDatabase(async (database) => {
    const [first, ...others] = await wrongCategoryCounts(database);
    if (first === undefined) return ok('their counts are those of the animals');
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    return wrong(
      `the counts of category ${first.id} differ from its animals by ${first.pets} (available: ${first.available})${more}: run "petstore doctor --recount"`,
    );
  });

/** Corrects the counts first. */
export const recountAndCheckCategories: Check = async (context, config) => {
  await context.withDatabase(({ write }) => write(recountCategories));
  return checkCategories(context, config);
};

export const checkValkey: Check = async (_context, { store, valkeyUrl }) => {
  if (store.engine === 'sqlite') return undefined;
  if (valkeyUrl === undefined) return warning('VALKEY_URL is not set: one process may serve, not more');
  const { probeValkey } = await import('../../quota/valkey/probe.ts');
  const { version, evicts } = await probeValkey(valkeyUrl);
  if (evicts)
    return warning(`${version} answers, and drops counts when it is full: set maxmemory-policy noeviction`);
  return ok(`${version} answers and can be written`);
};

export const checkAccounts: Check = async (context) => {
  const { count } = await context.withDatabase(({ read }) =>
    read
      .selectFrom('accounts')
      .select((columns) => columns.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  if (count > 0n) return ok(`${count}`);
  return warning('none yet; the first "petstore serve" makes the account default');
};

export const checkService: Check = async (context, config) => {
  const isServing = await isServed(config);
  const url = `${config.localUrl}/readyz`;
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    redirect: 'manual',
  }).catch(() => undefined);
  const expected = await context.withDatabase(async ({ installation }) => storeId(installation));
  const isOurs = answer?.headers.get(STORE_HEADER) === expected;
  if (isServing && isOurs && answer?.ok === true) return ok(`serving at ${config.localUrl}`);
  const found = answer === undefined ? 'does not answer' : describeAnswer(answer, isOurs);
  if (isServing) {
    return wrong(`a process serves this store but ${url} ${found}: is HOST or PORT another one there?`);
  }
  const other = answer === undefined ? '' : `, and ${url} ${found}`;
  return warning(`not running: no process serves this store${other}`);
};

function describeAnswer({ status }: Response, isOurs: boolean): string {
  return isOurs ? `answers ${status}` : 'belongs to another service';
}

async function isServed({ store }: Config): Promise<boolean> {
  if (store.engine === 'sqlite') {
    const release = takeInstanceLock(store.path);
    release?.();
    return release === undefined;
  }
  const { isPostgresServed } = await import('../../database/postgres/instance-lock.ts');
  return isPostgresServed(store.url);
}

function ok(message: string): Finding {
  return { state: 'ok', message };
}

function warning(message: string): Finding {
  return { state: 'warning', message };
}

export function wrong(cause: unknown): Finding {
  return { state: 'wrong', message: cause instanceof Error ? cause.message : String(cause) };
}
