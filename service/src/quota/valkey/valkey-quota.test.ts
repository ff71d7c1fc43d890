// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { freshValkey, noValkey, startValkey } from '@petstore/testing/servers/valkey-server.ts';
import { fillable } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import type { Redis } from 'ioredis';
import { DAY, SECOND } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { dayOf } from '../fixed-window.ts';
import type { Quota } from '../plan.ts';
import { loadCounters } from '../usage-store.ts';
import { accountKey } from './script.ts';
import { openProcesses, passed } from './valkey-fixture.ts';
import type { ValkeyQuotas } from './valkey-quota.ts';

const skip = noValkey;
const QUOTA: Quota = { perMinute: 100, perDay: 1_000 };

test('two processes share a quota exactly: each number of remaining requests occurs once', {
  skip,
}, async (t) => {
  const { clock, open, newSubject } = await openProcesses(t);
  const url = await freshValkey(t);
  const [one, other, subject] = [await open(url), await open(url), await newSubject()];
  const verdicts = await Promise.all(
    Array.from({ length: 200 }, (_, index) => (index % 2 ? one : other).consume(subject, QUOTA, clock.now())),
  );
  assert.deepEqual(
    passed(verdicts)
      .map(({ minute }) => minute.remaining)
      .sort((left, right) => right - left),
    Array.from({ length: 100 }, (_, index) => 99 - index),
  );
});

test('a Valkey that lost its data is warmed up from the database', { skip }, async (t) => {
  const { clock, database, open, newSubject } = await openProcesses(t);
  const { quotas, admin } = await openOnOwnServer(t, open);
  const subject = await newSubject();
  for (let request = 0; request < 10; request += 1) await quotas.consume(subject, QUOTA, clock.now());
  clock.advance(SECOND);
  await until(async () => (await usedToday(database, clock.now())) === 10);
  await admin.flushall();
  const { minute, day } = await quotas.peek(subject.accountId, QUOTA, clock.now());
  assert.deepEqual([minute.used, day?.used], [10, 10]);
  // Concurrently, so that they share one warm-up.
  const verdicts = await Promise.all(
    Array.from({ length: 20 }, () => quotas.consume(subject, QUOTA, clock.now())),
  );
  assert.deepEqual(
    verdicts.map(({ day: today }) => today?.used),
    Array.from({ length: 20 }, (_, index) => 11 + index),
  );
});

test('a Valkey that restarted with an older snapshot is warmed up from the database', { skip }, async (t) => {
  const { clock, database, open, newSubject } = await openProcesses(t);
  const { quotas, admin, url } = await openOnOwnServer(t, open);
  const subject = await newSubject();
  await quotas.consume(subject, QUOTA, clock.now());
  const snapshot = await admin.dumpBuffer(accountKey(database.installation, subject.accountId));
  for (let request = 0; request < 9; request += 1) await quotas.consume(subject, QUOTA, clock.now());
  await quotas.close();
  assert.equal(await usedToday(database, clock.now()), 10);
  await admin.restore(accountKey(database.installation, subject.accountId), 0, snapshot, 'REPLACE');
  // The restored hash belongs to an earlier run.
  await admin.hset(accountKey(database.installation, subject.accountId), 'run', 'an earlier run');
  const next = await open(url);
  assert.equal((await next.consume(subject, QUOTA, clock.now())).day?.used, 11);
});

test('loads the scripts again after SCRIPT FLUSH', { skip }, async (t) => {
  const { clock, open, newSubject } = await openProcesses(t);
  const { quotas, admin } = await openOnOwnServer(t, open);
  const subject = await newSubject();
  for (let used = 1; used <= 3; used += 1) {
    assert.equal((await quotas.consume(subject, QUOTA, clock.now())).minute.used, used);
    await admin.script('FLUSH');
  }
  const verdicts = await Promise.all(
    Array.from({ length: 20 }, () => quotas.consume(subject, QUOTA, clock.now())),
  );
  assert.deepEqual(new Set(verdicts.map(({ minute }) => minute.used)).size, 20);
  assert.equal(quotas.isAway, false);
});

test('the hash of an account expires at the end of the next day; requests do not extend it', {
  skip,
}, async (t) => {
  const { clock, database, open, newSubject } = await openProcesses(t);
  const { quotas, admin } = await openOnOwnServer(t, open);
  const subject = await newSubject();
  await quotas.consume(subject, QUOTA, clock.now());
  const endsAt = await admin.pexpiretime(accountKey(database.installation, subject.accountId));
  // The given time is noon; the expiry is relative to the server's clock.
  const [seconds, microseconds] = await admin.time();
  const serverNow = Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  const expiresInMs = endsAt - serverNow;
  assert.ok(expiresInMs > 1.5 * DAY - 60 * SECOND && expiresInMs <= 1.5 * DAY, `${expiresInMs} ms`);
  clock.advance(SECOND);
  await quotas.consume(subject, QUOTA, clock.now());
  assert.equal(await admin.pexpiretime(accountKey(database.installation, subject.accountId)), endsAt);
});

