// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readAll } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { type ApiResponse, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';

/** Imports the records of a real shelter and adopts one of the pets. */

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const MAPPING = join(ROOT, 'examples', 'austin.mapping.json');
/** 1,000 rows of the shelter in Austin. */
const FILES = {
  'a thousand rows': join(ROOT, 'examples', 'austin.csv'),
  'five thousand rows': join(ROOT, '..', 'shared', 'data', 'austin-outcomes.csv'),
};

interface Place {
  store: string;
  service: TestService;
  key: string;
  /** Imports the file and returns the counts. */
  importFile(): Promise<Record<string, number>>;
}

async function start(t: TestContext, file: string): Promise<Place> {
  const store = await temporaryStore(t);
  const service = await startService(t, { store });
  const create = ['accounts', 'create', 'default', '--plan', 'enterprise', '--role', 'manager', '--json'];
  const made = await runCommand(store, [...create, '--per-minute', '100000', '--per-day', '100000']);
  assert.equal(made.status, 0, made.err);
  const importFile = async () => {
    const ran = await runCommand(store, ['pets', 'import', file, '--mapping', MAPPING, '--json']);
    assert.deepEqual([ran.status, ran.err], [0, '']);
    const { created, updated, unchanged, held } = JSON.parse(ran.out);
    return { created, updated, unchanged, held };
  };
  return { store, service, key: String(at(JSON.parse(made.out), 'key', 'secret')), importFile };
}

/** Follows the feed to its end. Returns the events and the next address. */
async function follow({ service, key }: Place, from: string) {
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

async function adopt({ service, key }: Place, petId: unknown): Promise<void> {
  const placed = await service.send('/v1/store/orders', { method: 'POST', key, body: { petId } });
  assert.equal(placed.status, 201, placed.text);
  for (const status of ['approved', 'completed']) {
    const order = placed.headers.get('location') ?? '';
    const moved = await service.send(order, { method: 'PATCH', key, body: { status } });
    assert.deepEqual([moved.status, at(moved.json, 'status')], [200, status]);
  }
}

async function adoptFromFile(t: TestContext, file: string): Promise<void> {
  const place = await start(t, file);
  const { service, key } = place;
  const head = nextOf(await service.send('/v1/events?after=latest&limit=100', { key })) ?? '';
  const first = await place.importFile();
  const told = await follow(place, head);
  const catalogue = await readAll(service, key, '/v1/pets?sort=id&limit=100');
  assert.deepEqual(
    told.events.map(({ type, pet }) => [type, pet]),
    catalogue.map((pet) => ['pet.created', pet]),
  );
  assert.equal(catalogue.length, first.created);

  const [animal] = listOf(await service.send('/v1/pets?status=available&limit=1', { key }));
  await adopt(place, animal?.id);
  const adoption = await follow(place, told.next);
  assert.deepEqual(adoption.events.map(({ type }) => type).sort(), [
    'order.approved',
    'order.completed',
    'order.placed',
    'pet.updated',
    'pet.updated',
  ]);

  const again = await place.importFile();
  assert.deepEqual([again.created, again.updated], [0, 0]);
  const adopted = await service.send(`/v1/pets/${animal?.id}`, { key });
  assert.deepEqual(adopted.json, { ...animal, status: 'sold' });
  assert.deepEqual((await follow(place, adoption.next)).events, []);
  assertCounts(await readAll(service, key, '/v1/pets?status=available&limit=100'), await categories(place));
}

async function categories({ service, key }: Place) {
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

for (const [rows, file] of Object.entries(FILES)) {
  const skip = existsSync(file) ? false : `there is no ${relative(ROOT, file)}`;
  test(
    `${rows} of a shelter are imported and followed; an adoption survives a second import`,
    { skip },
    (t) => adoptFromFile(t, file),
  );
}
