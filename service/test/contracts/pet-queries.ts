import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { insertAccount } from '../../src/accounts/account-queries.ts';
import { INT64_MAX, INT64_MIN } from '../../src/core/int64.ts';
import type { Database } from '../../src/database/database.ts';
import { type NewPet, PET_STATUSES, type Pet, petJson } from '../../src/pets/pet.ts';
import { eraseOldest } from '../../src/pets/pet-changes.ts';
import type { PetPage } from '../../src/pets/pet-list-query.ts';
import { findPet, insertPet, listPets, listPetTexts, updatePet } from '../../src/pets/pet-queries.ts';
import { NO_FILTERS } from '../../src/search/pet-filters.ts';

type Open = (test: TestContext) => Promise<Database>;

const NEWEST: PetPage = { ...NO_FILTERS, order: 'newest first', limit: 100 };
const OLDEST: PetPage = { ...NO_FILTERS, order: 'oldest first', limit: 100 };

/** The contract of every engine for pets. `open` gives a new, empty store that is closed after the test. */
export function testPetQueries(engine: string, open: Open): void {
  describe(`pets on ${engine}`, () => {
    testValues(open);
    testIds(open);
    testPages(open);
    testTransactions(open);
  });
}

function testValues(open: Open): void {
  test('returns a pet exactly as it was added', async (t) => {
    const db = await open(t);
    const added = await add(db, { name: ' Zoë \u{1F415} "x"\n ', categoryId: 7n, status: 'pending' });
    assert.deepEqual(await findPet(db.read, added.id), {
      id: added.id,
      name: ' Zoë \u{1F415} "x"\n ',
      categoryId: 7n,
      status: 'pending',
    });
  });

  test('a pet without a status has no such member and matches no filter by status', async (t) => {
    const db = await open(t);
    const { id } = await add(db, { name: 'Rex', categoryId: 1n });
    assert.deepEqual(await findPet(db.read, id), { id, name: 'Rex', categoryId: 1n });
    for (const status of PET_STATUSES) {
      assert.deepEqual(await listPets(db.read, { ...NEWEST, status }), []);
    }
  });

  test('a change sets the given fields and keeps the others', async (t) => {
    const db = await open(t);
    const pet = await add(db, { name: 'Rex', categoryId: 7n, status: 'pending' });
    await db.write((queries) => updatePet(queries, pet.id, { name: 'Max' }, 0));
    assert.deepEqual(await findPet(db.read, pet.id), { ...pet, name: 'Max' });
    await db.write((queries) => updatePet(queries, pet.id, { categoryId: 8n, status: null }, 0));
    assert.deepEqual(await findPet(db.read, pet.id), { id: pet.id, name: 'Max', categoryId: 8n });
  });

  test('returns an int64 exactly, at both ends of its range', async (t) => {
    const db = await open(t);
    for (const categoryId of [
      INT64_MIN,
      INT64_MIN + 1n,
      -1n,
      0n,
      2n ** 53n + 1n,
      INT64_MAX - 1n,
      INT64_MAX,
    ]) {
      const { id } = await add(db, { name: 'Rex', categoryId });
      assert.deepEqual(await findPet(db.read, id), { id, name: 'Rex', categoryId });
      assert.deepEqual(await idsOf(db, { ...NEWEST, categoryId }), [id]);
    }
  });

  test('stores text that looks like SQL as text', async (t) => {
    const db = await open(t);
    const name = `'); drop table pets; --`;
    const { id } = await add(db, { name, categoryId: 1n });
    assert.equal((await findPet(db.read, id))?.name, name);
  });

  test('writes the JSON of a page as the service does: every character, the ends of int64, no status', async (t) => {
    const db = await open(t);
    const special = String.fromCharCode(...Array.from({ length: 0xa0 }, (_, n) => n + 1));
    const anyName = fc
      .string({ unit: 'binary' })
      .filter((text) => text.isWellFormed() && !text.includes('\0'));
    const anyPet = fc.record({
      name: fc.oneof(anyName, fc.constantFrom(special, '\u2028\u2029\ufeff\uffff\u{1F415}', '\\u0041/"')),
      categoryId: fc.bigInt({ min: INT64_MIN, max: INT64_MAX }),
      status: fc.option(fc.constantFrom(...PET_STATUSES), { nil: undefined }),
    });
    await db.write(async (queries) => {
      for (const pet of fc.sample(anyPet, 90)) await insertPet(queries, pet, null, 0);
    });
    for (const page of [NEWEST, { ...OLDEST, status: 'available' }] as const) {
      const pets = await listPets(db.read, page);
      assert.ok(pets.length > 5);
      const texts = await listPetTexts(db.read, page);
      assert.deepEqual(
        texts,
        pets.map((pet) => ({ id: pet.id, json: petJson(pet) })),
      );
    }
  });

  test('rejects an owner that is not an account', async (t) => {
    const db = await open(t);
    const terms = { name: 'City shelter', plan: 'free', role: 'member', customQuota: undefined } as const;
    const account = await db.write((queries) => insertAccount(queries, terms, 0));
    assert.ok(account);
    await db.write((queries) => insertPet(queries, { name: 'Rex', categoryId: 1n }, account.id, 0));
    await assert.rejects(
      db.write((queries) => insertPet(queries, { name: 'Max', categoryId: 1n }, account.id + 1n, 0)),
    );
    assert.equal((await listPets(db.read, NEWEST)).length, 1);
  });
}

