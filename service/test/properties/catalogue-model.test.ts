// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, at } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import { DAY, HOUR } from '../../src/platform/core/clock.ts';
import { withoutListing } from '../api/events/feed.ts';
import {
  ACTORS,
  type Actor,
  HOLD,
  Model,
  type Outcome,
  type Pet,
  sees,
  showOrder,
  showPet,
} from './catalogue-model.ts';

/** Compares pets and orders with a naive model after any sequence of requests. */

interface Real {
  service: TestService;
  keys: Record<Actor, string>;
  /** The address of the feed at the beginning of the run. */
  feedStart: string;
  /** Ids that were assigned, which no other pet or order may get. */
  given: Set<string>;
}

/** PostgreSQL differs in its transactions, not in the rules. */
const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.TEST_STORE === 'postgres' ? 3 : 6));

/** One action on the model and on the service, which must have the same outcome. */
class Step implements fc.AsyncCommand<Model, Real> {
  readonly #text: string;
  readonly #act: (model: Model, real: Real) => Promise<void>;

  constructor(text: string, act: (model: Model, real: Real) => Promise<void>) {
    this.#text = text;
    this.#act = act;
  }

  check = () => true;
  toString = () => this.#text;

  async run(model: Model, real: Real): Promise<void> {
    await this.#act(model, real);
    await assertSame(model, real);
  }
}

async function assertSame(model: Model, real: Real): Promise<void> {
  const { service, keys } = real;
  const pets = await readAll(service, keys.reader, '/v1/pets?sort=id&limit=100');
  assert.deepEqual(pets, model.pets.map(showPet));
  await assertBin(model, real);
  await assertOrders('manager', model, real);
}

async function assertBin({ bin }: Model, { service, keys }: Real): Promise<void> {
  for (const actor of ['shelter', 'manager'] as const) {
    const removed = await readAll(service, keys[actor], '/v1/bin?sort=id&limit=100');
    const seen = bin.filter(({ owner }) => actor === 'manager' || owner === actor);
    assert.deepEqual(
      removed.map(({ pet }) => pet),
      seen.map(showPet),
    );
  }
}

async function assertOrders(actor: Actor, model: Model, { service, keys }: Real): Promise<void> {
  const orders = await readAll(service, keys[actor], '/v1/store/orders?sort=id&limit=100');
  assert.deepEqual(orders, model.orders.filter((order) => sees(actor, order)).map(showOrder));
}

function assertOutcome({ status, json, text }: ApiResponse, expected: Outcome): void {
  assert.deepEqual(
    { status, code: status < 400 ? undefined : at(json, 'code') },
    { code: undefined, ...expected },
    text,
  );
}

/** Returns the assigned id; -1 if the request was rejected. */
function newId({ given }: Real, kind: string, { status, json }: ApiResponse): number {
  if (status !== 201) return -1;
  const id = at(json, 'id');
  assert.ok(typeof id === 'number' && !given.has(`${kind} ${id}`), `${kind} ${id} again`);
  given.add(`${kind} ${id}`);
  return id;
}

/** Maps a number to an id: mostly of `those`, else of `all`, sometimes an unknown one. */
function pick(number: number, those: readonly number[], all: readonly number[]): number {
  if (number % 16 === 0) return 4_000_000;
  const ids = number % 4 === 0 || those.length === 0 ? all : those;
  return ids[number % ids.length] ?? 4_000_000;
}

/** Picks mostly a pet of the catalogue, sometimes a removed one. */
function pickPet(number: number, { pets }: Model, real: Real): number {
  return pickAmong(pets, number, real);
}

/** Picks mostly a pet in the bin, sometimes one of the catalogue, or one that was deleted for good. */
function pickRemoved(number: number, { bin }: Model, real: Real): number {
  return pickAmong(bin, number, real);
}

function pickAmong(pets: readonly Pet[], number: number, { given }: Real): number {
  const all = [...given].filter((one) => one.startsWith('pet')).map((one) => Number(one.split(' ')[1]));
  return pick(
    number,
    pets.map(({ id }) => id),
    all,
  );
}

/** Picks mostly an open order, sometimes one that has ended. */
function pickOrder(number: number, { orders }: Model): number {
  const open = orders.filter(({ status }) => status === 'placed' || status === 'approved');
  return pick(
    number,
    open.map(({ id }) => id),
    orders.map(({ id }) => id),
  );
}

