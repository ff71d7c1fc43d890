// cspell:ignore Malley omalley
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import type { Database } from '../../src/database/database.ts';
import { appendEvents } from '../../src/events/event-queries.ts';
import { listListings } from '../../src/listings/listing-search.ts';
import type { Profile } from '../../src/listings/profile.ts';
import { findProfile, profilesOf, saveProfile } from '../../src/listings/profile-queries.ts';
import { petJson } from '../../src/pets/pet.ts';
import { createPet } from '../../src/pets/pet-changes.ts';
import { deletePet, insertPet } from '../../src/pets/pet-queries.ts';
import { searchByName } from '../../src/pets/pet-search.ts';
import { fillNext } from '../../src/search/index-filling.ts';
import { MAX_KEYS } from '../../src/search/index-keys.ts';
import { NO_FILTERS } from '../../src/search/pet-filters.ts';
import { searchPets, searchWords } from '../../src/search/search.ts';
import { addKeys, changeOtherTexts } from '../../src/search/search-index.ts';
import { searchProgress } from '../../src/search/search-progress.ts';
import { MAX_CANDIDATES } from '../../src/search/search-query.ts';
import { markStale } from '../../src/search/stale-entries.ts';
import { removeStale } from '../../src/search/stale-removal.ts';

type Open = (test: TestContext) => Promise<Database>;

const AT = { actor: null, at: 1_000 };
const FULL: Profile = {
  description: 'Zoë \u{1F415}\nlikes water.',
  breed: 'Beagle',
  color: 'brown',
  location: 'Austin',
  sex: 'female',
  size: 'extra_large',
  birthDate: '2020-02-29',
  birthDateEstimated: false,
  goodWithChildren: true,
  goodWithDogs: false,
  goodWithCats: true,
  spayedNeutered: true,
  houseTrained: false,
  specialNeeds: 'None.',
  adoptionFee: { amount: '125.00', currency: 'USD' },
  contactUrl: 'tel:311',
  intakeDate: '2026-01-01',
};

/** The contract of every engine for profiles and the search. `open` gives a new, empty store that is closed after the test. */
export function testListingQueries(engine: string, open: Open): void {
  describe(`listings on ${engine}`, () => {
    testProfiles(open);
    testPages(open);
    testScripts(open);
    testBounds(open);
    testFilling(open);
  });
}

function testProfiles(open: Open): void {
  test('returns every field of a profile as it was saved, and replaces all of them', async (t) => {
    const db = await open(t);
    const petId = await add(db, 'Zoë');
    assert.deepEqual(await findProfile(db.read, petId), {});
    await db.write((queries) => saveProfile(queries, petId, FULL));
    assert.deepEqual(await findProfile(db.read, petId), FULL);
    await db.write((queries) => saveProfile(queries, petId, { houseTrained: true }));
    assert.deepEqual(await findProfile(db.read, petId), { houseTrained: true });
  });

  test('keeps no row for an empty profile, and none for a deleted pet', async (t) => {
    const db = await open(t);
    const [emptied, deleted, kept] = [await add(db, 'A'), await add(db, 'B'), await add(db, 'C')];
    await db.write(async (queries) => {
      for (const id of [emptied, deleted, kept]) await saveProfile(queries, id, FULL);
      await saveProfile(queries, emptied, {});
      await deletePet(queries, deleted);
    });
    assert.deepEqual([...(await profilesOf(db.read, [emptied, deleted, kept])).keys()], [kept]);
  });
}

function testPages(open: Open): void {
  test('a page examines a bounded number of pets, and returns the last one that it examined', async (t) => {
    const db = await open(t);
    await db.write(async (queries) => {
      for (let n = 0; n < MAX_CANDIDATES + 5; n += 1) {
        await createPet(
          queries,
          { name: 'Bella', categoryId: 1n, ...(n === 0 && { status: 'sold' }) },
          null,
          AT,
        );
      }
    });
    const page = { ...NO_FILTERS, order: 'newest first', inName: true, limit: 11 } as const;
    const full = await searchPets(db.read, ['bella'], page);
    assert.deepEqual([full.ids.length, full.ids.at(-1)], [10, full.examined]);
    const first = await searchPets(db.read, ['bella'], { ...page, status: 'sold' });
    assert.deepEqual(first, { ids: [], examined: 6n });
    const second = await searchPets(db.read, ['bella'], { ...page, status: 'sold', after: 6n });
    assert.deepEqual(second, { ids: [1n], examined: undefined });
  });
}

