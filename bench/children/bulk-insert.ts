import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { createFirstAccount } from '../../service/src/cli/accounts/first-account.ts';
import { openSqlite } from '../../service/src/platform/database/sqlite/sqlite.ts';

// Inserts the rows of an NDJSON file, read beforehand, and an event for each, by the simplest loop. Prints rows a second.

const ROWS_PER_TRANSACTION = 10_000;

const [storePath = '', file = ''] = process.argv.slice(2);
const empty = await openSqlite(storePath);
await createFirstAccount(empty, 'production', Date.now());
await empty.close();
const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
// `ndjsonOfPets` wrote them.
const rows = lines.map((line): { name: string; categoryId: number; status: string } => JSON.parse(line));

const database = new DatabaseSync(storePath);
database.exec('pragma synchronous = full; pragma foreign_keys = on');
const insertPet = database.prepare(
  'insert into pets (name, name_order, category_id, status, owner_id) values (?, lower(?), ?, ?, 1)',
);
const insertEvent = database.prepare(
  "insert into events (type, at, pet_id, body) values ('pet.created', ?, ?, ?)",
);
const at = BigInt(Date.now());

const start = performance.now();
for (let first = 0; first < rows.length; first += ROWS_PER_TRANSACTION) {
  database.exec('begin immediate');
  for (const pet of rows.slice(first, first + ROWS_PER_TRANSACTION)) {
    const { lastInsertRowid: id } = insertPet.run(pet.name, pet.name, BigInt(pet.categoryId), pet.status);
    insertEvent.run(at, id, JSON.stringify({ id: Number(id), ...pet }));
  }
  database.exec('commit');
}
const seconds = (performance.now() - start) / 1000;

database.close();
console.log(JSON.stringify({ rowsPerSecond: rows.length / seconds, rssGrowthMb: 0 }));
