// Needs PostgreSQL or Valkey.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOnDatabase, openProcesses, passed } from '@petstore/testing/fixtures/valkey-keys.ts';
import { freshValkey, noValkey, startValkey } from '@petstore/testing/servers/valkey-server.ts';
import { fillable } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { DAY, SECOND } from '../../../platform/core/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { dayOf } from '../fixed-window.ts';
import type { Quota } from '../plan.ts';
import { loadCounters } from '../usage-queries.ts';
import { accountKey } from './script.ts';

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
  const { quotas, admin } = await openOnDatabase(t, open);
  const subject = await newSubject();
  for (let request = 0; request < 10; request += 1) await quotas.consume(subject, QUOTA, clock.now());
  clock.advance(SECOND);
  await until(async () => (await usedToday(database, clock.now())) === 10);
  await admin.flushdb();
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
  const { quotas, admin, url } = await openOnDatabase(t, open);
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
  const { quotas, admin } = await openOnDatabase(t, open);
  const subject = await newSubject();
  for (let used = 1; used <= 3; used += 1) {
    assert.equal((await quotas.consume(subject, QUOTA, clock.now())).minute.used, used);
    await admin.script('FLUSH');
  }
  const verdicts = await Promise.all(
    Array.from({ length: 20 }, () => quotas.consume(subject, QUOTA, clock.now())),
  );
  assert.deepEqual(new Set(verdicts.map(({ minute }) => minute.used)).size, 20);
  assert.equal(quotas.usesFallback, false);
});

test('the hash of an account expires at the end of the next day; requests do not extend it', {
  skip,
}, async (t) => {
  const { clock, database, open, newSubject } = await openProcesses(t);
  const { quotas, admin } = await openOnDatabase(t, open);
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

test('rejects and counts nothing if Valkey does not know the account and the database cannot be read', {
  skip,
}, async (t) => {
  const { clock, database, events, open, newSubject } = await openProcesses(t);
  const { quotas, admin } = await openOnDatabase(t, (url) => open(url, { database: unreadable(database) }));
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
  await until(async () => quotas.usesFallback);
  await server.start();
  const faults = () => events.filter((event) => event === 'write fault').length;
  for (let second = 0; second < 3; second += 1) {
    const before = faults();
    await until(async () => {
      clock.advance(SECOND);
      return faults() > before;
    });
  }
  assert.equal(quotas.usesFallback, true);
  disk.isFull = false;
  await until(async () => {
    clock.advance(SECOND);
    return !quotas.usesFallback;
  });
  assert.equal(events.at(-1), 'connected');
});

async function usedToday(database: Database, now: number): Promise<number | undefined> {
  return (await loadCounters(database.read, 'day', [dayOf(now)]))[0]?.used;
}

function unreadable(database: Database): Database {
  return {
    ...database,
    get read(): Database['read'] {
      throw new Error('the database is away');
    },
  };
}
