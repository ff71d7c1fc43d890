// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { recordQueries } from '@petstore/testing/queries/recorded-queries.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { DAY, HOUR, MINUTE, SECOND, systemClock } from '../../platform/core/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { insertAccount, updateAccount } from './account-queries.ts';
import { digestOfApiKey, generateApiKey, hintOfApiKey, type KeyKind } from './api-key.ts';
import { ApiKeyCache } from './api-key-cache.ts';
import { expireApiKey, issueApiKey, revokeApiKey } from './api-key-queries.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const MIB = 1024 * 1024;

/** Of all tests that neither record queries nor change tables. */
const database = await temporaryDatabase({ after });

test('rejects a key with a wrong checksum or of the other environment without a lookup', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, secret } = await begin(database);
  const queries = recordQueries(database);
  const mistyped = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
  for (const wrong of [mistyped, generateApiKey('test'), 'x']) {
    assert.equal(keys.verify(wrong, NOW), undefined);
  }
  assert.equal(queries.of('api_keys'), 0);
});

test('on an engine in this process, also a key that is not cached is verified synchronously', async () => {
  const { keys, secret } = await begin(database);
  for (const key of [secret, generateApiKey('live')]) {
    const principal = keys.verify(key, NOW);
    assert.equal(principal instanceof Promise, database.version === undefined);
    await principal;
  }
});

test('looks a key up once in an hour without a change, and the version at most twice a second', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, secret } = await begin(database);
  const queries = recordQueries(database);
  for (let ms = 0; ms <= HOUR; ms += ms < MINUTE ? 100 : MINUTE) {
    assert.ok(await keys.verify(secret, NOW + ms), `${ms} ms`);
  }
  assert.equal(queries.of('api_keys'), 1);
  const refreshes = (2 * MINUTE) / SECOND;
  assert.ok(queries.of('access_version') <= refreshes + HOUR / MINUTE, `${queries.of('access_version')}`);
});

test('a revoked key is rejected after a second at the latest, however often it is used', async () => {
  const { keys, id, secret, revoked } = await begin(database);
  await keys.verify(secret, NOW);
  await database.write((queries) => revokeApiKey(queries, id, NOW));
  for (const ms of [0, 400, 800, 999]) await keys.verify(secret, NOW + ms);
  assert.equal(keys.cached(secret, NOW + SECOND), undefined);
  assert.equal(await keys.verify(secret, NOW + SECOND), undefined);
  assert.equal(await keys.verify(secret, NOW + SECOND + 1), undefined);
  assert.deepEqual(revoked, [id]);
});

test('a cached key expires to the millisecond', async () => {
  const { keys, id, secret } = await begin(database);
  await database.write((queries) => expireApiKey(queries, id, NOW + 500));
  assert.ok(await keys.verify(secret, NOW));
  assert.ok(await keys.verify(secret, NOW + 499));
  assert.ok(keys.isDenied(secret, NOW + 500));
  assert.equal(await keys.verify(secret, NOW + 500), undefined);
  assert.equal(keys.cached(secret, NOW + 500), undefined);
  assert.equal(await keys.verify(secret, NOW + HOUR), undefined);
});

test('looks an unknown key up once, and again within a second after a change', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, account } = await begin(database);
  const queries = recordQueries(database);
  const secret = generateApiKey('live');
  assert.ok(!keys.isDenied(secret, NOW));
  for (const ms of [0, 999, SECOND, HOUR]) assert.equal(await keys.verify(secret, NOW + ms), undefined);
  assert.ok(keys.isDenied(secret, NOW + HOUR));
  assert.equal(queries.of('api_keys'), 1);
  const key = { account_id: account.id, digest: digestOfApiKey(secret), hint: hintOfApiKey(secret) };
  const times = { created_at: BigInt(NOW), expires_at: null, revoked_at: null };
  await database.write((db) =>
    db
      .insertInto('api_keys')
      .values({ ...key, ...times })
      .execute(),
  );
  assert.ok(await keys.verify(secret, NOW + HOUR + SECOND));
});

