// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import type { Database } from '../../platform/database/database.ts';
import { changeProfile } from '../listings/listing-changes.ts';
import { createPet } from '../pets/pet-changes.ts';
import { searchByName } from '../pets/pet-search.ts';
import { addMissingEntries, missingEntries } from './missing-entries.ts';
import { searchWords } from './search.ts';

const AT = Date.UTC(2026, 10, 26);
const CHANGE = { actor: null, at: AT };

/** Adds a pet as this version does. */
async function add(database: Database, name: string): Promise<bigint> {
  const { id } = await database.write((db) => createPet(db, { name, categoryId: 1n }, null, CHANGE));
  return id;
}

/** Adds a pet as version 1.0.0 does, which knows neither the index nor the times of a pet. */
async function addAsOlder(database: Database, name: string): Promise<bigint> {
  return database.write(async (db) => {
    const pet = { name, category_id: 1n, status: 'available' } as const;
    const { id } = await db.insertInto('pets').values(pet).returning('id').executeTakeFirstOrThrow();
    const body = JSON.stringify({ id: Number(id), name, categoryId: 1, status: 'available' });
    await db
      .insertInto('events')
      .values({ type: 'pet.created', at: BigInt(AT), pet_id: id, body })
      .execute();
    return id;
  });
}

async function find(database: Database, text: string): Promise<bigint[]> {
  const { items } = await searchByName(database, searchWords(text), { order: 'oldest first', limit: 10 });
  return items.map(({ id }) => id);
}

test('an index that has all pets lacks nothing', async (t: TestContext) => {
  const database = await temporaryDatabase(t);
  assert.deepEqual(await missingEntries(database), { pets: 0, firstId: undefined });
  for (const name of ['Rex', 'Rexy Re', '?', '小白狗', `${'𝒳'.repeat(20)} Bjørn`]) {
    const petId = await add(database, name);
    const profile = { breed: 'Great Dane', description: `A friend of ${name} in the Renaissance` };
    await database.write((db) =>
      changeProfile(db, { petId, profile: {} }, profile, CHANGE, 'http://localhost'),
    );
  }
  assert.deepEqual(await missingEntries(database), { pets: 0, firstId: undefined });
});

test('pets that an older version added or renamed are found after their entries were added', async (t: TestContext) => {
  const database = await temporaryDatabase(t);
  await add(database, 'Ada');
  const added = await addAsOlder(database, 'Bella');
  const renamed = await add(database, 'Carlo');
  await database.write((db) =>
    db.updateTable('pets').set({ name: 'Dora' }).where('id', '=', renamed).execute(),
  );
  assert.deepEqual(await missingEntries(database), { pets: 2, firstId: added });
  assert.deepEqual([await find(database, 'bella'), await find(database, 'dora')], [[], []]);
  await addMissingEntries(database);
  assert.deepEqual([await find(database, 'bella'), await find(database, 'dora')], [[added], [renamed]]);
  assert.deepEqual(await missingEntries(database), { pets: 0, firstId: undefined });
  const { created_at } = await database.read
    .selectFrom('pets')
    .select('created_at')
    .where('id', '=', added)
    .executeTakeFirstOrThrow();
  assert.equal(created_at, BigInt(AT));
});

test('more pets than a page and a transaction have are counted and added', async (t: TestContext) => {
  const database = await temporaryDatabase(t);
  const rows = Array.from({ length: 1_001 }, (_, n) => ({
    name: `Animal ${n}`,
    category_id: 1n,
    status: null,
  }));
  await database.write((db) => db.insertInto('pets').values(rows).execute());
  assert.deepEqual(await missingEntries(database), { pets: 1_001, firstId: 1n });
  await addMissingEntries(database);
  assert.deepEqual(await missingEntries(database), { pets: 0, firstId: undefined });
  assert.deepEqual(await find(database, '1000'), [1_001n]);
});
