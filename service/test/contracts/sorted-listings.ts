// cspell:ignore Ångel Zoë Ñandú
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { encodeCursor } from '../../src/core/cursor.ts';
import type { Database } from '../../src/database/database.ts';
import type { Profile } from '../../src/listings/profile.ts';
import { saveProfile } from '../../src/listings/profile-queries.ts';
import { LISTING_SORTS, type ListingSort, orderOf } from '../../src/listings/sorted/listing-order.ts';
import { listSorted } from '../../src/listings/sorted/sorted-listings.ts';
import { MAX_NAME_LENGTH, type PetStatus } from '../../src/pets/pet.ts';
import { deletePet, insertPet, updatePet } from '../../src/pets/pet-queries.ts';
import { NO_FILTERS } from '../../src/search/pet-filters.ts';
import { MAX_CANDIDATES } from '../../src/search/search-query.ts';

type Open = (test: TestContext) => Promise<Database>;

interface Animal {
  name: string;
  status?: PetStatus;
  categoryId?: bigint;
  at?: number;
  profile?: Profile;
}

const DAY = 86_400_000;
/** The longest cursor that a request may have. */
const MAX_CURSOR = 1_000;
const ANIMALS: readonly Animal[] = [
  { name: 'bruno', status: 'available', at: 5 * DAY, profile: { birthDate: '2024-02-29' } },
  { name: 'Zoë', status: 'sold', at: 5 * DAY, profile: { intakeDate: '1970-01-02' } },
  { name: 'Ångel', at: 6 * DAY, profile: { birthDate: '2019-01-01', intakeDate: '2026-01-01' } },
  { name: 'Bruno', status: 'pending', categoryId: 2n, at: 7 * DAY },
  { name: 'Ñandú', status: 'available', categoryId: 2n, at: 8 * DAY, profile: { birthDate: '2024-02-29' } },
  { name: 'Olive', status: 'sold', at: 9 * DAY },
];

/** The ids in each order, from the first animal to the last one. */
const ORDERS: Readonly<Record<ListingSort, string>> = {
  id: '123456',
  '-id': '654321',
  name: '314562',
  '-name': '265413',
  birthDate: '315246',
  '-birthDate': '513642',
  intakeDate: '214563',
  '-intakeDate': '365412',
  updatedAt: '123456',
  '-updatedAt': '654321',
};

type Filters = Partial<Omit<Parameters<typeof listSorted>[1], 'limit' | 'after'>>;

