// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { HOUR, SECOND } from '../core/clock.ts';
import { ACCOUNT_ROLES, type AccountRole } from '../core/role.ts';
import { generateApiKey } from './api-key.ts';
import { expireApiKey, issueApiKey, revokeApiKey } from './api-key-queries.ts';

const LIST = '/v1/pets?limit=1';
const PET = { name: 'Rex', categoryId: 1 };
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

test('ignores a key in the URL, in a cookie or in another header', async () => {
  const { key } = await service.account();
  const path = `${LIST}&api_key=${key}&access_token=${key}&key=${key}`;
  const response = await service.send(path, { headers: { cookie: `api_key=${key}`, 'x-api-key': key } });
  assertUnauthorised(response, 'missing_api_key', CHALLENGE);
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

test('each environment accepts its own keys and rejects those of the other', async (t) => {
  for (const [environment, own, other] of [
    ['production', 'live', 'test'],
    ['staging', 'test', 'live'],
  ] as const) {
    const service = await startService(t, { env: { PETSTORE_ENV: environment } });
    const right = await service.account({ kind: own });
    const wrong = await service.account({ kind: other });
    assert.equal((await service.send(LIST, { key: right.key })).status, 200);
    assertUnauthorised(
      await service.send(LIST, { key: wrong.key }),
      'invalid_api_key',
      `${CHALLENGE}, error="invalid_token"`,
    );
  }
});

test('a key expires to the millisecond', async () => {
  const { key } = await service.account({ expiresAt: service.clock.now() + 2_500 });
  const seen = [];
  for (const ms of [0, 2_000, 499, 1]) {
    service.clock.advance(ms);
    seen.push((await service.send(LIST, { key })).status);
  }
  assert.deepEqual(seen, [200, 200, 200, 401]);
});

test('a revocation takes effect within a second, however often the key is used', async () => {
  const { key, keyId } = await service.account();
  assert.equal((await service.send(LIST, { key })).status, 200);
  await service.database.write((queries) => revokeApiKey(queries, keyId, service.clock.now()));
  for (let ms = 0; ms < SECOND; ms += 250) {
    await service.send(LIST, { key });
    service.clock.advance(250);
  }
  assert.equal((await service.send(LIST, { key })).status, 401);
});

test('after a rotation both keys are valid until the overlap ends, then only the new one', async () => {
  const old = await service.account();
  const fresh = await service.database.write(async (queries) => {
    await expireApiKey(queries, old.keyId, service.clock.now() + 24 * HOUR);
    return issueApiKey(queries, { accountId: old.id, kind: 'live' }, service.clock.now());
  });
  const statuses = () =>
    Promise.all([old.key, fresh.secret].map(async (key) => (await service.send(LIST, { key })).status));
  assert.deepEqual(await statuses(), [200, 200]);
  service.clock.advance(24 * HOUR - 1);
  assert.deepEqual(await statuses(), [200, 200]);
  service.clock.advance(1);
  assert.deepEqual(await statuses(), [401, 200]);
});

test('a reader may read but not write (403); members, managers and admins may do both', async () => {
  const expected: Record<AccountRole, [number, number]> = {
    reader: [200, 403],
    member: [200, 201],
    manager: [200, 201],
    admin: [200, 201],
  };
  for (const role of ACCOUNT_ROLES) {
    const { key } = await service.account({ role });
    const read = await service.send(LIST, { key });
    const write = await service.send('/v1/pets', { method: 'POST', body: PET, key });
    assert.deepEqual([read.status, write.status], expected[role], role);
    if (role === 'reader') assert.equal(codeOf(write), 'insufficient_role');
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
