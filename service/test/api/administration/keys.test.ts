// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { banKey } from '../../../src/access/accounts/ban-queries.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/core/clock.ts';

/** docs/api-design.md#accounts-and-keys: the operations of keys. */

async function start(t: Parameters<typeof startService>[0]) {
  const service = await startService(t);
  const admin = await service.account({ role: 'admin' });
  const member = await service.account();
  const send = (
    method: string,
    path: string,
    { body, key = admin.key, headers = {} }: { body?: unknown; key?: string; headers?: object } = {},
  ) => service.send(`/v1${path}`, { method, key, body, headers: { ...headers } });
  /** Creates a key for the member. */
  const create = async (body: unknown = {}) => {
    const { status, json } = await send('POST', `/accounts/${member.id}/keys`, { body });
    assert.equal(status, 201);
    return { id: Number(at(json, 'id')), secret: String(at(json, 'secret')), json };
  };
  return { service, admin, member, send, create };
}

test('a new key works at once, and its secret is in no other response', async (t) => {
  const { service, member, send, create } = await start(t);
  const { id, secret, json } = await create({ label: 'Web site', role: 'reader' });
  const key = {
    id,
    accountId: Number(member.id),
    hint: `${secret.slice(0, 18)}…${secret.slice(53, 57)}`,
    label: 'Web site',
    role: 'reader',
    createdAt: '2026-11-21T12:00:00.000Z',
    current: false,
  };
  assert.deepEqual(json, { ...key, secret });
  assert.equal((await service.send('/v1/pets', { key: secret })).status, 200);
  const body = { name: 'Rex', categoryId: 1 };
  assertError(await send('POST', '/pets', { body, key: secret }), 403, 'insufficient_role');
  const list = await send('GET', `/accounts/${member.id}/keys`);
  assert.deepEqual(listOf(list)[0], key);
  for (const path of ['/keys', `/accounts/${member.id}/keys`, '/audit', '/events']) {
    assert.ok(!(await send('GET', path)).text.includes(secret), path);
  }
});

test('a repeated request gets 409 with the id of the key instead of its secret', async (t) => {
  const { service, member, send } = await start(t);
  const headers = { 'idempotency-key': 'one' };
  const ask = () => send('POST', `/accounts/${member.id}/keys`, { body: {}, headers });
  const first = await ask();
  assert.equal(first.status, 201);
  const second = await ask();
  assertError(second, 409, 'secret_already_issued');
  assert.match(String(at(second.json, 'message')), new RegExp(`key ${at(first.json, 'id')},`));
  const stored = await service.database.read.selectFrom('idempotency_keys').selectAll().execute();
  assert.ok(!JSON.stringify(stored, (_, value) => String(value)).includes(String(at(first.json, 'secret'))));
});

test('a rotated key stays valid for the overlap, and the new one has its label, role and expiry', async (t) => {
  const { service, send, create } = await start(t);
  const expiresAt = '2026-12-01T00:00:00.000Z';
  const { id, secret } = await create({ label: 'Kiosk', role: 'reader', expiresAt });
  const rotated = await send('POST', `/keys/${id}/rotation`, { body: { overlapSeconds: 3600 } });
  assert.equal(rotated.status, 201);
  const { label, role, expiresAt: newExpiry } = rotated.json as Record<string, unknown>;
  assert.deepEqual([label, role, newExpiry], ['Kiosk', 'reader', expiresAt]);
  const newSecret = String(at(rotated.json, 'secret'));
  const works = async (key: string) => (await service.send('/v1/pets', { key })).status;
  assert.deepEqual([await works(secret), await works(newSecret)], [200, 200]);
  service.clock.advance(HOUR);
  assert.deepEqual([await works(secret), await works(newSecret)], [401, 200]);
  // The overlap does not make its life longer.
  const ending = await create({ expiresAt: new Date(service.clock.now() + MINUTE).toISOString() });
  await send('POST', `/keys/${ending.id}/rotation`, { body: { overlapSeconds: 3600 } });
  service.clock.advance(MINUTE);
  assert.equal(await works(ending.secret), 401);
});

