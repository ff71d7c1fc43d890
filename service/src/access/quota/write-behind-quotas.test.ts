// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { fillable, temporaryDatabase } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { DAY, MINUTE, SECOND } from '../../platform/core/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { insertAccount } from '../accounts/account-queries.ts';
import { dayOf, minuteOf } from './fixed-window.ts';
import { PLANS } from './plan.ts';
import { saveCounters } from './usage-queries.ts';
import { WriteBehindQuotas } from './write-behind-quotas.ts';

test('writes the counters of both windows one second after a change', async (t) => {
  const database = await temporaryDatabase(t);
  const { clock, quotas, faults } = await openQuotas(database);
  const accountId = await newAccount(database);
  quotas.consume({ accountId, keyId: 1n }, PLANS.free, clock.now());
  assert.deepEqual(await counters(database), []);
  clock.advance(SECOND);
  await until(async () => (await counters(database)).length > 0);
  assert.deepEqual(await counters(database), [
    { accountId, window: 'minute', number: minuteOf(clock.now()), used: 1 },
    { accountId, window: 'day', number: dayOf(clock.now()), used: 1 },
  ]);
  assert.deepEqual(faults, []);
});

test('keeps counters that could not be written, and writes them later', async (t) => {
  const database = await temporaryDatabase(t);
  const { disk, database: failing } = fillable(database);
  const { clock, quotas, faults } = await openQuotas(failing);
  const accountId = await newAccount(database);
  const subject = { accountId, keyId: 1n };
  const usedToday = async () => (await counters(database)).find(({ window }) => window === 'day')?.used;
  quotas.consume(subject, PLANS.free, clock.now());
  clock.advance(SECOND);
  await until(async () => (await usedToday()) === 1);
  disk.isFull = true;
  quotas.consume(subject, PLANS.free, clock.now());
  clock.advance(SECOND);
  await until(async () => faults.length > 0);
  assert.deepEqual(new Set(faults), new Set([disk.fault]));
  assert.equal(quotas.peek(accountId, PLANS.free, clock.now()).minute.remaining, 58);
  assert.equal(await usedToday(), 1);
  disk.isFull = false;
  clock.advance(SECOND);
  await until(async () => (await usedToday()) === 2);
});

test('writes more accounts than fit into one transaction', async (t) => {
  const database = await temporaryDatabase(t);
  const { clock, quotas } = await openQuotas(database);
  const ids = await database.write(async (queries) => {
    const accounts = [];
    for (let index = 0; index < 1_100; index += 1) {
      accounts.push(await insertAccount(queries, { ...TERMS, name: `account ${index}` }, clock.now()));
    }
    return accounts.map((account) => account?.id ?? 0n);
  });
  for (const accountId of ids) quotas.consume({ accountId, keyId: 1n }, PLANS.free, clock.now());
  await quotas.close();
  assert.equal((await counters(database)).length, 2 * 1_100);
});

test('deletes past minutes on the next write, and days after a month', async (t) => {
  const database = await temporaryDatabase(t);
  const { clock, quotas } = await openQuotas(database);
  const accountId = await newAccount(database);
  for (let day = 0; day < 40; day += 1) {
    quotas.consume({ accountId, keyId: 1n }, PLANS.free, clock.now());
    clock.advance(DAY);
    await until(async () =>
      (await counters(database)).some(({ number }) => number === dayOf(clock.now()) - 1),
    );
  }
  clock.advance(MINUTE);
  await quotas.close();
  const kept = await counters(database);
  assert.deepEqual(
    kept.filter(({ window }) => window === 'minute'),
    [],
  );
  assert.equal(kept.length, 31);
});

test('deletes more past minutes than fit into one transaction, and keeps the last minutes', async (t) => {
  const database = await temporaryDatabase(t);
  const { clock, quotas } = await openQuotas(database);
  const accountId = await newAccount(database);
  const now = minuteOf(clock.now());
  const past = Array.from({ length: 2_500 }, (_, index) => now - index);
  await database.write((queries) =>
    saveCounters(
      queries,
      past.map((number) => ({ accountId, window: 'minute', number, used: 1 })),
    ),
  );
  await quotas.close();
  assert.deepEqual(
    (await counters(database)).map(({ number }) => now - number),
    [5, 4, 3, 2, 1, 0],
  );
});

test('close writes the remaining counters and stops the write-behind', async (t) => {
  const database = await temporaryDatabase(t);
  const { clock, quotas, faults } = await openQuotas(database);
  const subject = { accountId: await newAccount(database), keyId: 1n };
  quotas.consume(subject, PLANS.free, clock.now());
  await quotas.close();
  const kept = await counters(database);
  assert.deepEqual(
    kept.map(({ used }) => used),
    [1, 1],
  );
  quotas.consume(subject, PLANS.free, clock.now());
  clock.advance(MINUTE);
  await database.write(async () => {});
  assert.deepEqual(await counters(database), kept);
  assert.deepEqual(faults, []);
});

const TERMS = { name: 'City shelter', plan: 'free', role: 'member', customQuota: undefined } as const;

async function openQuotas(database: Database) {
  const clock = new FakeClock();
  const faults: unknown[] = [];
  const quotas = await WriteBehindQuotas.open(database, clock, (error) => faults.push(error));
  return { clock, quotas, faults };
}

async function newAccount(database: Database): Promise<bigint> {
  const account = await database.write((queries) => insertAccount(queries, TERMS, 0));
  assert.ok(account);
  return account.id;
}

/** Returns all counters, those of minutes before those of days. */
async function counters({ read }: Database) {
  const rows = await read
    .selectFrom('quota_counters')
    .selectAll()
    .orderBy('window_name', 'desc')
    .orderBy('window_number')
    .execute();
  return rows.map(({ account_id, window_name, window_number, used }) => ({
    accountId: account_id,
    window: window_name,
    number: Number(window_number),
    used: Number(used),
  }));
}
