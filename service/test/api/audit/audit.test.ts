// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { DAY, MINUTE } from '../../../src/platform/core/clock.ts';
import { recordAudit } from '../../../src/record/audit/audit-queries.ts';

/** docs/api-design.md#audit: `GET /v1/audit`. */

async function start(t: TestContext) {
  const service = await startService(t);
  const admin = await service.account({ role: 'admin' });
  const send = (method: string, path: string, body?: unknown) =>
    service.send(path, { method, key: admin.key, body });
  const audit = async (query = '') => listOf(await send('GET', `/v1/audit${query}`));
  return { service, admin, send, audit };
}

const AT = '2026-11-21T12:00:00.000Z';

test('a change of a pet, an order or a category is an entry with its author, newest first', async (t) => {
  const { service, send, audit } = await start(t);
  await send('POST', '/v1/pets', '{"name":"Frank","categoryId":9223372036854775807,"status":"available"}');
  await send('PUT', '/v1/categories/-7', { name: 'Dogs' });
  await send('PUT', '/v1/categories/-7', { name: 'Dogs' }); // changes nothing
  await send('POST', '/v1/store/orders', { petId: 1 });
  const [account] = await service.database.read.selectFrom('accounts').select(['id', 'name']).execute();
  const [key] = await service.database.read.selectFrom('api_keys').select(['id', 'hint']).execute();
  const entries = await audit();
  assert.deepEqual(
    entries.map((entry) => [at(entry, 'action'), at(entry, 'subject')]),
    [
      ['order.placed', { type: 'order', id: 1 }],
      ['pet.updated', { type: 'pet', id: 1, name: 'Frank' }],
      ['category.named', { type: 'category', id: -7, name: 'Dogs' }],
      ['pet.created', { type: 'pet', id: 1, name: 'Frank' }],
    ],
  );
  for (const entry of entries) {
    assert.deepEqual(at(entry, 'at'), AT);
    assert.deepEqual(at(entry, 'account'), { ...account, id: 1 });
    assert.deepEqual(at(entry, 'key'), { ...key, id: 1 });
  }
  const { text } = await send('GET', '/v1/audit?sort=id&limit=1');
  assert.match(text, /"details":\{"id":1,"name":"Frank","categoryId":9223372036854775807,/);
});

test('a change by a command has no author, and its details are those that were recorded', async (t) => {
  const { service, audit } = await start(t);
  await service.database.write((db) =>
    recordAudit(db, {
      action: 'key.created',
      at: service.clock.now(),
      actor: null,
      subject: { id: 9n, name: 'Web site' },
      details: { accountId: 2n, role: 'reader' },
    }),
  );
  assert.deepEqual(await audit(), [
    {
      id: 1,
      at: AT,
      action: 'key.created',
      subject: { type: 'key', id: 9, name: 'Web site' },
      details: { accountId: 2, role: 'reader' },
    },
  ]);
});

test('what only the audit shows is not in the feed, which continues behind it', async (t) => {
  const { service, send } = await start(t);
  const member = await service.account();
  const addEntry = () =>
    service.database.write((db) =>
      recordAudit(db, { action: 'settings.updated', at: service.clock.now(), actor: null, subject: {} }),
    );
  await addEntry();
  await send('POST', '/v1/pets', { name: 'Frank', categoryId: 1 });
  await addEntry();
  for (const { key } of [member, await service.account({ role: 'manager' })]) {
    const page = await service.send('/v1/events', { key });
    assert.deepEqual(
      listOf(page).map((event) => [at(event, 'id'), at(event, 'type')]),
      [[2, 'pet.created']],
    );
    assert.match(nextOf(page) ?? '', /after=3$/);
    const end = await service.send('/v1/events?after=latest', { key });
    assert.match(nextOf(end) ?? '', /after=3$/);
  }
});

test('pages follow each other by Link in both orders, and after continues behind an entry', async (t) => {
  const { service, admin, send, audit } = await start(t);
  for (const name of ['a', 'b', 'c', 'd', 'e']) await send('PUT', '/v1/categories/1', { name });
  const walk = async (query: string) => {
    const ids: unknown[] = [];
    for (let next: string | undefined = `/v1/audit${query}`; next !== undefined; ) {
      const page = await service.send(next, admin);
      ids.push(listOf(page).map((entry) => at(entry, 'id')));
      next = nextOf(page);
    }
    return ids;
  };
  assert.deepEqual(await walk('?limit=2'), [[5, 4], [3, 2], [1]]);
  assert.deepEqual(await walk('?limit=2&sort=id&after=1'), [
    [2, 3],
    [4, 5],
  ]);
  assert.deepEqual(await audit('?after=5&sort=id'), []);
});

test('a list by animal, account, key or day has exactly their entries, on all pages and in both orders', async (t) => {
  const { service, send, admin } = await start(t);
  const other = await service.account({ role: 'manager' });
  await send('PUT', '/v1/settings', { publicPages: false, timeZone: 'America/Chicago' }); // 1, at 6:00 there
  const petId = await addPet(service, admin.key, { name: 'Bella' }); // 2
  await addPet(service, other.key, { name: 'Rex' }); // 3
  const change = (status: string, { key }: { key: string }) =>
    service.send(`/v1/pets/${petId}`, { method: 'PATCH', key, body: { status } });
  service.clock.advance(18 * 60 * MINUTE); // midnight in Chicago
  await change('pending', other); // 4
  await change('available', admin); // 5
  await service.send('/v1/store/orders', { method: 'POST', key: other.key, body: { petId } }); // 6, 7
  service.clock.advance(DAY);
  await change('sold', { key: other.key }); // 409: an order holds it
  await send('PUT', '/v1/categories/1', { name: 'Dogs' }); // 8
  const [accountId, keyId] = [await idOf(service, 'accounts'), await idOf(service, 'api_keys')];
  const expected: Readonly<Record<string, readonly number[]>> = {
    [`petId=${petId}`]: [7, 6, 5, 4, 2],
    'petId=99': [],
    [`accountId=${accountId}`]: [7, 6, 4, 3],
    [`keyId=${keyId}`]: [7, 6, 4, 3],
    [`accountId=1&keyId=${keyId}`]: [],
    'day=2026-11-21': [3, 2, 1],
    'day=2026-11-22': [7, 6, 5, 4],
    'day=2026-11-24': [],
    'day=9999-12-31': [],
    'day=0000-01-01': [],
    [`day=2026-11-22&accountId=${accountId}`]: [7, 6, 4],
    [`day=2026-11-21&petId=${petId}`]: [2],
    [`petId=${petId}&accountId=${accountId}`]: [7, 6, 4],
    [`petId=${petId}&keyId=${keyId}&after=4`]: [7, 6],
  };
  for (const [query, ids] of Object.entries(expected)) {
    for (const [order, wanted] of [
      ['', ids],
      ['&sort=id', ids.toReversed()],
    ] as const) {
      const found = await readAll(service, admin.key, `/v1/audit?limit=2&${query}${order}`);
      assert.deepEqual(
        found.map(({ id }) => id),
        wanted,
        query + order,
      );
    }
  }
  const places = ['after=x', 'after=9223372036854775808', 'cursor=x', 'sort=name'];
  for (const query of ['day=2026-02-30', 'day=today', 'petId=x', 'accountId=', 'keyId=1.5', ...places])
    assertError(await send('GET', `/v1/audit?${query}`), 400, 'invalid_parameter');
});

/** Returns the id of the newest row. */
async function idOf({ database }: TestService, table: 'accounts' | 'api_keys'): Promise<bigint> {
  const row = await database.read.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirst();
  return row?.id ?? 0n;
}

test('an entry has the old and the new value of each field that changed', async (t) => {
  const { service, send, admin, audit } = await start(t);
  const petId = await addPet(service, admin.key, { name: 'Bella' });
  const account = await service.database.read.selectFrom('accounts').select('name').executeTakeFirst();
  const changeProfile = (profile: object) => send('PATCH', `/v1/pets/${petId}/profile`, profile);
  await changeProfile({ breed: 'Beagle', goodWithCats: true });
  await send('PATCH', `/v1/pets/${petId}`, { name: 'Bela', status: 'pending' });
  await changeProfile({
    breed: 'Boxer',
    goodWithCats: null,
    adoptionFee: { amount: '5.00', currency: 'USD' },
  });
  await send('PUT', '/v1/settings', { publicPages: false, shelterName: 'Paws', timeZone: 'America/Chicago' });
  await send('PUT', '/v1/settings', {
    publicPages: false,
    shelterName: 'Claws',
    timeZone: 'America/Chicago',
  });
  await send('PATCH', '/v1/accounts/1', { name: 'Shelter' });
  await send('PATCH', '/v1/keys/1', { label: 'Desk' });
  const entries = await audit('?sort=id');
  assert.deepEqual(
    entries.map((entry) => at(entry, 'changes')),
    [
      undefined,
      [
        { field: 'breed', after: 'Beagle' },
        { field: 'goodWithCats', after: true },
      ],
      [
        { field: 'name', before: 'Bella', after: 'Bela' },
        { field: 'status', before: 'available', after: 'pending' },
      ],
      [
        { field: 'adoptionFee', after: { amount: '5.00', currency: 'USD' } },
        { field: 'breed', before: 'Beagle', after: 'Boxer' },
        { field: 'goodWithCats', before: true },
      ],
      [
        { field: 'shelterName', after: 'Paws' },
        { field: 'timeZone', after: 'America/Chicago' },
      ],
      [{ field: 'shelterName', before: 'Paws', after: 'Claws' }],
      [{ field: 'name', before: account?.name, after: 'Shelter' }],
      [{ field: 'label', after: 'Desk' }],
    ],
  );
  assert.equal(at(entries[0], 'key', 'label'), 'Desk');
});
