// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { recordAudit } from '../../../src/audit/audit-queries.ts';

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

test('only an admin may read it', async (t) => {
  const { service } = await start(t);
  assertError(await service.send('/v1/audit'), 401, 'missing_api_key');
  for (const role of ['reader', 'member', 'manager'] as const) {
    const { key } = await service.account({ role });
    assertError(await service.send('/v1/audit', { key }), 403, 'insufficient_role');
  }
});

test('rejects an entry, a cursor or an order that does not exist (400)', async (t) => {
  const { send } = await start(t);
  for (const query of ['after=x', 'after=9223372036854775808', 'cursor=x', 'sort=name']) {
    assertError(await send('GET', `/v1/audit?${query}`), 400, 'invalid_parameter');
  }
});

test('a page ends at 512 KB, and its Link leads to the rest', async (t) => {
  const { service, admin, send } = await start(t);
  const petId = await addPet(service, admin.key);
  const CHANGES = 20;
  for (let change = 0; change < CHANGES; change += 1) {
    // Six bytes of JSON for each character.
    const description = `${change}${'\u0001'.repeat(9_990)}`;
    const { status, text } = await send('PATCH', `/v1/pets/${petId}/profile`, { description });
    assert.equal(status, 200, text);
  }
  const page = await service.send('/v1/audit?limit=100', { key: admin.key });
  assert.ok(page.text.length < 520_000, `${page.text.length} bytes`);
  assert.ok(nextOf(page) !== undefined);
  const all = await readAll(service, admin.key, '/v1/audit?limit=100');
  assert.equal(all.length, CHANGES + 1);
});
