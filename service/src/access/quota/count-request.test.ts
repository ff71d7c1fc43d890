// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNLIMITED } from '@petstore/testing/accounts.ts';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { startService, startSharedServiceAtNoon, type TestService } from '@petstore/testing/service.ts';
import { DAY, MINUTE, SECOND } from '../../platform/core/clock.ts';
import { listAccounts, updateAccount } from '../accounts/account-queries.ts';
import { MAX_QUOTA } from './plan.ts';

const LIST = '/v1/pets?limit=1';

/** Returns the service of the tests that use only accounts of their own. */
const atNoon = await startSharedServiceAtNoon();

test('counts every request with a valid key once, whatever its status', async () => {
  const service = atNoon();
  const { key } = await service.account({ plan: 'business' });
  const { key: reader } = await service.account({ plan: 'business', role: 'reader' });
  const first = await service.send(LIST, { key });
  const etag = first.headers.get('etag') ?? '';
  const pet = { name: 'Rex', categoryId: 1 };
  const requests: Array<[number, string, Parameters<TestService['send']>[1]]> = [
    [304, LIST, { headers: { 'if-none-match': etag } }],
    [200, LIST, { method: 'HEAD' }],
    [400, '/v1/pets?limit=0', {}],
    [404, '/v1/pets/12', {}],
    [404, '/v1/nothing', {}],
    [405, '/v1/pets', { method: 'DELETE' }],
    [201, '/v1/pets', { method: 'POST', body: pet }],
    [400, '/v1/pets', { method: 'POST', body: '{' }],
    [415, '/v1/pets', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }],
  ];
  for (const [index, [status, path, options]] of requests.entries()) {
    const response = await service.send(path, { ...options, key });
    assert.deepEqual([path, response.status], [path, status]);
    assert.equal(quotaOf(response).remaining, 998 - index, path);
  }
  const forbidden = await service.send('/v1/pets', { method: 'POST', body: pet, key: reader });
  assert.deepEqual([forbidden.status, quotaOf(forbidden).remaining], [403, 999]);
});

test('a preflight is neither counted nor rejected', async () => {
  const service = atNoon();
  const { key } = await service.account({ perMinute: 2 });
  const preflight = {
    method: 'OPTIONS',
    headers: { origin: 'https://shelter.example', 'access-control-request-method': 'POST' },
  };
  for (let request = 0; request < 4; request += 1) {
    const response = await service.send('/v1/pets', { ...preflight, key });
    assert.equal(response.status, 204);
    assert.ok(quotaOf(response).limit > 0);
  }
  assert.equal(quotaOf(await service.send(LIST, { key })).remaining, 1);
});

test('all persons of an account share a quota beside that of its keys, and no one is banned', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ role: 'admin', plan: 'free' });
  const tokens = await tokensOfPersons(service, key, 4);
  const [one = '', other = ''] = tokens;
  assert.deepEqual(leftOf(await service.send(LIST, { key: one })), '599 of 600');
  const counts = await Promise.all(tokens.map((token) => sendConcurrently(service, token, 160)));
  // PostgreSQL on a busy machine answers some of the others with 503, which are counted as well.
  assert.equal(counts.flat().filter(({ status }) => status === 429).length, 641 - 600);
  const refused = await service.send(LIST, { key: other });
  assert.equal(refused.status, 429);
  assert.match(
    refused.text,
    /"The quota of 600 requests per minute for all people of the account is used up\./,
  );
  const usage = await service.send('/v1/usage', { key: other });
  assert.deepEqual([usage.status, leftOf(usage)], [200, '0 of 600']);
  assert.deepEqual(leftOf(await service.send(LIST, { key })), '51 of 60');
  service.clock.advance(2 * SECOND);
  const late = await Promise.all(tokens.map((token) => sendConcurrently(service, token, 160)));
  assert.ok(late.flat().every(({ text }) => text.includes('rate_limit_exceeded')));
  service.clock.advance(MINUTE);
  assert.deepEqual(leftOf(await service.send(LIST, { key: one })), '599 of 600');
});

test('the quota of persons grows with the plan, and 10 items of their batches count as one request', async () => {
  const service = atNoon();
  for (const [terms, limit] of [
    [{ plan: 'pro' }, 3_000],
    [{ plan: 'business' }, 10_000],
    [{ perMinute: 1 }, 600],
    [{ perMinute: 500 }, 5_000],
    [{ perMinute: MAX_QUOTA }, MAX_QUOTA],
  ] as const) {
    const { id } = await service.account(terms);
    const { key: admin } = await service.account({ role: 'admin', ...UNLIMITED });
    const { browser } = await addPerson(service, admin, { role: 'member', accountId: Number(id) });
    const items = Array.from({ length: 101 }, () => ({ operation: 'removePet', petId: 0 }));
    const sent = await service.send('/v1/batches', {
      method: 'POST',
      key: await browser.token(),
      body: { items },
    });
    assert.deepEqual([sent.status, leftOf(sent)], [200, `${limit - 11} of ${limit}`]);
  }
});

test('a change of plan takes effect within a second and keeps the counts', async (t) => {
  const service = await startService(t);
  const { id, key } = await service.account({ plan: 'free' });
  await sendConcurrently(service, key, 60);
  assert.equal((await service.send(LIST, { key })).status, 429);
  const account = (await listAccounts(service.database.read)).find((other) => other.id === id);
  assert.ok(account);
  await service.database.write((queries) => updateAccount(queries, { ...account, plan: 'pro' }));
  service.clock.advance(SECOND);
  assert.deepEqual(quotaOf(await service.send(LIST, { key })), {
    limit: 300,
    remaining: 239,
    reset: Date.UTC(2026, 10, 21, 12, 1) / SECOND,
  });
  await service.database.write((queries) => updateAccount(queries, { ...account, plan: 'free' }));
  service.clock.advance(SECOND);
  assert.equal((await service.send(LIST, { key })).status, 429);
});

test('a clock that jumps locks out no account for longer than a window', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 2, perDay: 1_000 });
  for (const jump of [3 * DAY, -3 * DAY, -DAY, DAY]) {
    await sendConcurrently(service, key, 3);
    service.clock.advance(jump);
  }
  await sendConcurrently(service, key, 3);
  service.clock.advance(MINUTE);
  assert.equal((await service.send(LIST, { key })).status, 200);
});

function sendConcurrently(service: TestService, key: string, times: number): Promise<ApiResponse[]> {
  return Promise.all(Array.from({ length: times }, () => service.send(LIST, { key })));
}

/** Signs persons of the account in. `key` is that of who invites. */
async function tokensOfPersons(service: TestService, key: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let person = 0; person < count; person += 1)
    tokens.push(await (await addPerson(service, key)).browser.token());
  return tokens;
}

function leftOf(response: ApiResponse): string {
  const { limit, remaining } = quotaOf(response);
  return `${remaining} of ${limit}`;
}

function quotaOf({ headers }: ApiResponse) {
  const [limit = -1, remaining = -1, reset = -1] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`) ?? -1),
  );
  return { limit, remaining, reset };
}
