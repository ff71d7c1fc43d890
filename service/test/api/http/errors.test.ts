import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';

/** docs/api-design.md#errors and docs/errors.md: the statuses, and what every message has in common. */

test('a missing or invalid key is 401 on every path and method', async (t) => {
  const service = await startService(t);
  for (const path of ['/v1/pets', '/v1/pets/1', '/v1/nothing', '/v1']) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      assertError(await service.send(path, { method }), 401, 'missing_api_key');
      assertError(await service.send(path, { method, key: 'wrong' }), 401, 'invalid_api_key');
    }
  }
});

test('a method that the path does not have is 405 with Allow', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const [path, possible] of [
    ['/v1/pets', ['GET', 'HEAD', 'POST']],
    ['/v1/pets/1', ['GET', 'HEAD']],
    ['/v1/pets/x', ['GET', 'HEAD']],
  ] as const) {
    const response = await service.send(path, { method: 'PUT', key, body: 'anything' });
    assertError(response, 405, 'method_not_allowed');
    const allowed = response.headers.get('allow')?.split(', ') ?? [];
    for (const method of [...possible, 'OPTIONS']) assert.ok(allowed.includes(method), `${method} ${path}`);
    assert.ok(!allowed.includes('PUT'));
  }
});

test('an exceeded quota is 429 with Retry-After on every path', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 1 });
  await service.send('/v1/pets', { key });
  for (const [path, method] of [
    ['/v1/pets', 'GET'],
    ['/v1/pets', 'POST'],
    ['/v1/pets/1', 'GET'],
    ['/v1/nothing', 'GET'],
  ] as const) {
    const response = await service.send(path, { method, key });
    assertError(response, 429, 'rate_limit_exceeded');
    assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }
});

test('does not log errors of the client as errors of the service', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await service.send('/v1/pets');
  await service.send('/v1/pets', { key, method: 'POST', body: '{' });
  await service.send('/v1/nothing', { key });
  assert.deepEqual(
    service.logged.filter((line) => /"level":[456]0/.test(line)),
    [],
  );
});

test('every response has its own X-Request-Id, whatever the client sends', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const headers = { 'x-request-id': 'theirs', 'request-id': 'theirs' };
  const ids = new Set();
  for (const path of [
    '/v1/pets',
    '/v1/pets',
    '/v1/nothing',
    '/v1/pets/99',
    '/docs/',
    '/healthz',
    '/nothing',
    '/',
  ]) {
    const response = await service.send(path, { key, headers });
    const id = response.headers.get('x-request-id') ?? '';
    assert.match(id, /^[\w-]{5,}$/);
    assert.notEqual(id, 'theirs');
    ids.add(id);
  }
  assert.equal(ids.size, 8);
});

test('errors have Cache-Control: no-store', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const path of ['/v1/pets?limit=0', '/v1/pets/99', '/v1/nothing', '/nothing']) {
    assert.equal((await service.send(path, { key })).headers.get('cache-control'), 'no-store');
  }
});

test('the access log has the operation and never the query', async (t) => {
  const service = await startService(t, { env: { ACCESS_LOG: 'true' } });
  const { key } = await service.account();
  await service.send('/v1/pets?limit=7&secret=hush', { key });
  await service.send('/v1/pets/4711', { key });
  const lines = service.logged.filter((line) => line.includes('"operation"'));
  assert.equal(lines.length, 2);
  assert.match(lines[0] ?? '', /"operation":"listPets".*"status":200/);
  assert.match(lines[1] ?? '', /"operation":"getPet".*"status":404/);
  assert.doesNotMatch(lines.join(''), /limit|hush|4711/);
});

test('an error has exactly code, message and status', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  assertError(await service.send('/v1/pets'), 401, 'missing_api_key');
  assertError(await service.send('/v1/pets/1', { key }), 404, 'pet_not_found');
  assertError(await service.send('/v1/pets', { key, method: 'POST', body: {} }), 400, 'invalid_body');
  assertError(await service.send('/v1/pets?limit=0', { key }), 400, 'invalid_parameter');
});

test('names all invalid members in one error, each with its rule', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const body = { name: 5, categoryId: 'x', status: 'gone' };
  const response = await service.send('/v1/pets', { method: 'POST', key, body });
  assertError(response, 400, 'invalid_body');
  for (const part of [/name must be a string/, /categoryId must be an integer/, /status must be one of/]) {
    assert.match(response.text, part);
  }
  await service.send('/v1/pets', { method: 'POST', key, body: { name: 'Bella', categoryId: 1 } });
  const profile = { method: 'PATCH', key, body: { tags: 'calm', mixed: 'yes' } };
  const { text } = await service.send('/v1/pets/1/profile', profile);
  for (const part of [/tags must be an array or null/, /mixed must be a boolean or null/])
    assert.match(text, part);
});

test('quotes at most 100 characters of a value of the client', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const long = 'z'.repeat(5000);
  const responses = [
    await service.send('/v1/pets', {
      method: 'POST',
      key,
      body: { name: 'Frank', categoryId: long, status: long },
    }),
    await service.send('/v1/pets', {
      method: 'POST',
      key,
      body: { name: 'Frank', categoryId: 1 },
      headers: { 'content-type': long },
    }),
    await service.send('/v1/pets', {
      method: 'POST',
      key,
      body: `{"name":"Frank","categoryId":${'9'.repeat(5000)}}`,
    }),
    await service.send(`/v1/pets?limit=${long}`, { key }),
    await service.send(`/v1/pets?cursor=${long}`, { key }),
    await service.send(`/v1/pets/${long}`, { key }),
    await service.send(`/v1/${long}`, { key }),
  ];
  for (const { status, text } of responses) {
    assert.ok(status >= 400 && status < 500, text);
    assert.doesNotMatch(text, /z{101}|9{101}/);
  }
});
