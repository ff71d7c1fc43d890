import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { FollowerPlaces } from '../../record/events/live/follower-places.ts';
import { QuotaCounters } from './quota-counters.ts';
import { SenderQuotas } from './sender-quotas.ts';
import { allocateTables, SharedTables } from './shared-tables.ts';

const NOW = Date.UTC(2026, 10, 26, 12, 0, 30);
const QUOTA = { perMinute: 1_000, perDay: 1_000_000 };
/** Beyond the first size of a table. */
const OTHERS = 2_000;

/** Counts requests of one account and of one address, and one of each of many others. Returns how many were admitted. */
const PROGRAM = `
  const { parentPort, workerData: { folder, memory, thread, now, quota, others } } = require('node:worker_threads');
  const load = (name) => import(folder + name);
  Promise.all([load('shared-tables.ts'), load('quota-counters.ts'), load('sender-quotas.ts')])
    .then(([{ SharedTables }, { QuotaCounters }, { SenderQuotas }]) => {
      const tables = new SharedTables(memory, thread);
      const accounts = new QuotaCounters(tables);
      const addresses = new SenderQuotas(quota, 10_000, tables.table('addresses'));
      const admitted = { account: 0, address: 0 };
      for (let count = 0; count < others; count += 1) {
        const own = BigInt(thread * 1_000_000 + count);
        accounts.consume({ accountId: own, keyId: own }, quota, now, 1);
        if (accounts.consume({ accountId: 1n, keyId: 1n }, quota, now, 1).refusedBy === undefined) admitted.account += 1;
        if (addresses.consume('192.0.2.1', now).refusedBy === undefined) admitted.address += 1;
      }
      parentPort.postMessage(admitted);
    });`;

test('threads together admit exactly a quota of an account and of an address, and see the rows that others have added', async () => {
  const memory = allocateTables();
  const folder = import.meta.resolve('./');
  const threads = [2, 3].map(
    (thread) =>
      new Worker(PROGRAM, {
        eval: true,
        workerData: { folder, memory, thread, now: NOW, quota: QUOTA, others: OTHERS },
      }),
  );
  const ended = threads.map((thread) => once(thread, 'exit'));
  const admitted = await Promise.all(threads.map(async (thread) => (await once(thread, 'message'))[0]));
  const sum = (name: 'account' | 'address') => admitted.reduce((total, found) => total + found[name], 0);
  assert.deepEqual([sum('account'), sum('address')], [QUOTA.perMinute, QUOTA.perMinute]);
  const local = new QuotaCounters(new SharedTables(memory, 1));
  assert.equal(local.usages.changedCount, 2 * OTHERS + 1);
  assert.equal(local.peek(2_000_000n + BigInt(OTHERS - 1), QUOTA, NOW).minute.used, 1);
  await Promise.all(ended);
});

test('a thread that has read the clock before the end of a minute counts in the minute in which another one has counted', () => {
  const memory = allocateTables();
  const [one, other] = [1, 2].map((thread) => new QuotaCounters(new SharedTables(memory, thread))) as [
    QuotaCounters,
    QuotaCounters,
  ];
  const minute = Math.ceil(NOW / 60_000) * 60_000;
  const subject = { accountId: 1n, keyId: 1n };
  one.consume(subject, QUOTA, minute, 5);
  const { minute: window, at } = other.consume(subject, QUOTA, minute - 1, 1);
  assert.deepEqual([window.used, at], [6, minute]);
});

test('after the clock was set back, threads count in the earlier minute', () => {
  const quotas = new SenderQuotas(QUOTA, 10, new SharedTables(allocateTables(), 1).table('addresses'));
  quotas.consume('192.0.2.1', NOW);
  assert.equal(quotas.peek('192.0.2.1', NOW - 3_600_000).minute.used, 0);
});

test('a thread that ended while it had the lock does not stop the others', () => {
  const memory = allocateTables();
  new Int32Array(memory.lock)[0] = 2;
  const tables = new SharedTables(memory, 1);
  tables.forget(2);
  assert.equal(new QuotaCounters(tables).peek(1n, QUOTA, NOW).minute.used, 0);
});

test('threads give an account 200 places of followers together, and those of a thread that has ended are free', () => {
  const memory = allocateTables();
  const tables = [1, 2].map((thread) => new SharedTables(memory, thread));
  const [first, second] = tables.map((own) => new FollowerPlaces(own.table('followers'), own.thread));
  const take = (places: FollowerPlaces | undefined) => typeof places?.take(1n) === 'function';
  const takeHalf = (places: FollowerPlaces | undefined) =>
    Array.from({ length: 100 }, () => take(places)).every(Boolean);
  // The rows of accounts that follow no more are removed, and that moves the others.
  for (let account = 2n; account < OTHERS; account += 1n) {
    const free = first?.take(account);
    if (typeof free === 'function') free();
    if (account === 500n) assert.ok(takeHalf(first));
  }
  assert.ok(takeHalf(second));
  assert.deepEqual([take(first), take(second)], [false, false]);
  tables[0]?.forget(2);
  assert.ok(takeHalf(first));
  assert.equal(take(first), false);
});
