import { type Case, clientOf, collect, errorOf, holds, same } from './case.ts';

const EDGES = [0n, 1n, -1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)];

export const exactIds: Case[] = [
  {
    name: 'every int64 comes back with all its digits, in a body, a filter and a list',
    run: async (stage) => {
      const { pets } = await clientOf(stage);
      for (const categoryId of [...EDGES, ...anyInt64(12)]) {
        const pet = await pets.create({ name: `"id":1, "categoryId": ${categoryId}`, categoryId });
        same([pet.categoryId, pet.name], [categoryId, `"id":1, "categoryId": ${categoryId}`]);
        const { items } = await pets.page({ categoryId, limit: 1 });
        same(items, [pet]);
      }
    },
  },
  {
    name: 'an id that is no bigint is refused before anything is sent',
    run: async (stage) => {
      const sent: string[] = [];
      const { pets, orders } = await clientOf(stage, {
        fetch: (input, init) => {
          sent.push(String(input));
          return fetch(input, init);
        },
      });
      const number: never = Number('9007199254740993') as never; // as from a program without types
      const errors = [
        await errorOf(pets.change(number, { name: 'x' })),
        await errorOf(pets.create({ name: 'x', categoryId: number })),
        await errorOf(orders.place({ petId: number })),
        await errorOf(collect(pets.list({ categoryId: number }))),
      ];
      for (const error of errors)
        holds(error instanceof TypeError && /must be a bigint/.test(error.message), String(error));
      same(sent, []);
    },
  },
];

function anyInt64(count: number): bigint[] {
  return Array.from(crypto.getRandomValues(new BigInt64Array(count)));
}
