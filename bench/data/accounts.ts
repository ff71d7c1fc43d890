import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Random } from '@petstore/testing/random.ts';
import { digestOfApiKey, generateApiKey, hintOfApiKey } from '../../service/src/access/accounts/api-key.ts';
import { dayOf } from '../../service/src/access/quota/fixed-window.ts';
import { MAX_QUOTA } from '../../service/src/access/quota/plan.ts';
import { thousands } from '../report.ts';
import type { RunScope } from '../scope.ts';
import { BEGIN, COMMIT, copyStore, keptFile, type Store, storeOfPets } from './stores.ts';

const PETS = 1_000;
/** More than a run uses. */
const MAX_KEYS = 200_000;

/** A catalogue with many accounts, each of which has sent a request today. */
export interface StoreOfAccounts extends Store {
  /** A key of each account, in random order. No load uses up their quotas. */
  readonly keys: readonly string[];
}

/** Returns a function that copies a store with this many accounts. It is made once and then kept, its keys beside it. */
export function storeOfAccounts(accounts: number): (scope: RunScope) => Promise<StoreOfAccounts> {
  return async (scope) => {
    const keysOf = (path: string) => path.replace(/db(\.new)?$/, 'keys');
    const what = `a store of ${thousands(accounts)} accounts`;
    const store = await storeOfPets(PETS);
    const kept = await keptFile(`accounts-${accounts}.db`, what, async (unfinished) => {
      await copyFile(store.path, unfinished);
      const keys = insertAccounts(unfinished, accounts);
      const shuffled = Array.from(new Random(1).permutation(accounts), (number) => keys[number - 1]);
      await writeFile(keysOf(unfinished), shuffled.slice(0, MAX_KEYS).join('\n'), { mode: 0o600 });
    });
    const path = await copyStore(scope, { path: kept });
    countOneForEach(path);
    return { ...store, path, keys: (await readFile(keysOf(kept), 'utf8')).split('\n') };
  };
}

function insertAccounts(path: string, count: number): string[] {
  const database = new DatabaseSync(path);
  database.exec(BEGIN);
  const insertAccount = database.prepare(
    "insert into accounts (name, plan, role, per_minute, per_day, created_at) values (?, 'enterprise', 'reader', ?, ?, ?)",
  );
  const insertKey = database.prepare(
    'insert into api_keys (account_id, digest, hint, created_at) values (?, ?, ?, ?)',
  );
  const [quota, now] = [BigInt(MAX_QUOTA), BigInt(Date.now())];
  const keys = Array.from({ length: count }, (_, index) => {
    const { lastInsertRowid } = insertAccount.run(`growth ${index + 1}`, quota, quota, now);
    const secret = generateApiKey('live');
    insertKey.run(lastInsertRowid, digestOfApiKey(secret), hintOfApiKey(secret), now);
    return secret;
  });
  database.exec(COMMIT);
  database.close();
  return keys;
}

/** Counts one request of today for every account of a store, so that the service holds the counters and keys of all. */
function countOneForEach(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(`${BEGIN};
    insert or ignore into quota_counters (window_name, window_number, account_id, used)
      select 'day', ${dayOf(Date.now())}, id, 1 from accounts;
    insert or ignore into key_uses (api_key_id, used_at) select id, ${Date.now()} from api_keys;
    ${COMMIT}`);
  database.close();
}