test('uses the clock of Valkey if no time is given', { skip }, async (t) => {
  const { clock, open, newSubject } = await openProcesses(t);
  const url = await freshValkey(t);
  const quotas = await open(url, { time: 'valkey' });
  const before = Date.now();
  const { at, minute } = await quotas.consume(await newSubject(), QUOTA, clock.now());
  assert.ok(at >= before - 1 && at <= Date.now() + 1, `${at}`);
  assert.equal(minute.resetAt, (Math.floor(at / 60_000) + 1) * 60);
});

test('refuses a denied key again without a call, and reports its strikes to the other processes', {
  skip,
}, async (t) => {
  const { clock, open, newSubject } = await openProcesses(t);
  const { quotas, admin, url } = await openOnOwnServer(t, open);
  const other = await open(url);
  const subject = await newSubject();
  const one = { perMinute: 1, perDay: 1_000 };
  for (let request = 0; request < 2; request += 1) await quotas.consume(subject, one, clock.now());
  clock.advance(1_500);
  assert.equal((await quotas.consume(subject, one, clock.now())).strikes, 1);
  const before = await scriptCalls(admin);
  for (let strikes = 2; strikes <= 50; strikes += 1) {
    const verdict = await quotas.consume(subject, one, clock.now());
    assert.deepEqual([verdict.refusedBy, verdict.strikes, verdict.at], ['minute', strikes, clock.now()]);
  }
  assert.equal(await scriptCalls(admin), before);
  clock.advance(SECOND);
  // On the same connection, so its reply follows the report of the strikes.
  await quotas.peek(subject.accountId, one, clock.now());
  assert.equal((await other.consume(subject, one, clock.now())).strikes, 51);
});

test('counts early refusals without a call, and reports them to the other processes', {
  skip,
}, async (t) => {
  const { clock, open, newSubject } = await openProcesses(t);
  const { quotas, admin, url } = await openOnOwnServer(t, open);
  const other = await open(url);
  const subject = await newSubject();
  const one = { perMinute: 1, perDay: 1_000 };
  const strikes = async (from = quotas) => (await from.consume(subject, one, clock.now())).strikes;
  for (let request = 0; request < 2; request += 1) await strikes();
  const before = await scriptCalls(admin);
  for (let refusal = 2; refusal <= 100; refusal += 1) assert.equal(await strikes(), 0);
  assert.deepEqual([await strikes(), await strikes()], [1, 2]);
  assert.equal(await scriptCalls(admin), before);
  clock.advance(SECOND);
  // On the same connection, so its reply follows the report of the refusals.
  await quotas.peek(subject.accountId, one, clock.now());
  assert.equal(await strikes(other), 3);
});

test('a cached denial applies to one key, and ends with its minute or with a change of the quota', {
  skip,
}, async (t) => {
  const { clock, open, newSubject } = await openProcesses(t);
  const { quotas, admin } = await openOnOwnServer(t, open);
  const subject = await newSubject();
  const one = { perMinute: 1, perDay: 1_000 };
  for (let request = 0; request < 2; request += 1) await quotas.consume(subject, one, clock.now());
  const before = await scriptCalls(admin);
  assert.equal((await quotas.consume(subject, { ...one, perMinute: 2 }, clock.now())).refusedBy, undefined);
  assert.equal((await quotas.consume({ ...subject, keyId: 99n }, one, clock.now())).refusedBy, 'minute');
  assert.equal(await scriptCalls(admin), before + 2);
  clock.advance(59_500);
  assert.equal((await quotas.consume(subject, one, clock.now())).refusedBy, 'minute');
  clock.advance(500);
  assert.equal((await quotas.consume(subject, one, clock.now())).refusedBy, undefined);
});

test('the strikes of a used-up day restart with each minute, in the denial cache too', {
  skip,
}, async (t) => {
  const { clock, open, newSubject } = await openProcesses(t);
  const quotas = await open(await freshValkey(t));
  const subject = await newSubject();
  const one = { perMinute: 5, perDay: 1 };
  for (let request = 0; request < 2; request += 1) await quotas.consume(subject, one, clock.now());
  const strikes = async () => (await quotas.consume(subject, one, clock.now())).strikes;
  clock.advance(59_500);
  assert.deepEqual([await strikes(), await strikes()], [1, 2]);
  clock.advance(500);
  assert.deepEqual([await strikes(), await strikes()], [1, 2]);
});

