// Needs PostgreSQL or Valkey.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { recordQueries } from '@petstore/testing/queries/recorded-queries.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { SECOND } from '../../platform/core/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { ApiKeyCache } from './api-key-cache.ts';
import { revokeApiKey } from './api-key-queries.ts';

/** Changes while the result of a query is on its way from a database server. */

const NOW = Date.UTC(2026, 10, 21, 12);

async function begin(t: TestContext) {
  const database = await openStore(t, await freshStore(t));
  const { key: secret, keyId } = await addAccount(database, 'Zoo', NOW, {});
  const { key: other } = await addAccount(database, 'Ark', NOW, {});
  const keys = new ApiKeyCache(database.read, 'live');
  const revoke = () => database.write((db) => revokeApiKey(db, keyId, NOW));
  return { database, keys, secret, other, revoke, queries: recordQueries(database) };
}

/** Holds the result of each query of a table until the test releases it, in any order. */
function holdResults({ read }: Database, table: string) {
  const held: PromiseWithResolvers<void>[] = [];
  const execute = read.executeQuery.bind(read);
  let waiting = Promise.withResolvers<void>();
  read.executeQuery = async (query, queryId) => {
    const result = await execute(query, queryId);
    if (!('sql' in query) || !query.sql.includes(` from "${table}"`)) return result;
    const release = Promise.withResolvers<void>();
    held.push(release);
    waiting.resolve();
    await release.promise;
    return result;
  };
  return {
    /** Waits until the server has answered this many queries. */
    answered: async (count: number) => {
      while (held.length < count) {
        await waiting.promise;
        waiting = Promise.withResolvers<void>();
      }
    },
    release: (number: number) => held[number]?.resolve(),
  };
}

test('a key that was looked up before a change, and whose result arrives after it, is not trusted', async (t) => {
  const { database, keys, secret, other, revoke } = await begin(t);
  await keys.verify(other, NOW);
  const lookups = holdResults(database, 'api_keys');
  const early = keys.verify(secret, NOW);
  await lookups.answered(1);
  await revoke();
  assert.ok(await keys.verify(other, NOW + SECOND - 1));
  const late = keys.verify(secret, NOW + SECOND);
  await lookups.answered(2);
  lookups.release(0);
  assert.ok(await early);
  lookups.release(1);
  assert.equal(await late, undefined);
  assert.equal(await keys.verify(secret, NOW + SECOND), undefined);
});

test('a read of the version that takes more than a second is not shared with later requests', async (t) => {
  const { database, keys, secret, revoke } = await begin(t);
  await keys.verify(secret, NOW);
  const versions = holdResults(database, 'access_version');
  const early = keys.verify(secret, NOW + SECOND);
  await versions.answered(1);
  await revoke();
  const late = keys.verify(secret, NOW + 2 * SECOND);
  await versions.answered(2);
  versions.release(1);
  assert.equal(await late, undefined);
  versions.release(0);
  assert.equal(await early, undefined);
  assert.equal(keys.verify(secret, NOW + 2 * SECOND), undefined);
});

test('from half a second on the version is read in the background, once for all requests', async (t) => {
  const { database, keys, secret, queries } = await begin(t);
  await keys.verify(secret, NOW);
  const versions = holdResults(database, 'access_version');
  for (const ms of [499, 500, 999]) {
    const principal = keys.verify(secret, NOW + ms);
    assert.ok(principal !== undefined && !(principal instanceof Promise), `${ms} ms`);
  }
  const waiting = [keys.verify(secret, NOW + SECOND), keys.verify(secret, NOW + SECOND)];
  await versions.answered(1);
  versions.release(0);
  for (const principal of await Promise.all(waiting)) assert.ok(principal);
  assert.deepEqual([queries.of('access_version'), queries.of('api_keys')], [2, 1]);
});