test('accepts a valid key again after the clock was set back', async () => {
  const { keys, id, secret } = await begin(database);
  await database.write((queries) => expireApiKey(queries, id, NOW));
  assert.equal(await keys.verify(secret, NOW), undefined);
  assert.ok(await keys.verify(secret, NOW - 1));
});

test('lastVerified returns the principal until the key expires or a lookup finds it invalid', async () => {
  const { keys, id, secret } = await begin(database);
  assert.equal(keys.lastVerified(secret, NOW), undefined);
  await database.write((queries) => expireApiKey(queries, id, NOW + 2 * HOUR));
  await keys.verify(secret, NOW);
  assert.ok(keys.lastVerified(secret, NOW + HOUR) !== undefined);
  assert.equal(keys.lastVerified(secret, NOW + 2 * HOUR), undefined);
  await database.write((queries) => revokeApiKey(queries, id, NOW));
  await keys.verify(secret, NOW + HOUR);
  assert.equal(keys.lastVerified(secret, NOW + HOUR), undefined);
});

test('rejects a revoked key after the clock was set back', async () => {
  const { keys, id, secret } = await begin(database);
  await keys.verify(secret, NOW);
  await database.write((queries) => revokeApiKey(queries, id, NOW));
  assert.equal(await keys.verify(secret, NOW - HOUR), undefined);
});

test('reads every key again after the clock was set back', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, secret } = await begin(database);
  const queries = recordQueries(database);
  for (const ms of [0, -1, -2, 0]) assert.ok(await keys.verify(secret, NOW + ms));
  assert.equal(queries.of('api_keys'), 3);
});

test('concurrent requests with one key share one lookup and one read of the version', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, secret } = await begin(database);
  const queries = recordQueries(database);
  const principals = await Promise.all(Array.from({ length: 50 }, () => keys.verify(secret, NOW)));
  assert.equal(new Set(principals).size, 1);
  assert.deepEqual([queries.of('api_keys'), queries.of('access_version')], [1, 1]);
});

test('looks the key up again after an error', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, secret } = await begin(database);
  await rename(database, 'api_keys', 'away');
  await assert.rejects(async () => keys.verify(secret, NOW), /no such table|does not exist/);
  await rename(database, 'away', 'api_keys');
  assert.ok(await keys.verify(secret, NOW));
});

test('trusts nothing while the version was not read for a second', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, secret } = await begin(database);
  const unknown = generateApiKey('live');
  for (const key of [secret, unknown]) await keys.verify(key, NOW);
  await rename(database, 'access_version', 'away');
  assert.ok(await keys.verify(secret, NOW + SECOND - 1));
  assert.ok(keys.isDenied(unknown, NOW + SECOND - 1));
  for (const ms of [SECOND, HOUR, -1]) {
    assert.equal(keys.cached(secret, NOW + ms), undefined, `${ms} ms`);
    assert.ok(!keys.isDenied(unknown, NOW + ms));
    await assert.rejects(async () => keys.verify(secret, NOW + ms), /no such table|does not exist/);
  }
  await rename(database, 'away', 'access_version');
  assert.ok(await keys.verify(secret, NOW + SECOND));
});

test('reads keys again each second if the store has no version', async (t) => {
  const database = await temporaryDatabase(t);
  const { keys, id, secret } = await begin(database);
  await database.write((queries) => queries.deleteFrom('access_version').execute());
  assert.ok(await keys.verify(secret, NOW));
  await database.write((queries) => revokeApiKey(queries, id, NOW));
  assert.equal(await keys.verify(secret, NOW + SECOND), undefined);
});

/** So small a share of the memory that only the last key is an object: the others are rows of the table. */
const ONE_RECENT_KEY = 1 / 4_000;

