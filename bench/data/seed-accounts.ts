import { existsSync } from 'node:fs';
import { copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { digestOfApiKey, generateApiKey, hintOfApiKey } from '../../service/src/accounts/api-key.ts';
import { dayOf } from '../../service/src/quota/fixed-window.ts';
import { MAX_QUOTA } from '../../service/src/quota/plan.ts';
import { cacheFolder, type Store, seededStore } from './seed.ts';
import { shuffled } from './shuffle.ts';

const PETS = 1_000;
/** Nothing needs to survive a crash. */
const BEGIN = 'pragma journal_mode = delete; pragma synchronous = off; pragma cache_size = -262144; begin';
const COMMIT = 'commit; pragma journal_mode = wal';

/** A catalogue with this many accounts. */
export interface AccountsStore extends Pick<Store, 'path'> {
  readonly accounts: number;
  /** A key of each account, one a line, in an order without pattern. No load uses up their quotas. */
  readonly keysFile: string;
}

/** A store with this many accounts. It is made once and then kept among the temporary files, its keys beside it. */
export async function storeOfAccounts(accounts: number): Promise<AccountsStore> {
  const folder = await cacheFolder();
  const store = {
    accounts,
    path: join(folder, `accounts-${accounts}.db`),
    keysFile: join(folder, `accounts-${accounts}.keys`),
  };
  if (!existsSync(store.path)) await make(store);
  return store;
}

async function make({ accounts, path, keysFile }: AccountsStore): Promise<void> {
  process.stderr.write(`making a store of ${accounts.toLocaleString('en')} accounts, once\n`);
  const unfinished = `${path}.new`;
  for (const ending of ['', '-wal', '-shm']) await rm(unfinished + ending, { force: true });
  await copyFile((await seededStore(PETS)).path, unfinished);
  const database = new DatabaseSync(unfinished);
  const keys = addAccounts(database, accounts);
  database.close();
  const inAnyOrder = Array.from(shuffled(accounts), (number) => keys[number - 1]);
  await writeFile(keysFile, `${inAnyOrder.join('\n')}\n`, { mode: 0o600 });
  await rename(unfinished, path);
}

function addAccounts(database: DatabaseSync, count: number): string[] {
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

/** As if every account of a store had sent a request today; some may have. */
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
