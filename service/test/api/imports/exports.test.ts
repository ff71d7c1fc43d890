// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, membersOf } from '@petstore/testing/http/expect-response.ts';
import { rawRequest } from '@petstore/testing/http/raw-http.ts';
import { send } from '@petstore/testing/http/send.ts';
import { openUnread } from '@petstore/testing/http/unread-response.ts';
import type { TestService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';
import { markedTextOf, startImports } from './import-fixture.ts';

const NAMES = ['Rex', '=cmd|A1', '+1', '-1', '@SUM(A1)', "'=1", 'Zoë, "the cat"', 'two\nlines'];

test('an export is CSV with a byte order mark and without formulas, and imports change nothing here and add each name unchanged elsewhere', async (t) => {
  const here = await startImports(t);
  for (const name of NAMES) await addPet(here.service, here.key, { name });
  const response = await here.service.send('/v1/exports/pets.csv', { key: here.key });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="pets.csv"');
  assert.doesNotMatch(response.text, /(^|,)"?[=+\-@]/m);
  const file = await markedTextOf(here, '/v1/exports/pets.csv');
  assert.equal(file, `\uFEFF${response.text}`);
  const parts = { file, fileName: 'pets.csv', mapping: '' };
  const again = await here.ended(await here.add(parts));
  assert.equal(membersOf(again.summary).unchanged, NAMES.length);
  const elsewhere = await startImports(t);
  await elsewhere.ended(await elsewhere.add(parts));
  assert.deepEqual(await elsewhere.names(), NAMES);
});

test('an export of more than one page has every animal once', async (t) => {
  const { service, key } = await startImports(t);
  const pets = Array.from({ length: 2_001 }, (_, n) => ({ name: `pet ${n}`, category_id: 1n }));
  await service.database.write((db) => db.insertInto('pets').values(pets).execute());
  const { text } = await service.send('/v1/exports/pets.csv', { key });
  const names = text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('"')[1]);
  assert.deepEqual(
    names,
    pets.map(({ name }) => name),
  );
});

test('HEAD of an export has its header fields and no body', async (t) => {
  const { service, key } = await startImports(t);
  const response = await send(`${service.url}/v1/exports/pets.csv`, { method: 'HEAD', key });
  assert.deepEqual([response.status, response.text], [200, '']);
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
});

/** More than the kernel buffers for a connection. */
async function addManyPets({ database }: TestService): Promise<void> {
  const pets = Array.from({ length: 400 }, () => ({ name: '\u{1F408}'.repeat(1_000), category_id: 1n }));
  for (let added = 0; added < 16; added += 1)
    await database.write((db) => db.insertInto('pets').values(pets).execute());
}

/** Begins an export that the client does not read. */
async function unreadExport(t: TestContext, { app, url }: TestService, key: string) {
  const requested = once(app.server, 'request');
  const socket = await openUnread(t, url, rawRequest({ path: '/v1/exports/pets.csv', key }));
  const [, response] = await requested;
  return { socket, closed: once(response, 'close') };
}

test('an account has one download at a time, the service two; the next get 503 until one of them has ended', async (t) => {
  const { service, ...api } = await startImports(t);
  await addManyPets(service);
  const [first, second, third] = [
    await service.account({ role: 'manager' }),
    await service.account({ role: 'admin' }),
    await service.account({ role: 'manager' }),
  ];
  const exported = (key: string) => send(`${service.url}/v1/exports/pets.csv`, { key, method: 'HEAD' });
  const { socket } = await unreadExport(t, service, first.key);
  const again = await service.send('/v1/exports/pets.csv', { key: first.key });
  assertError(again, 503, 'service_unavailable');
  assert.equal(again.headers.get('retry-after'), '10');
  const path = await api.add();
  await api.ended(path);
  await unreadExport(t, service, second.key);
  assertError(await service.send(`${path}/bad-rows.csv`, { key: api.key }), 503, 'service_unavailable');
  assertError(await service.send('/v1/exports/pets.csv', { key: third.key }), 503, 'service_unavailable');
  assert.equal((await service.send('/v1/pets', { key: third.key })).status, 200);
  socket.destroy();
  await until(async () => (await exported(third.key)).status === 200);
});

test('an export is cut off within a second of the revocation of its key', async (t) => {
  const { service, key: admin } = await startImports(t);
  await addManyPets(service);
  const { key, keyId } = await service.account({ role: 'manager' });
  const headers = { authorization: `Bearer ${key}` };
  const { body } = await fetch(`${service.url}/v1/exports/pets.csv`, { headers });
  const reader = body?.getReader() ?? assert.fail();
  assert.equal((await reader.read()).done, false);
  await service.send(`/v1/keys/${keyId}`, { method: 'DELETE', key: admin });
  service.clock.advance(SECOND);
  await assert.rejects(async () => {
    while (!(await reader.read()).done);
  });
});

test('an export that its client does not read is closed after 30 s, and leaves its place', async (t) => {
  const { service } = await startImports(t);
  await addManyPets(service);
  const { key } = await service.account({ role: 'manager' });
  const { closed } = await unreadExport(t, service, key);
  await until(async () => {
    service.clock.advance(SECOND);
    return Promise.race([closed.then(() => true), nextTurn(false)]);
  });
  const { status } = await service.send('/v1/exports/pets.csv', { key, method: 'HEAD' });
  assert.equal(status, 200);
});
