// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { claimKey, findStoredResponse, storeResponse } from '../../access/idempotency/stored-responses.ts';
import { addToDay, KEPT_NAMES } from '../../access/quota/day-counts.ts';
import { DAY, HOUR, SECOND } from '../../platform/core/clock.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { lastPurgedId } from '../../record/events/event-ids.ts';
import { appendEvents } from '../../record/events/event-queries.ts';
import { deleteExpiredRecords } from './retention.ts';

/** A store with retention, and its fake clock. */
async function start(t: TestContext, keptDays = 90) {
  const database = await temporaryDatabase(t);
  const clock = new FakeClock();
  const faults: unknown[] = [];
  const stop = deleteExpiredRecords(database, clock, { events: keptDays, applications: 180 }, (error) =>
    faults.push(error),
  );
  t.after(stop);
  return { database, clock, faults, stop };
}

interface Scenario {
  database: Database;
  clock: FakeClock;
}

async function addEvents({ database, clock }: Scenario, count: number) {
  const event = { type: 'pet.created', at: clock.now(), actor: null, petId: 1n, body: '{"id":1}' } as const;
  await database.write((db) =>
    appendEvents(
      db,
      Array.from({ length: count }, () => event),
    ),
  );
}

const RESPONSE = { status: 201, location: '/v1/pets/1', body: '{"id":1}' };

async function store(db: Queries, accountId: bigint, key: string, at: number): Promise<void> {
  const request = { accountId, key, fingerprint: 'f' };
  assert.ok(await claimKey(db, request, { since: at - 1, now: at }));
  await storeResponse(db, request, RESPONSE);
}

/**
 * Advances the clock, and waits until the run that this starts has ended. Responses are deleted after events, and an
 * earlier run cannot delete the response of this one.
 */
async function advanceOneRun({ database, clock }: Scenario, ms: number): Promise<void> {
  const { id: accountId } = await addAccount(database, `account ${clock.now()}`, clock.now(), {});
  const request = { accountId, key: 'old', fingerprint: 'f' };
  const oldAfterwards = clock.now() + ms - DAY;
  await database.write((db) => store(db, accountId, 'old', oldAfterwards));
  clock.advance(ms);
  await until(async () => (await findStoredResponse(database.read, request, 0)) === undefined);
}

async function idsIn({ read }: Database): Promise<bigint[]> {
  const rows = await read.selectFrom('events').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

test('deletes more events than one transaction holds in one run', async (t) => {
  const scenario = await start(t);
  await addEvents(scenario, 2_345);
  scenario.clock.advance(89 * DAY);
  await addEvents(scenario, 1);
  await advanceOneRun(scenario, DAY + 1);
  assert.deepEqual(await idsIn(scenario.database), [2_346n]);
  assert.deepEqual(scenario.faults, []);
});

test('deletes an event when it is older than its retention, to the millisecond', async (t) => {
  const scenario = await start(t, 1);
  await addEvents(scenario, 1);
  scenario.clock.advance(1);
  await addEvents(scenario, 1);
  await advanceOneRun(scenario, DAY);
  assert.deepEqual(await idsIn(scenario.database), [2n]);
});

test('leaves no gap in the feed: an old event after a new one is kept', async (t) => {
  const scenario = await start(t, 1);
  await addEvents(scenario, 2);
  scenario.clock.advance(DAY);
  await addEvents(scenario, 1);
  scenario.clock.advance(-DAY);
  await addEvents(scenario, 1);
  await advanceOneRun(scenario, DAY + HOUR);
  assert.equal(await lastPurgedId(scenario.database.read), 2n);
  assert.deepEqual(await idsIn(scenario.database), [3n, 4n]);
});

test('deletes stored responses after a day, also more than one transaction holds', async (t) => {
  const scenario = await start(t);
  const { database, clock } = scenario;
  const { id: accountId } = await addAccount(database, 'City shelter', clock.now(), {});
  const storeAll = (keys: readonly string[]) =>
    database.write(async (db) => {
      for (const key of keys) await store(db, accountId, key, clock.now());
    });
  await storeAll(Array.from({ length: 1_203 }, (_, n) => `old ${n}`));
  clock.advance(SECOND);
  await storeAll(['young']);
  clock.advance(DAY - SECOND);
  const kept = () => database.read.selectFrom('idempotency_keys').select('key').execute();
  await until(async () => (await kept()).length === 1);
  const young = { accountId, key: 'young', fingerprint: 'f' };
  assert.ok(await findStoredResponse(database.read, young, 0));
});

test('stop waits for the running deletion, and no other begins', async (t) => {
  const scenario = await start(t);
  await addEvents(scenario, 3_000);
  scenario.clock.advance(91 * DAY);
  await until(async () => (await lastPurgedId(scenario.database.read)) > 0n);
  await scenario.stop();
  const left = await idsIn(scenario.database);
  assert.ok(left.length > 0, 'some events are left');
  assert.equal(await lastPurgedId(scenario.database.read), 3_000n - BigInt(left.length));
  scenario.clock.advance(DAY);
  await scenario.stop();
  assert.deepEqual(await idsIn(scenario.database), left);
  assert.deepEqual(scenario.faults, []);
});

test('reports a deletion that fails, and repeats it an hour later', async (t) => {
  const database = await temporaryDatabase(t);
  const clock = new FakeClock();
  let broken = true;
  const faults: unknown[] = [];
  const write: Database['write'] = (work) =>
    broken ? Promise.reject(new Error('disk')) : database.write(work);
  const stop = deleteExpiredRecords(
    { ...database, write },
    clock,
    { events: 1, applications: 180 },
    (error) => faults.push(error),
  );
  t.after(stop);
  await addEvents({ database, clock }, 1);
  clock.advance(2 * DAY);
  await until(async () => faults.length === 1);
  broken = false;
  clock.advance(HOUR);
  await until(async () => (await idsIn(database)).length === 0);
});

test('a writer can write between two transactions of a deletion', async (t) => {
  const scenario = await start(t);
  await addEvents(scenario, 3_000);
  scenario.clock.advance(91 * DAY);
  let left = 3_000;
  while (left === 3_000) {
    left = await scenario.database.write(async (db) => {
      const { count } = await db
        .selectFrom('events')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    });
  }
  assert.ok(left > 0, 'the deletion had not ended when the writer was served');
});

test('deletes the counts of the days before in several transactions, those that people read after a week', async (t) => {
  const scenario = await start(t);
  const { database, clock } = scenario;
  const one = { number: 1n, bytes: 0n };
  const codes = Array.from({ length: 1_200 }, (_, n) => [`letters sign-in to ${n}`, one] as const);
  await database.write((db) => addToDay(db, new Map([...codes, [`${KEPT_NAMES}unsent`, one]]), clock.now()));
  const names = async () => {
    const rows = await database.read.selectFrom('day_counts').select('name').execute();
    return rows.map(({ name }) => name);
  };
  let most = 0;
  const write = database.write.bind(database);
  database.write = async (work, options) => {
    const before = (await names()).length;
    const result = await write(work, options);
    most = Math.max(most, before - (await names()).length);
    return result;
  };
  clock.advance(DAY);
  await until(async () => (await names()).length === 1);
  assert.ok(most > 0 && most <= 500, `${most} in one transaction`);
  assert.deepEqual(await names(), [`${KEPT_NAMES}unsent`]);
  clock.advance(6 * DAY);
  await until(async () => (await names()).length === 0);
});
