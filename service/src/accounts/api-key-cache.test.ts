// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { HOUR, SECOND } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import { insertAccount, updateAccount } from './account-store.ts';
import { digestOfApiKey, generateApiKey, hintOfApiKey, type KeyKind } from './api-key.ts';
import { ApiKeyCache } from './api-key-cache.ts';
import { expireApiKey, issueApiKey, revokeApiKey } from './api-key-store.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

test('returns the account of a valid key', async (t) => {
  const { keys, account, id, secret } = await begin(await temporaryDatabase(t));
  const principal = await keys.verify(secret, NOW);
  assert.deepEqual(principal?.account, account);
  assert.equal(principal?.key.id, id);
});

test('rejects an unknown key, a mistyped key and a key of the other environment', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, secret } = await begin(database);
  const test = await begin(database, 'test');
  for (const wrong of [generateApiKey('live'), `${secret}x`, secret.toUpperCase(), test.secret, '']) {
    assert.equal(await keys.verify(wrong, NOW), undefined);
  }
  assert.equal(await test.keys.verify(secret, NOW), undefined);
  assert.ok(await test.keys.verify(test.secret, NOW));
});

test('rejects a key with a wrong checksum or of the other environment without a query', async (t) => {
  const { keys, secret } = await begin(await temporaryDatabase(t));
  const mistyped = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
  for (const wrong of [mistyped, generateApiKey('test'), 'x']) {
    assert.ok(!(keys.verify(wrong, NOW) instanceof Promise));
  }
});

test('caches a key for less than a second, however often it is used', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, id, secret } = await begin(database);
  await keys.verify(secret, NOW);
  await database.write((queries) => revokeApiKey(queries, id, NOW));
  for (const ms of [0, 400, 800, 999]) {
    const cached = keys.verify(secret, NOW + ms);
    assert.ok(cached !== undefined && !(cached instanceof Promise), `${ms} ms`);
  }
  assert.equal(await keys.verify(secret, NOW + SECOND), undefined);
  assert.equal(await keys.verify(secret, NOW + SECOND + 1), undefined);
});

test('a cached key expires to the millisecond', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, id, secret } = await begin(database);
  await database.write((queries) => expireApiKey(queries, id, NOW + 500));
  assert.ok(await keys.verify(secret, NOW));
  assert.ok(await keys.verify(secret, NOW + 499));
  assert.equal(await keys.verify(secret, NOW + 500), undefined);
  assert.equal(await keys.verify(secret, NOW + HOUR), undefined);
});

test('rejects an unknown key without a query for less than a second', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, account } = await begin(database);
  const secret = generateApiKey('live');
  assert.ok(!keys.isDenied(secret, NOW));
  assert.equal(await keys.verify(secret, NOW), undefined);
  assert.ok(keys.isDenied(secret, NOW));
  await database.write((queries) =>
    queries
      .insertInto('api_keys')
      .values({
        account_id: account.id,
        digest: digestOfApiKey(secret),
        hint: hintOfApiKey(secret),
        created_at: BigInt(NOW),
        expires_at: null,
        revoked_at: null,
      })
      .execute(),
  );
  assert.equal(keys.verify(secret, NOW + 999), undefined);
  assert.ok(await keys.verify(secret, NOW + SECOND));
});

test('accepts a valid key again after the clock was set back', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, id, secret } = await begin(database);
  await database.write((queries) => expireApiKey(queries, id, NOW));
  assert.equal(await keys.verify(secret, NOW), undefined);
  assert.ok(await keys.verify(secret, NOW - 1));
});

test('hasVerified is true until a lookup finds the key invalid', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, id, secret } = await begin(database);
  assert.ok(!keys.hasVerified(secret));
  await keys.verify(secret, NOW);
  assert.ok(keys.hasVerified(secret));
  await database.write((queries) => revokeApiKey(queries, id, NOW));
  await keys.verify(secret, NOW + HOUR);
  assert.ok(!keys.hasVerified(secret));
});

test('a change of plan and role takes effect within a second', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, account, secret } = await begin(database);
  await keys.verify(secret, NOW);
  const changed = { ...account, plan: 'pro', role: 'reader' } as const;
  await database.write((queries) => updateAccount(queries, changed));
  assert.deepEqual((await keys.verify(secret, NOW + SECOND))?.account, changed);
});

test('rejects a revoked key after the clock was set back', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, id, secret } = await begin(database);
  await keys.verify(secret, NOW);
  await database.write((queries) => revokeApiKey(queries, id, NOW));
  assert.equal(await keys.verify(secret, NOW - HOUR), undefined);
});

test('concurrent requests with one key share one query', async (t) => {
  const { keys, secret } = await begin(await temporaryDatabase(t));
  const lookups = Array.from({ length: 50 }, () => keys.verify(secret, NOW));
  assert.equal(new Set(lookups).size, 1);
  assert.equal(new Set(await Promise.all(lookups)).size, 1);
});

test('queries the store again after an error', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, secret } = await begin(database);
  const rename = (from: string, to: string) =>
    database.write((queries) => queries.schema.alterTable(from).renameTo(to).execute());
  await rename('api_keys', 'away');
  await assert.rejects(async () => keys.verify(secret, NOW), /no such table|does not exist/);
  await rename('away', 'api_keys');
  assert.ok(await keys.verify(secret, NOW));
});

async function begin(database: Database, kind: KeyKind = 'live') {
  const terms = { name: `${kind} account`, plan: 'free', role: 'member', customQuota: undefined } as const;
  const created = await database.write(async (queries) => {
    const account = await insertAccount(queries, terms, NOW);
    assert.ok(account);
    return { account, ...(await issueApiKey(queries, { accountId: account.id, kind }, NOW)) };
  });
  return { ...created, keys: new ApiKeyCache(database.read, kind) };
}
