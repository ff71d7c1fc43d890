import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { openStore, temporaryStore } from '@petstore/testing/stores.ts';
import { dayOf, minuteOf } from '../../access/quota/fixed-window.ts';
import { type Counter, saveCounters } from '../../access/quota/usage-queries.ts';
import { DAY, MINUTE } from '../../platform/core/clock.ts';
import type { Database } from '../../platform/database/database.ts';

test('usage prints a line for each account, and with --json the used requests of both windows and when they reset', async (t) => {
  const { petstore, db } = await begin(t);
  await use(db, 1n, { minute: 7, day: 90 });
  assert.equal(
    (await petstore('usage')).out,
    [
      'NAME  PLAN  THIS MINUTE  TODAY',
      'Zoo   free  7 of 60      90 of 1000',
      'Farm  pro   0 of 300     0 of 10000',
      '',
    ].join('\n'),
  );
  const before = Date.now();
  const { status, json } = await petstore('usage', '--json');
  assert.equal(status, 0);
  const [zoo, farm] = usageIn(json);
  assert.deepEqual(withoutReset(zoo), {
    name: 'Zoo',
    plan: 'free',
    minute: { limit: 60, used: 7, remaining: 53 },
    day: { limit: 1_000, used: 90, remaining: 910 },
  });
  assert.deepEqual(withoutReset(farm), {
    name: 'Farm',
    plan: 'pro',
    minute: { limit: 300, used: 0, remaining: 300 },
    day: { limit: 10_000, used: 0, remaining: 10_000 },
  });
  for (const [window, length] of [
    ['minute', MINUTE],
    ['day', DAY],
  ] as const) {
    const reset = Date.parse(zoo?.[window].reset ?? '');
    assert.equal(reset % length, 0);
    assert.ok(reset > before && reset <= Date.now() + length);
  }
});

test('usage of one account prints its last 30 days and no older ones', async (t) => {
  const { petstore, db } = await begin(t);
  const today = dayOf(Date.now());
  const past = Array.from({ length: 60 }, (_, days) => counter(1n, 'day', today - 60 + days, 1_000 + days));
  await db.write((queries) => saveCounters(queries, past));
  await use(db, 1n, { minute: 7, day: 90 });
  await use(db, 2n, { minute: 8, day: 80 });
  const { out, json } = await petstore('usage', 'Zoo', '--json');
  assert.ok(!out.includes('Farm'));
  const shown = json as { days: Array<{ day: string; requests: number }> }; // compared below
  assert.equal(shown.days.length, 30);
  assert.equal(shown.days.at(-1)?.requests, 90);
  assert.match(shown.days[0]?.day ?? '', /^\d{4}-\d\d-\d\d$/);
  assert.match(
    (await petstore('usage', 'Zoo')).out,
    /^Zoo, plan free\nthis minute: 7 of 60, resets .*Z\nthis day: 90 of 1000/,
  );
});

interface PrintedWindow {
  limit: number;
  used: number;
  remaining: number;
  reset: string;
}

interface PrintedUsage {
  name: string;
  plan: string;
  minute: PrintedWindow;
  day: PrintedWindow;
}

/** Creates a store with the accounts Zoo (1) and Farm (2). */
async function begin(t: TestContext) {
  const store = await temporaryStore(t);
  const petstore = (...args: string[]) => runCommand(store, args);
  await petstore('accounts', 'create', 'Zoo', '--plan', 'free');
  await petstore('accounts', 'create', 'Farm', '--plan', 'pro');
  const db = await openStore(t, store);
  return { petstore, db };
}

/** Saves counters for every window that the clock of the machine can reach during the test. */
async function use(db: Database, accountId: bigint, used: { minute: number; day: number }): Promise<void> {
  const now = Date.now();
  const minutes = Array.from({ length: 60 }, (_, offset) =>
    counter(accountId, 'minute', minuteOf(now) + offset, used.minute),
  );
  const days = [0, 1].map((offset) => counter(accountId, 'day', dayOf(now) + offset, used.day));
  await db.write((queries) => saveCounters(queries, [...minutes, ...days]));
}

function counter(accountId: bigint, window: 'minute' | 'day', number: number, used: number): Counter {
  return { accountId, window, number, used };
}

function usageIn(json: unknown): PrintedUsage[] {
  const printed = json as { usage?: PrintedUsage[] } | undefined; // the assertions compare every member
  return printed?.usage ?? assert.fail('no usage in the output');
}

function withoutReset(usage: PrintedUsage | undefined) {
  if (usage === undefined) return undefined;
  const { name, plan } = usage;
  const [minute, day] = [usage.minute, usage.day].map(({ limit, used, remaining }) => ({
    limit,
    used,
    remaining,
  }));
  return { name, plan, minute, day };
}
