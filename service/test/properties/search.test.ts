// Runs on SQLite and on PostgreSQL.
// cspell:ignore strass internationali internationalisierung Straße Malley omal
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import fc from 'fast-check';
import type { Listing } from '../../src/catalogue/listings/listing.ts';
import { changeProfile } from '../../src/catalogue/listings/listing-changes.ts';
import { readPage } from '../../src/catalogue/listings/listing-queries.ts';
import { type ListingSearch, listListings } from '../../src/catalogue/listings/listing-search.ts';
import { PET_STATUSES, type PetStatus } from '../../src/catalogue/pets/pet.ts';
import { changePet, createPet, removePet } from '../../src/catalogue/pets/pet-changes.ts';
import { lockPet } from '../../src/catalogue/pets/pet-queries.ts';
import { searchByName } from '../../src/catalogue/pets/pet-search.ts';
import { prefixesOf } from '../../src/catalogue/search/index-keys.ts';
import { GOOD_WITH, NO_FILTERS } from '../../src/catalogue/search/pet-filters.ts';
import { searchWords } from '../../src/catalogue/search/search.ts';
import { textsOf } from '../../src/catalogue/search/search-index.ts';
import { removeStale } from '../../src/catalogue/search/stale-removal.ts';
import { wordsOf, wordsOfSearch } from '../../src/catalogue/search/words.ts';
import { SEXES } from '../../src/platform/database/column-values.ts';
import type { Database, Queries } from '../../src/platform/database/database.ts';

/** A search finds exactly what comparing all texts finds, after any sequence of changes. */

const RUNS = Number(process.env.FUZZ_RUNS ?? 12);
const AT = { actor: null, at: Date.parse('2026-11-22T12:00:00Z') };
const URL = 'https://petstore.example';
const WORDS = [
  'Bella',
  'belle',
  'béb',
  'Beagle',
  'beagles',
  'x',
  'Straße',
  'internationalisierung',
  'internationalist',
  'Bjørn',
  "O'Malley",
  '小白狗',
  '강아지',
];

const aText = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '));
const anOptionalText = fc.option(aText, { nil: null });
const aProfile = fc.record({
  breed: anOptionalText,
  color: anOptionalText,
  description: anOptionalText,
  sex: fc.option(fc.constantFrom(...SEXES), { nil: null }),
  goodWithDogs: fc.option(fc.boolean(), { nil: null }),
  birthDate: fc.constantFrom('2020-01-01', '2021-06-30', null),
});
const aNumber = fc.nat({ max: 30 });
const anOperation = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    name: aText,
    status: fc.constantFrom<PetStatus>(...PET_STATUSES),
  }),
  fc.record({ kind: fc.constant('rename' as const), n: aNumber, name: aText }),
  fc.record({ kind: fc.constant('describe' as const), n: aNumber, profile: aProfile }),
  fc.record({ kind: fc.constant('remove' as const), n: aNumber }),
);
type Operation = typeof anOperation extends fc.Arbitrary<infer Value> ? Value : never;

const aSearchWord = fc.constantFrom(
  'be',
  'bell',
  'BEAGLE',
  'x',
  'strass',
  'internationali',
  'internationalist',
  'no',
  'bjorn',
  'o’mal',
  'omal',
  '狗',
  '小白狗',
  '가',
);
const aSearch = fc.record({
  text: fc.option(
    fc
      .array(aSearchWord, { minLength: 1, maxLength: 3 })
      .map((words) => (words.includes('x') ? ['be', ...words] : words).join(' ')),
    { nil: undefined },
  ),
  status: fc.option(fc.constantFrom<PetStatus>(...PET_STATUSES), { nil: undefined }),
  sex: fc.option(fc.constantFrom(...SEXES), { nil: undefined }),
  goodWith: fc.option(fc.constant([GOOD_WITH[1]]), { nil: undefined }),
  bornAfter: fc.constantFrom(undefined, '2020-06-01', '2021-06-30'),
  order: fc.constantFrom('newest first' as const, 'oldest first' as const),
  limit: fc.integer({ min: 2, max: 6 }),
});
type Search = typeof aSearch extends fc.Arbitrary<infer Value> ? Value : never;

