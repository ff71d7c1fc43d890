// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService, type TestService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import { PET_STATUSES, type Pet } from '../../src/catalogue/pets/pet.ts';
import { insertPet } from '../../src/catalogue/pets/pet-queries.ts';

/** Following cursors returns every matching pet and none twice, whatever is added meanwhile. */

/** A run takes four times as long on PostgreSQL. */
const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.TEST_STORE === 'postgres' ? 20 : 50));

type Draft = Pick<Pet, 'categoryId' | 'status'>;

const draft = fc.record(
  { categoryId: fc.bigInt({ min: 1n, max: 3n }), status: fc.constantFrom(...PET_STATUSES) },
  { requiredKeys: ['categoryId'] },
);
const drafts = fc.array(draft, { maxLength: 12 });

const list = fc.record({
  limit: fc.integer({ min: 1, max: 5 }),
  sort: fc.constantFrom('id', '-id'),
  status: fc.option(fc.constantFrom(...PET_STATUSES), { nil: undefined }),
  categoryId: fc.option(fc.bigInt({ min: 1n, max: 3n }), { nil: undefined }),
});

type List = typeof list extends fc.Arbitrary<infer T> ? T : never;

function addressOf({ limit, sort, status, categoryId }: List): string {
  const filters = { limit, sort, status, categoryId };
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return `/v1/pets?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

function matches({ status, categoryId }: List, pet: Draft): boolean {
  return (
    (status === undefined || status === pet.status) &&
    (categoryId === undefined || categoryId === pet.categoryId)
  );
}

async function add(service: TestService, some: readonly Draft[]): Promise<Pet[]> {
  return service.database.write(async (queries) => {
    const pets = [];
    for (const one of some) pets.push(await insertPet(queries, { name: 'Frank', ...one }, null, 0));
    return pets;
  });
}

interface Walk {
  /** The ids of each page in the order of receipt. */
  pages: number[][];
  added: Pet[];
}

/** Follows Link; adds the pets of `meanwhile[n]` while page n is read. */
async function followLinks(
  service: TestService,
  key: string,
  first: string,
  meanwhile: readonly (readonly Draft[])[],
): Promise<Walk> {
  const result: Walk = { pages: [], added: [] };
  for (let next: string | undefined = first; next !== undefined; ) {
    const adding = add(service, meanwhile[result.pages.length] ?? []);
    const page = await service.send(next, { key });
    result.added.push(...(await adding));
    assert.ok(page.status === 200 && Array.isArray(page.json), page.text);
    assert.ok(result.pages.length < 100, 'the pages do not end');
    result.pages.push(page.json.map((pet: { id: number }) => pet.id));
    next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return result;
}

test('following Link returns every existing pet once and in order while others are added', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 1_000_000 });
  await fc.assert(
    fc.asyncProperty(drafts, list, fc.array(drafts, { maxLength: 4 }), async (before, wanted, meanwhile) => {
      await service.database.write((queries) => queries.deleteFrom('pets').execute());
      const there = (await add(service, before))
        .filter((pet) => matches(wanted, pet))
        .map(({ id }) => Number(id));
      const { pages, added } = await followLinks(service, key, addressOf(wanted), meanwhile);

      const seen = pages.flat();
      assert.deepEqual(
        seen,
        [...new Set(seen)].sort((a, b) => (wanted.sort === 'id' ? a - b : b - a)),
      );
      for (const id of there) assert.ok(seen.includes(id), `pet ${id} was there`);
      const allowed = new Set([
        ...there,
        ...added.filter((pet) => matches(wanted, pet)).map(({ id }) => Number(id)),
      ]);
      for (const id of seen) assert.ok(allowed.has(id), `pet ${id} does not match`);
      for (const page of pages.slice(0, -1))
        assert.equal(page.length, wanted.limit, 'every page but the last is full');
    }),
    { numRuns: RUNS },
  );
});
