// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import {
  type ApiResponse,
  assertError,
  at,
  listOf,
  membersOf,
} from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedServiceAtNoon, type TestService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { PLAN_NAMES } from '../../../src/access/accounts/account.ts';
import { issueApiKey } from '../../../src/access/accounts/api-key-queries.ts';
import { banKey, liftBan } from '../../../src/access/accounts/ban-queries.ts';
import { dayOf } from '../../../src/access/quota/fixed-window.ts';
import { PLANS } from '../../../src/access/quota/plan.ts';
import { loadCounters, saveCounters } from '../../../src/access/quota/usage-queries.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/core/clock.ts';

/** docs/api-design.md#quotas: `GET /v1/usage`. */

async function usageOf(service: TestService, key: string): Promise<ApiResponse> {
  const response = await service.send('/v1/usage', { key });
  assert.equal(response.status, 200, response.text);
  return response;
}

/** Returns the service of the tests that use only accounts of their own. */
const atNoon = await startSharedServiceAtNoon();

test('returns exactly plan, role, both windows, bans and days', async () => {
  const service = atNoon();
  const { key } = await service.account({ plan: 'free', role: 'reader' });
  const { json, headers } = await usageOf(service, key);
  const { days, ...others } = membersOf(json);
  const now = service.clock.now() / SECOND;
  assert.deepEqual(others, {
    plan: 'free',
    role: 'reader',
    minute: { limit: 60, used: 1, remaining: 59, reset: now + 60 },
    day: { limit: 1_000, used: 1, remaining: 999, reset: now + 12 * 3_600 },
    bans: [],
  });
  assert.ok(Array.isArray(days));
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-api-stability'), 'beta');
});

