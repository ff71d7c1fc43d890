// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { DAY } from '../../platform/core/clock.ts';
import { insertAccount } from '../accounts/account-queries.ts';
import { UsageDays } from './usage-days.ts';
import { saveCounters } from './usage-queries.ts';

const TODAY = 20_000;

test('adds the requests of yesterday that are written after a report', async (t) => {
  const { save, report } = await newAccount(t);
  await save(TODAY - 1, 3);
  assert.deepEqual((await report(TODAY, 1)).slice(-2), [3, 1]);
  await save(TODAY - 1, 4);
  assert.deepEqual((await report(TODAY, 1)).slice(-2), [4, 1]);
});

test('after midnight each day has moved by one, and the first one is no longer reported', async (t) => {
  const { save, report } = await newAccount(t);
  for (const [number, used] of [
    [TODAY - 29, 7],
    [TODAY - 28, 8],
    [TODAY - 1, 9],
  ] as const)
    await save(number, used);
  const before = await report(TODAY, 5);
  assert.deepEqual([before.length, ...before.slice(0, 2), ...before.slice(-2)], [30, 7, 8, 9, 5]);
  await save(TODAY, 6);
  const after = await report(TODAY + 1, 1);
  assert.deepEqual([after.length, after[0], ...after.slice(-3)], [30, 8, 9, 6, 1]);
});

test('reports the larger number of today: that of the store or that of this process', async (t) => {
  const { save, report } = await newAccount(t);
  await save(TODAY, 5);
  assert.deepEqual([(await report(TODAY, 4)).at(-1), (await report(TODAY, 6)).at(-1)], [5, 6]);
});

test('names each day in the order of the calendar', async (t) => {
  const { days, accountId } = await newAccount(t);
  const reported = JSON.parse(await days.json(accountId, TODAY, 0));
  assert.deepEqual(
    reported.map(({ day }: { day: string }) => day),
    Array.from({ length: 30 }, (_, index) => new Date((TODAY - 29 + index) * DAY).toISOString().slice(0, 10)),
  );
});

async function newAccount(t: TestContext) {
  const database = await temporaryDatabase(t);
  const terms = { name: 'City shelter', plan: 'free', role: 'member', customQuota: undefined } as const;
  const account = await database.write((db) => insertAccount(db, terms, 0));
  assert.ok(account);
  const days = new UsageDays(database.read);
  const accountId = account.id;
  return {
    days,
    accountId,
    save: (number: number, used: number) =>
      database.write((db) => saveCounters(db, [{ accountId, window: 'day', number, used }])),
    report: async (today: number, usedToday: number): Promise<number[]> =>
      JSON.parse(await days.json(accountId, today, usedToday)).map(
        ({ requests }: { requests: number }) => requests,
      ),
  };
}
