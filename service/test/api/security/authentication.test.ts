import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { generateApiKey } from '../../../src/access/accounts/api-key.ts';

/** docs/api-design.md#authentication. */

const service = await startSharedService();

test('never reads a key from the URL, the body or another header (401)', async () => {
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

test('a reader may only read (403); members, managers and admins may also write', async () => {
  const body = { name: 'Frank', categoryId: 1 };
  for (const [role, status] of [
    ['reader', 403],
    ['member', 201],
    ['manager', 201],
    ['admin', 201],
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

test('checks the role before it reads the body (403)', async () => {
  const { key } = await service.account({ role: 'reader' });
  for (const body of ['no json', 'x'.repeat(70_000), '{}']) {
    assertError(await service.send('/v1/pets', { method: 'POST', key, body }), 403, 'insufficient_role');
  }
});

test('counts every request with the same unknown key', async (t) => {
  const service = await startService(t);
  const key = generateApiKey('live');
  const remaining = [];
  for (let sent = 0; sent < 4; sent += 1)
    remaining.push((await service.send('/v1/pets', { key })).headers.get('x-ratelimit-remaining'));
  assert.deepEqual(remaining, ['299', '298', '297', '296']);
});