/** The contract of every engine for lists of animals in an order. */
export function testSortedListings(engine: string, open: Open): void {
  describe(`sorted listings on ${engine}`, () => {
    test('each order has all animals once, page by page, and unknown dates of birth are last in both directions', async (t) => {
      const database = await filled(await open(t));
      for (const sort of LISTING_SORTS) {
        for (const limit of [1, 2, 10]) {
          const ids = await readAll(database, sort, limit);
          assert.equal(ids.join(''), ORDERS[sort], `${sort} ${limit}`);
        }
      }
    });

    test('the filters keep the order, and pages of one are followed to the end', async (t) => {
      const database = await filled(await open(t));
      const name = (filters: Filters) => readAll(database, 'name', 1, filters);
      assert.deepEqual(await name({ status: 'available' }), [1, 5]);
      assert.deepEqual(await name({ categoryId: 2n }), [4, 5]);
      assert.deepEqual(await name({ bornAfter: '2020-01-01' }), [1, 5]);
      assert.deepEqual(await name({ hasPhoto: true }), [5]);
      assert.deepEqual(await readAll(database, '-id', 2, { hasPhoto: false }), [6, 4, 3, 2, 1]);
      assert.deepEqual(await readAll(database, 'id', 2, { hasPhoto: false, status: 'sold' }), [2, 6]);
    });

    test('a position stays exact after its animal was renamed or removed', async (t) => {
      const database = await filled(await open(t));
      const first = await listSorted(database.read, pageOf('name', 3));
      assert.deepEqual(first.examined, { id: 1n, key: 'bruno' });
      await database.write(async (db) => {
        await updatePet(db, 1n, { name: 'Zorro' }, 0);
        await deletePet(db, 4n);
      });
      const { items } = await listSorted(database.read, { ...pageOf('name', 10), after: first.examined });
      assert.deepEqual(
        items.map(({ pet }) => pet.name),
        ['Ñandú', 'Olive', 'Zoë', 'Zorro'],
      );
    });

    test('an animal with the longest name is in the order by name, with a short position', async (t) => {
      const database = await open(t);
      // Of four bytes each, and no two the same, so that the engine cannot compress the entry of its index.
      const name = String.fromCodePoint(
        ...Array.from({ length: MAX_NAME_LENGTH }, (_, n) => 0x20000 + n * 41),
      );
      await database.write(async (db) => {
        for (const each of ['Bruno', name, name])
          await insertPet(db, { name: each, categoryId: 1n }, null, 0);
      });
      assert.deepEqual(await readAll(database, 'name', 1), [1, 2, 3]);
      const { examined } = await listSorted(database.read, pageOf('name', 3));
      assert.ok(examined !== undefined && encodeCursor('', examined).length <= MAX_CURSOR);
    });

    test('the order follows a change of the profile', async (t) => {
      const database = await filled(await open(t));
      await database.write(async (db) => {
        await saveProfile(db, 1n, { birthDate: '2010-01-01' });
        await saveProfile(db, 3n, {});
      });
      assert.deepEqual(await readAll(database, 'birthDate', 10), [1, 5, 2, 3, 4, 6]);
      assert.deepEqual(await readAll(database, 'intakeDate', 10), [2, 1, 3, 4, 5, 6]);
    });

    test('a page with a rare category examines a bounded number of animals, and leads on', async (t) => {
      const database = await open(t);
      await database.write(async (db) => {
        for (let n = 0; n < MAX_CANDIDATES; n += 1)
          await insertPet(db, { name: 'Frank', categoryId: 1n }, null, 0);
        await insertPet(db, { name: 'Frank', categoryId: 2n }, null, 0);
      });
      const page = { ...pageOf('name', 10), categoryId: 2n };
      const first = await listSorted(database.read, page);
      assert.deepEqual([first.items, first.examined], [[], { id: BigInt(MAX_CANDIDATES), key: 'frank' }]);
      const next = await listSorted(database.read, { ...page, after: first.examined });
      assert.deepEqual([next.items.length, next.examined], [1, undefined]);
    });
  });
}

async function filled(database: Database): Promise<Database> {
  await database.write(async (db) => {
    for (const { name, status, categoryId = 1n, at = 0, profile } of ANIMALS) {
      const { id } = await insertPet(db, { name, categoryId, ...(status && { status }) }, null, at);
      if (profile !== undefined) await saveProfile(db, id, profile);
    }
    const photo = { id: 'a', pet_id: 5n, position: 0n, alt: '', width: 1n, height: 1n, color: '', bytes: 1n };
    await db.insertInto('photos').values(photo).execute();
  });
  return database;
}

function pageOf(sort: ListingSort, limit: number) {
  return { ...NO_FILTERS, ...orderOf(sort), hasPhoto: undefined, after: undefined, limit };
}

async function readAll(database: Database, sort: ListingSort, size: number, filters: Filters = {}) {
  const ids: number[] = [];
  let after: { id: bigint; key: string | bigint } | undefined;
  do {
    const { items, examined } = await listSorted(database.read, {
      ...pageOf(sort, size + 1),
      ...filters,
      after,
    });
    ids.push(...items.map(({ pet }) => Number(pet.id)));
    const isNumber = /^-?\d+$/.test(examined?.key ?? '');
    after = examined && { id: examined.id, key: isNumber ? BigInt(examined.key) : examined.key };
  } while (after !== undefined);
  return ids;
}
