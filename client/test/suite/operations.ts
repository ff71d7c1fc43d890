import { PetstoreError } from '../../src/index.ts';
import { equal, rejects } from './harness/assertions.ts';
import { collect, createClient, type TestCase } from './harness/test-case.ts';

export const operations: TestCase[] = [
  {
    name: 'adds, reads, changes and removes an animal',
    run: async (environment) => {
      const { pets } = await createClient(environment);
      const { id } = await pets.create({ name: 'Frank', categoryId: 7n });
      equal(await pets.get(id), { id, name: 'Frank', categoryId: 7n });
      const changed = { id, name: 'Franz', categoryId: 8n, status: 'available' };
      equal(await pets.change(id, { name: 'Franz', categoryId: 8n, status: 'available' }), changed);
      await pets.remove(id);
      equal((await rejects(pets.get(id), PetstoreError)).code, 'pet_not_found');
    },
  },
  {
    name: 'applies a batch of changes with exact ids, and returns the result of each',
    run: async (environment) => {
      const { pets, listings } = await createClient(environment);
      const categoryId = 9_007_199_254_740_993n;
      const { id: petId } = await pets.create({ name: 'Frank', categoryId: 7n, status: 'available' });
      const { failed, results } = await pets.batch([
        { operation: 'createPet', pet: { name: 'Eve', categoryId }, profile: { breed: 'Beagle' } },
        { operation: 'changePet', petId, pet: { categoryId } },
        { operation: 'changePet', petId, pet: { name: 'Franz' }, ifMatch: '"old"' },
        { operation: 'removePet', petId },
      ]);
      const id = results[0]?.pet?.id ?? 0n;
      equal(results[0]?.pet, { id, name: 'Eve', categoryId });
      equal(results[1]?.pet, { id: petId, name: 'Frank', categoryId, status: 'available' });
      equal(results[2]?.error?.code, 'precondition_failed');
      equal([failed, ...results.map(({ status }) => status)], [1, 201, 200, 412, 204]);
      equal((await listings.get(id)).profile, { breed: 'Beagle' });
    },
  },
  {
    name: 'places, reads, lists, approves and completes an order that holds its animal',
    run: async (environment) => {
      const { pets, orders } = await createClient(environment);
      const { id: petId } = await pets.create({ name: 'Frank', categoryId: 1n, status: 'available' });
      const placed = await orders.place({ petId, reference: 'application 118' });
      equal([placed.petId, placed.status, placed.reference], [petId, 'placed', 'application 118']);
      equal((await pets.get(petId)).status, 'pending');
      equal(await orders.get(placed.id), placed);
      equal(await collect(orders.list({ petId, status: 'placed' })), [placed]);
      equal((await orders.change(placed.id, { status: 'approved' })).status, 'approved');
      equal((await orders.change(placed.id, { status: 'completed' })).status, 'completed');
      equal((await pets.get(petId)).status, 'sold');
    },
  },
  {
    name: 'lists for each animal what the account may do with it',
    run: async (environment) => {
      const { pets, orders } = await createClient(environment);
      const free = await pets.create({ name: 'Frank', categoryId: 1n, status: 'available' });
      const held = await pets.create({ name: 'Eve', categoryId: 1n, status: 'available' });
      await orders.place({ petId: held.id });
      const allowed = await pets.permissions([free.id, held.id, 9_007_199_254_740_993n]);
      equal(
        allowed.map(({ pet }) => pet.id),
        [held.id, free.id],
      );
      equal(allowed[0]?.allowedOrderStatuses, ['approved', 'cancelled']);
      equal(allowed[1]?.allowedPetStatuses, ['pending', 'sold']);
    },
  },
  {
    name: 'reads the plan, both quota windows and 30 days of usage',
    run: async (environment) => {
      const petstore = await createClient(environment, { terms: { plan: 'pro', role: 'reader' } });
      const { plan, role, minute, day, bans, days } = await petstore.usage();
      equal(
        [plan, role, minute.limit, day.limit, bans.length, days.length],
        ['pro', 'reader', 300, 10_000, 0, 30],
      );
      equal(petstore.quota?.minute.remaining, minute.remaining);
    },
  },
  {
    name: 'lists categories with the number of their available animals',
    run: async (environment) => {
      const { pets, categories } = await createClient(environment);
      const categoryId = 4_000_000_000_000_000_001n;
      await pets.create({ name: 'Frank', categoryId, status: 'available' });
      await pets.create({ name: 'Eve', categoryId, status: 'sold' });
      const found = (await collect(categories.list())).find(({ id }) => id === categoryId);
      equal(found, { id: categoryId, available: 1 });
    },
  },
];
