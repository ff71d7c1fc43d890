// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { searchAnyListings } from '../../../src/catalogue/listings/listing-search.ts';
import { saveProfile } from '../../../src/catalogue/listings/profile-queries.ts';
import { petJson } from '../../../src/catalogue/pets/pet.ts';
import { createPet } from '../../../src/catalogue/pets/pet-changes.ts';
import { insertPet } from '../../../src/catalogue/pets/pet-queries.ts';
import { fillNext } from '../../../src/catalogue/search/index-filling.ts';
import { MAX_KEYS } from '../../../src/catalogue/search/index-keys.ts';
import { NO_FILTERS } from '../../../src/catalogue/search/pet-filters.ts';
import { searchWords } from '../../../src/catalogue/search/search.ts';
import { addKeys, changeOtherTexts } from '../../../src/catalogue/search/search-index.ts';
import { searchProgress } from '../../../src/catalogue/search/search-progress.ts';
import { markStale } from '../../../src/catalogue/search/stale-entries.ts';
import { removeStale } from '../../../src/catalogue/search/stale-removal.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { appendEvents } from '../../../src/record/events/event-queries.ts';

/** The bounds of what a search compares and of its index, and how the index of an older store is filled. */

/** Returns a description of 768 words, which those of other numbers do not have. */
function newWords(number: number): string {
  const words = Array.from({ length: 768 }, (_, n) =>
    createHash('sha256').update(`${number} ${n}`).digest('hex').slice(0, 12),
  );
  return words.join(' ');
}

async function add(db: Database, name: string): Promise<bigint> {
  const pet = { name, categoryId: 1n, status: 'available' } as const;
  return db.write(async (queries) => (await createPet(queries, pet, null, { actor: null, at: 0 })).id);
}

async function describePet(db: Database, id: bigint, description: string): Promise<void> {
  await db.write(async (queries) => {
    await changeOtherTexts(queries, id, { description });
    await saveProfile(queries, id, { description });
  });
}

async function entries({ read }: Database): Promise<number> {
  return (await read.selectFrom('search_prefixes').select('pet_id').execute()).length;
}

test('a change of many words adds a bounded number of entries, and old ones are removed in small batches', async (t) => {
  const db = await temporaryDatabase(t);
  const id = await add(db, 'Rex');
  for (let change = 0; change < 4; change += 1) {
    await describePet(db, id, newWords(change));
    assert.ok((await entries(db)) <= (change + 1) * MAX_KEYS);
  }
  let before = await entries(db);
  let batches = 0;
  for (; (await db.write((queries) => removeStale(queries, 100))) > 0; batches += 1) {
    const after = await entries(db);
    assert.ok(before - after <= 100, `${before - after} entries of a batch`);
    before = after;
  }
  assert.ok(batches > 10);
  assert.ok(before <= MAX_KEYS + 2);
  assert.deepEqual(await db.read.selectFrom('stale_prefixes').selectAll().execute(), []);
});

test('a mark of an earlier version with very many entries is removed in small batches', async (t) => {
  const db = await temporaryDatabase(t);
  const id = await add(db, 'Rex');
  const prefixes = Array.from({ length: 1_000 }, (_, n) => `old${n}`);
  await db.write(async (queries) => {
    await addKeys(queries, id, { name: [], others: prefixes });
    await markStale(queries, [{ petId: id, prefixes }]);
    await removeStale(queries, 400);
  });
  assert.equal(await entries(db), 600 + 2);
  for (let n = 0; n < 2; n += 1) await db.write((queries) => removeStale(queries, 400));
  assert.equal(await entries(db), 2);
});

test('a change of a description that changes no words writes nothing to the index', async (t) => {
  const db = await temporaryDatabase(t);
  const id = await add(db, 'Rex');
  await describePet(db, id, 'Loves water and walks.');
  // A write would add an entry again.
  await db.write((queries) => queries.deleteFrom('search_prefixes').execute());
  await describePet(db, id, 'WALKS, and loves water!');
  assert.equal(await entries(db), 0);
  assert.deepEqual(await db.read.selectFrom('stale_prefixes').selectAll().execute(), []);
});

