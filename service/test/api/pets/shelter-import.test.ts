import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readAll } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { type ApiResponse, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';

/** Imports the records of a real shelter and adopts one of the pets. */

const EXAMPLES = fileURLToPath(new URL('../../../../examples/', import.meta.url));
/** Of the shelter in Austin. */
const ROWS = 250;
const MAPPING = join(EXAMPLES, 'austin.mapping.json');

interface Fixture {
  service: TestService;
  key: string;
  /** Imports the file and returns the counts. */
  importFile(): Promise<Record<string, number>>;
}

async function setUp(t: TestContext): Promise<Fixture> {
  const service = await startService(t);
  const { store } = service;
  const create = ['accounts', 'create', 'default', '--plan', 'enterprise', '--role', 'manager', '--json'];
  const made = await runCommand(store, [...create, '--per-minute', '100000', '--per-day', '100000']);
  assert.equal(made.status, 0, made.err);
  const file = join(await temporaryFolder(t), 'austin.csv');
  const lines = (await readFile(join(EXAMPLES, 'austin.csv'), 'utf8')).split('\n');
  await writeFile(file, lines.slice(0, ROWS + 1).join('\n'));
  const importFile = async () => {
    const ran = await runCommand(store, ['pets', 'import', file, '--mapping', MAPPING, '--json']);
    assert.deepEqual([ran.status, ran.err], [0, '']);
    const { created, updated, unchanged, held } = JSON.parse(ran.out);
    return { created, updated, unchanged, held };
  };
  return { service, key: String(at(JSON.parse(made.out), 'key', 'secret')), importFile };
}

/** Follows the feed to its end. Returns the events and the next address. */
async function follow({ service, key }: Fixture, from: string) {
  const events = [];
  for (let path = from; ; ) {
    const response: ApiResponse = await service.send(path, { key });
    events.push(...listOf(response));
    const next = nextOf(response);
    assert.ok(next !== undefined);
    if (next === path) return { events, next };
    path = next;
  }
}

async function adopt({ service, key }: Fixture, petId: unknown): Promise<void> {
  const placed = await service.send('/v1/store/orders', { method: 'POST', key, body: { petId } });
  assert.equal(placed.status, 201, placed.text);
  for (const status of ['approved', 'completed']) {
    const order = placed.headers.get('location') ?? '';
    const moved = await service.send(order, { method: 'PATCH', key, body: { status } });
    assert.deepEqual([moved.status, at(moved.json, 'status')], [200, status]);
  }
}

async function categories({ service, key }: Fixture) {
  const found = await readAll(service, key, '/v1/categories');
  const names: Record<string, string> = { 1: 'Dog', 2: 'Cat', 3: 'Bird', 4: 'Livestock', 5: 'Other' };
  for (const { id, name } of found) assert.equal(name, names[String(id)]);
  return found;
}

function assertCounts(available: Record<string, unknown>[], counted: Record<string, unknown>[]): void {
  for (const { id, available: count } of counted) {
    assert.equal(available.filter((pet) => pet.categoryId === id).length, count, `category ${id}`);
  }
}

test('imports rows with an event for each pet and each profile, and a second import keeps an adoption', async (t) => {
  const fixture = await setUp(t);
  const { service, key } = fixture;
  const latest = nextOf(await service.send('/v1/events?after=latest&limit=100', { key })) ?? '';
  const first = await fixture.importFile();
  const imported = await follow(fixture, latest);
  const catalogue = await readAll(service, key, '/v1/pets?sort=id&limit=100');
  const eventsOf = (kind: string) => imported.events.filter(({ type }) => type === kind);
  assert.deepEqual(
    eventsOf('pet.created').map(({ pet }) => pet),
    catalogue,
  );
  assert.deepEqual(
    eventsOf('listing.updated').map(({ listing }) => listing),
    await readAll(service, key, '/v1/listings?sort=id&limit=100'),
  );
  assert.equal(catalogue.length, first.created);

  const [pet] = listOf(await service.send('/v1/pets?status=available&limit=1', { key }));
  await adopt(fixture, pet?.id);
  const adoption = await follow(fixture, imported.next);
  assert.deepEqual(adoption.events.map(({ type }) => type).sort(), [
    'order.approved',
    'order.completed',
    'order.placed',
    'pet.updated',
    'pet.updated',
  ]);

  const again = await fixture.importFile();
  assert.deepEqual([again.created, again.updated], [0, 0]);
  const adopted = await service.send(`/v1/pets/${pet?.id}`, { key });
  assert.deepEqual(adopted.json, { ...pet, status: 'sold' });
  assert.deepEqual((await follow(fixture, adoption.next)).events, []);
  assertCounts(await readAll(service, key, '/v1/pets?status=available&limit=100'), await categories(fixture));
});
