// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { DAY, HOUR, SECOND } from '../core/clock.ts';
import type { Database, Queries } from '../database/database.ts';
import { appendEvents, lastPurgedId } from '../events/event-store.ts';
import { claimKey, findStoredResponse, storeResponse } from '../idempotency/idempotency-store.ts';
import { deleteExpiredRecords } from './retention.ts';

/** A store in which old records are forgotten, with a clock that the test moves. */
async function start(t: TestContext, keptDays = 90) {
  const database = await temporaryDatabase(t);
  const clock = new FakeClock();
  const faults: unknown[] = [];
  const stop = deleteExpiredRecords(database, clock, keptDays, (error) => faults.push(error));
  t.after(stop);
  return { database, clock, faults, stop };
}

interface Place {
  database: Database;
  clock: FakeClock;
}

async function addEvents({ database, clock }: Place, count: number) {
  const event = { type: 'pet.created', at: clock.now(), actor: null, petId: 1n, body: '{"id":1}' } as const;
  await database.write((db) =>
    appendEvents(
      db,
      Array.from({ length: count }, () => event),
    ),
  );
}

const ANSWER = { status: 201, location: '/v1/pets/1', body: '{"id":1}' };

async function keep(db: Queries, accountId: bigint, key: string, at: number): Promise<void> {
  const request = { accountId, key, fingerprint: 'f' };
  assert.ok(await claimKey(db, request, { since: at - 1, now: at }));
  await storeResponse(db, request, ANSWER);
}

/**
 * Moves time, and waits until the round of the removal that it started has ended: answers go after events, and no earlier
 * round takes this one.
 */
async function advanceByRound({ database, clock }: Place, ms: number): Promise<void> {
  const { id: accountId } = await addAccount(database, `account ${clock.now()}`, clock.now(), {});
  const request = { accountId, key: 'old', fingerprint: 'f' };
  const oldAfterwards = clock.now() + ms - DAY;
  await database.write((db) => keep(db, accountId, 'old', oldAfterwards));
  clock.advance(ms);
  await until(async () => (await findStoredResponse(database.read, request, 0)) === undefined);
}

async function idsIn({ read }: Database): Promise<bigint[]> {
  const rows = await read.selectFrom('events').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

test('more events than one transaction removes all go in one round', async (t) => {
  const place = await start(t);
  await addEvents(place, 2_345);
  place.clock.advance(89 * DAY);
  await addEvents(place, 1);
  await advanceByRound(place, DAY + 1);
  assert.deepEqual(await idsIn(place.database), [2_346n]);
  assert.deepEqual(place.faults, []);
});

test('an event goes when it is older than the days it is kept, to the millisecond', async (t) => {
  const place = await start(t, 1);
  await addEvents(place, 1);
  place.clock.advance(1);
  await addEvents(place, 1);
  await advanceByRound(place, DAY);
  assert.deepEqual(await idsIn(place.database), [2n]);
});

test('what is left of the feed has no gap: an old event behind a young one waits for it', async (t) => {
  const place = await start(t, 1);
  await addEvents(place, 2);
  place.clock.advance(DAY);
  await addEvents(place, 1);
  place.clock.advance(-DAY);
  await addEvents(place, 1);
  await advanceByRound(place, DAY + HOUR);
  assert.equal(await lastPurgedId(place.database.read), 2n);
  assert.deepEqual(await idsIn(place.database), [3n, 4n]);
});

test('answers go after a day, more of them than one transaction removes, and younger ones stay', async (t) => {
  const place = await start(t);
  const { database, clock } = place;
  const { id: accountId } = await addAccount(database, 'City shelter', clock.now(), {});
  const keepAll = (keys: readonly string[]) =>
    database.write(async (db) => {
      for (const key of keys) await keep(db, accountId, key, clock.now());
    });
  await keepAll(Array.from({ length: 1_203 }, (_, n) => `old ${n}`));
  clock.advance(SECOND);
  await keepAll(['young']);
  clock.advance(DAY - SECOND);
  const kept = () => database.read.selectFrom('idempotency_keys').select('key').execute();
  await until(async () => (await kept()).length === 1);
  const young = { accountId, key: 'young', fingerprint: 'f' };
  assert.ok(await findStoredResponse(database.read, young, 0));
});

test('stopping waits for the removal that runs, and none begins after', async (t) => {
  const place = await start(t);
  await addEvents(place, 3_000);
  place.clock.advance(91 * DAY);
  await until(async () => (await lastPurgedId(place.database.read)) > 0n);
  await place.stop();
  const left = await idsIn(place.database);
  assert.ok(left.length > 0, 'it was stopped halfway');
  assert.equal(await lastPurgedId(place.database.read), 3_000n - BigInt(left.length));
  place.clock.advance(DAY);
  await place.stop();
  assert.deepEqual(await idsIn(place.database), left);
  assert.deepEqual(place.faults, []);
});

test('a removal that fails is told, and the next hour tries again', async (t) => {
  const database = await temporaryDatabase(t);
  const clock = new FakeClock();
  let broken = true;
  const faults: unknown[] = [];
  const write: Database['write'] = (work) =>
    broken ? Promise.reject(new Error('disk')) : database.write(work);
  const stop = deleteExpiredRecords({ ...database, write }, clock, 1, (error) => faults.push(error));
  t.after(stop);
  await addEvents({ database, clock }, 1);
  clock.advance(2 * DAY);
  await until(async () => faults.length === 1);
  broken = false;
  clock.advance(HOUR);
  await until(async () => (await idsIn(database)).length === 0);
});

test('between two transactions of a removal a writer gets its turn', async (t) => {
  const place = await start(t);
  await addEvents(place, 3_000);
  place.clock.advance(91 * DAY);
  await until(async () => (await lastPurgedId(place.database.read)) > 0n);
  await addEvents(place, 1);
  const left = await idsIn(place.database);
  assert.ok(left.length > 1, 'the removal had not ended when the writer was served');
});
