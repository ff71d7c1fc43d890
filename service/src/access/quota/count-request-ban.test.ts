// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestAccount } from '@petstore/testing/accounts.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedServiceAtNoon, type TestService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/core/clock.ts';
import { issueApiKey } from '../accounts/api-key-queries.ts';
import { banKey, liftBan } from '../accounts/ban-queries.ts';

const LIST = '/v1/pets?limit=1';
/** With one request per minute, the minimum of 60 strikes bans a key. */
const ONE_A_MINUTE = { perMinute: 1 };
const STRIKES = 60;

/** Returns the service of the tests that use only accounts of their own. */
const atNoon = await startSharedServiceAtNoon();

test('bans a key exactly at the number of strikes that its quota allows', async (t) => {
  const service = await startService(t);
  const account = await service.account(ONE_A_MINUTE);
  await exhaust(service, account);
  const refused = await sendMany(service, account.key, STRIKES - 1);
  assert.deepEqual(new Set(refused.map(codeOf)), new Set(['rate_limit_exceeded']));
  const banned = await service.send(LIST, { key: account.key });
  assert.equal(banned.status, 429);
  assert.deepEqual(banned.json, {
    code: 'api_key_banned',
    message:
      'The API key is banned until 2026-11-21T12:05:02Z for repeated requests after a 429. Wait for the seconds in Retry-After; requests during the ban do not extend it.',
    status: 429,
  });
  assert.equal(banned.headers.get('retry-after'), '300');
  assert.equal(banned.headers.get('x-ratelimit-reset'), String(service.clock.now() / SECOND + 300));
  assert.equal(banned.headers.get('x-ratelimit-remaining'), '0');
  assert.equal(banned.headers.get('x-ratelimit-limit'), '1');
  assert.match(banned.headers.get('ratelimit') ?? '', /^"minute";r=0;t=300, "day";/);
  const lines = service.logged.map((line) => JSON.parse(line)).filter(({ keyId }) => keyId !== undefined);
  assert.partialDeepStrictEqual(lines, [
    { keyId: String(account.keyId), until: '2026-11-21T12:05:02.000Z', msg: 'an API key was banned' },
  ]);
});

test('does not ban for requests in flight at the first 429, nor for a retry after the reset', async () => {
  const service = atNoon();
  const account = await service.account(ONE_A_MINUTE);
  for (let minute = 0; minute < 3; minute += 1) {
    const burst = await sendMany(service, account.key, 2 * STRIKES);
    assert.equal(burst.filter(({ status }) => status === 200).length, 1);
    assert.equal(burst.filter((each) => codeOf(each) === 'rate_limit_exceeded').length, 2 * STRIKES - 1);
    service.clock.advance(MINUTE);
  }
});

test('bans a client that sends hundreds of requests within a second of the first 429', async () => {
  const service = atNoon();
  const account = await service.account(ONE_A_MINUTE);
  const codes: string[] = [];
  for (let minute = 0; minute < 2; minute += 1) {
    for (let burst = 0; burst < 5; burst += 1) {
      codes.push(...(await sendMany(service, account.key, 60)).map(codeOf));
      service.clock.advance(200);
    }
    service.clock.advance(MINUTE - SECOND);
  }
  // 100 requests may have been in flight; the last strike bans.
  assert.equal(codes.filter((code) => code === 'rate_limit_exceeded').length, 100 + STRIKES - 1);
  assert.equal(codes.filter((code) => code === 'none').length, 1);
});

test('strikes count within one minute: fewer in each of several minutes do not ban', async () => {
  const service = atNoon();
  const account = await service.account(ONE_A_MINUTE);
  for (let minute = 0; minute < 3; minute += 1) {
    await exhaust(service, account);
    const refused = await sendMany(service, account.key, STRIKES - 1);
    assert.equal(codeOf(refused.at(-1)), 'rate_limit_exceeded');
    service.clock.advance(MINUTE - 2 * SECOND);
  }
});

