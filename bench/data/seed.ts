import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { openSqlite } from '../../service/src/database/sqlite/sqlite.ts';
import { MAX_QUOTA } from '../../service/src/quota/plan.ts';
import { keyOf } from './account-key.ts';

const MIGRATIONS = fileURLToPath(new URL('../../service/src/database/migrations/', import.meta.url));
const ACCOUNT = 'bench';

/** A catalogue of pets in a file. */
export interface Store {
  readonly path: string;
  readonly pets: number;
  /** A valid key whose quota no load uses up. */
  readonly key: string;
}

/** A store with this many pets. It is made once and then kept among the temporary files. */
export async function seededStore(pets: number): Promise<Store> {
  const folder = await cacheFolder();
  const path = join(folder, `pets-${pets}.db`);
  if (!existsSync(path)) await make(path, pets);
  return { path, pets, key: await issueKey(path) };
}

/** A folder for this user and this version of the tables. */
export async function cacheFolder(): Promise<string> {
  const version = createHash('sha256').update(await readFile(import.meta.filename));
  for (const name of (await readdir(MIGRATIONS)).toSorted())
    version.update(await readFile(join(MIGRATIONS, name)));
  const folder = join(tmpdir(), `petstore-bench-${userInfo().uid}-${version.digest('hex').slice(0, 12)}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

async function make(path: string, pets: number): Promise<void> {
  process.stderr.write(`making a store of ${pets.toLocaleString('en')} pets, once\n`);
  const unfinished = `${path}.new`;
  for (const ending of ['', '-wal', '-shm']) await rm(unfinished + ending, { force: true });
  await (await openSqlite(unfinished)).close();
  const database = new DatabaseSync(unfinished);
  fill(database, pets);
  database.close();
  await rename(unfinished, path);
}

/** The indexes are built after the rows, which is some times faster; nothing needs to survive a crash. */
function fill(database: DatabaseSync, pets: number): void {
  database.exec('pragma journal_mode = delete; pragma synchronous = off; pragma cache_size = -262144; begin');
  const indexes = database
    .prepare(
      "select name, sql from sqlite_schema where type = 'index' and tbl_name = 'pets' and sql is not null",
    )
    .all();
  for (const { name } of indexes) database.exec(`drop index ${name}`);
  database
    .prepare(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
      insert into pets (name, category_id, status)
      select ${nameOf('n')}, n % 7 + 1, case when n % 10 < 7 then 'available' when n % 10 < 9 then 'sold' else 'pending' end
      from numbers`)
    .run(BigInt(pets));
  for (const { sql } of indexes) database.exec(String(sql));
  database.exec('commit; pragma journal_mode = wal');
}

const NAMES = [
  'Frank',
  'Bella',
  'Luna',
  'Charlie',
  'Max',
  'Daisy',
  'Coco',
  'Rocky',
  'Molly',
  'Buddy',
  'Lucy',
];

/** As long as the names that shelters give. */
function nameOf(number: string): string {
  const cases = NAMES.map((name, index) => `when ${index} then '${name}'`);
  return `case ${number} % ${NAMES.length} ${cases.join(' ')} end || ' ' || ${number}`;
}

/** A key is kept nowhere, so every run makes one. */
async function issueKey(path: string): Promise<string> {
  const database = await openSqlite(path);
  try {
    return await keyOf(database, ACCOUNT, MAX_QUOTA);
  } finally {
    await database.close();
  }
}
