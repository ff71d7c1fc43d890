import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertError, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { issueApiKey } from '../../../src/access/accounts/api-key-queries.ts';
import type { Role } from '../../../src/platform/core/role.ts';
import { OPERATIONS } from './published-operations.ts';

/** docs/api-design.md#accounts-and-keys: what a key with `allowedOrigins` reads. Everyone can read the key in the page. */

const ORIGIN = 'https://shelter.example';
const READABLE = ['getListing', 'getPet', 'listCategories', 'listEvents', 'listListings', 'listPets'];

/** An account that owns an animal with an order of another account, and a key of its web page. */
async function start(t: TestContext, role: Role) {
  const service = await startService(t);
  const owner = await service.account({ role });
  const other = await service.account();
  const pet = { name: 'Frank', categoryId: 1, status: 'available' };
  await service.send('/v1/pets', { method: 'POST', key: owner.key, body: pet });
  const order = { petId: 1, reference: 'Maria Lopez, 555 0199' };
  const placed = await service.send('/v1/store/orders', { method: 'POST', key: other.key, body: order });
  assert.equal(placed.status, 201);
  const asked = { accountId: owner.id, kind: 'live', role: 'reader', allowedOrigins: [ORIGIN] } as const;
  const { secret: key } = await service.database.write((db) => issueApiKey(db, asked, service.clock.now()));
  return { service, owner, fromPage: { key, headers: { origin: ORIGIN } } };
}

test('every operation but the reads of animals and their events is 403, whatever the account owns', async (t) => {
  const { service, fromPage } = await start(t, 'admin');
  const allowed: string[] = [];
  for (const { id, method, path } of OPERATIONS) {
    const target = `/v1${path.replaceAll(/\{\w+\}/g, '1')}`;
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const response = await service.send(target, { ...fromPage, method, body });
    if (response.status === 200) allowed.push(id);
    else assertError(response, 403, 'operation_not_allowed');
    if (method !== 'GET') continue;
    const { status } = await service.send(target, { ...fromPage, method: 'HEAD' });
    assert.equal(status, response.status, `HEAD ${target}`);
  }
  assert.deepEqual(allowed.sort(), READABLE);
});

test('its feed has no event of an order, also if the same page of another key is cached', async (t) => {
  for (const role of ['member', 'manager', 'admin'] as const) {
    const { service, owner, fromPage } = await start(t, role);
    for (const path of ['/v1/events', '/v1/events?petId=1']) {
      const typesOf = async (sent: object) => listOf(await service.send(path, sent)).map(({ type }) => type);
      for (const _ of [1, 2, 3]) {
        const expected = ['pet.created', 'pet.updated'];
        assert.deepEqual(await typesOf(owner), [...expected, 'order.placed']);
        assert.deepEqual(await typesOf(fromPage), expected);
      }
    }
    for (const path of ['/v1/pets', '/v1/listings', '/v1/listings/1', '/v1/events']) {
      const { text } = await service.send(path, fromPage);
      assert.doesNotMatch(text, /Maria|555|reference/, path);
    }
  }
});
