// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import type { VisitorFilters } from '../../../src/adoption/public-pages/visitor-search.ts';
import type { AllFilters } from '../../../src/catalogue/search/pet-filters.ts';
import { DAY } from '../../../src/platform/core/clock.ts';
import { PUBLIC } from '../public-pages/public-fixture.ts';

/** Every filter of every list excludes an animal, also together with words and with chosen animals, on all pages. */

const service = await startSharedService({ env: PUBLIC });
const { key } = await service.account({ plan: 'business', role: 'manager' });

function daysAgo(days: number): string {
  return new Date(service.clock.now() - days * DAY).toISOString().slice(0, 10);
}

/** `near` and `within` select all animals or none: public-pages/adoptable.test.ts. */
const NO_FILTERS = ['limit', 'sort', 'cursor', 'approximate', 'near', 'within'];

type Name = keyof AllFilters | 'words' | 'photos';

interface Excluded {
  /** The value of the filter. */
  readonly value: string;
  /** How the animal that it excludes differs from the one that all filters find. */
  readonly pet?: object;
  readonly profile?: object;
  readonly hasPhoto?: true;
}

const FOUND = { name: 'Bella', categoryId: 1, status: 'available' };
const FOUND_PROFILE = {
  tags: ['calm', 'likes water'],
  sex: 'female',
  size: 'small',
  goodWithDogs: true,
  birthDate: daysAgo(700),
};

const EXCLUDED: Readonly<Record<Name, Excluded>> = {
  status: { value: 'available', pet: { status: 'sold' } },
  categoryId: { value: '1', pet: { categoryId: 2 } },
  petId: { value: '' },
  words: { value: 'bella', pet: { name: 'Rex' } },
  sex: { value: 'female', profile: { sex: 'male' } },
  size: { value: 'small', profile: { size: 'large' } },
  goodWith: { value: 'dogs', profile: { goodWithDogs: false } },
  tag: { value: 'likes%20water', profile: { tags: ['likes', 'water', 'Likes water'] } },
  bornAfter: { value: daysAgo(1_000), profile: { birthDate: daysAgo(4_000) } },
  bornBefore: { value: daysAgo(400), profile: { birthDate: daysAgo(30) } },
  photos: { value: 'without', hasPhoto: true },
};

/** The filters that exclude the same animals as a filter of the public pages. That on the place excludes all or none. */
const OF_VISITORS: Readonly<
  Record<Exclude<keyof VisitorFilters, 'nearness'>, readonly [value: string, ...Name[]]>
> = {
  categoryId: ['1', 'categoryId'],
  sex: ['female', 'sex'],
  size: ['small', 'size'],
  age: ['young', 'bornAfter', 'bornBefore'],
  goodWith: ['dogs', 'goodWith'],
  ids: ['', 'petId'],
  q: ['bella', 'words'],
};

async function add({ pet, profile, hasPhoto }: Partial<Excluded>): Promise<number> {
  const id = await addPet(service, key, { ...FOUND, ...pet });
  const body = { ...FOUND_PROFILE, ...profile };
  const { status } = await service.send(`/v1/pets/${id}/profile`, { method: 'PATCH', key, body });
  assert.equal(status, 200);
  if (hasPhoto) {
    const photo = { id: 'a', position: 0n, alt: '', width: 1n, height: 1n, color: '#ffffff', bytes: 1n };
    await service.database.write((db) =>
      db
        .insertInto('photos')
        .values({ ...photo, pet_id: BigInt(id) })
        .execute(),
    );
  }
  return id;
}

const found = await add({});
/** The animals that one filter each excludes, by the name of the filter. */
const others = new Map<Name, number>();
for (const [name, excluded] of Object.entries(EXCLUDED)) others.set(name as Name, await add(excluded));

/** Returns the animals that a list with these filters has, newest first. */
function expected(names: readonly Name[]): number[] {
  const left = [...others].filter(([name]) => !names.includes(name)).map(([, id]) => id);
  return [found, ...left].toReversed();
}

function given(name: Name): string {
  return name === 'petId' ? expected(['petId']).join() : EXCLUDED[name].value;
}

/** Returns the names of the filters of an operation, from its schema. */
async function filtersOf(path: string): Promise<string[]> {
  const { json } = await service.send('/openapi.json');
  const parameters = at(json, 'paths', path, 'get', 'parameters');
  assert.ok(Array.isArray(parameters));
  const names = parameters.filter((each) => at(each, 'in') === 'query').map((each) => at(each, 'name'));
  return names.map(String).filter((name) => !NO_FILTERS.includes(name));
}

const LISTS = [
  { path: '/pets', words: 'name', idOf: (item: unknown) => at(item, 'id'), combined: ['words'] },
  {
    path: '/listings',
    words: 'q',
    idOf: (item: unknown) => at(item, 'pet', 'id'),
    combined: ['words', 'petId', 'sex'],
  },
] as const;

/** The filters that have another name than their parameter. */
const FILTERS: Readonly<Record<string, Name>> = { ids: 'petId' };

/** Returns all subsets. */
function subsets([first, ...rest]: readonly Name[]): Name[][] {
  if (first === undefined) return [[]];
  return subsets(rest).flatMap((subset) => [subset, [first, ...subset]]);
}

for (const { path, words, idOf, combined } of LISTS) {
  for (const parameter of await filtersOf(path)) {
    const filter = FILTERS[parameter] ?? ((parameter === words ? 'words' : parameter) as Name);
    const parameterOf = (name: Name) => (name === filter ? parameter : name === 'words' ? words : name);
    test(`GET /v1${path} with ${parameter} excludes an animal, alone and with ${combined.join(', ')}`, async () => {
      assert.ok(others.has(filter), 'add an animal that this filter excludes');
      for (const more of subsets(combined)) {
        const names = [...new Set([filter, ...more])];
        const query = names.map((name) => `${parameterOf(name)}=${given(name)}`).join('&');
        const items = await readAll(service, key, `/v1${path}?limit=3&${query}`);
        assert.deepEqual(items.map(idOf), expected(names), query);
      }
    });
  }
}

for (const [parameter, [value, ...names]] of Object.entries(OF_VISITORS)) {
  test(`the public pages with ${parameter} exclude an animal, alone and with q`, async () => {
    for (const [query, more] of [['', []] as const, [`&q=${EXCLUDED.words.value}`, ['words']] as const]) {
      const ids = expected(['status', ...names, ...more]);
      const asked = `${parameter}=${parameter === 'ids' ? given('petId') : value}${query}`;
      const items = await readAll(service, key, `/adopt.json?limit=3&${asked}`);
      assert.deepEqual(items.map(LISTS[1].idOf), ids, asked);
      const page = await service.send(`/adopt?${asked}`);
      const shown = [...page.text.matchAll(/<h2 dir="auto"><a href="\/adopt\/(\d+)\//g)];
      // It has an order of its own.
      assert.deepEqual(
        shown.map(([, id]) => Number(id)).sort((one, other) => other - one),
        ids,
        asked,
      );
      const feed = await service.send(`/adopt/feed.xml?${asked}`);
      const entries = [...feed.text.matchAll(/<id>[^<]*\/adopt\/(\d+)<\/id>/g)];
      assert.deepEqual(
        entries.map(([, id]) => Number(id)),
        ids,
        asked,
      );
    }
  });
}