async function apply(db: Queries, operation: Operation): Promise<void> {
  if (operation.kind === 'add') {
    await createPet(db, { name: operation.name, categoryId: 1n, status: operation.status }, null, AT);
    return;
  }
  const all = await allListings(db);
  const chosen = all[operation.n % Math.max(1, all.length)];
  if (chosen === undefined) return;
  const { pet, profile } = chosen;
  await lockPet(db, pet.id);
  if (operation.kind === 'remove') await removePet(db, pet, AT);
  else if (operation.kind === 'rename') await changePet(db, pet, { name: operation.name }, AT);
  else await changeProfile(db, { petId: pet.id, profile }, operation.profile, AT, URL);
}

async function allListings(db: Queries): Promise<Listing[]> {
  const { listings, isCut } = await readPage(db, { order: 'oldest first', limit: 1_000 });
  assert.ok(!isCut);
  return [...listings];
}

function hasAll(text: string, searched: string | undefined): boolean {
  const words = [...wordsOf(text)];
  return [...wordsOfSearch(searched ?? '')].every((part) =>
    words.some((word) => (/^[a-z]/.test(part) ? word.startsWith(part) : word.includes(part))),
  );
}

function isFound({ pet, profile }: Listing, { text, status, sex, goodWith, bornAfter }: Search): boolean {
  const { breed, color, description, goodWithDogs, birthDate } = profile;
  return (
    hasAll([pet.name, breed, color, description].join(' '), text) &&
    (status === undefined || pet.status === status) &&
    (sex === undefined || profile.sex === sex) &&
    (goodWith === undefined || goodWithDogs === true) &&
    (bornAfter === undefined || (birthDate !== undefined && birthDate >= bornAfter))
  );
}

/** Reads all pages. */
async function walk(database: Database, search: ListingSearch): Promise<bigint[]> {
  const found: bigint[] = [];
  let after: bigint | undefined;
  do {
    const page = await listListings(database, { ...search, after });
    found.push(...page.items.map(({ pet }) => pet.id));
    after = page.examined;
  } while (after !== undefined);
  return found;
}

async function compare(database: Database, search: Search): Promise<void> {
  const { text, order, status } = search;
  const all = await allListings(database.read);
  if (order === 'newest first') all.reverse();
  const words = text === undefined ? [] : searchWords(text);
  const expected = all.filter((listing) => isFound(listing, search)).map(({ pet }) => pet.id);
  assert.deepEqual(await walk(database, { ...NO_FILTERS, ...search, words }), expected);
  if (expected.length > 0)
    assert.deepEqual(await walk(database, { ...NO_FILTERS, ...search, words, petId: expected }), expected);
  if (text === undefined) return;
  const byName = await searchByName(database, words, { ...NO_FILTERS, status, order, limit: 100 });
  assert.deepEqual(
    byName.items.map(({ id }) => id),
    all
      .filter(({ pet }) => hasAll(pet.name, text) && (status === undefined || pet.status === status))
      .map(({ pet }) => pet.id),
  );
}

/** When stale entries are removed, the index has what it would have if it was made from the texts now, and nothing else. */
async function compareIndex({ read, write }: Database): Promise<void> {
  while (await write((db) => removeStale(db, 5)));
  const rows = await read.selectFrom('search_prefixes').selectAll().execute();
  const ids = (await allListings(read)).map(({ pet }) => pet.id);
  const expected = [...(await textsOf(read, ids))].flatMap(([id, { name, breed, color, description }]) => {
    const ofName = prefixesOf(wordsOf(name));
    const all = prefixesOf(wordsOf([name, breed, color, description].join(' ')));
    return [...all].map((prefix) => `${prefix} ${id} ${ofName.has(prefix) ? 1 : 0}`);
  });
  assert.deepEqual(
    rows.map(({ prefix, pet_id, in_name }) => `${prefix} ${pet_id} ${in_name}`).sort(),
    expected.sort(),
  );
}

test('a search finds what comparing all texts finds, after any sequence of changes', async (t) => {
  const database = await temporaryDatabase(t);
  await fc.assert(
    fc.asyncProperty(
      fc.array(anOperation, { maxLength: 25, size: 'max' }),
      fc.array(aSearch, { minLength: 5, maxLength: 5 }),
      async (operations, searches) => {
        await database.write(async (db) => {
          for (const operation of operations) await apply(db, operation);
        });
        for (const search of searches) await compare(database, search);
        await compareIndex(database);
      },
    ),
    { numRuns: RUNS },
  );
});
