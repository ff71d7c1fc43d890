import { PetstoreError } from '../../src/index.ts';
import { type Case, clientOf, collect, failureOf, same } from './case.ts';

export const paging: Case[] = [
  {
    name: 'a walk sees each animal once, newest first, although others are added meanwhile',
    run: async (stage) => {
      const { pets } = await clientOf(stage);
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
      same(seen, ids.reverse());
    },
  },
  {
    name: 'a walk goes on from the cursor of a page, and the last page has none',
    run: async (stage) => {
      const { pets } = await clientOf(stage);
      const categoryId = 102n;
      for (const name of ['a', 'b', 'c']) await pets.create({ name, categoryId });
      const query = { categoryId, sort: 'id', limit: 2 } as const;
      const { items, next } = await pets.page(query);
      same(
        items.map(({ name }) => name),
        ['a', 'b'],
      );
      same(
        (await collect(pets.list({ ...query, cursor: next }))).map(({ name }) => name),
        ['c'],
      );
      same((await pets.page({ ...query, cursor: next })).next, undefined);
    },
  },
  {
    name: 'a page that has not changed does not come again, and one that has does',
    run: async (stage) => {
      const { pets } = await clientOf(stage);
      const query = { categoryId: 103n };
      await pets.create({ name: 'a', ...query });
      const { etag } = await pets.page(query);
      same(await pets.page(query, { ifNoneMatch: etag }), undefined);
      await pets.create({ name: 'b', ...query });
      same((await pets.page(query, { ifNoneMatch: etag }))?.items.length, 2);
    },
  },
  {
    name: 'a cursor of other filters is an error of the call that uses it',
    run: async (stage) => {
      const { pets } = await clientOf(stage);
      for (const name of ['a', 'b']) await pets.create({ name, categoryId: 104n });
      const { next } = await pets.page({ categoryId: 104n, limit: 1 });
      const error = await failureOf(pets.page({ categoryId: 105n, cursor: next }), PetstoreError);
      same([error.code, error.status], ['invalid_parameter', 400]);
    },
  },
];
