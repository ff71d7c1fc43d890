// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import { DAY } from '../../src/platform/core/clock.ts';

/**
 * After any requests, also simultaneous ones: a group is the same for all of its animals, has two to five of them, all or none are held,
 * by orders that name each other and have one status, and all or none are sold.
 */

const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.TEST_STORE === 'postgres' ? 3 : 5));
const PETS = 4;

const aPet = fc.nat({ max: PETS - 1 });
const aStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('bond' as const), pet: aPet, others: fc.array(aPet) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('order' as const), pet: aPet }) },
  fc.record({
    kind: fc.constant('change order' as const),
    pet: aPet,
    status: fc.constantFrom('approved', 'completed', 'cancelled'),
  }),
  fc.record({
    kind: fc.constant('set' as const),
    pet: aPet,
    status: fc.constantFrom('available', 'available', 'sold', null),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    pet: aPet,
    reason: fc.constantFrom('adoption', 'died', 'return'),
  }),
  fc.record({ kind: fc.constantFrom('alone' as const, 'bin' as const, 'wait' as const), pet: aPet }),
  fc.record({ kind: fc.constant('merge' as const), pet: aPet, into: aPet }),
);
type Step = typeof aStep extends fc.Arbitrary<infer Value> ? Value : never;

class Catalogue {
  readonly #service: TestService;
  readonly #key: string;
  readonly #pets: number[];

  constructor(service: TestService, key: string, pets: number[]) {
    this.#service = service;
    this.#key = key;
    this.#pets = pets;
  }

  async apply(step: Step): Promise<void> {
    const petId = this.#pets[step.pet];
    const pet = `pets/${petId}`;
    switch (step.kind) {
      case 'bond': {
        const others = [...new Set(step.others)].filter((index) => index !== step.pet);
        const bondedWith = others.map((index) => this.#pets[index]);
        return this.#send('PATCH', `${pet}/profile`, { bondedWith });
      }
      case 'alone':
        return this.#send('PATCH', `${pet}/profile`, { bondedWith: null });
      case 'order':
        return this.#send('POST', 'store/orders', { petId, holdHours: 24 });
      case 'change order': {
        const [order] = await this.#orders(Number(petId));
        if (order !== undefined)
          await this.#send('PATCH', `store/orders/${order.id}`, { status: step.status });
        return;
      }
      case 'set':
        return this.#send('PATCH', pet, { status: step.status });
      case 'move': {
        const type = step.reason === 'return' ? 'intake' : 'outcome';
        const status = type === 'intake' ? 'available' : undefined;
        return this.#send('POST', `${pet}/movements`, {
          type,
          reason: step.reason,
          date: '2026-11-21',
          status,
        });
      }
      case 'bin':
        await this.#send('DELETE', pet);
        return this.#send('POST', `${pet}/restore`);
      case 'wait':
        return this.#service.clock.advance(DAY);
      case 'merge':
        return this.#merge(step.pet, step.into);
    }
  }

  async #merge(from: number, into: number): Promise<void> {
    const path = `pets/${this.#pets[from]}/merge`;
    const body = { into: this.#pets[into] };
    const { status } = await this.#service.send(`/v1/${path}`, { method: 'POST', key: this.#key, body });
    if (status === 200) this.#pets[from] = await addPet(this.#service, this.#key);
  }

  async #send(method: string, path: string, body?: object): Promise<void> {
    const { status, text } = await this.#service.send(`/v1/${path}`, {
      method,
      key: this.#key,
      ...(body && { body }),
    });
    assert.ok(status < 500, text);
  }

  async #orders(petId: number) {
    const orders = await readAll(this.#service, this.#key, `/v1/store/orders?petId=${petId}`);
    return orders.filter(({ status }) => status === 'placed' || status === 'approved');
  }

  async assertConsistent(): Promise<void> {
    const listings = await readAll(this.#service, this.#key, `/v1/listings?ids=${this.#pets.join()}`);
    const groups = new Map(
      listings.map((listing) => {
        const ids = (at(listing, 'profile', 'bondedWith') ?? []) as number[];
        return [Number(at(listing, 'pet', 'id')), ids] as const;
      }),
    );
    const statuses = new Map(
      listings.map((listing) => [Number(at(listing, 'pet', 'id')), at(listing, 'pet', 'status')]),
    );
    for (const [petId, others] of groups) {
      const group = [petId, ...others].sort((one, other) => one - other);
      assert.ok(!others.includes(petId));
      const open = await this.#orders(petId);
      for (const other of others) {
        const ofOther = [other, ...(groups.get(other) ?? [])].sort((one, next) => one - next);
        assert.deepEqual(ofOther, group, 'a group is the same for all');
        const isSold = (id: number) => statuses.get(id) === 'sold';
        assert.equal(isSold(other), isSold(petId), 'all or none are sold');
        const held = await this.#orders(other);
        assert.equal(held.length, open.length, `pets ${group}: all or none are held`);
        assert.deepEqual(
          held.map(({ status }) => status),
          open.map(({ status }) => status),
        );
      }
      if (open.length > 0) assert.equal(statuses.get(petId), 'pending');
      const bonded = open.map(({ bondedOrderIds }) => bondedOrderIds ?? []);
      const ofOthers = await Promise.all(others.map((other) => this.#orders(other)));
      const ids = ofOthers.flat().map(({ id }) => Number(id));
      const sorted = (numbers: unknown) => (numbers as number[]).toSorted((one, other) => one - other);
      if (open.length > 0) assert.deepEqual(sorted(bonded.flat()), sorted(ids), 'the orders name each other');
    }
  }
}

test('a group is held, sold and changed as one, whatever is asked at the same time', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ role: 'manager', perMinute: 1_000_000, perDay: 1_000_000 });
  const someSteps = fc.array(fc.array(aStep, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(someSteps, async (rounds) => {
      const pets: number[] = [];
      for (let n = 0; n < PETS; n += 1) pets.push(await addPet(service, key));
      const catalogue = new Catalogue(service, key, pets);
      const pair: Step = { kind: 'bond', pet: 0, others: [1] };
      for (const steps of [[pair], ...rounds]) {
        await Promise.all(steps.map((step) => catalogue.apply(step)));
        await catalogue.assertConsistent();
      }
    }),
    { numRuns: RUNS },
  );
});
