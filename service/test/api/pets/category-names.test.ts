// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';

/** docs/api-design.md#categories: `PUT /v1/categories/{categoryId}`. */

const service = await startSharedService();
const admin = await service.account({ role: 'admin' });

const put = (id: number | string, body: unknown, key?: string) =>
  service.send(`/v1/categories/${id}`, { method: 'PUT', body, key });

const categories = async () =>
  listOf(await service.send('/v1/categories?limit=100', admin)).map((one) => [
    at(one, 'id'),
    at(one, 'name'),
  ]);

test('an admin names a category that has no animals, names it again, and the list has the last name', async () => {
  for (const name of ['Dog', 'Dog', ' Hound \u{1F415}']) {
    const { status, json } = await put(-11, { name }, admin.key);
    assert.deepEqual([status, json], [200, { id: -11, name, available: 0 }]);
  }
  assert.ok((await categories()).some(([id, name]) => id === -11 && name === ' Hound \u{1F415}'));
});

test('each new name is an event that everyone can read, also a web page; the same name again is none', async () => {
  const feed = (await service.send('/v1/events?after=latest', admin)).headers.get('link') ?? '';
  const next = /<([^>]+)>/.exec(feed)?.[1] ?? '';
  for (const name of ['Fish', 'Fish', 'Carp']) await put(21, { name }, admin.key);
  const origin = 'https://shelter.example';
  const page = await service.account({ role: 'reader', allowedOrigins: [origin] });
  const reader = await service.account({ role: 'reader' });
  for (const sent of [{ key: reader.key }, { key: page.key, headers: { origin } }]) {
    const events = listOf(await service.send(next, sent));
    assert.deepEqual(
      events.map(({ type, category }) => [type, category]),
      [
        ['category.named', { id: 21, name: 'Fish' }],
        ['category.named', { id: 21, name: 'Carp' }],
      ],
    );
  }
});

test('returns the number of available animals with the name', async () => {
  const pet = { name: 'Rex', categoryId: 12, status: 'available' };
  await service.send('/v1/pets', { method: 'POST', body: pet, key: admin.key });
  assert.deepEqual((await put(12, { name: 'Cat' }, admin.key)).json, { id: 12, name: 'Cat', available: 1 });
});

test('rejects an invalid name (400) and an id that is not an int64 (404)', async () => {
  for (const name of ['', ' \n', 'a\0', 'x'.repeat(101), 5, null, undefined]) {
    assertError(await put(14, { name }, admin.key), 400, 'invalid_body');
  }
  for (const id of ['x', '1.5', '9223372036854775808']) {
    assertError(await put(id, { name: 'Dog' }, admin.key), 404, 'route_not_found');
  }
  assert.equal((await put(14, { name: '\u{1F415}'.repeat(100) }, admin.key)).status, 200);
});

test('rejects an admin who becomes a manager while the body arrives (403)', async (t) => {
  const { id, key } = await service.account({ role: 'admin' });
  const body = '{"name":"Dog"}';
  assert.equal((await put(15, { name: 'Cat' }, key)).status, 200);
  const connection = await RawConnection.open(service.url);
  t.after(() => connection.close());
  const parsed = once(service.app.server, 'request');
  const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  connection.write(rawRequest({ method: 'PUT', path: '/v1/categories/15', key, headers }) + body.slice(0, 5));
  await parsed;
  await service.database.write((db) =>
    db.updateTable('accounts').set({ role: 'manager' }).where('id', '=', id).execute(),
  );
  service.clock.advance(SECOND);
  connection.write(body.slice(5));
  assertError(await connection.readResponse(), 403, 'insufficient_role');
  assert.ok((await categories()).some(([category, name]) => category === 15 && name === 'Cat'));
});
