// cspell:ignore shirly irley shriley rokcy bjron hermine zzyzx Zoé Hermione Дружок дружик shir abcdefghij
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { searchAnyListings } from '../../src/catalogue/listings/listing-search.ts';
import { changePet, createPet, removePet } from '../../src/catalogue/pets/pet-changes.ts';
import { addNameWords, similarWords } from '../../src/catalogue/search/name-words.ts';
import { NO_FILTERS } from '../../src/catalogue/search/pet-filters.ts';
import { searchWords } from '../../src/catalogue/search/search.ts';
import type { Database } from '../../src/platform/database/database.ts';

type Open = (test: TestContext) => Promise<Database>;

const AT = { actor: null, at: 1_000 };
const NAMES = [
  'Shirley',
  'Shelby',
  'Rocky',
  'Bjørn',
  'Zoé Hermione',
  'Max',
  '小白狗',
  'Дружок',
  'Shirley Max',
];

/** What each search finds, the most similar names first. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  shirly: ['Shirley Max', 'Shirley'],
  irley: ['Shirley Max', 'Shirley'],
  SHRILEY: ['Shirley Max', 'Shirley'],
  rokcy: ['Rocky'],
  bjron: ['Bjørn'],
  'zoe hermine': ['Zoé Hermione'],
  'shirly max': ['Shirley Max'],
  дружик: ['Дружок'],
  'zzyzx shirly': [],
  zzyzx: [],
  小黒狗: [],
};

/** The contract of every engine for half-remembered names. `open` gives a new, empty store that is closed after the test. */
export function testSimilarNames(engine: string, open: Open): void {
  describe(`similar names on ${engine}`, () => {
    test('finds names with a few other letters, or of which only a part is known', async (t) => {
      const db = await open(t);
      await add(db, ...NAMES);
      for (const [text, names] of Object.entries(FOUND)) {
        assert.deepEqual(
          await search(db, text),
          { names, match: names.length > 0 ? 'similar' : undefined },
          text,
        );
      }
      assert.deepEqual(await search(db, 'shirley'), { names: ['Shirley Max', 'Shirley'], match: undefined });
      assert.deepEqual(await search(db, ' #3 '), { names: ['Rocky'], match: 'id' });
    });

    test('finds the animals that were imported with a reference, if none has its words', async (t) => {
      const db = await open(t);
      const [first = 0n, second = 0n] = await add(db, 'Rex', 'Max', 'A77 Bella');
      await importedAs(db, 'A-729101', first);
      await importedAs(db, 'A-729101', second);
      await importedAs(db, 'a77', second);
      assert.deepEqual(await search(db, ' A-729101 '), { names: ['Max', 'Rex'], match: 'reference' });
      assert.deepEqual(await search(db, 'a77'), { names: ['A77 Bella'], match: undefined });
    });

    test('follows new names and removals', async (t) => {
      const db = await open(t);
      const [id = 0n] = await add(db, 'Rex');
      await db.write(async (queries) => {
        await changePet(queries, { id, name: 'Rex', categoryId: 1n }, { name: 'Shirley' }, AT);
      });
      assert.deepEqual((await search(db, 'shirly')).names, ['Shirley']);
      await db.write((queries) => removePet(queries, { id, name: 'Shirley', categoryId: 1n }, AT));
      assert.deepEqual(await search(db, 'shirly'), { names: [], match: undefined });
    });

    test('compares a bounded number of words, and finds the similar one among many with the same letters', async (t) => {
      const db = await open(t);
      const words = Array.from({ length: 3_000 }, (_, n) => `shir${letters(n)}`);
      await db.write((queries) => addNameWords(queries, [...words, 'Shirley']));
      const found = await similarWords(db.read, 'shirly');
      assert.deepEqual(found[0], { word: 'shirley', difference: 1 });
      assert.ok(found.length <= 5);
    });
  });
}

/** Records that an account of its own has imported a pet. */
async function importedAs(db: Database, reference: string, petId: bigint): Promise<void> {
  await db.write(async (queries) => {
    const account = {
      name: `${reference} ${petId}`,
      plan: 'free',
      role: 'member',
      per_minute: null,
      per_day: null,
      created_at: 0n,
    };
    const { id } = await queries
      .insertInto('accounts')
      .values(account)
      .returning('id')
      .executeTakeFirstOrThrow();
    await queries
      .insertInto('imported_pets')
      .values({ owner_id: id, reference, pet_id: petId, name: 'Rex', category_id: 1n, status: null })
      .execute();
  });
}

/** Returns four letters for a number. */
function letters(n: number): string {
  return [...String(n).padStart(4, '0')].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('');
}

async function add(db: Database, ...names: string[]): Promise<bigint[]> {
  return db.write(async (queries) => {
    const ids: bigint[] = [];
    for (const name of names) ids.push((await createPet(queries, { name, categoryId: 1n }, null, AT)).id);
    return ids;
  });
}

async function search(db: Database, text: string) {
  const page = { ...NO_FILTERS, words: searchWords(text), order: 'newest first', limit: 11 } as const;
  const { items, match } = await searchAnyListings(db, text, page);
  return { names: items.map(({ pet }) => pet.name), match };
}