test('bans a client that keeps sending after the quota per day is used up', async () => {
  const service = atNoon();
  const account = await service.account({ perMinute: 10, perDay: 1 });
  await exhaust(service, account);
  service.clock.advance(10 * MINUTE);
  const refused = await sendMany(service, account.key, STRIKES - 1);
  assert.deepEqual(new Set(refused.map(codeOf)), new Set(['rate_limit_exceeded']));
  assert.equal(codeOf(await service.send(LIST, { key: account.key })), 'api_key_banned');
});

test('a ban ends at the announced time; requests during it neither extend it nor count', async () => {
  const service = atNoon();
  const account = await service.account(ONE_A_MINUTE);
  await provokeBan(service, account);
  for (const wait of [MINUTE, MINUTE, 3 * MINUTE - 1]) {
    service.clock.advance(wait);
    const during = await sendMany(service, account.key, 80);
    assert.deepEqual(new Set(during.map(codeOf)), new Set(['api_key_banned']));
  }
  service.clock.advance(1);
  const after = await service.send(LIST, { key: account.key });
  assert.equal(after.status, 200);
  assert.match(after.headers.get('ratelimit') ?? '', /"day";r=999998;/);
});

test('doubles each further ban, up to 24 hours', async () => {
  const service = atNoon();
  const account = await service.account(ONE_A_MINUTE);
  const minutes = [];
  for (let round = 0; round < 11; round += 1) {
    const seconds = await provokeBan(service, account);
    minutes.push(seconds / 60);
    service.clock.advance(seconds * SECOND + MINUTE);
  }
  assert.deepEqual(minutes, [5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440]);
});

test("bans a reader's key for 5 minutes each time while it only reads; a write doubles the ban", async () => {
  const service = atNoon();
  const account = await service.account({ ...ONE_A_MINUTE, role: 'reader' });
  const minutes = [];
  for (const method of ['GET', 'GET', 'HEAD', 'GET', 'POST', 'GET']) {
    const seconds = await provokeBan(service, account, method);
    minutes.push(seconds / 60);
    service.clock.advance(seconds * SECOND + MINUTE);
  }
  assert.deepEqual(minutes, [5, 5, 5, 5, 10, 5]);
});

test('a ban that begins more than 24 hours after the end of the last one is 5 minutes again', async () => {
  const service = atNoon();
  const account = await service.account(ONE_A_MINUTE);
  await provokeBan(service, account);
  service.clock.advance(5 * MINUTE + 23 * HOUR);
  assert.equal(await provokeBan(service, account), 600);
  service.clock.advance(600 * SECOND + DAY);
  assert.equal(await provokeBan(service, account), 300);
});

test('a further ban deletes those of the key that ended more than 7 days before', async () => {
  const service = atNoon();
  const account = await service.account(ONE_A_MINUTE);
  const bans = async () =>
    (
      await service.database.read
        .selectFrom('bans')
        .select('id')
        .where('api_key_id', '=', account.keyId)
        .execute()
    ).length;
  const counts = [];
  for (const pause of [6 * DAY, 2 * DAY, 0]) {
    await provokeBan(service, account);
    counts.push(await bans());
    service.clock.advance(pause);
  }
  assert.deepEqual(counts, [1, 2, 2]);
});

test('bans one key: the other keys of its account are served', async () => {
  const service = atNoon();
  const account = await service.account(ONE_A_MINUTE);
  const sibling = await service.database.write((queries) =>
    issueApiKey(queries, { accountId: account.id, kind: 'live' }, service.clock.now()),
  );
  await provokeBan(service, account);
  service.clock.advance(MINUTE);
  assert.equal((await service.send(LIST, { key: sibling.secret })).status, 200);
  assert.equal(codeOf(await service.send(LIST, { key: account.key })), 'api_key_banned');
});

test('a lifted ban takes effect within a second', async () => {
  const service = atNoon();
  const account = await service.account(ONE_A_MINUTE);
  await provokeBan(service, account);
  service.clock.advance(MINUTE);
  assert.equal(codeOf(await service.send(LIST, { key: account.key })), 'api_key_banned');
  await service.database.write((queries) => liftBan(queries, account.keyId, service.clock.now()));
  service.clock.advance(SECOND);
  assert.equal((await service.send(LIST, { key: account.key })).status, 200);
});

