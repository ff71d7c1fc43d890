import { PetstoreError } from '../../src/index.ts';
import { equal, rejects } from './harness/assertions.ts';
import { collect, createClient, type TestCase } from './harness/test-case.ts';

export const pagination: TestCase[] = [
  {
    name: 'lists each animal once, newest first, while others are added',
    run: async (environment) => {
      const { pets } = await createClient(environment);
      const categoryId = 101n;
      const ids: bigint[] = [];
      for (let added = 0; added < 25; added += 1) {
        ids.push((await pets.create({ name: `pet ${added}`, categoryId })).id);
      }
      const seen: bigint[] = [];
      for await (const { id } of pets.list({ categoryId, limit: 4 })) {
        seen.push(id);
        if (seen.length % 5 === 0) await pets.create({ name: 'late', categoryId });
      }
      equal(seen, ids.reverse());
    },
  },
  {
    name: 'continues a list from the cursor of a page; the last page has no cursor',
    run: async (environment) => {
      const { pets } = await createClient(environment);
      const categoryId = 102n;
      for (const name of ['a', 'b', 'c']) await pets.create({ name, categoryId });
      const query = { categoryId, sort: 'id', limit: 2 } as const;
      const { items, next } = await pets.page(query);
      equal(
        items.map(({ name }) => name),
        ['a', 'b'],
      );
      equal(
        (await collect(pets.list({ ...query, cursor: next }))).map(({ name }) => name),
        ['c'],
      );
      equal((await pets.page({ ...query, cursor: next })).next, undefined);
    },
  },
  {
    name: 'returns a page for ifNoneMatch only if it has changed',
    run: async (environment) => {
      const { pets } = await createClient(environment);
      const query = { categoryId: 103n };
      await pets.create({ name: 'a', ...query });
      const { etag } = await pets.page(query);
      equal(await pets.page(query, { ifNoneMatch: etag }), undefined);
      await pets.create({ name: 'b', ...query });
      equal((await pets.page(query, { ifNoneMatch: etag }))?.items.length, 2);
    },
  },
  {
    name: 'rejects a cursor that belongs to other filters (400)',
    run: async (environment) => {
      const { pets } = await createClient(environment);
      for (const name of ['a', 'b']) await pets.create({ name, categoryId: 104n });
      const { next } = await pets.page({ categoryId: 104n, limit: 1 });
      const error = await rejects(pets.page({ categoryId: 105n, cursor: next }), PetstoreError);
      equal([error.code, error.status], ['invalid_parameter', 400]);
    },
  },
];