test('a revoked key is rejected within a second; to revoke it again changes nothing', async (t) => {
  const { service, send, create } = await start(t);
  const { id, secret } = await create();
  assert.equal((await service.send('/v1/pets', { key: secret })).status, 200);
  for (const _ of [1, 2]) assert.equal((await send('DELETE', `/keys/${id}`)).status, 204);
  service.clock.advance(SECOND);
  assertError(await service.send('/v1/pets', { key: secret }), 401, 'invalid_api_key');
  assertError(await send('POST', `/keys/${id}/rotation`, { body: {} }), 400, 'invalid_body');
});

test('a key of a web page is accepted with the Origin of that page only; other requests are counted (403)', async (t) => {
  const { service, create } = await start(t);
  const { secret: key } = await create({ role: 'reader', allowedOrigins: ['https://shelter.example'] });
  const read = (headers: Record<string, string> = {}) => service.send('/v1/pets', { key, headers });
  const remaining = async () =>
    Number((await read({ origin: 'https://shelter.example' })).headers.get('x-ratelimit-remaining'));
  const before = await remaining();
  for (const headers of [{}, { origin: 'https://other.example' }, { origin: 'null' }]) {
    assertError(await read(headers as Record<string, string>), 403, 'origin_not_allowed');
  }
  assert.equal(await remaining(), before - 4);
});

test('a key states the minute of its last use within a minute, and a use changes no other key', async (t) => {
  const { service, send, create, member } = await start(t);
  const { id, secret } = await create();
  service.clock.advance(90 * SECOND);
  assert.equal((await service.send('/v1/pets', { key: secret })).status, 200);
  const version = () => service.database.read.selectFrom('access_version').selectAll().execute();
  const before = await version();
  const lastUse = async () => {
    const [key] = listOf(await send('GET', `/accounts/${member.id}/keys?limit=1`));
    return [at(key, 'id'), at(key, 'lastUsedAt')];
  };
  await until(async () => {
    service.clock.advance(MINUTE);
    return (await lastUse())[1] !== undefined;
  });
  assert.deepEqual(await lastUse(), [id, '2026-11-21T12:01:00.000Z']);
  assert.deepEqual(await version(), before);
});

test('an admin labels a key and lifts its ban', async (t) => {
  const { service, send, create } = await start(t);
  const { id, secret } = await create({ label: 'a' });
  for (const label of ['b', null]) {
    const { json } = await send('PATCH', `/keys/${id}`, { body: { label } });
    assert.deepEqual([at(json, 'id'), at(json, 'label')], [id, label ?? undefined]);
  }
  await service.database.write((db) => banKey(db, BigInt(id), service.clock.now()));
  service.clock.advance(SECOND);
  assertError(await service.send('/v1/pets', { key: secret }), 429, 'api_key_banned');
  assert.equal((await send('DELETE', `/keys/${id}/ban`)).status, 204);
  service.clock.advance(SECOND);
  assert.equal((await service.send('/v1/pets', { key: secret })).status, 200);
});

test('concurrent requests for a ban make one, the next ban is twice as long, and a lifted ban does not count', async (t) => {
  const { service, send, create } = await start(t);
  const { id } = await create();
  const ban = (ms = 0) => service.database.write((db) => banKey(db, BigInt(id), service.clock.now() + ms));
  const minutes = ({ ban: { startedAt, endsAt } }: Awaited<ReturnType<typeof ban>>) =>
    (endsAt - startedAt) / MINUTE;
  const responses = await Promise.all(Array.from({ length: 5 }, (_, ms) => ban(ms)));
  // On PostgreSQL any of them may be the first.
  assert.equal(responses.filter(({ isNew }) => isNew).length, 1);
  for (const response of responses) assert.deepEqual(response.ban, responses[0]?.ban);
  service.clock.advance(HOUR);
  assert.equal(minutes(await ban()), 10);
  assert.equal((await send('DELETE', `/keys/${id}/ban`)).status, 204);
  service.clock.advance(SECOND);
  const next = await ban();
  assert.deepEqual([minutes(next), next.isNew], [10, true]);
});

