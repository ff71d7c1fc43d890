import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startPostgres } from '@petstore/testing/servers/postgres-server.ts';
import { Client } from 'pg';
import { createFirstAccount } from '../../service/src/cli/accounts/first-account.ts';
import { systemClock } from '../../service/src/core/clock.ts';
import type { Database } from '../../service/src/database/database.ts';
import { openPostgres } from '../../service/src/database/postgres/postgres.ts';
import { openSqlite } from '../../service/src/database/sqlite/sqlite.ts';
import { importPets } from '../../service/src/import-export/import-pets.ts';
import { ndjsonOfPets } from '../data/stores.ts';
import type { Result } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope, temporaryFolder } from '../scope.ts';

const CONNECTIONS = 4;
/** The parts of a store that grow with its animals, with the tables and their indexes. */
const PARTS: Readonly<Record<string, string>> = {
  'an animal and its indexes': 'pets',
  'its name in the search': 'search_prefixes',
  'one event': 'events',
};

type BytesOf = (table: string) => Promise<number>;

/** Measures how many bytes an imported animal with a name of two words takes in the tables of both engines. */
export const storeSize: Measurement<{ readonly pets: number }> = async ({ pets }) => {
  const file = await ndjsonOfPets(pets);
  const results: Result[] = [];
  for (const [engine, measure] of Object.entries({ SQLite: inSqlite, PostgreSQL: inPostgres })) {
    await using scope = new RunScope();
    const bytesOf = await measure(scope, file);
    for (const [part, table] of Object.entries(PARTS)) {
      results.push({ what: `${engine}: ${part}`, value: (await bytesOf(table)) / pets, unit: 'B' });
    }
  }
  return results;
};

async function inSqlite(scope: RunScope, file: string): Promise<BytesOf> {
  const path = join(temporaryFolder(scope), 'petstore.db');
  await fill(await openSqlite(path), file);
  const database = new DatabaseSync(path, { readOnly: true });
  scope.after(() => database.close());
  const query = database.prepare(
    'select sum(pgsize) as bytes from dbstat where name in (select name from sqlite_schema where tbl_name = ?)',
  );
  return async (table) => Number(query.get(table)?.bytes);
}

async function inPostgres(scope: RunScope, file: string): Promise<BytesOf> {
  const server = await startPostgres();
  scope.after(() => server.remove());
  await fill(await openPostgres(server.url, CONNECTIONS), file);
  return async (table) => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client
      .query('select pg_total_relation_size($1::regclass) as bytes', [table])
      .finally(() => client.end());
    return Number(rows[0]?.bytes);
  };
}

async function fill(database: Database, file: string): Promise<void> {
  await createFirstAccount(database, 'production', Date.now());
  const owner = await database.read.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  await importPets(
    database,
    { file: { format: 'ndjson', open: () => createReadStream(file) } },
    { ownerId: owner.id, clock: systemClock, publicUrl: 'http://127.0.0.1' },
  );
  await database.close();
}