const aPerson = fc.constantFrom<Actor>(
  'shelter',
  'family',
  'manager',
  'shelter',
  'family',
  'manager',
  'reader',
);
const aNumber = fc.nat({ max: 1000 });
const aPetStatus = fc.constantFrom('available', 'pending', 'sold');
const fields = {
  name: fc.constantFrom('Frank', 'Zoë'),
  categoryId: fc.constantFrom(1, 2),
  status: fc.constantFrom('available', 'available', 'available', 'pending', 'sold'),
};
const aDraft = fc.record(fields, { requiredKeys: ['name', 'categoryId'] });
const aChange = fc
  .record({ ...fields, status: aPetStatus }, { requiredKeys: [] })
  .filter((change) => Object.keys(change).length > 0);
const aStep = fc.constantFrom(
  'placed',
  'approved',
  'approved',
  'completed',
  'completed',
  'cancelled',
  'expired',
);
const aPause = fc.constantFrom(1, HOUR, DAY, HOLD - 1, HOLD);

const commands = [
  fc.tuple(aPerson, aDraft).map(([actor, draft]) => createStep(actor, draft)),
  fc.tuple(aPerson, aNumber, aChange).map(([actor, n, change]) => patchStep(actor, n, change)),
  fc.tuple(aPerson, aNumber).map(([actor, n]) => removeStep(actor, n)),
  fc.tuple(aPerson, aNumber).map(([actor, n]) => restoreStep(actor, n)),
  fc.tuple(aPerson, aNumber).map(([actor, n]) => eraseStep(actor, n)),
  fc.tuple(aPerson, aNumber, aNumber).map(([actor, n, into]) => mergeStep(actor, n, into)),
  fc.tuple(aPerson, aNumber).map(([actor, n]) => placeStep(actor, n)),
  fc.tuple(aPerson, aNumber).map(([actor, n]) => placeStep(actor, n)),
  fc.tuple(aPerson, aNumber, aStep).map(([actor, n, status]) => moveStep(actor, n, status)),
  fc.tuple(aPerson, aNumber, aStep).map(([actor, n, status]) => moveStep(actor, n, status)),
  aPause.map((ms) => pauseStep(ms)),
];

function createStep(actor: Actor, draft: Omit<Pet, 'id'>): Step {
  return new Step(`${actor} adds ${JSON.stringify(draft)}`, async (model, real) => {
    const response = await post(real, actor, '/v1/pets', draft);
    const id = newId(real, 'pet', response);
    assertOutcome(response, model.create(actor, { id, ...draft }));
  });
}

function patchStep(actor: Actor, n: number, change: Partial<Pet>): Step {
  return new Step(`${actor} changes pet ${n}: ${JSON.stringify(change)}`, async (model, real) => {
    const id = pickPet(n, model, real);
    const response = await write(real, actor, 'PATCH', `/v1/pets/${id}`, change);
    assertOutcome(response, model.patch(actor, id, change));
  });
}

function removeStep(actor: Actor, n: number): Step {
  return new Step(`${actor} removes pet ${n}`, async (model, real) => {
    const id = pickPet(n, model, real);
    assertOutcome(await write(real, actor, 'DELETE', `/v1/pets/${id}`), model.remove(actor, id));
  });
}

function restoreStep(actor: Actor, n: number): Step {
  return new Step(`${actor} restores pet ${n}`, async (model, real) => {
    const id = pickRemoved(n, model, real);
    assertOutcome(await write(real, actor, 'POST', `/v1/pets/${id}/restore`), model.restore(actor, id));
  });
}

function eraseStep(actor: Actor, n: number): Step {
  return new Step(`${actor} deletes pet ${n} for good`, async (model, real) => {
    const id = pickRemoved(n, model, real);
    assertOutcome(await write(real, actor, 'DELETE', `/v1/bin/${id}`), model.erase(actor, id));
  });
}

function mergeStep(actor: Actor, n: number, other: number): Step {
  return new Step(`${actor} merges pet ${n} into pet ${other}`, async (model, real) => {
    const [id, into] = [pickPet(n, model, real), pickPet(other, model, real)];
    const response = await write(real, actor, 'POST', `/v1/pets/${id}/merge`, { into });
    assertOutcome(response, model.merge(actor, id, into));
  });
}

