import { PetstoreError } from '../../src/index.ts';
import { type Case, clientOf, collect, failureOf, same } from './case.ts';

export const operations: Case[] = [
  {
    name: 'an animal is added, read, changed and removed',
    run: async (stage) => {
      const { pets } = await clientOf(stage);
      const { id } = await pets.create({ name: 'Frank', categoryId: 7n });
      same(await pets.get(id), { id, name: 'Frank', categoryId: 7n });
      const changed = { id, name: 'Franz', categoryId: 8n, status: 'available' };
      same(await pets.change(id, { name: 'Franz', categoryId: 8n, status: 'available' }), changed);
      await pets.remove(id);
      same((await failureOf(pets.get(id), PetstoreError)).code, 'pet_not_found');
    },
  },
  {
    name: 'an order holds its animal and is read, listed, approved and completed',
    run: async (stage) => {
      const { pets, orders } = await clientOf(stage);
      const { id: petId } = await pets.create({ name: 'Frank', categoryId: 1n, status: 'available' });
      const placed = await orders.place({ petId, reference: 'application 118' });
      same([placed.petId, placed.status, placed.reference], [petId, 'placed', 'application 118']);
      same((await pets.get(petId)).status, 'pending');
      same(await orders.get(placed.id), placed);
      same(await collect(orders.list({ petId, status: 'placed' })), [placed]);
      same((await orders.change(placed.id, { status: 'approved' })).status, 'approved');
      same((await orders.change(placed.id, { status: 'completed' })).status, 'completed');
      same((await pets.get(petId)).status, 'sold');
    },
  },
  {
    name: 'permissions say for each animal what the account may do with it',
    run: async (stage) => {
      const { pets, orders } = await clientOf(stage);
      const free = await pets.create({ name: 'Frank', categoryId: 1n, status: 'available' });
      const held = await pets.create({ name: 'Eve', categoryId: 1n, status: 'available' });
      await orders.place({ petId: held.id });
      const allowed = await pets.permissions([free.id, held.id, 9_007_199_254_740_993n]);
      same(
        allowed.map(({ pet }) => pet.id),
        [held.id, free.id],
      );
      same(allowed[0]?.allowedOrderStatuses, ['approved', 'cancelled']);
      same(allowed[1]?.allowedPetStatuses, ['pending', 'sold']);
    },
  },
  {
    name: 'usage tells the plan, both windows and thirty days',
    run: async (stage) => {
      const petstore = await clientOf(stage, { terms: { plan: 'pro', role: 'reader' } });
      const { plan, role, minute, day, bans, days } = await petstore.usage();
      same(
        [plan, role, minute.limit, day.limit, bans.length, days.length],
        ['pro', 'reader', 300, 10_000, 0, 30],
      );
      same(petstore.quota?.minute.remaining, minute.remaining);
    },
  },
  {
    name: 'categories come with the number of their animals that are available',
    run: async (stage) => {
      const { pets, categories } = await clientOf(stage);
      const categoryId = 4_000_000_000_000_000_001n;
      await pets.create({ name: 'Frank', categoryId, status: 'available' });
      await pets.create({ name: 'Eve', categoryId, status: 'sold' });
      const found = (await collect(categories.list())).find(({ id }) => id === categoryId);
      same(found, { id: categoryId, available: 1n });
    },
  },
];
