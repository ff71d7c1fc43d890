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

test('two processes share the quota of an account exactly, each request left shown once', {
  skip,
}, async (t) => {
  const { clock, open, caller } = await openProcesses(t);
  const url = await freshValkey(t);
  const [one, other, who] = [await open(url), await open(url), await caller()];
  const verdicts = await Promise.all(
    Array.from({ length: 200 }, (_, index) => (index % 2 ? one : other).consume(who, QUOTA, clock.now())),
  );
  assert.deepEqual(
    passed(verdicts)
      .map(({ minute }) => minute.remaining)
      .sort((left, right) => right - left),
    Array.from({ length: 100 }, (_, index) => 99 - index),
  );
});

test('a Valkey that came back empty gives nobody a fresh day', { skip }, async (t) => {
  const { clock, database, open, caller } = await openProcesses(t);
  const { quotas, admin } = await openOn(t, open);
  const who = await caller();
  for (let request = 0; request < 10; request += 1) await quotas.consume(who, QUOTA, clock.now());
  clock.advance(SECOND);
  await until(async () => (await usedToday(database, clock.now())) === 10);
  await admin.flushall();
  const { minute, day } = await quotas.peek(who.accountId, QUOTA, clock.now());
  assert.deepEqual([minute.used, day?.used], [10, 10]);
  // At once, so that all of them ask for the same seed.
  const verdicts = await Promise.all(
    Array.from({ length: 20 }, () => quotas.consume(who, QUOTA, clock.now())),
  );
  assert.deepEqual(
    verdicts.map(({ day: today }) => today?.used),
    Array.from({ length: 20 }, (_, index) => 11 + index),
  );
});

test('a Valkey that restarted with an older state is told what was used since', { skip }, async (t) => {
  const { clock, database, open, caller } = await openProcesses(t);
  const { quotas, admin, url } = await openOn(t, open);
  const who = await caller();
  await quotas.consume(who, QUOTA, clock.now());
  const old = await admin.dumpBuffer(accountKey(database.installation, who.accountId));
  for (let request = 0; request < 9; request += 1) await quotas.consume(who, QUOTA, clock.now());
  await quotas.close();
  assert.equal(await usedToday(database, clock.now()), 10);
  await admin.restore(accountKey(database.installation, who.accountId), 0, old, 'REPLACE');
  // What was kept is of another run.
  await admin.hset(accountKey(database.installation, who.accountId), 'run', 'the one before');
  const next = await open(url);
  assert.equal((await next.consume(who, QUOTA, clock.now())).day?.used, 11);
});

test('a Valkey that forgot the scripts is told them again', { skip }, async (t) => {
  const { clock, open, caller } = await openProcesses(t);
  const { quotas, admin } = await openOn(t, open);
  const who = await caller();
  for (let used = 1; used <= 3; used += 1) {
    assert.equal((await quotas.consume(who, QUOTA, clock.now())).minute.used, used);
    await admin.script('FLUSH');
  }
  const verdicts = await Promise.all(
    Array.from({ length: 20 }, () => quotas.consume(who, QUOTA, clock.now())),
  );
  assert.deepEqual(new Set(verdicts.map(({ minute }) => minute.used)).size, 20);
  assert.equal(quotas.isAway, false);
});

test('an account is kept until the end of the next day, which no request puts off', { skip }, async (t) => {
  const { clock, database, open, caller } = await openProcesses(t);
  const { quotas, admin } = await openOn(t, open);
  const who = await caller();
  await quotas.consume(who, QUOTA, clock.now());
  const endsAt = await admin.pexpiretime(accountKey(database.installation, who.accountId));
  // The time handed in is noon; the server counts from its own.
  const [seconds, microseconds] = await admin.time();
  const serverNow = Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  const keptMs = endsAt - serverNow;
  assert.ok(keptMs > 1.5 * DAY - 60 * SECOND && keptMs <= 1.5 * DAY, `${keptMs} ms`);
  clock.advance(SECOND);
  await quotas.consume(who, QUOTA, clock.now());
  assert.equal(await admin.pexpiretime(accountKey(database.installation, who.accountId)), endsAt);
});

