import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { generateApiKey } from '../../../src/accounts/api-key.ts';
import { revokeApiKey } from '../../../src/accounts/api-key-store.ts';
import { MINUTE, SECOND } from '../../../src/core/clock.ts';

/** docs/api-design.md#authentication. */

test('accepts the key as a bearer token, with the scheme in any case', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER ${key}`, `BeArEr   ${key}  `]) {
    const response = await service.send('/v1/pets', { headers: { authorization } });
    assert.equal(response.status, 200, authorization);
  }
});

test('rejects a missing or malformed key (401) with WWW-Authenticate and no error attribute', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const missing = [
    '',
    'Bearer',
    'Bearer ',
    'Basic dXNlcjpwYXNz',
    key,
    `Token ${key}`,
    `Bearer${key}`,
    `Bearer ${key} x`,
    `Bearer ${key}, Bearer ${key}`,
    '\u00ff',
  ];
  for (const authorization of missing) {
    for (const options of [
      { path: '/v1/pets' },
      { path: '/v1/pets', method: 'POST' },
      { path: '/v1/pets/1' },
    ]) {
      const response = await service.send(options.path, { ...options, headers: { authorization } });
      assertError(response, 401, 'missing_api_key');
      assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="petstore"');
    }
  }
  assertError(await service.send('/v1/pets'), 401, 'missing_api_key');
});

test('rejects a wrong key (401) with error="invalid_token"', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const damaged = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
  const wrong = [
    generateApiKey('live'),
    damaged,
    key.slice(0, -1),
    `${key}A`,
    key.toUpperCase(),
    'petstore_live_',
    'x',
    `${'x'.repeat(4000)}`,
    "' or 1=1 --".replaceAll(' ', ''),
  ];
  for (const secret of wrong) {
    const response = await service.send('/v1/pets', { key: secret });
    assertError(response, 401, 'invalid_api_key');
    assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="petstore", error="invalid_token"');
  }
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
});

test('never reads a key from the URL, the body or another header (401)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const attempts = [
    service.send(`/v1/pets?access_token=${key}&api_key=${key}&key=${key}`),
    service.send('/v1/pets', {
      headers: { 'x-api-key': key, cookie: `key=${key}`, 'proxy-authorization': `Bearer ${key}` },
    }),
    service.send('/v1/pets', {
      method: 'POST',
      body: `access_token=${key}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  ];
  for (const response of await Promise.all(attempts)) assertError(response, 401, 'missing_api_key');
});

test('rejects a revoked key within a second (401)', async (t) => {
  const service = await startService(t);
  const { key, keyId } = await service.account();
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
  await service.database.write((queries) => revokeApiKey(queries, keyId, service.clock.now()));
  service.clock.advance(SECOND);
  assertError(await service.send('/v1/pets', { key }), 401, 'invalid_api_key');
});

test('accepts a key until the millisecond it expires, although it is cached', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ expiresAt: service.clock.now() + MINUTE });
  service.clock.advance(MINUTE - 1);
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
  service.clock.advance(1);
  assertError(await service.send('/v1/pets', { key }), 401, 'invalid_api_key');
});

for (const [environment, own, other] of [
  ['production', 'live', 'test'],
  ['staging', 'test', 'live'],
] as const) {
  test(`${environment} accepts ${own} keys and rejects ${other} keys`, async (t) => {
    const service = await startService(t, { env: { PETSTORE_ENV: environment } });
    const [mine, foreign] = [await service.account({ kind: own }), await service.account({ kind: other })];
    assert.equal((await service.send('/v1/pets', { key: mine.key })).status, 200);
    assertError(await service.send('/v1/pets', { key: foreign.key }), 401, 'invalid_api_key');
  });
}

test('a reader may only read (403); members and managers may also write', async (t) => {
  const service = await startService(t);
  const body = { name: 'Frank', categoryId: 1 };
  for (const [role, status] of [
    ['reader', 403],
    ['member', 201],
    ['manager', 201],
  ] as const) {
    const { key } = await service.account({ role });
    const response = await service.send('/v1/pets', { method: 'POST', key, body });
    assert.equal(response.status, status, role);
    if (status === 403) {
      assertError(response, 403, 'insufficient_role');
      assert.match(response.text, /reader may only read/);
    }
    for (const method of ['GET', 'HEAD']) {
      assert.equal((await service.send('/v1/pets', { method, key })).status, 200);
    }
  }
});

test('checks the role before it reads the body (403)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ role: 'reader' });
  for (const body of ['no json', 'x'.repeat(70_000), '{}']) {
    assertError(await service.send('/v1/pets', { method: 'POST', key, body }), 403, 'insufficient_role');
  }
});

test('never logs, stores or returns a secret', async (t) => {
  const service = await startService(t, { env: { LOG_LEVEL: 'trace', ACCESS_LOG: 'true' } });
  const good = await service.account();
  const unknown = generateApiKey('live');
  let responses = '';
  for (const key of [good.key, unknown]) {
    for (const path of [
      `/v1/pets?key=${key}`,
      `/v1/pets/${key}`,
      `/v1/pets?limit=${key.slice(0, 40)}`,
      '/v1/nothing',
    ]) {
      const response = await service.send(path, { key });
      responses += JSON.stringify([...response.headers]);
    }
    await service.send('/v1/pets', { key, method: 'POST', body: 'no json' });
  }
  const rows = await service.database.read.selectFrom('api_keys').selectAll().execute();
  const stored = rows.flatMap((row) => Object.values(row).map(String));
  const output = [...service.logged, ...stored, responses].join('');
  for (const secret of [good.key, unknown]) assert.ok(!output.includes(secret.slice(14, 57)));
  assert.ok(service.logged.length > 0);
});
