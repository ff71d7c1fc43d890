// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { generateApiKey } from './api-key.ts';
import { revokeApiKey } from './api-key-queries.ts';

const LIST = '/v1/pets?limit=1';
const CHALLENGE = 'Bearer realm="petstore"';

/** Of all tests that need no settings or store of their own. */
const service = await startSharedService();

test('accepts a valid key, with the scheme in upper and lower case', async () => {
  const { key } = await service.account();
  for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `BEARER ${key}`, `bEaReR   ${key}`]) {
    assert.equal((await service.send(LIST, { headers: { authorization } })).status, 200, authorization);
  }
});

test('a request without a bearer key is 401 with a challenge and the header to send', async () => {
  const { key } = await service.account();
  for (const authorization of [
    undefined,
    'Bearer',
    'Basic eDp5',
    key,
    `Bearer ${key} ${key}`,
    `Token ${key}`,
  ]) {
    const response = await service.send(LIST, {
      headers: authorization === undefined ? {} : { authorization },
    });
    assertUnauthorised(response, 'missing_api_key', CHALLENGE);
    assert.match(response.text, /Authorization: Bearer <API_KEY>/);
  }
});

test('an unknown, mistyped, revoked or expired key is 401 with error="invalid_token"', async () => {
  const revoked = await service.account();
  await service.database.write((queries) => revokeApiKey(queries, revoked.keyId, service.clock.now()));
  const expired = await service.account({ expiresAt: service.clock.now() });
  const { key } = await service.account();
  for (const wrong of [generateApiKey('live'), `${key}x`, key.slice(1), revoked.key, expired.key, 'x']) {
    const response = await service.send(LIST, { key: wrong });
    assertUnauthorised(response, 'invalid_api_key', `${CHALLENGE}, error="invalid_token"`);
  }
});

test('unknown paths and methods are 401 without a valid key, not 404 or 405', async () => {
  for (const [method, path] of [
    ['GET', '/v1'],
    ['GET', '/v1/nothing'],
    ['DELETE', '/v1/pets'],
    ['GET', '/v1/pets/1'],
    ['POST', '/v1/pets'],
  ] as const) {
    assert.equal((await service.send(path, { method })).status, 401, `${method} ${path}`);
  }
});

test('an error of the store is not reported as an invalid key', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await service.database.write((queries) => queries.schema.alterTable('api_keys').renameTo('away').execute());
  const failed = await service.send(LIST, { key });
  assert.ok(failed.status >= 500, String(failed.status));
  assert.equal(failed.headers.get('x-ratelimit-remaining'), '300');
  await service.database.write((queries) => queries.schema.alterTable('away').renameTo('api_keys').execute());
  assert.equal((await service.send(LIST, { key })).status, 200);
});

function assertUnauthorised(response: ApiResponse, code: string, challenge: string): void {
  assert.deepEqual(
    [response.status, codeOf(response), response.headers.get('www-authenticate')],
    [401, code, challenge],
  );
}

function codeOf({ text }: ApiResponse): string | undefined {
  return /"code":"(\w+)"/.exec(text)?.[1];
}
