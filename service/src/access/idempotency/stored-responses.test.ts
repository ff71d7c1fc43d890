// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addAccount } from '@petstore/testing/accounts.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import {
  claimKey,
  storedBytes,
  storeResponse,
  TRIMMED_TOGETHER_MS,
  trimResponses,
} from './stored-responses.ts';

const RESPONSE = { status: 201, location: '/v1/pets/1', body: '🐶'.repeat(1_000) };

test('trims the oldest responses of one account only', async (t) => {
  const database = await temporaryDatabase(t);
  await addAccount(database, 'one', 0, {});
  await addAccount(database, 'two', 0, {});
  await database.write(async (db) => {
    for (const accountId of [1n, 2n]) {
      for (let number = 0; number < 10; number += 1) {
        const request = { accountId, key: `key ${number}`, fingerprint: 'f' };
        await claimKey(db, request, { since: 0, now: (number + 1) * TRIMMED_TOGETHER_MS });
        await storeResponse(db, request, RESPONSE);
      }
    }
  });
  const keys = (accountId: bigint) =>
    database.read
      .selectFrom('idempotency_keys')
      .select('key')
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute();

  assert.ok(storedBytes(RESPONSE) > 4_000, 'bytes, not characters');
  await trimResponses(database, 1n, 10 * storedBytes(RESPONSE));
  assert.equal((await keys(1n)).length, 10);
  await trimResponses(database, 1n, 3 * storedBytes(RESPONSE));
  assert.deepEqual(
    (await keys(1n)).map(({ key }) => key),
    ['key 7', 'key 8', 'key 9'],
  );
  assert.equal((await keys(2n)).length, 10);
});

test('handles other work between the steps of trimming, however many responses there are', async (t) => {
  const database = await temporaryDatabase(t);
  await addAccount(database, 'one', 0, {});
  const STEPS = 20;
  await database.write(async (db) => {
    for (let number = 0; number < STEPS * 100; number += 1) {
      await claimKey(
        db,
        { accountId: 1n, key: `key ${number}`, fingerprint: 'f' },
        { since: 0, now: number },
      );
    }
  });
  let turns = 0;
  let isDone = false;
  const trimmed = trimResponses(database, 1n, 0).then(() => {
    isDone = true;
  });
  while (!isDone) {
    await nextTurn();
    turns += 1;
  }
  await trimmed;
  assert.ok(turns >= 2 * STEPS, `${turns} turns of the event loop`);
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from idempotency_keys`.execute(
    database.read,
  );
  assert.equal(rows[0]?.count, 0n);
});