test('without a time handed in, windows go by the time of Valkey', { skip }, async (t) => {
  const { clock, open, caller } = await openProcesses(t);
  const url = await freshValkey(t);
  const quotas = await open(url, { time: 'valkey' });
  const before = Date.now();
  const { at, minute } = await quotas.consume(await caller(), QUOTA, clock.now());
  assert.ok(at >= before - 1 && at <= Date.now() + 1, `${at}`);
  assert.equal(minute.resetAt, (Math.floor(at / 60_000) + 1) * 60);
});

test('who was just refused is refused again without asking; the strikes are told to the others', {
  skip,
}, async (t) => {
  const { clock, open, caller } = await openProcesses(t);
  const { quotas, admin, url } = await openOn(t, open);
  const other = await open(url);
  const who = await caller();
  const one = { perMinute: 1, perDay: 1_000 };
  for (let request = 0; request < 2; request += 1) await quotas.consume(who, one, clock.now());
  clock.advance(1_500);
  assert.equal((await quotas.consume(who, one, clock.now())).strikes, 1);
  const before = await scriptCalls(admin);
  for (let strikes = 2; strikes <= 50; strikes += 1) {
    const verdict = await quotas.consume(who, one, clock.now());
    assert.deepEqual([verdict.refusedBy, verdict.strikes, verdict.at], ['minute', strikes, clock.now()]);
  }
  assert.equal(await scriptCalls(admin), before);
  clock.advance(SECOND);
  // On the same connection, so it is answered after the strikes were told.
  await quotas.peek(who.accountId, one, clock.now());
  assert.equal((await other.consume(who, one, clock.now())).strikes, 51);
});

test('refusals within the second count toward the burst without asking, and are told to the others', {
  skip,
}, async (t) => {
  const { clock, open, caller } = await openProcesses(t);
  const { quotas, admin, url } = await openOn(t, open);
  const other = await open(url);
  const who = await caller();
  const one = { perMinute: 1, perDay: 1_000 };
  const strikes = async (from = quotas) => (await from.consume(who, one, clock.now())).strikes;
  for (let request = 0; request < 2; request += 1) await strikes();
  const before = await scriptCalls(admin);
  for (let refusal = 2; refusal <= 100; refusal += 1) assert.equal(await strikes(), 0);
  assert.deepEqual([await strikes(), await strikes()], [1, 2]);
  assert.equal(await scriptCalls(admin), before);
  clock.advance(SECOND);
  // On the same connection, so it is answered after the refusals were told.
  await quotas.peek(who.accountId, one, clock.now());
  assert.equal(await strikes(other), 3);
});

test('a refusal known here ends with its minute, with a change of the quota, and is of one key', {
  skip,
}, async (t) => {
  const { clock, open, caller } = await openProcesses(t);
  const { quotas, admin } = await openOn(t, open);
  const who = await caller();
  const one = { perMinute: 1, perDay: 1_000 };
  for (let request = 0; request < 2; request += 1) await quotas.consume(who, one, clock.now());
  const before = await scriptCalls(admin);
  assert.equal((await quotas.consume(who, { ...one, perMinute: 2 }, clock.now())).refusedBy, undefined);
  assert.equal((await quotas.consume({ ...who, keyId: 99n }, one, clock.now())).refusedBy, 'minute');
  assert.equal(await scriptCalls(admin), before + 2);
  clock.advance(59_500);
  assert.equal((await quotas.consume(who, one, clock.now())).refusedBy, 'minute');
  clock.advance(500);
  assert.equal((await quotas.consume(who, one, clock.now())).refusedBy, undefined);
});

