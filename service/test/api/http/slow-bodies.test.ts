import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import type { TestAccount } from '@petstore/testing/accounts.ts';
import { assertError, assertQuotaHeaders, at } from '@petstore/testing/http/expect-response.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService } from '@petstore/testing/service.ts';
import { issueApiKey, revokeApiKey } from '../../../src/access/accounts/api-key-queries.ts';
import { banKey } from '../../../src/access/accounts/ban-queries.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';
import type { Queries } from '../../../src/platform/database/database.ts';

/** A key that changes while the body of its request arrives. Such a change takes effect within a second. */

const FRANK = '{"name":"Frank","categoryId":1}';
const BODY_TIME = 27 * SECOND;

interface SlowPost {
  /** Changes the key between the headers and the body. */
  change?: (queries: Queries, account: TestAccount, now: number) => Promise<unknown>;
  expiresInMs?: number;
  takesMs?: number;
  body?: string;
  /** Instead of those of JSON with a declared length. */
  headers?: readonly string[];
}

async function postSlowly(
  t: TestContext,
  {
    change,
    expiresInMs,
    takesMs = BODY_TIME,
    body = FRANK,
    headers = ['Content-Type: application/json', `Content-Length: ${body.length}`],
  }: SlowPost,
) {
  const service = await startService(t);
  const { clock, database } = service;
  const account = await service.account(
    expiresInMs === undefined ? {} : { expiresAt: clock.now() + expiresInMs },
  );
  const other = await database.write((queries) =>
    issueApiKey(queries, { accountId: account.id, kind: 'live' }, clock.now()),
  );
  // The key is cached now, so that the next request is authenticated when its headers are parsed.
  assert.equal((await service.send('/v1/usage', { key: account.key })).status, 200);
  const connection = await RawConnection.open(service.url);
  t.after(() => connection.close());
  const parsed = once(service.app.server, 'request');
  connection.write(rawRequest({ method: 'POST', key: account.key, headers }) + body.slice(0, 5));
  await parsed;
  if (change !== undefined) await database.write((queries) => change(queries, account, clock.now()));
  clock.advance(takesMs);
  connection.write(body.slice(5));
  const response = await connection.readResponse();
  const pets = await service.send('/v1/pets', { key: other.secret });
  const usage = await service.send('/v1/usage', { key: other.secret });
  const address = await service.send('/v1/pets');
  return {
    response,
    now: clock.now(),
    pets: pets.text,
    // Without the two requests of this function.
    counted: Number(at(usage.json, 'minute', 'used')) - 2,
    addressRemaining: address.headers.get('x-ratelimit-remaining'),
  };
}

function revoke(queries: Queries, { keyId }: TestAccount, now: number) {
  return revokeApiKey(queries, keyId, now);
}

function demote(queries: Queries, { id }: TestAccount) {
  return queries.updateTable('accounts').set({ role: 'reader' }).where('id', '=', id).execute();
}

test('rejects a key that is revoked while the body arrives (401), adds nothing and counts once', async (t) => {
  const { response, now, pets, counted, addressRemaining } = await postSlowly(t, { change: revoke });
  assertError(response, 401, 'invalid_api_key');
  assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="petstore", error="invalid_token"');
  assertQuotaHeaders(response, now);
  assert.equal(pets, '[]');
  assert.equal(counted, 2);
  assert.equal(addressRemaining, '299');
});

test('rejects a key that expires while the body arrives (401) and adds nothing', async (t) => {
  const { response, pets, counted } = await postSlowly(t, { expiresInMs: BODY_TIME });
  assertError(response, 401, 'invalid_api_key');
  assert.equal(pets, '[]');
  assert.equal(counted, 2);
});

test('rejects a key whose account becomes a reader while the body arrives (403) and adds nothing', async (t) => {
  const { response, pets, counted } = await postSlowly(t, { change: demote });
  assertError(response, 403, 'insufficient_role');
  assert.equal(pets, '[]');
  assert.equal(counted, 2);
});

test('rejects a key that is banned while the body arrives (429), with the end of the ban, and adds nothing', async (t) => {
  const ban: SlowPost['change'] = (queries, { keyId }, now) => banKey(queries, keyId, now);
  const { response, now, pets, counted } = await postSlowly(t, { change: ban });
  assertError(response, 429, 'api_key_banned');
  assertQuotaHeaders(response, now);
  assert.equal(response.headers.get('retry-after'), String((300 * SECOND - BODY_TIME) / SECOND));
  assert.equal(response.headers.get('x-ratelimit-remaining'), '0');
  assert.equal(pets, '[]');
  assert.equal(counted, 2);
});

const CHUNKED = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
const BAD_BODIES: Readonly<Record<string, SlowPost>> = {
  'malformed JSON': { body: '{"name":' },
  'an invalid member': { body: '{"name":""}' },
  'another media type': { headers: ['Content-Type: text/plain', `Content-Length: ${FRANK.length}`] },
  'more than 64 KiB': { body: `10001\r\n${' '.repeat(65_537)}\r\n0\r\n\r\n`, headers: CHUNKED },
};

for (const [name, bad] of Object.entries(BAD_BODIES)) {
  test(`rejects a key that is revoked while a body arrives that is wrong: ${name} (401)`, async (t) => {
    const valid = await postSlowly(t, bad);
    assert.ok([400, 413, 415].includes(valid.response.status), valid.response.text);
    const revoked = await postSlowly(t, { ...bad, change: revoke });
    assertError(revoked.response, 401, 'invalid_api_key');
    assertQuotaHeaders(revoked.response, revoked.now);
  });
}

test('a slow body with a valid key succeeds and counts once', async (t) => {
  const { response, counted } = await postSlowly(t, {});
  assert.equal(response.status, 201);
  assert.equal(counted, 2);
});

test('a body that arrives within half a second needs no second check of the key in the store', async (t) => {
  const { response } = await postSlowly(t, { change: revoke, takesMs: SECOND / 2 - 1 });
  assert.equal(response.status, 201);
});
