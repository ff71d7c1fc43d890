// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readAll } from '@petstore/testing/api-calls.ts';
import { listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import fc from 'fast-check';

/** A client that follows the feed gets every event once. */

const WRITERS = 32;
const WRITES_EACH = 16;
const RUNS = Number(process.env.FUZZ_RUNS ?? 1);
const PLENTY = { perMinute: 1_000_000 };

const KINDS = ['create', 'patch', 'delete', 'order', 'cancel', 'approve'] as const;
type Kind = (typeof KINDS)[number];

/** One write; `which` selects one of the pets or orders that are known at that time. */
interface Step {
  kind: Kind;
  which: number;
}

const step = fc.record({ kind: fc.constantFrom(...KINDS), which: fc.nat(10_000) });
const steps = fc.array(step, { minLength: WRITES_EACH, maxLength: WRITES_EACH });
const scripts = fc.array(steps, { minLength: WRITERS, maxLength: WRITERS });

/** The pets and orders of all writers, and how many of their writes were acknowledged. */
class Catalogue {
  readonly pets: number[] = [];
  readonly orders: number[] = [];
  readonly acknowledged = new Map<Kind, number>();
  readonly #service: TestService;
  readonly #key: string;

  constructor(service: TestService, key: string) {
    this.#service = service;
    this.#key = key;
  }

  async write({ kind, which }: Step): Promise<void> {
    const pet = this.pets[which % this.pets.length] ?? 1;
    const order = this.orders[which % this.orders.length] ?? 1;
    const { method, path, body } = requestOf(kind, which, pet, order);
    const response = await this.#service.send(path, { method, key: this.#key, body });
    // Another writer was faster.
    if (response.status === 404 || response.status === 409) return;
    assert.ok(response.status < 300, `${method} ${path}: ${response.text}`);
    this.acknowledged.set(kind, (this.acknowledged.get(kind) ?? 0) + 1);
    if (kind === 'create') this.pets.push(idOf(response.json));
    if (kind === 'order') this.orders.push(idOf(response.json));
  }
}

function requestOf(kind: Kind, which: number, pet: number, order: number) {
  const animal = { name: `pet ${which}`, categoryId: which % 7, status: 'available' };
  const requests = {
    create: { method: 'POST', path: '/v1/pets', body: animal },
    patch: { method: 'PATCH', path: `/v1/pets/${pet}`, body: { name: animal.name, categoryId: which % 5 } },
    delete: { method: 'DELETE', path: `/v1/pets/${pet}`, body: undefined },
    order: { method: 'POST', path: '/v1/store/orders', body: { petId: pet } },
    cancel: { method: 'PATCH', path: `/v1/store/orders/${order}`, body: { status: 'cancelled' } },
    approve: { method: 'PATCH', path: `/v1/store/orders/${order}`, body: { status: 'approved' } },
  };
  return requests[kind];
}

function idOf(json: unknown): number {
  assert.ok(typeof json === 'object' && json !== null && 'id' in json && typeof json.id === 'number');
  return json.id;
}

type Pet = Record<string, unknown>;

/** A copy of the catalogue that only the feed updates. */
class Reader {
  readonly pets = new Map<unknown, Pet>();
  readonly seen: { id: number; type: unknown }[] = [];
  /** The id of the event after which it follows. */
  start = 0;
  readonly #service: TestService;
  readonly #key: string;
  #next: string;

  constructor(service: TestService, key: string, start: string) {
    this.#service = service;
    this.#key = key;
    this.#next = start;
  }

  /** As the reference describes: take the latest event id, read the catalogue, follow. */
  static async fromLatest(service: TestService, key: string, limit: number): Promise<Reader> {
    const reader = new Reader(service, key, `/v1/events?after=latest&limit=${limit}`);
    await reader.step();
    reader.start = Number(new URLSearchParams(reader.#next.split('?')[1]).get('after'));
    for (const pet of await readAll(service, key, '/v1/pets?limit=10')) reader.pets.set(pet.id, pet);
    return reader;
  }

  /** Follows until the writers have ended and Link repeats the request. */
  async follow(ended: () => boolean): Promise<void> {
    for (;;) {
      const last = ended();
      const before = this.#next;
      await this.step();
      if (last && this.#next === before) return;
    }
  }

  async step(): Promise<void> {
    const response = await this.#service.send(this.#next, { key: this.#key });
    for (const event of listOf(response)) this.#apply(event);
    const next = nextOf(response);
    assert.ok(next !== undefined, 'every response of the feed has a Link');
    this.#next = next;
  }

  #apply({ id, type, pet }: Record<string, unknown>): void {
    const last = this.seen.at(-1)?.id ?? 0;
    assert.ok(typeof id === 'number' && id > last, `event ${id} came after ${last}`);
    this.seen.push({ id, type });
    if (typeof pet !== 'object' || pet === null) return;
    const copy: Pet = Object.fromEntries(Object.entries(pet));
    if (type === 'pet.deleted') this.pets.delete(copy.id);
    else this.pets.set(copy.id, copy);
  }

  count(type: string): number {
    return this.seen.filter((event) => event.type === type).length;
  }
}

function sorted(pets: Iterable<Pet>): Pet[] {
  return [...pets].sort((one, other) => Number(one.id) - Number(other.id));
}

async function runWriters(catalogue: Catalogue, script: readonly Step[][]): Promise<void> {
  await Promise.all(
    script.map(async (writes) => {
      for (const write of writes) await catalogue.write(write);
    }),
  );
}

/**
 * Returns a service with clients that send a request again that was shed. It was not handled: on a busy machine it had waited for
 * more than half a second.
 */
async function startPatient(t: TestContext): Promise<TestService> {
  const service = await startService(t);
  const send: TestService['send'] = async (...sent) => {
    for (;;) {
      const response = await service.send(...sent);
      if (response.status !== 503) return response;
    }
  };
  return { ...service, send };
}

async function idsInStore(service: TestService): Promise<number[]> {
  const rows = await service.database.read.selectFrom('events').select('id').orderBy('id').execute();
  return rows.map(({ id }) => Number(id));
}

test('clients that follow the feed during 32 concurrent writers get every event once and end with the catalogue', async (t) => {
  const acknowledged = new Set<Kind>();
  await fc.assert(
    fc.asyncProperty(scripts, async (script) => {
      const service = await startPatient(t);
      const manager = await service.account({ ...PLENTY, role: 'manager' });
      const visitor = await service.account({ ...PLENTY, role: 'reader' });
      const catalogue = new Catalogue(service, manager.key);
      for (let which = 0; which < 40; which += 1) await catalogue.write({ kind: 'create', which });

      let ended = false;
      const writing = runWriters(catalogue, script).finally(() => {
        ended = true;
      });
      const oldest = new Reader(service, manager.key, '/v1/events?limit=7');
      const [fromLatest, stranger] = await Promise.all([
        Reader.fromLatest(service, manager.key, 20),
        Reader.fromLatest(service, visitor.key, 3),
      ]);
      await Promise.all([
        writing,
        ...[oldest, fromLatest, stranger].map((reader) => reader.follow(() => ended)),
      ]);

      const catalogueNow = await readAll(service, manager.key, '/v1/pets?sort=id&limit=100');
      for (const reader of [oldest, fromLatest, stranger]) {
        assert.deepEqual(sorted(reader.pets.values()), catalogueNow);
      }
      const all = await idsInStore(service);
      for (const reader of [oldest, fromLatest]) {
        assert.deepEqual(
          reader.seen.map(({ id }) => id),
          all.filter((id) => id > reader.start),
        );
      }
      assert.equal(oldest.count('pet.created'), catalogue.acknowledged.get('create') ?? 0);
      assert.equal(oldest.count('pet.deleted'), catalogue.acknowledged.get('delete') ?? 0);
      assert.equal(oldest.count('order.placed'), catalogue.acknowledged.get('order') ?? 0);
      for (const kind of catalogue.acknowledged.keys()) acknowledged.add(kind);
      await service.close();
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  assert.deepEqual([...acknowledged].sort(), [...KINDS].sort(), 'every kind of write was made');
});