test('rejects and counts nothing if Valkey does not know the account and the database cannot be read', {
  skip,
}, async (t) => {
  const { clock, database, events, open, newSubject } = await openProcesses(t);
  const { quotas, admin } = await openOnOwnServer(t, (url) => open(url, { database: unreadable(database) }));
  const subject = await newSubject();
  await assert.rejects(async () => quotas.consume(subject, QUOTA, clock.now()), /the database is away/);
  assert.equal(await admin.exists(accountKey(database.installation, subject.accountId)), 0);
  assert.equal((await quotas.peek(subject.accountId, QUOTA, clock.now())).minute.used, 0);
  assert.deepEqual(events, []);
});

test('adds up the requests of all processes in the database, and keeps them while it cannot be written', {
  skip,
}, async (t) => {
  const { clock, database, events, open, newSubject } = await openProcesses(t);
  const url = await freshValkey(t);
  const { disk, database: failing } = fillable(database);
  const [one, other] = [await open(url), await open(url, { database: failing })];
  const subject = await newSubject();
  const eachAdmits = async (requests: number) => {
    for (let request = 0; request < requests; request += 1) {
      await one.consume(subject, QUOTA, clock.now());
      await other.consume(subject, QUOTA, clock.now());
    }
    clock.advance(SECOND);
  };
  const isStored = (used: number) => until(async () => (await usedToday(database, clock.now())) === used);
  await eachAdmits(1);
  await isStored(2);
  disk.isFull = true;
  await eachAdmits(5);
  await isStored(7);
  await until(async () => events.length > 0);
  // The prune after an earlier write may have failed, too.
  assert.deepEqual(new Set(events), new Set(['write fault']));
  disk.isFull = false;
  clock.advance(SECOND);
  await isStored(12);
});

test('close writes the remaining counters', { skip }, async (t) => {
  const { clock, database, open, newSubject } = await openProcesses(t);
  const quotas = await open(await freshValkey(t));
  await quotas.consume(await newSubject(), QUOTA, clock.now());
  await quotas.close();
  assert.equal(await usedToday(database, clock.now()), 1);
});

test('two installations on one Valkey do not count for each other', { skip }, async (t) => {
  const url = await freshValkey(t);
  const [one, other] = [await openProcesses(t), await openProcesses(t)];
  const [first, second] = [await one.open(url), await other.open(url)];
  const subject = await one.newSubject();
  assert.equal((await other.newSubject()).accountId, subject.accountId);
  await first.consume(subject, QUOTA, one.clock.now());
  assert.equal((await second.consume(subject, QUOTA, one.clock.now())).minute.used, 1);
});

test('does not use a Valkey that is back until the database can be written', {
  skip,
}, async (t) => {
  const { clock, database, events, open, newSubject } = await openProcesses(t);
  const server = await startValkey(t);
  const { disk, database: failing } = fillable(database);
  disk.isFull = true;
  const quotas = await open(server.url, { database: failing });
  const subject = await newSubject();
  await quotas.consume(subject, QUOTA, clock.now());
  await server.kill();
  await until(async () => quotas.isAway);
  await server.start();
  const faults = () => events.filter((event) => event === 'write fault').length;
  for (let second = 0; second < 3; second += 1) {
    const before = faults();
    await until(async () => {
      clock.advance(SECOND);
      return faults() > before;
    });
  }
  assert.equal(quotas.isAway, true);
  disk.isFull = false;
  await until(async () => {
    clock.advance(SECOND);
    return !quotas.isAway;
  });
  assert.equal(events.at(-1), 'back');
});

async function openOnOwnServer(t: TestContext, open: (url: string) => Promise<ValkeyQuotas>) {
  const { admin, url } = await startValkey(t);
  return { admin, url, quotas: await open(url) };
}

async function usedToday(database: Database, now: number): Promise<number | undefined> {
  const today = { from: dayOf(now), to: dayOf(now) };
  return (await loadCounters(database.read, 'day', today))[0]?.used;
}

/** Returns how often the server ran a script. */
async function scriptCalls(admin: Redis): Promise<number> {
  const stats = await admin.info('commandstats');
  const calls = (command: string) =>
    Number(new RegExp(`^cmdstat_${command}:calls=(\\d+)`, 'm').exec(stats)?.[1] ?? 0);
  return calls('eval') + calls('evalsha');
}

function unreadable(database: Database): Database {
  return {
    ...database,
    get read(): Database['read'] {
      throw new Error('the database is away');
    },
  };
}
