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

test('a valid key gives its account', async (t) => {
  const { keys, account, id, secret } = await begin(await temporaryDatabase(t));
  const principal = await keys.verify(secret, NOW);
  assert.deepEqual(principal?.account, account);
  assert.equal(principal?.key.id, id);
});

test('an unknown key, a mistyped one and one of the other environment give nothing', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, secret } = await begin(database);
  const test = await begin(database, 'test');
  for (const wrong of [generateApiKey('live'), `${secret}x`, secret.toUpperCase(), test.secret, '']) {
    assert.equal(await keys.verify(wrong, NOW), undefined);
  }
  assert.equal(await test.keys.verify(secret, NOW), undefined);
  assert.ok(await test.keys.verify(test.secret, NOW));
});

test('a key with a wrong checksum or of the other environment is refused without asking the store', async (t) => {
  const { keys, secret } = await begin(await temporaryDatabase(t));
  const mistyped = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
  for (const wrong of [mistyped, generateApiKey('test'), 'x']) {
    assert.ok(!(keys.verify(wrong, NOW) instanceof Promise));
  }
});

test('a key is remembered for less than a second, and being used does not make it longer', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, id, secret } = await begin(database);
  await keys.verify(secret, NOW);
  await database.write((queries) => revokeApiKey(queries, id, NOW));
  for (const ms of [0, 400, 800, 999]) {
    const remembered = keys.verify(secret, NOW + ms);
    assert.ok(remembered !== undefined && !(remembered instanceof Promise), `${ms} ms`);
  }
  assert.equal(await keys.verify(secret, NOW + SECOND), undefined);
  assert.equal(await keys.verify(secret, NOW + SECOND + 1), undefined);
});

test('a key expires to the millisecond, though it is remembered', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, id, secret } = await begin(database);
  await database.write((queries) => expireApiKey(queries, id, NOW + 500));
  assert.ok(await keys.verify(secret, NOW));
  assert.ok(await keys.verify(secret, NOW + 499));
  assert.equal(await keys.verify(secret, NOW + 500), undefined);
  assert.equal(await keys.verify(secret, NOW + HOUR), undefined);
});

test('a key that is unknown is refused without asking the store for less than a second', async (t) => {
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

test('a clock that is set back keeps no valid key refused', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, id, secret } = await begin(database);
  await database.write((queries) => expireApiKey(queries, id, NOW));
  assert.equal(await keys.verify(secret, NOW), undefined);
  assert.ok(await keys.verify(secret, NOW - 1));
});

test('a key that was valid stays known until a look-up finds otherwise', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, id, secret } = await begin(database);
  assert.ok(!keys.hasVerified(secret));
  await keys.verify(secret, NOW);
  assert.ok(keys.hasVerified(secret));
  await database.write((queries) => revokeApiKey(queries, id, NOW));
  await keys.verify(secret, NOW + HOUR);
  assert.ok(!keys.hasVerified(secret));
});

test('a change of plan and role is known within a second', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, account, secret } = await begin(database);
  await keys.verify(secret, NOW);
  const changed = { ...account, plan: 'pro', role: 'reader' } as const;
  await database.write((queries) => updateAccount(queries, changed));
  assert.deepEqual((await keys.verify(secret, NOW + SECOND))?.account, changed);
});

test('a clock that is set back keeps no revoked key alive', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, id, secret } = await begin(database);
  await keys.verify(secret, NOW);
  await database.write((queries) => revokeApiKey(queries, id, NOW));
  assert.equal(await keys.verify(secret, NOW - HOUR), undefined);
});

test('requests that arrive together with one key ask the store once', async (t) => {
  const { keys, secret } = await begin(await temporaryDatabase(t));
  const asked = Array.from({ length: 50 }, () => keys.verify(secret, NOW));
  assert.equal(new Set(asked).size, 1);
  assert.equal(new Set(await Promise.all(asked)).size, 1);
});

test('a store that fails once is asked again', async (t) => {
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
  const made = await database.write(async (queries) => {
    const account = await insertAccount(queries, terms, NOW);
    assert.ok(account);
    return { account, ...(await issueApiKey(queries, { accountId: account.id, kind }, NOW)) };
  });
  return { ...made, keys: new ApiKeyCache(database.read, kind) };
}
