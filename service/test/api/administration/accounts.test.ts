// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { changeAccount } from '../../../src/access/administration/account-changes.ts';
import { dayOf } from '../../../src/access/quota/fixed-window.ts';
import { saveCounters } from '../../../src/access/quota/usage-queries.ts';
import { DAY, SECOND } from '../../../src/platform/core/clock.ts';

/** docs/api-design.md#accounts-and-keys: the operations of accounts. */

async function start(t: Parameters<typeof startService>[0]) {
  const service = await startService(t);
  const admin = await service.account({ role: 'admin' });
  const send = (method: string, path: string, body?: unknown, key = admin.key) =>
    service.send(`/v1${path}`, { method, key, body });
  return { service, admin, send };
}

const WEB_SITE = { name: 'Web site', plan: 'business', role: 'reader' };

test('an admin creates an account, reads it, changes it and finds it in the list', async (t) => {
  const { service, admin, send } = await start(t);
  const created = await send('POST', '/accounts', WEB_SITE);
  const account = {
    id: 2,
    ...WEB_SITE,
    quota: { perMinute: 1000, perDay: 100_000 },
    requestsToday: 0,
    disabled: false,
    createdAt: '2026-11-21T12:00:00.000Z',
  };
  assert.deepEqual([created.status, created.json], [201, account]);
  assert.equal(created.headers.get('location'), '/v1/accounts/2');
  assert.deepEqual((await send('GET', '/accounts/2')).json, account);
  const terms = { name: 'Network', plan: 'enterprise', quota: { perMinute: 5000, perDay: 2_000_000 } };
  const changed = await send('PATCH', '/accounts/2', terms);
  assert.deepEqual([changed.status, changed.json], [200, { ...account, ...terms }]);
  const list = listOf(await send('GET', '/accounts'));
  assert.deepEqual(
    list.map((one) => at(one, 'id')),
    [2, Number(admin.id)],
  );
  assert.equal((await service.send('/v1/accounts?limit=1', admin)).headers.has('link'), true);
  assert.deepEqual((await send('PATCH', '/accounts/2', { plan: 'free' })).json, {
    ...account,
    name: 'Network',
    plan: 'free',
    quota: { perMinute: 60, perDay: 1000 },
  });
});

test('a repeated request with the same Idempotency-Key creates one account', async (t) => {
  const { service, admin } = await start(t);
  const create = () =>
    service.send('/v1/accounts', {
      method: 'POST',
      key: admin.key,
      body: WEB_SITE,
      headers: { 'idempotency-key': 'one' },
    });
  assert.deepEqual((await create()).json, (await create()).json);
});

test('the keys of a disabled account are rejected (401) within a second, and accepted when it is enabled', async (t) => {
  const { service, send } = await start(t);
  const member = await service.account();
  const read = () => service.send('/v1/pets', member);
  assert.equal((await read()).status, 200);
  for (const [disabled, status] of [
    [true, 401],
    [false, 200],
  ] as const) {
    const { json } = await send('PATCH', `/accounts/${member.id}`, { disabled });
    assert.equal(at(json, 'disabled'), disabled);
    service.clock.advance(SECOND);
    assert.equal((await read()).status, status);
  }
});

test('rejects a name that is taken (409)', async (t) => {
  const { send } = await start(t);
  await send('POST', '/accounts', WEB_SITE);
  await send('POST', '/accounts', { ...WEB_SITE, name: 'Other' });
  assertError(await send('POST', '/accounts', WEB_SITE), 409, 'account_exists');
  assertError(await send('PATCH', '/accounts/3', { name: 'Web site' }), 409, 'account_exists');
});

test('creates one account of concurrent requests with one name, and others for names that differ in case or accents', async (t) => {
  const { send } = await start(t);
  const create = (name: string) => send('POST', '/accounts', { ...WEB_SITE, name });
  const responses = await Promise.all(Array.from({ length: 8 }, () => create('Zoo')));
  const statuses = responses.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [201, ...Array(7).fill(409)]);
  for (const name of ['zoo', 'Zoö']) assert.equal((await create(name)).status, 201);
  const names = listOf(await send('GET', '/accounts?sort=id')).map((account) => at(account, 'name'));
  assert.deepEqual(names.slice(1), ['Zoo', 'zoo', 'Zoö']);
});

test('an account that does not exist is 404', async (t) => {
  const { send } = await start(t);
  for (const id of ['9', '-1', 'x', '9223372036854775808']) {
    assertError(await send('GET', `/accounts/${id}`), 404, 'account_not_found');
    assertError(await send('PATCH', `/accounts/${id}`, { plan: 'free' }), 404, 'account_not_found');
    assertError(await send('GET', `/accounts/${id}/keys`), 404, 'account_not_found');
    assertError(await send('POST', `/accounts/${id}/keys`, {}), 404, 'account_not_found');
  }
});

test('the audit has each change with the members that changed, and none for a change without effect', async (t) => {
  const { send } = await start(t);
  await send('POST', '/accounts', WEB_SITE);
  await send('PATCH', '/accounts/2', { plan: 'business' });
  await send('PATCH', '/accounts/2', { plan: 'pro', role: 'reader', disabled: true });
  const entries = listOf(await send('GET', '/audit?sort=id'));
  assert.deepEqual(
    entries.map((entry) => [at(entry, 'action'), at(entry, 'subject'), at(entry, 'details')]),
    [
      ['account.created', { type: 'account', id: 2, name: 'Web site' }, { plan: 'business', role: 'reader' }],
      ['account.updated', { type: 'account', id: 2, name: 'Web site' }, { plan: 'pro', disabled: true }],
    ],
  );
});

test('an account has the stored count of its requests of the day, and none after midnight', async (t) => {
  const { service, send } = await start(t);
  const { id: accountId } = await service.account();
  const counter = { accountId, window: 'day', number: dayOf(service.clock.now()), used: 1204 } as const;
  await service.database.write((db) => saveCounters(db, [counter]));
  const requests = async () => [
    at((await send('GET', `/accounts/${accountId}`)).json, 'requestsToday'),
    at(listOf(await send('GET', '/accounts')), '0', 'requestsToday'),
    at((await send('PATCH', `/accounts/${accountId}`, { plan: 'pro' })).json, 'requestsToday'),
  ];
  assert.deepEqual(await requests(), [1204, 1204, 1204]);
  service.clock.advance(DAY);
  assert.deepEqual(await requests(), [0, 0, 0]);
});

test('of concurrent changes to one name, also by other processes, one is made and the others are account_exists', async (t) => {
  const { service } = await start(t);
  const ids = (await Promise.all(Array.from({ length: 6 }, () => service.account()))).map(({ id }) => id);
  const change = { actor: null, at: service.clock.now() };
  // Without the turns of requests, as a command or another process does.
  const renames = ids.map((id) =>
    service.database.write((db) => changeAccount(db, id, { name: 'Same' }, change)),
  );
  const settled = await Promise.allSettled(renames);
  const codes = settled.map((one) => (one.status === 'fulfilled' ? 'made' : one.reason.code)).sort();
  assert.deepEqual(codes, [...Array(ids.length - 1).fill('account_exists'), 'made']);
});
