import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startService } from '@petstore/testing/service.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { banKey } from '../../access/accounts/ban-queries.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import type { Database } from '../../platform/database/database.ts';
import { TRANSFERRED_TABLES } from '../../platform/database/transfer/transfer-tables.ts';

/** The transferred tables, and those that triggers derive from them. */
const TABLES = [...TRANSFERRED_TABLES, 'category_totals', 'stays'];

/** Returns the sorted rows of every table, without the columns that only PostgreSQL has. */
export async function contentOf({ read }: Database): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const name of TABLES) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(read);
    const texts = rows.map(({ sequence: _, ...row }) =>
      stringifyJson(Object.entries(row).map(withTextOfBytes).toSorted()),
    );
    content[name] = texts.toSorted();
  }
  return content;
}

/** The engines return different types for bytes. */
function withTextOfBytes([name, value]: [string, unknown]): [string, unknown] {
  return [name, value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value];
}

export interface IdleStore {
  /** The URL. */
  readonly store: string;
  /** The file. */
  readonly path: string;
}

let filled: Promise<Buffer> | undefined;

/** Creates a SQLite store that a service has filled with a few rows in every table. */
export async function filledStore(t: TestContext): Promise<IdleStore> {
  filled ??= fill();
  const folder = await temporaryFolder(t);
  const path = join(folder, 'petstore.db');
  await writeFile(path, await filled, { mode: 0o600 });
  return { store: sqliteIn(folder), path };
}

async function fill(): Promise<Buffer> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'petstore-test-'));
  // It ends here, not with the test that needs the store first.
  const service = await startService({ after: () => {} }, { store: sqliteIn(folder.path) });
  const { key, keyId } = await service.account({ role: 'manager' });
  const pets = [];
  for (const name of ['Frank', 'Zoë', 'Polly']) pets.push(await addPet(service, key, { name }));
  const [first = 0, , last = 0] = pets;
  await placeOrder(service, key, first);
  const profile = { description: 'A part of two events. '.repeat(20) };
  for (const sex of ['male', 'female']) {
    const sent = { method: 'PATCH', key, body: { ...profile, sex } };
    await service.send(`/v1/pets/${first}/profile`, sent);
  }
  const body = { name: 'Rex', categoryId: 2 };
  await service.send('/v1/pets', { method: 'POST', key, body, headers: { 'idempotency-key': 'again' } });
  await service.send(`/v1/pets/${last}`, { method: 'DELETE', key });
  await service.database.write((db) => banKey(db, keyId, service.clock.now()));
  // Closing the service writes the counts of requests.
  await service.close();
  return readFile(join(folder.path, 'petstore.db'));
}

/** Runs the command, and returns its JSON. */
export async function transferred(from: IdleStore, to: string): Promise<unknown> {
  const { status, json, err } = await runCommand(from.store, ['transfer', '--json'], { TRANSFER_TO_URL: to });
  assert.deepEqual([status, err], [0, '']);
  return json;
}

/** Runs the command, which must fail with one line, and returns that line. */
export async function rejected(from: IdleStore, to: string, expected = 1): Promise<string> {
  const { status, out, err } = await runCommand(from.store, ['transfer'], { TRANSFER_TO_URL: to });
  assert.deepEqual([status, out], [expected, ''], err);
  assert.match(err, /^petstore: (?!unexpected).*\n$/);
  return err;
}