test('a key that is no longer among the last ones has its ban until it is lifted, and no lookup of its own', async (t) => {
  const database = await temporaryDatabase(t);
  const banned = await begin(database, 'live', ONE_RECENT_KEY);
  const { keys } = banned;
  const other = await begin(database);
  const read = await keys.verify(banned.secret, NOW);
  assert.ok(read?.key !== undefined);
  const queries = recordQueries(database);
  await keys.verify(other.secret, NOW);
  assert.deepEqual(await keys.verify(banned.secret, NOW), read);
  assert.equal(queries.of('api_keys'), 1);
  keys.ban(read, { startedAt: NOW, endsAt: NOW + HOUR });
  await keys.verify(other.secret, NOW);
  const again = await keys.verify(banned.secret, NOW);
  assert.deepEqual([again?.key?.bannedSince, again?.key?.bannedUntil], [NOW, NOW + HOUR]);
  // The store has no ban any more after this change.
  await database.write((db) => updateAccount(db, banned.account));
  await keys.verify(banned.secret, NOW + SECOND);
  await keys.verify(other.secret, NOW + SECOND);
  assert.equal((await keys.verify(banned.secret, NOW + SECOND))?.key?.bannedUntil, undefined);
});

test('keys that were used lately are read together, and those of them that are valid need no lookup', async (t) => {
  const database = await temporaryDatabase(t);
  const { id, secret, account } = await begin(database);
  const more = await Promise.all(Array.from({ length: 3 }, () => begin(database)));
  const [old, revoked, unused] = more.map((each) => each.secret) as [string, string, string];
  const uses = [
    { api_key_id: id, used_at: BigInt(NOW) },
    { api_key_id: more[0]?.id ?? 0n, used_at: BigInt(NOW - DAY) },
    { api_key_id: more[1]?.id ?? 0n, used_at: BigInt(NOW) },
  ];
  await database.write(async (db) => {
    await db.insertInto('key_uses').values(uses).execute();
    await revokeApiKey(db, more[1]?.id ?? 0n, NOW);
  });
  const started = new ApiKeyCache(database.read, 'live');
  const clock = { ...systemClock, now: () => NOW };
  await started.readUsed(NOW - HOUR, { clock, isStopped: () => false });
  const queries = recordQueries(database);
  assert.deepEqual((await started.verify(secret, NOW))?.account, account);
  assert.equal(queries.of('api_keys'), 0);
  assert.ok(await started.verify(old, NOW));
  assert.equal(await started.verify(revoked, NOW), undefined);
  assert.ok(await started.verify(unused, NOW));
  assert.equal(queries.of('api_keys'), 3);
});

test('an entry of the cache does not keep the header of its request in memory', async (t) => {
  const { keys } = await begin(await temporaryDatabase(t));
  const before = heapAfterCollection();
  let secret = '';
  for (let n = 0; n < 2_000; n += 1) {
    const header = Buffer.from(`Bearer${' '.repeat(16_000)}${generateApiKey('live')}`).toString('latin1');
    secret = header.slice(header.lastIndexOf(' ') + 1);
    await keys.verify(secret, NOW);
  }
  const grown = heapAfterCollection() - before;
  assert.ok(grown < 8 * MIB, `${Math.round(grown / MIB)} MiB`);
  assert.ok(keys.isDenied(secret, NOW), 'the cache must not be collected before');
});

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

function rename(database: Database, from: string, to: string): Promise<void> {
  return database.write((queries) => queries.schema.alterTable(from).renameTo(to).execute());
}

async function begin(database: Database, kind: KeyKind = 'live', share = 1) {
  const terms = {
    name: `account ${randomUUID()}`,
    plan: 'free',
    role: 'member',
    customQuota: undefined,
  } as const;
  const created = await database.write(async (queries) => {
    const inserted = await insertAccount(queries, terms, NOW);
    assert.ok(inserted);
    const account = { ...terms, id: inserted.id };
    return { account, ...(await issueApiKey(queries, { accountId: account.id, kind }, NOW)) };
  });
  const revoked: bigint[] = [];
  const keys = new ApiKeyCache(database.read, kind, ({ key }) => key && revoked.push(key.id), share);
  return { ...created, keys, revoked };
}
