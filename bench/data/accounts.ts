import { copyFile, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Random } from '@petstore/testing/random.ts';
import { digestOfApiKey, generateApiKey, hintOfApiKey } from '../../service/src/accounts/api-key.ts';
import { dayOf } from '../../service/src/quota/fixed-window.ts';
import { MAX_QUOTA } from '../../service/src/quota/plan.ts';
import { thousands } from '../report.ts';
import { BEGIN, COMMIT, keptFile, storeOfPets } from './stores.ts';

const PETS = 1_000;

/** A catalogue with many accounts. */
export interface AccountsStore {
  readonly path: string;
  /** A file with a key of each account, one a line, in random order. No load uses up their quotas. */
  readonly keysFile: string;
}

/** Returns a store with this many accounts. It is made once and then kept among the temporary files, its keys beside it. */
export async function storeOfAccounts(accounts: number): Promise<AccountsStore> {
  const keysOf = (path: string) => path.replace(/db(\.new)?$/, 'keys');
  const what = `a store of ${thousands(accounts)} accounts`;
  const path = await keptFile(`accounts-${accounts}.db`, what, async (unfinished) => {
    await copyFile((await storeOfPets(PETS)).path, unfinished);
    const database = new DatabaseSync(unfinished);
    const keys = insertAccounts(database, accounts);
    database.close();
    const shuffled = Array.from(new Random(1).permutation(accounts), (number) => keys[number - 1]);
    await writeFile(keysOf(unfinished), `${shuffled.join('\n')}\n`, { mode: 0o600 });
  });
  return { path, keysFile: keysOf(path) };
}

function insertAccounts(database: DatabaseSync, count: number): string[] {
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
  return keys;
}

/** Counts one request of today for every account of a store, so that the service holds the counters of all. */
export function countOneForEach(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(BEGIN);
  database
    .prepare(
      "insert or ignore into quota_counters (window_name, window_number, account_id, used) select 'day', ?, id, 1 from accounts",
    )
    .run(BigInt(dayOf(Date.now())));
  database.exec(COMMIT);
  database.close();
}