test('a key has no strikes after its ban was lifted', async () => {
  const service = atNoon();
  const account = await service.account(ONE_A_MINUTE);
  await provokeBan(service, account);
  await service.database.write((queries) => liftBan(queries, account.keyId, service.clock.now()));
  service.clock.advance(SECOND);
  assert.equal(codeOf(await service.send(LIST, { key: account.key })), 'rate_limit_exceeded');
});

test('a ban by another process takes effect within a second', async () => {
  const service = atNoon();
  const { key, keyId } = await service.account();
  assert.equal((await service.send(LIST, { key })).status, 200);
  await service.database.write((queries) => banKey(queries, keyId, service.clock.now()));
  service.clock.advance(SECOND);
  const banned = await service.send(LIST, { key });
  assert.deepEqual([codeOf(banned), banned.headers.get('retry-after')], ['api_key_banned', '299']);
});

test('a ban survives a restart', async (t) => {
  const environment = { clock: new FakeClock(), store: await temporaryStore(t) };
  const service = await startService(t, environment);
  const account = await service.account(ONE_A_MINUTE);
  await provokeBan(service, account);
  await service.close();
  const next = await startService(t, environment);
  next.clock.advance(5 * MINUTE - 1);
  assert.equal(codeOf(await next.send(LIST, { key: account.key })), 'api_key_banned');
  next.clock.advance(1);
  assert.equal((await next.send(LIST, { key: account.key })).status, 200);
});

test('rejects the request and logs the cause if a ban cannot be written', async (t) => {
  const service = await startService(t);
  const account = await service.account(ONE_A_MINUTE);
  const { keyId: other } = await service.account();
  await service.database.write(async (queries) => {
    await banKey(queries, other, service.clock.now());
    // The index allows only one ban.
    await sql`create unique index no_bans on bans ((api_key_id * 0))`.execute(queries);
  });
  await exhaust(service, account);
  const refused = await sendMany(service, account.key, STRIKES - 1);
  assert.deepEqual(new Set(refused.map(codeOf)), new Set(['rate_limit_exceeded']));
  // The key is refused for a second.
  const last = await service.send(LIST, { key: account.key });
  assert.deepEqual([last.status, last.headers.get('retry-after')], [429, '1']);
  assert.equal(service.logged.filter((line) => line.includes('no_bans')).length, 1);
  await service.database.write((queries) => sql`drop index no_bans`.execute(queries));
  service.clock.advance(SECOND);
  const response = await service.send(LIST, { key: account.key });
  assert.deepEqual([codeOf(response), response.headers.get('retry-after')], ['api_key_banned', '300']);
});

/** Uses up the quota of the account, gets the first 429, and waits until the grace period of a second is over. */
async function exhaust(service: TestService, { key }: TestAccount): Promise<void> {
  await sendMany(service, key, 2);
  service.clock.advance(2 * SECOND);
}

/** Gets the key banned by a request with `method`. Returns the seconds that the ban lasts. */
async function provokeBan(service: TestService, account: TestAccount, method = 'GET'): Promise<number> {
  await exhaust(service, account);
  await sendMany(service, account.key, STRIKES - 1);
  const banned = await service.send(LIST, { key: account.key, method });
  assert.equal(banned.status, 429);
  const during = await service.send(LIST, { key: account.key });
  assert.equal(codeOf(during), 'api_key_banned');
  return Number(banned.headers.get('retry-after'));
}

async function sendMany(service: TestService, key: string, times: number): Promise<ApiResponse[]> {
  return Promise.all(Array.from({ length: times }, () => service.send(LIST, { key })));
}

function codeOf(response: ApiResponse | undefined): string {
  return /"code":"(\w+)"/.exec(response?.text ?? '')?.[1] ?? 'none';
}