function testIds(open: Open): void {
  test('assigns ids from 1 upwards', async (t) => {
    const db = await open(t);
    const ids = await addMany(db, 3);
    assert.deepEqual(ids, [1n, 2n, 3n]);
  });

  test('never reuses an id, also not the last one removed', async (t) => {
    const db = await open(t);
    await addMany(db, 3);
    assert.equal(await db.write((queries) => eraseOldest(queries, 100, { actor: null, at: 0 })), 3);
    const [next = 0n] = await addMany(db, 1);
    assert.ok(next > 3n, `${next} was the id of a removed pet`);
  });

  test('finds nothing for an unknown id, at both ends of int64 too', async (t) => {
    const db = await open(t);
    await addMany(db, 1);
    for (const id of [INT64_MIN, -1n, 0n, 2n, 2n ** 53n + 1n, INT64_MAX]) {
      assert.equal(await findPet(db.read, id), undefined);
    }
  });

  test('removes the oldest first, and at most the requested number', async (t) => {
    const db = await open(t);
    await addMany(db, 5);
    assert.equal(await db.write((queries) => eraseOldest(queries, 2, { actor: null, at: 0 })), 2);
    assert.deepEqual(await idsOf(db, OLDEST), [3n, 4n, 5n]);
    assert.equal(await db.write((queries) => eraseOldest(queries, 9, { actor: null, at: 0 })), 3);
    assert.equal(await db.write((queries) => eraseOldest(queries, 9, { actor: null, at: 0 })), 0);
  });
}

function testPages(open: Open): void {
  test('returns an empty page of an empty catalogue', async (t) => {
    const db = await open(t);
    assert.deepEqual(await listPets(db.read, NEWEST), []);
  });

  test('starts a page after the given id, at both ends of int64 too', async (t) => {
    const db = await open(t);
    await addMany(db, 3);
    assert.deepEqual(await idsOf(db, { ...NEWEST, after: INT64_MAX }), [3n, 2n, 1n]);
    assert.deepEqual(await idsOf(db, { ...NEWEST, after: 3n }), [2n, 1n]);
    assert.deepEqual(await idsOf(db, { ...NEWEST, after: INT64_MIN }), []);
    assert.deepEqual(await idsOf(db, { ...OLDEST, after: INT64_MIN }), [1n, 2n, 3n]);
    assert.deepEqual(await idsOf(db, { ...OLDEST, after: 2n }), [3n]);
    assert.deepEqual(await idsOf(db, { ...OLDEST, after: INT64_MAX }), []);
  });

  test('continues after an id that was removed', async (t) => {
    const db = await open(t);
    await addMany(db, 4);
    await db.write((queries) => eraseOldest(queries, 2, { actor: null, at: 0 }));
    assert.deepEqual(await idsOf(db, { ...OLDEST, after: 1n }), [3n, 4n]);
  });

  test('every page equals filtering, sorting and slicing the whole catalogue', async (t) => {
    const db = await open(t);
    const pets = await addAll(db, fc.sample(aNewPet, { numRuns: 60, seed: 1 }));
    await fc.assert(
      fc.asyncProperty(aPage, async (page) => {
        assert.deepEqual(await listPets(db.read, page), naivePage(pets, page));
      }),
      { numRuns: 200 },
    );
  });
}