test('the first page has the only animal with a tag, and ends, though 12,000 others are newer', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ role: 'manager' });
  const id = await addPet(service, key);
  await service.send(`/v1/pets/${id}/profile`, { method: 'PATCH', key, body: { tags: ['Likes water!'] } });
  await service.database.write((db) =>
    sql`insert into pets (name, category_id, status)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 12000)
      select 'Rex', 1, 'available' from numbers`.execute(db),
  );
  for (const query of ['tag=Likes%20water!', 'tag=Likes%20water!&status=available']) {
    const page = await service.send(`/v1/listings?${query}`, { key });
    assert.deepEqual(
      listOf(page).map(({ pet }) => at(pet, 'id')),
      [id],
    );
    assert.equal(nextOf(page), undefined);
  }
});

test('a page whose texts take long to compare ends early, and leads on', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const ids: bigint[] = [];
  for (let n = 0; n < 8; n += 1) {
    const id = await add(service.database, `Rex ${'\ufdfa'.repeat(900)}`);
    await describePet(service.database, id, '\ufdfa'.repeat(10_000));
    ids.push(id);
  }
  const path = `/v1/listings?limit=100&q=${encodeURIComponent('rex \u0635\u0644\u0649')}`;
  const first = await service.send(path, { key });
  assert.ok(listOf(first).length <= 3 && nextOf(first) !== undefined);
  const found = await readAll(service, key, path);
  assert.deepEqual(
    found.map(({ pet }) => BigInt(String(at(pet, 'id')))),
    ids.toReversed(),
  );
  const byName = await service.send('/v1/pets?name=rex', { key });
  assert.ok(listOf(byName).length < ids.length && nextOf(byName) !== undefined);
});

/** Adds pets as a store of version 1.0.0 has them after the migration. */
async function olderPets(db: Database): Promise<bigint[]> {
  return db.write(async (queries) => {
    const ids = [];
    for (const name of ['Bella', 'Max', 'Bello'])
      ids.push((await insertPet(queries, { name, categoryId: 1n }, null, 0)).id);
    const none = { created_at: null, status_changed_at: null, updated_at: null };
    await queries.updateTable('pets').set(none).execute();
    const progress = { next_id: ids[0] ?? 0n, last_id: ids.at(-1) ?? 0n };
    await queries.insertInto('search_progress').values(progress).execute();
    return ids;
  });
}

test('filling the index of an older store restores the times that its events show', async (t) => {
  const db = await temporaryDatabase(t);
  const [first = 0n] = await olderPets(db);
  const pet = { id: first, name: 'Bella', categoryId: 1n };
  const sold = { ...pet, status: 'sold' } as const;
  for (const [type, at, body] of [
    ['pet.created', 10, pet],
    ['pet.updated', 20, sold],
    ['pet.updated', 30, { ...sold, name: 'Bella II' }],
  ] as const) {
    const event = { type, at, actor: null, petId: first, body: petJson(body) };
    await db.write((queries) => appendEvents(queries, [event]));
  }
  while ((await db.write((queries) => fillNext(queries, 1))) > 0);
  const columns = ['created_at', 'status_changed_at', 'updated_at'] as const;
  const unknown = { created_at: null, status_changed_at: null, updated_at: null };
  assert.deepEqual(await db.read.selectFrom('pets').select(columns).orderBy('id').execute(), [
    { created_at: 10n, status_changed_at: 20n, updated_at: 30n },
    unknown,
    unknown,
  ]);
});

test('filling adds the words of few pets at once if their descriptions are long', async (t) => {
  const db = await temporaryDatabase(t);
  const ids = await olderPets(db);
  await db.write(async (queries) => {
    for (const id of ids) await saveProfile(queries, id, { description: newWords(Number(id)) });
  });
  for (const id of ids.slice(1)) {
    assert.ok((await db.write((queries) => fillNext(queries, 500))) > 0);
    assert.equal((await searchProgress(db.read))?.nextId, id);
  }
  assert.equal(await db.write((queries) => fillNext(queries, 500)), 0);
  assert.ok((await entries(db)) <= 3 * (MAX_KEYS + 4));
});

test('each of three words that no animal has is compared with names in a turn of its own', async (t) => {
  const db = await temporaryDatabase(t);
  await add(db, 'Bella Luna Frank');
  let turns = 0;
  const next = () => {
    turns += 1;
    if (turns < 1_000) turn = setImmediate(next);
  };
  let turn = setImmediate(next);
  const search = {
    ...NO_FILTERS,
    words: searchWords('Belly Lune Franz'),
    order: 'newest first',
    limit: 21,
  } as const;
  const { items, match } = await searchAnyListings(db, 'Belly Lune Franz', search);
  clearImmediate(turn);
  assert.deepEqual([items.length, match], [1, 'similar']);
  assert.ok(turns >= 3, `${turns} turns`);
});