test('a member sees its own keys and may rotate only the key of the request, without a longer life', async (t) => {
  const { service, member, admin, send, create } = await start(t);
  const own = listOf(await send('GET', '/keys', { key: member.key }));
  assert.deepEqual(
    own.map((key) => [at(key, 'accountId'), at(key, 'current')]),
    [[Number(member.id), true]],
  );
  const { id, secret } = await create({ expiresAt: '2026-12-01T00:00:00Z' });
  const rotate = (keyId: unknown, key: string, body: unknown = {}) =>
    send('POST', `/keys/${keyId}/rotation`, { key, body });
  assertError(await rotate(id, secret, { expiresAt: '2026-12-01T00:00:01Z' }), 400, 'invalid_body');
  assert.equal((await rotate(id, secret, { expiresAt: '2026-11-30T00:00:00Z' })).status, 201);
  assertError(await rotate(id, member.key), 403, 'insufficient_role');
  const [ofAdmin] = listOf(await send('GET', '/keys', { key: admin.key }));
  assertError(await rotate(at(ofAdmin, 'id'), member.key), 404, 'key_not_found');
  const reader = await service.account({ role: 'reader' });
  assertError(await send('GET', '/keys', { key: reader.key }), 403, 'insufficient_role');
  assertError(await rotate(id, reader.key), 403, 'insufficient_role');
});

test('rejects a role above that of the account, origins without the role reader, and past times (400)', async (t) => {
  const { send, member } = await start(t);
  for (const body of [
    { role: 'manager' },
    { allowedOrigins: ['https://shelter.example'] },
    { role: 'reader', allowedOrigins: ['https://shelter.example/'] },
    { role: 'reader', allowedOrigins: [] },
    { expiresAt: '2026-11-21T11:59:59Z' },
    { expiresAt: '2026-13-01T00:00:00Z' },
    { label: '' },
    { label: 'x'.repeat(101) },
  ]) {
    assertError(await send('POST', `/accounts/${member.id}/keys`, { body }), 400, 'invalid_body');
  }
  for (const id of ['99', 'x']) {
    assertError(await send('DELETE', `/keys/${id}`), 404, 'key_not_found');
    assertError(await send('DELETE', `/keys/${id}/ban`), 404, 'key_not_found');
    assertError(await send('PATCH', `/keys/${id}`, { body: { label: 'x' } }), 404, 'key_not_found');
    assertError(await send('POST', `/keys/${id}/rotation`, { body: {} }), 404, 'key_not_found');
  }
});

test('the last usable key of an admin cannot be taken away (409), until another one exists', async (t) => {
  const { service, admin, send } = await start(t);
  const [key] = listOf(await send('GET', '/keys'));
  const attempts = [
    () => send('DELETE', `/keys/${at(key, 'id')}`),
    () => send('PATCH', `/accounts/${admin.id}`, { body: { role: 'manager' } }),
    () => send('PATCH', `/accounts/${admin.id}`, { body: { disabled: true } }),
  ];
  for (const attempt of attempts) assertError(await attempt(), 409, 'last_admin_key');
  assert.equal((await send('GET', '/keys')).status, 200);
  const other = await service.account({ role: 'admin' });
  service.clock.advance(DAY);
  assert.equal((await send('DELETE', `/keys/${at(key, 'id')}`)).status, 204);
  assertError(
    await send('PATCH', `/accounts/${other.id}`, { body: { disabled: true }, key: other.key }),
    409,
    'last_admin_key',
  );
});
