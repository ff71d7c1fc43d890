// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { PUBLIC } from '../public-pages/public-fixture.ts';

/** The number of a microchip is for those who may change the animal. */

const service = await startSharedService({ env: PUBLIC });
const owner = await service.account();
const manager = await service.account({ role: 'manager' });
const admin = await service.account({ role: 'admin' });
const stranger = await service.account();
const reader = await service.account({ role: 'reader' });

const NUMBER = '985112003456789';

async function change(petId: number, body: object) {
  return service.send(`/v1/pets/${petId}/profile`, { method: 'PATCH', key: owner.key, body });
}

async function found(key: string, query: string): Promise<unknown> {
  const { status, json } = await service.send(`/v1/microchips?${query}`, { key });
  assert.equal(status, 200);
  return json;
}

test('only who may change the animal reads its microchip, and no listing, event, search or public page has it', async () => {
  const petId = await addPet(service, owner.key, { name: 'Chip' });
  const profile = { breed: 'Beagle', microchip: '985 112 003-456-789' };
  const changed = await change(petId, profile);
  assert.deepEqual(changed.json, { breed: 'Beagle', microchip: NUMBER });
  const item = { operation: 'changeProfile', petId, profile: { microchip: NUMBER, color: 'brown' } };
  const batch = { method: 'POST', key: owner.key, body: { items: [item] } } as const;
  const { text: result } = await service.send('/v1/batches', batch);
  const listing = await service.send(`/v1/listings/${petId}`, { key: owner.key });
  assert.deepEqual(at(listing.json, 'profile'), { breed: 'Beagle', color: 'brown' });

  const asked = [{ petId, microchip: NUMBER }];
  for (const { key } of [owner, manager, admin]) {
    assert.deepEqual(await found(key, `ids=${petId}`), asked);
    assert.deepEqual(await found(key, 'microchip=985-112-003456789'), asked);
    assert.deepEqual(await found(key, `ids=${petId + 1}`), []);
  }
  assert.deepEqual(await found(stranger.key, `ids=${petId}`), []);
  assert.deepEqual(await found(stranger.key, `microchip=${NUMBER}`), []);
  const refused = await service.send(`/v1/microchips?ids=${petId}`, { key: reader.key });
  assertError(refused, 403, 'insufficient_role');

  const everywhere = [
    ...['/v1/listings', `/v1/listings/${petId}`, `/v1/listings?q=beagle`, `/v1/pets/${petId}`, '/v1/pets'],
    ...['/v1/events?after=0', `/v1/events?petId=${petId}`, `/v1/permissions?ids=${petId}`, '/v1/summary'],
    ...[`/v1/listings?q=${NUMBER}`, `/v1/pets?approximate=true&name=${NUMBER}`],
    ...['/adopt', '/adopt.json', `/adopt/${petId}/chip`, `/adopt/${petId}.json`, '/adopt/feed.xml'],
  ];
  for (const { key } of [owner, manager, stranger, reader]) {
    for (const path of everywhere) {
      const { status, text } = await service.send(path, path.startsWith('/v1') ? { key } : {});
      assert.ok(status === 200 || path === '/v1/summary', path);
      assert.ok(!text.includes(NUMBER), `${path} ${text}`);
    }
  }
  assert.ok(!result.includes(NUMBER), result);
});

test('a change of the microchip alone keeps the listing and its ETag, and only the audit has it', async () => {
  const petId = await addPet(service, owner.key);
  const before = await service.send(`/v1/listings/${petId}`, { key: owner.key });
  const { headers } = await change(petId, { microchip: 'abc123def' });
  await change(petId, { microchip: NUMBER });
  await change(petId, { microchip: NUMBER });
  assert.equal(headers.get('etag'), at(before.json, 'etags', 'profile'));
  const after = await service.send(`/v1/listings/${petId}`, { key: owner.key });
  assert.deepEqual(after.json, before.json);
  const events = await service.send(`/v1/events?petId=${petId}`, { key: admin.key });
  assert.equal(listOf(events).length, 1);
  const audit = await service.send(`/v1/audit?petId=${petId}&sort=id`, { key: admin.key });
  const entries = (listOf(audit) as Array<Record<string, unknown>>).slice(1);
  assert.deepEqual(
    entries.map(({ action, subject, changes }) => ({ action, subject, changes })),
    [
      [undefined, 'ABC123DEF'],
      ['ABC123DEF', NUMBER],
    ].map(([old, next]) => ({
      action: 'microchip.updated',
      subject: { type: 'pet', id: petId, name: at(after.json, 'pet', 'name') },
      changes: [{ field: 'microchip', ...(old !== undefined && { before: old }), after: next }],
    })),
  );
});

test('the microchip comes back from the bin, and goes along with a merge', async () => {
  const [petId, twin] = [await addPet(service, owner.key), await addPet(service, owner.key)];
  const microchip = '900085001234567';
  await change(twin, { microchip });
  await service.send(`/v1/pets/${twin}`, { method: 'DELETE', key: owner.key });
  assert.deepEqual(await found(owner.key, `microchip=${microchip}`), []);
  await service.send(`/v1/pets/${twin}/restore`, { method: 'POST', key: owner.key });
  assert.deepEqual(await found(owner.key, `microchip=${microchip}`), [{ petId: twin, microchip }]);
  const merge = { method: 'POST', key: owner.key, body: { into: petId } } as const;
  assert.equal((await service.send(`/v1/pets/${twin}/merge`, merge)).status, 200);
  assert.deepEqual(await found(owner.key, `microchip=${microchip}`), [{ petId, microchip }]);
});