function testTransactions(open: Open): void {
  test('a failed transaction keeps nothing that it added', async (t) => {
    const db = await open(t);
    const failure = new Error('after the insert');
    const work = db.write(async (queries) => {
      await insertPet(queries, { name: 'Rex', categoryId: 1n }, null, 0);
      throw failure;
    });
    await assert.rejects(work, failure);
    assert.deepEqual(await listPets(db.read, NEWEST), []);
    assert.equal((await addMany(db, 1)).length, 1);
  });

  test('the next read sees what was written', async (t) => {
    const db = await open(t);
    for (let round = 1; round <= 20; round += 1) {
      const [id] = await addMany(db, 1);
      assert.equal((await listPets(db.read, { ...NEWEST, limit: 1 }))[0]?.id, id);
    }
  });
}

const aCategory = fc.constantFrom(INT64_MIN, 1n, 2n, INT64_MAX);
const aStatus = fc.constantFrom(...PET_STATUSES);

const aNewPet: fc.Arbitrary<NewPet> = fc.record(
  { name: fc.constant('Rex'), categoryId: aCategory, status: aStatus },
  { requiredKeys: ['name', 'categoryId'] },
);

const aPage: fc.Arbitrary<PetPage> = fc.record({
  order: fc.constantFrom('newest first', 'oldest first'),
  limit: fc.integer({ min: 1, max: 101 }),
  status: fc.option(aStatus, { nil: undefined }),
  categoryId: fc.option(aCategory, { nil: undefined }),
  petId: fc.option(fc.array(fc.bigInt({ min: 1n, max: 61n }), { minLength: 1 }), { nil: undefined }),
  after: fc.option(fc.bigInt({ min: -1n, max: 62n }), { nil: undefined }),
});

function naivePage(pets: readonly Pet[], { order, limit, status, categoryId, petId, after }: PetPage): Pet[] {
  const sign = order === 'newest first' ? -1n : 1n;
  return pets
    .filter((pet) => status === undefined || pet.status === status)
    .filter((pet) => categoryId === undefined || pet.categoryId === categoryId)
    .filter((pet) => petId === undefined || petId.includes(pet.id))
    .filter((pet) => after === undefined || sign * (pet.id - after) > 0n)
    .toSorted((one, other) => Number(sign * (one.id - other.id)))
    .slice(0, limit);
}

function add(db: Database, pet: NewPet): Promise<Pet> {
  return db.write((queries) => insertPet(queries, pet, null, 0));
}

function addAll(db: Database, pets: readonly NewPet[]): Promise<Pet[]> {
  return db.write(async (queries) => {
    const added = [];
    for (const pet of pets) added.push(await insertPet(queries, pet, null, 0));
    return added;
  });
}

async function addMany(db: Database, count: number): Promise<bigint[]> {
  const pets = await addAll(
    db,
    Array.from({ length: count }, () => ({ name: 'Rex', categoryId: 1n })),
  );
  return pets.map(({ id }) => id);
}

async function idsOf(db: Database, page: PetPage): Promise<bigint[]> {
  return (await listPets(db.read, page)).map(({ id }) => id);
}
