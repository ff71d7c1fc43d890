import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { addAccount } from '@petstore/testing/accounts.ts';
import type { Scope } from '@petstore/testing/folders.ts';
import { MAX_QUOTA } from '../../service/src/access/quota/plan.ts';
import { openSqlite } from '../../service/src/platform/database/sqlite/sqlite.ts';
import { thousands } from '../report.ts';
import { temporaryFolder } from '../scope.ts';

const MIGRATIONS = fileURLToPath(
  new URL('../../service/src/platform/database/migrations/steps/', import.meta.url),
);
/** Nothing needs to survive a crash while a store is filled. */
export const BEGIN =
  'pragma journal_mode = delete; pragma synchronous = off; pragma cache_size = -262144; begin';
export const COMMIT = 'commit; pragma journal_mode = wal';

/** A catalogue of pets in a file. */
export interface Store {
  readonly path: string;
  readonly pets: number;
  /** A key whose quota no load uses up. */
  readonly key: string;
}

/** Returns a store with this many pets. It is made once and then kept among the temporary files, its key beside it. */
export async function storeOfPets(pets: number): Promise<Store> {
  const path = await keptFile(`pets-${pets}.db`, `a store of ${thousands(pets)} pets`, async (unfinished) => {
    const store = await openSqlite(unfinished);
    const { key } = await addAccount(store, 'bench', Date.now(), {
      role: 'manager',
      perMinute: MAX_QUOTA,
      perDay: MAX_QUOTA,
    });
    await store.close();
    const database = new DatabaseSync(unfinished);
    insertPets(database, pets);
    database.close();
    await writeFile(join(await cacheFolder(), `pets-${pets}.key`), key, { mode: 0o600 });
  });
  return { path, pets, key: await readFile(path.replace(/db$/, 'key'), 'utf8') };
}

/** Returns a file of this many pets in NDJSON, kept as the stores are. */
export async function ndjsonOfPets(rows: number): Promise<string> {
  const { path } = await storeOfPets(rows);
  return keptFile(`pets-${rows}.ndjson`, `a file of ${thousands(rows)} rows`, async (unfinished) => {
    const database = new DatabaseSync(path, { readOnly: true });
    const query =
      "select json_object('name', name, 'categoryId', category_id, 'status', status) as line from pets";
    const lines = database.prepare(query).iterate();
    await pipeline(Readable.from(lines.map(({ line }) => `${line}\n`)), createWriteStream(unfinished));
    database.close();
  });
}

/** Copies a store to a folder that is removed after the scope. */
export async function copyStore(scope: Scope, { path }: Pick<Store, 'path'>): Promise<string> {
  const copy = join(temporaryFolder(scope), 'petstore.db');
  await copyFile(path, copy);
  return copy;
}

/** Returns the path of a file in the folder of kept files; `make` makes it if it does not exist yet. */
export async function keptFile(
  name: string,
  what: string,
  make: (unfinished: string) => Promise<unknown>,
): Promise<string> {
  const path = join(await cacheFolder(), name);
  if (existsSync(path)) return path;
  process.stderr.write(`making ${what}, once\n`);
  const unfinished = `${path}.new`;
  for (const ending of ['', '-wal', '-shm']) await rm(unfinished + ending, { recursive: true, force: true });
  await make(unfinished);
  await rename(unfinished, path);
  return path;
}

/** Returns the folder of kept files of this user and of this version of the tables. */
async function cacheFolder(): Promise<string> {
  const version = createHash('sha256').update(await readFile(import.meta.filename));
  const entries = await readdir(MIGRATIONS, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.toSorted()) version.update(await readFile(file));
  const folder = join(tmpdir(), `petstore-bench-${userInfo().uid}-${version.digest('hex').slice(0, 12)}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Builds the indexes after the rows, which is several times faster. */
function insertPets(database: DatabaseSync, pets: number): void {
  database.exec(BEGIN);
  const ofIndexes = "type = 'index' and tbl_name = 'pets' and sql is not null";
  const indexes = database.prepare(`select name, sql from sqlite_schema where ${ofIndexes}`).all();
  for (const { name } of indexes) database.exec(`drop index ${name}`);
  database
    .prepare(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
      insert into pets (name, name_order, category_id, status)
      select 'Charlie ' || n, 'charlie ' || n, n % 7 + 1, case when n % 10 < 7 then 'available' when n % 10 < 9 then 'sold' else 'pending' end
      from numbers`)
    .run(BigInt(pets));
  // As `catalogue/search/search-index.ts` would: the beginnings of both words of each name.
  database.exec(`with recursive lengths(length) as (select 2 union all select length + 1 from lengths where length < 7)
    insert into search_prefixes (prefix, pet_id, in_name)
    select prefix, id, 1 from (
      select substr('charlie', 1, length) as prefix, id from lengths, pets
      union all select substr(id, 1, length), id from lengths, pets where length <= length(id))
    order by prefix, id`);
  for (const { sql } of indexes) database.exec(String(sql));
  database.exec(COMMIT);
}