/** Fails unless both windows of the body equal those of the headers. */
function assertAgrees({ json, headers }: ApiResponse, now: number): void {
  const policies = [];
  const windows = [];
  for (const name of ['minute', 'day']) {
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((member) => at(json, name, member));
    assert.equal(at(json, name, 'used'), Number(limit) - Number(remaining));
    policies.push(`"${name}";q=${limit};w=${name === 'minute' ? 60 : 86_400}`);
    windows.push(`"${name}";r=${remaining};t=${Number(reset) - now / SECOND}`);
  }
  assert.equal(headers.get('ratelimit-policy'), policies.join(', '));
  assert.equal(headers.get('ratelimit'), windows.join(', '));
  const headerValues = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`)),
  );
  const minute = ['limit', 'remaining', 'reset'].map((name) => at(json, 'minute', name));
  const day = ['limit', 'remaining', 'reset'].map((name) => at(json, 'day', name));
  assert.deepEqual(headerValues, Number(day[1]) <= Number(minute[1]) ? day : minute);
}

test('both windows equal the headers of the same response, on every plan', async () => {
  const service = atNoon();
  for (const plan of PLAN_NAMES) {
    const { key } = await service.account(
      plan === 'enterprise' ? { perMinute: 70, perDay: 12 } : { plan, role: 'member' },
    );
    for (let times = 0; times < 3; times += 1) {
      await service.send('/v1/pets', { key });
      assertAgrees(await usageOf(service, key), service.clock.now());
      service.clock.advance(20 * SECOND);
    }
    service.clock.advance(MINUTE);
    const response = await usageOf(service, key);
    assertAgrees(response, service.clock.now());
    assert.equal(at(response.json, 'minute', 'used'), 1);
    assert.equal(at(response.json, 'day', 'used'), 7);
    assert.equal(at(response.json, 'plan'), plan);
  }
});

test('all keys of an account share its windows', async () => {
  const service = atNoon();
  const account = await service.account();
  const other = await secondKey(service, account.id);
  await service.send('/v1/pets', { key: other.secret });
  assert.equal(at((await usageOf(service, account.key)).json, 'minute', 'used'), 2);
});

function secondKey(service: TestService, accountId: bigint) {
  const now = service.clock.now();
  return service.database.write((db) => issueApiKey(db, { accountId, kind: 'live' }, now));
}

test('does not count a rejected request as used', async () => {
  const service = atNoon();
  const { key } = await service.account({ perMinute: 2 });
  for (let times = 0; times < 5; times += 1) await service.send('/v1/pets', { key });
  service.clock.advance(MINUTE);
  assert.equal(at((await usageOf(service, key)).json, 'day', 'used'), 3);
});

test('keeps the used requests after a change of plan or role', async (t) => {
  const store = await temporaryStore(t);
  const service = await startService(t, { store });
  const made = await runCommand(store, ['accounts', 'create', 'City shelter', '--plan', 'free', '--json']);
  const key = String(at(JSON.parse(made.out), 'key', 'secret'));
  for (let times = 0; times < 9; times += 1) await service.send('/v1/pets', { key });
  const set = ['accounts', 'update', 'City shelter', '--plan', 'pro', '--role', 'manager'];
  assert.equal((await runCommand(store, set)).status, 0);
  service.clock.advance(SECOND);
  const response = await usageOf(service, key);
  const { plan, role, minute, day } = membersOf(response.json);
  assert.deepEqual([plan, role], ['pro', 'manager']);
  for (const [window, limit] of [
    [minute, PLANS.pro.perMinute],
    [day, PLANS.pro.perDay],
  ] as const) {
    const { reset: _, ...shown } = membersOf(window);
    assert.deepEqual(shown, { limit, used: 10, remaining: limit - 10 });
  }
  assertAgrees(response, service.clock.now());
});

test('counts its own request: the last of a window shows 0 remaining, and the next is not counted', async () => {
  const service = atNoon();
  const { key } = await service.account({ perMinute: 2 });
  await usageOf(service, key);
  for (const { json } of [await usageOf(service, key), await usageOf(service, key)]) {
    assert.deepEqual(
      ['used', 'remaining'].map((name) => at(json, 'minute', name)),
      [2, 0],
    );
  }
  assertError(await service.send('/v1/pets', { key }), 429, 'rate_limit_exceeded');
});

async function daysOf(service: TestService, key: string) {
  const days = at((await usageOf(service, key)).json, 'days');
  assert.ok(Array.isArray(days));
  return days.map(membersOf);
}

test('lists 30 days, today last, with 0 for a day without requests', async (t) => {
  const service = await startService(t);
  const account = await service.account();
  const stranger = await service.account();
  const today = dayOf(service.clock.now());
  const counter = { accountId: account.id, window: 'day' } as const;
  await service.database.write((db) =>
    saveCounters(db, [
      { ...counter, number: today - 30, used: 5_000 },
      { ...counter, number: today - 29, used: 29 },
      { ...counter, number: today - 1, used: 1 },
      { ...counter, accountId: stranger.id, number: today - 2, used: 77 },
    ]),
  );
  await service.send('/v1/pets', { key: account.key });
  const expected = Array.from({ length: 30 }, (_, index) => ({
    day: new Date((today - 29 + index) * DAY).toISOString().slice(0, 10),
    requests: { 0: 29, 28: 1, 29: 2 }[index] ?? 0,
  }));
  assert.equal(expected.at(-1)?.day, '2026-11-21');
  assert.deepEqual(await daysOf(service, account.key), expected);
});

test('keeps the requests of a day after it has ended', async (t) => {
  const service = await startService(t);
  const { key, id } = await service.account();
  const today = dayOf(service.clock.now());
  for (let times = 0; times < 4; times += 1) await service.send('/v1/pets', { key });
  service.clock.advance(SECOND);
  // The counters are written with a delay.
  await until(async () => (await loadCounters(service.database.read, 'day', [today], [id]))[0]?.used === 4);
  service.clock.advance(12 * HOUR);
  assert.deepEqual((await daysOf(service, key)).slice(-2), [
    { day: '2026-11-21', requests: 4 },
    { day: '2026-11-22', requests: 1 },
  ]);
});

test('keeps the requests of today and of past days over a restart', async (t) => {
  const where = { clock: new FakeClock(), store: await temporaryStore(t) };
  const service = await startService(t, where);
  const { key } = await service.account({ plan: 'pro' });
  for (let times = 0; times < 3; times += 1) await service.send('/v1/pets', { key });
  service.clock.advance(DAY);
  for (let times = 0; times < 2; times += 1) await service.send('/v1/pets', { key });
  await service.close();
  const again = await startService(t, where);
  const response = await usageOf(again, key);
  assertAgrees(response, again.clock.now());
  assert.deepEqual([at(response.json, 'minute', 'used'), at(response.json, 'day', 'used')], [3, 3]);
  const days = listOf({ ...response, json: at(response.json, 'days') });
  assert.deepEqual(
    days.slice(-2).map(({ requests }) => requests),
    [3, 3],
  );
});

test('lists a ban with its end and only a hint of the key, until it ends or is lifted', async (t) => {
  const service = await startService(t);
  const { id, key } = await service.account();
  const other = await secondKey(service, id);
  const ban = () => service.database.write((db) => banKey(db, other.id, service.clock.now()));
  const bans = async () => at((await usageOf(service, key)).json, 'bans');
  await ban();
  const random = other.secret.slice('petstore_live_'.length, -6);
  const hint = `petstore_live_${random.slice(0, 4)}…${random.slice(-4)}`;
  assert.deepEqual(await bans(), [{ key: hint, until: '2026-11-21T12:05:00.000Z' }]);
  const stranger = await service.account();
  assert.deepEqual(at((await usageOf(service, stranger.key)).json, 'bans'), []);
  service.clock.advance(5 * MINUTE - 1);
  assert.equal(JSON.stringify(await bans()).includes('until'), true);
  service.clock.advance(1);
  assert.deepEqual(await bans(), []);
  await ban();
  assert.match(JSON.stringify(await bans()), /12:15:00/);
  await service.database.write((db) => liftBan(db, other.id, service.clock.now()));
  assert.deepEqual(await bans(), []);
});
