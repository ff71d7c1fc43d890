import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSharedService } from '@petstore/testing/service.ts';

/** docs/api-design.md#errors and docs/errors.md: the statuses, and what every message has in common. */

const service = await startSharedService();

test('does not log errors of the client as errors of the service', async () => {
  const { key } = await service.account();
  await service.send('/v1/pets');
  await service.send('/v1/pets', { key, method: 'POST', body: '{' });
  await service.send('/v1/nothing', { key });
  assert.deepEqual(
    service.logged.filter((line) => /"level":[456]0/.test(line)),
    [],
  );
});

test('every response has its own X-Request-Id, whatever the client sends', async () => {
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

test('errors have Cache-Control: no-store', async () => {
  const { key } = await service.account();
  for (const path of ['/v1/pets?limit=0', '/v1/pets/99', '/v1/nothing', '/nothing']) {
    assert.equal((await service.send(path, { key })).headers.get('cache-control'), 'no-store');
  }
});

test('quotes at most 100 characters of a value of the client', async () => {
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
