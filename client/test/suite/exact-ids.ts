import { equal, ok, rejectionOf } from './harness/assertions.ts';
import { simulatedClient } from './harness/simulated-client.ts';
import { collect, createClient, type TestCase } from './harness/test-case.ts';

const EDGES = [0n, 1n, -1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)];

export const exactIds: TestCase[] = [
  {
    name: 'keeps all digits of an int64 in a body, a filter and a list',
    run: async (environment) => {
      const { pets } = await createClient(environment);
      for (const categoryId of [...EDGES, ...anyInt64(12)]) {
        const pet = await pets.create({ name: `"id":1, "categoryId": ${categoryId}`, categoryId });
        equal([pet.categoryId, pet.name], [categoryId, `"id":1, "categoryId": ${categoryId}`]);
        const { items } = await pets.page({ categoryId, limit: 1 });
        equal(items, [pet]);
      }
    },
  },
  {
    name: 'keeps all digits of a list of int64, and removes it by null',
    run: async (environment) => {
      const { pets, listings } = await createClient(environment);
      const pet = await pets.create({ name: '"bondedWith":[1]', categoryId: 1n });
      const other = await pets.create({ name: 'Rex', categoryId: 1n });
      const missing = 2n ** 53n + 1n;
      const error = await rejectionOf(listings.changeProfile(pet.id, { bondedWith: [missing, other.id] }));
      ok(error instanceof Error && error.message.includes(`pet ${missing}`), String(error));
      await listings.changeProfile(pet.id, { bondedWith: [other.id] });
      const { pet: read, profile } = await listings.get(other.id);
      equal([read.name, profile.bondedWith], ['Rex', [pet.id]]);
      equal(await listings.changeProfile(pet.id, { bondedWith: null }), {});
    },
  },
  {
    name: 'rejects an id that is not a bigint, without sending a request',
    run: async (environment) => {
      const { network, petstore } = await simulatedClient(environment);
      const { pets, orders } = petstore;
      const number: never = Number('9007199254740993') as never; // as a program without types may pass it
      const errors = [
        await rejectionOf(pets.change(number, { name: 'x' })),
        await rejectionOf(pets.create({ name: 'x', categoryId: number })),
        await rejectionOf(pets.create({ name: 'x', categoryId: '5' as never })),
        await rejectionOf(orders.place({ petId: number })),
        await rejectionOf(collect(pets.list({ categoryId: number }))),
      ];
      for (const error of errors) {
        ok(error instanceof TypeError && /must be a bigint/.test(error.message), String(error));
      }
      equal(network.sent, []);
    },
  },
];

function anyInt64(count: number): bigint[] {
  return Array.from(crypto.getRandomValues(new BigInt64Array(count)));
}