test('the strikes of a used-up day begin anew with the minute, where they are counted without asking too', {
  skip,
}, async (t) => {
  const { clock, open, caller } = await openProcesses(t);
  const quotas = await open(await freshValkey(t));
  const who = await caller();
  const one = { perMinute: 5, perDay: 1 };
  for (let request = 0; request < 2; request += 1) await quotas.consume(who, one, clock.now());
  const strikes = async () => (await quotas.consume(who, one, clock.now())).strikes;
  clock.advance(59_500);
  assert.deepEqual([await strikes(), await strikes()], [1, 2]);
  clock.advance(500);
  assert.deepEqual([await strikes(), await strikes()], [1, 2]);
});

test('rejects a request of an account that Valkey does not know while the database cannot be read, and counts nothing', {
  skip,
}, async (t) => {
  const { clock, database, events, open, caller } = await openProcesses(t);
  const { quotas, admin } = await openOn(t, (url) => open(url, { database: unreadable(database) }));
  const who = await caller();
  await assert.rejects(async () => quotas.consume(who, QUOTA, clock.now()), /the database is away/);
  assert.equal(await admin.exists(accountKey(database.installation, who.accountId)), 0);
  assert.equal((await quotas.peek(who.accountId, QUOTA, clock.now())).minute.used, 0);
  assert.deepEqual(events, []);
});

test('what processes admit is added up in the database, and kept while it cannot be written', {
  skip,
}, async (t) => {
  const { clock, database, events, open, caller } = await openProcesses(t);
  const url = await freshValkey(t);
  const { disk, database: failing } = fillable(database);
  const [one, other] = [await open(url), await open(url, { database: failing })];
  const who = await caller();
  const eachAdmits = async (requests: number) => {
    for (let request = 0; request < requests; request += 1) {
      await one.consume(who, QUOTA, clock.now());
      await other.consume(who, QUOTA, clock.now());
    }
    clock.advance(SECOND);
  };
  const isKept = (used: number) => until(async () => (await usedToday(database, clock.now())) === used);
  await eachAdmits(1);
  await isKept(2);
  disk.isFull = true;
  await eachAdmits(5);
  await isKept(7);
  await until(async () => events.length > 0);
  // The write before may have had its forgetting left to do, and told of it too.
  assert.deepEqual(new Set(events), new Set(['write fault']));
  disk.isFull = false;
  clock.advance(SECOND);
  await isKept(12);
});

test('closing writes what is left', { skip }, async (t) => {
  const { clock, database, open, caller } = await openProcesses(t);
  const quotas = await open(await freshValkey(t));
  await quotas.consume(await caller(), QUOTA, clock.now());
  await quotas.close();
  assert.equal(await usedToday(database, clock.now()), 1);
});

test('two installations on one Valkey do not count for each other', { skip }, async (t) => {
  const url = await freshValkey(t);
  const [one, other] = [await openProcesses(t), await openProcesses(t)];
  const [first, second] = [await one.open(url), await other.open(url)];
  const caller = await one.caller();
  assert.equal((await other.caller()).accountId, caller.accountId);
  await first.consume(caller, QUOTA, one.clock.now());
  assert.equal((await second.consume(caller, QUOTA, one.clock.now())).minute.used, 1);
});

test('while the database cannot be written a returned Valkey is not asked, so that it gives nothing back', {
  skip,
}, async (t) => {
  const { clock, database, events, open, caller } = await openProcesses(t);
  const server = await startValkey(t);
  const { disk, database: failing } = fillable(database);
  disk.isFull = true;
  const quotas = await open(server.url, { database: failing });
  const who = await caller();
  await quotas.consume(who, QUOTA, clock.now());
  await server.kill();
  await until(async () => quotas.isAway);
  await server.start();
  const faults = () => events.filter((what) => what === 'write fault').length;
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

async function openOn(t: TestContext, open: (url: string) => Promise<ValkeyQuotas>) {
  const { admin, url } = await startValkey(t);
  return { admin, url, quotas: await open(url) };
}

async function usedToday(database: Database, now: number): Promise<number | undefined> {
  const today = { from: dayOf(now), to: dayOf(now) };
  return (await loadCounters(database.read, 'day', today))[0]?.used;
}

/** How often the server ran a script. */
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