function placeStep(actor: Actor, n: number): Step {
  return new Step(`${actor} orders pet ${n}`, async (model, real) => {
    const petId = pickPet(n, model, real);
    const response = await post(real, actor, '/v1/store/orders', { petId });
    assertOutcome(response, model.place(actor, petId, newId(real, 'order', response)));
  });
}

function moveStep(actor: Actor, n: number, status: string): Step {
  return new Step(`${actor} makes order ${n} ${status}`, async (model, real) => {
    const id = pickOrder(n, model);
    const response = await write(real, actor, 'PATCH', `/v1/store/orders/${id}`, { status });
    assertOutcome(response, model.move(actor, id, status));
  });
}

function pauseStep(ms: number): Step {
  return new Step(`${ms / HOUR} hours pass`, async (model, { service }) => {
    service.clock.advance(ms);
    model.pass(ms);
  });
}

function write({ service, keys }: Real, actor: Actor, method: string, path: string, body?: object) {
  return service.send(path, { method, key: keys[actor], body });
}

function post(real: Real, actor: Actor, path: string, body: object) {
  return write(real, actor, 'POST', path, body);
}

/** Fails unless each account sees its orders and events, and the feed yields the catalogue. */
async function assertViews(model: Model, real: Real): Promise<void> {
  const { service, keys, feedStart } = real;
  assert.deepEqual(await readAll(service, keys.reader, '/v1/categories'), categoriesOf(model));
  for (const actor of ACTORS) {
    await assertOrders(actor, model, real);
    const events = await readAll(service, keys[actor], feedStart);
    const seen = model.events.filter(({ to }) => to === 'all' || to.includes(actor));
    assert.deepEqual(
      events.map(withoutListing).map(({ id, ...shown }) => shown),
      seen.map(({ shown }) => shown),
    );
    assert.deepEqual(replay(events), model.pets.map(showPet));
  }
}

function categoriesOf({ pets }: Model): object[] {
  const ids = [...new Set(pets.map(({ categoryId }) => categoryId))].sort((one, other) => one - other);
  return ids.map((id) => ({
    id,
    available: pets.filter(({ categoryId, status }) => categoryId === id && status === 'available').length,
  }));
}

/** Returns the catalogue that the events build up. */
function replay(events: readonly Record<string, unknown>[]): unknown[] {
  const held = new Map<unknown, unknown>();
  for (const { type, pet } of events) {
    if (type === 'pet.deleted') held.delete(at(pet, 'id'));
    else if (pet !== undefined) held.set(at(pet, 'id'), pet);
  }
  return [...held.entries()].sort(([one], [other]) => Number(one) - Number(other)).map(([, pet]) => pet);
}

async function emptyCatalogue(real: Omit<Real, 'feedStart' | 'given'>): Promise<string> {
  const { service, keys } = real;
  await service.database.write(async (queries) => {
    await queries.deleteFrom('orders').execute();
    await queries.deleteFrom('pets').execute();
    await queries.deleteFrom('removed_pets').execute();
  });
  const { headers } = await service.send('/v1/events?after=latest&limit=100', { key: keys.reader });
  return /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? assert.fail('the feed has a Link');
}

test('any sequence of requests has the responses, catalogue, orders and feed of a naive model', async (t) => {
  const service = await startService(t);
  const unlimited = { perMinute: 1_000_000, perDay: 1_000_000_000 };
  const keys = {
    reader: (await service.account({ ...unlimited, role: 'reader' })).key,
    shelter: (await service.account(unlimited)).key,
    family: (await service.account(unlimited)).key,
    manager: (await service.account({ ...unlimited, role: 'manager' })).key,
  };
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: 'max' }), async (steps) => {
      const feedStart = await emptyCatalogue({ service, keys });
      const model = new Model(service.clock.now());
      const real = { service, keys, feedStart, given: new Set<string>() };
      const available = { name: 'Zoë', categoryId: 2, status: 'available' };
      for (const actor of ['shelter', 'manager'] as const)
        await createStep(actor, available).run(model, real);
      await fc.asyncModelRun(() => ({ model, real }), steps);
      await assertViews(model, real);
    }),
    { numRuns: RUNS },
  );
});