function testScripts(open: Open): void {
  /** The names that each search finds. */
  const found: Readonly<Record<string, readonly string[]>> = {
    bjorn: ['Bjørn'],
    Bjørn: ['Bjørn'],
    "o'malley": ['O’Malley'],
    omalley: ['O’Malley'],
    狗: ['小白狗', '狗狗'],
    白狗: ['小白狗'],
    ﾎﾟﾁ: ['ポチ'],
    ホ: [],
    가: ['강아지'],
    아지: ['강아지'],
    𠮷: ['𠮷野'],
  };

  test('a search finds letters of every script by what is typed for them', async (t) => {
    const db = await open(t);
    for (const name of ['Bjørn', 'O’Malley', '小白狗', '狗狗', 'ポチ', '강아지', '𠮷野']) await add(db, name);
    for (const [text, names] of Object.entries(found)) {
      const page = { order: 'oldest first', limit: 10 } as const;
      const { items } = await searchByName(db, searchWords(text), page);
      assert.deepEqual(
        items.map(({ name }) => name),
        names,
        text,
      );
    }
  });
}

function testBounds(open: Open): void {
  test('a long description has a bounded number of entries, and is found by its first words', async (t) => {
    const db = await open(t);
    const id = await add(db, 'Rex');
    const description = Array.from({ length: 10_000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
    await describePet(db, id, description);
    assert.equal(await entries(db), 2 * 500 - 1 + 2);
    const find = async (text: string) => (await search(db, text)).items.map(({ pet }) => pet.id);
    assert.deepEqual(await find(description.slice(0, 100)), [id]);
    assert.deepEqual(await find(description.slice(-100)), []);
  });

  test('a change of many words adds a bounded number of entries, and old ones are removed in small batches', async (t) => {
    const db = await open(t);
    const id = await add(db, 'Rex');
    const all: number[] = [];
    for (let change = 0; change < 4; change += 1) {
      await describePet(db, id, newWords(change));
      all.push(await entries(db));
    }
    for (const [n, count] of all.entries()) assert.ok(count <= (n + 1) * MAX_KEYS, `${count} entries`);
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
    const db = await open(t);
    const id = await add(db, 'Rex');
    const prefixes = Array.from({ length: 1_000 }, (_, n) => `old${n}`);
    await db.write(async (queries) => {
      await addKeys(queries, id, { name: [], others: prefixes });
      await markStale(queries, [{ petId: id, prefixes }]);
      await removeStale(queries, 400);
    });
    assert.equal(await entries(db), 600 + 2);
    await db.write(async (queries) => {
      for (let n = 0; n < 2; n += 1) await removeStale(queries, 400);
    });
    assert.equal(await entries(db), 2);
  });

  test('a change of a description that changes no words writes nothing to the index', async (t) => {
    const db = await open(t);
    const id = await add(db, 'Rex');
    await describePet(db, id, 'Loves water and walks.');
    // A write would add an entry again.
    await db.write((queries) => queries.deleteFrom('search_prefixes').execute());
    await describePet(db, id, 'WALKS, and loves water!');
    assert.equal(await entries(db), 0);
    assert.deepEqual(await db.read.selectFrom('stale_prefixes').selectAll().execute(), []);
  });

  test('a page whose texts take long to compare ends early, and leads on', async (t) => {
    const db = await open(t);
    const ids: bigint[] = [];
    for (let n = 0; n < 8; n += 1) {
      const id = await add(db, `Rex ${'\ufdfa'.repeat(900)}`);
      await describePet(db, id, '\ufdfa'.repeat(10_000));
      ids.push(id);
    }
    const found: bigint[] = [];
    let after: bigint | undefined;
    do {
      const { items, examined } = await search(db, 'rex \u0635\u0644\u0649', after);
      assert.ok(items.length <= 3, `${items.length} animals`);
      found.push(...items.map(({ pet }) => pet.id));
      after = examined;
    } while (after !== undefined);
    assert.deepEqual(found, ids.toReversed());
    const words = searchWords('rex');
    const byName = await searchByName(db, words, { order: 'oldest first', limit: 20 });
    assert.deepEqual([byName.items.length, byName.examined], [5, ids[4]]);
  });
}

/** Returns a description of 768 words, which those of other numbers do not have. */
function newWords(number: number): string {
  const words = Array.from({ length: 768 }, (_, n) =>
    createHash('sha256').update(`${number} ${n}`).digest('hex').slice(0, 12),
  );
  return words.join(' ');
}

async function describePet(db: Database, id: bigint, description: string): Promise<void> {
  await db.write(async (queries) => {
    await changeOtherTexts(queries, id, { description });
    await saveProfile(queries, id, { description });
  });
}

function search(db: Database, text: string, after?: bigint) {
  const page = { order: 'newest first', limit: 101, after } as const;
  return listListings(db, { ...page, words: searchWords(text) });
}

async function entries(db: Database): Promise<number> {
  const { count } = await db.read
    .selectFrom('search_prefixes')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function testFilling(open: Open): void {
  test('fills the index of an older store in batches, and restores the times that its events show', async (t) => {
    const db = await open(t);
    const ids = await olderPets(db, ['Bella', 'Max', 'Bello']);
    const page = { order: 'oldest first', inName: true, limit: 10 } as const;
    assert.ok((await db.write((queries) => fillNext(queries, 1))) > 0);
    assert.deepEqual((await searchPets(db.read, ['bell'], page)).ids, [ids[0]]);
    assert.deepEqual(await searchProgress(db.read), { nextId: (ids[0] ?? 0n) + 1n, lastId: ids[2] });
    assert.equal(await db.write((queries) => fillNext(queries, 100)), 0);
    assert.deepEqual((await searchPets(db.read, ['bell'], page)).ids, [ids[0], ids[2]]);
    const rows = await db.read
      .selectFrom('pets')
      .select(['created_at', 'status_changed_at', 'updated_at'])
      .orderBy('id')
      .execute();
    assert.deepEqual(rows, [
      { created_at: 10n, status_changed_at: 20n, updated_at: 30n },
      { created_at: null, status_changed_at: null, updated_at: null },
      { created_at: null, status_changed_at: null, updated_at: null },
    ]);
  });

  test('filling adds the words of few pets at once if their descriptions are long', async (t) => {
    const db = await open(t);
    const ids = await olderPets(db, ['Bella', 'Max', 'Bello']);
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

  test('a pet that is added during the filling is found, and filling ends at the last pet of the older store', async (t) => {
    const db = await open(t);
    await olderPets(db, ['Bella']);
    const added = await add(db, 'Bella');
    await db.write((queries) => fillNext(queries, 100));
    const page = { order: 'newest first', inName: true, limit: 10 } as const;
    assert.deepEqual((await searchPets(db.read, ['bella'], page)).ids, [added, added - 1n]);
    assert.equal(await searchProgress(db.read), undefined);
  });
}

/** Adds pets as a store of version 1.0.0 has them after the migration. The first one has events. */
async function olderPets(db: Database, names: readonly string[]): Promise<bigint[]> {
  return db.write(async (queries) => {
    const pets = [];
    for (const name of names) pets.push(await insertPet(queries, { name, categoryId: 1n }, null, 0));
    const none = { created_at: null, status_changed_at: null, updated_at: null };
    await queries.updateTable('pets').set(none).execute();
    const [first] = pets;
    assert.ok(first);
    const sold = { ...first, status: 'sold' } as const;
    const steps = [
      ['pet.created', 10, first],
      ['pet.updated', 20, sold],
      ['pet.updated', 30, { ...sold, name: 'Bella II' }],
    ] as const;
    for (const [type, at, pet] of steps) {
      await appendEvents(queries, [{ type, at, actor: null, petId: pet.id, body: petJson(pet) }]);
    }
    const ids = pets.map(({ id }) => id);
    await queries
      .insertInto('search_progress')
      .values({ next_id: ids[0] ?? 0n, last_id: ids.at(-1) ?? 0n })
      .execute();
    return ids;
  });
}

async function add(db: Database, name: string): Promise<bigint> {
  return db.write(async (queries) => (await createPet(queries, { name, categoryId: 1n }, null, AT)).id);
}
