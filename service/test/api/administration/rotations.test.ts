// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { HOUR, SECOND } from '../../../src/platform/core/clock.ts';

/** A key and its successors (docs/adr/0063). */

async function start(t: TestContext) {
  const service = await startService(t);
  const admin = await service.account({ role: 'admin' });
  const member = await service.account({ perMinute: 1_000 });
  const statusOf = async (key: string) => (await service.send('/v1/pets?limit=1', { key })).status;
  /** A key rotates itself. */
  const rotate = (id: unknown, key: string, body: object = {}) =>
    service.send(`/v1/keys/${id}/rotation`, { method: 'POST', key, body });
  const rotated = async (id: unknown, key: string, body: object = {}) => {
    const { status, json, text } = await rotate(id, key, body);
    assert.equal(status, 201, text);
    return { id: Number(at(json, 'id')), key: String(at(json, 'secret')) };
  };
  const revoke = async (id: unknown, query = '') => {
    const { status } = await service.send(`/v1/keys/${id}${query}`, { method: 'DELETE', key: admin.key });
    assert.equal(status, 204);
    service.clock.advance(SECOND);
  };
  const first = { id: Number(member.keyId), key: member.key };
  return { service, admin, member, first, statusOf, rotate, rotated, revoke };
}

const HOUR_OF_OVERLAP = { overlapSeconds: 3_600 };

test('of many concurrent rotations of a key one succeeds, and the others are 409', async (t) => {
  const { service, admin, member, first, rotate } = await start(t);
  const responses = await Promise.all(Array.from({ length: 20 }, () => rotate(first.id, first.key)));
  const [succeeded, ...others] = responses.toSorted((one, other) => one.status - other.status);
  assert.equal(succeeded?.status, 201);
  const id = at(succeeded?.json, 'id');
  for (const response of others) {
    assertError(response, 409, 'key_already_rotated');
    assert.equal(
      at(response.json, 'message'),
      `Key ${id} has replaced key ${first.id} and is valid. Use it; if its secret is lost, let an admin revoke key ${id} first.`,
    );
  }
  const keys = listOf(await service.send(`/v1/accounts/${member.id}/keys`, admin));
  assert.deepEqual(
    keys.map((key) => [at(key, 'id'), at(key, 'rotatedFrom')]),
    [
      [id, first.id],
      [first.id, undefined],
    ],
  );
});

test('a successor is rotated when the key before it has ended, so at most two keys of a chain are valid', async (t) => {
  const { service, first, rotate, rotated, revoke, statusOf } = await start(t);
  const second = await rotated(first.id, first.key, HOUR_OF_OVERLAP);
  const refused = await rotate(second.id, second.key, HOUR_OF_OVERLAP);
  assertError(refused, 409, 'key_already_rotated');
  assert.match(
    String(at(refused.json, 'message')),
    /is still valid until 2026-11-21T13:00:00.000Z\. Rotate key/,
  );
  service.clock.advance(HOUR);
  const third = await rotated(second.id, second.key, HOUR_OF_OVERLAP);
  // An admin may end one of the two.
  await revoke(third.id);
  const fourth = await rotated(second.id, second.key, { overlapSeconds: 0 });
  const fifth = await rotated(fourth.id, fourth.key, { overlapSeconds: 0 });
  service.clock.advance(SECOND);
  assert.deepEqual(
    await Promise.all([first, second, third, fourth, fifth].map(({ key }) => statusOf(key))),
    [401, 401, 401, 401, 200],
  );
});

test('revoking a key leaves its successor; with successors it ends all that replaced it, also if the key has ended', async (t) => {
  const { service, admin, first, rotated, revoke, statusOf } = await start(t);
  const second = await rotated(first.id, first.key, HOUR_OF_OVERLAP);
  await revoke(first.id);
  assert.deepEqual([await statusOf(first.key), await statusOf(second.key)], [401, 200]);
  const third = await rotated(second.id, second.key, HOUR_OF_OVERLAP);
  await revoke(first.id, '?withSuccessors=false');
  assert.deepEqual([await statusOf(second.key), await statusOf(third.key)], [200, 200]);
  await revoke(first.id, '?withSuccessors=true');
  assert.deepEqual([await statusOf(second.key), await statusOf(third.key)], [401, 401]);
  assertError(
    await service.send(`/v1/keys/${first.id}?withSuccessors=yes`, { method: 'DELETE', key: admin.key }),
    400,
    'invalid_parameter',
  );
  const accountId = Number(
    (await service.database.read.selectFrom('accounts').select('id').execute())[1]?.id,
  );
  const audit = listOf(await service.send('/v1/audit?sort=id', admin));
  assert.deepEqual(
    audit.map((entry) => [at(entry, 'action'), at(entry, 'subject', 'id'), at(entry, 'details')]),
    [
      ['key.rotated', second.id, { accountId, rotatedFrom: first.id, overlapSeconds: 3_600 }],
      ['key.revoked', first.id, { accountId }],
      ['key.rotated', third.id, { accountId, rotatedFrom: second.id, overlapSeconds: 3_600 }],
      ['key.revoked', second.id, { accountId, successorOf: first.id }],
      ['key.revoked', third.id, { accountId, successorOf: first.id }],
    ],
  );
});

test('a rotation during the revocation of a stolen key leaves no valid key', async (t) => {
  const { first, rotate, rotated, revoke, statusOf } = await start(t);
  const second = await rotated(first.id, first.key, { overlapSeconds: 0 });
  const [rotation] = await Promise.all([
    rotate(second.id, second.key, HOUR_OF_OVERLAP),
    revoke(first.id, '?withSuccessors=true'),
  ]);
  assert.equal(await statusOf(second.key), 401);
  if (rotation.status === 201) assert.equal(await statusOf(String(at(rotation.json, 'secret'))), 401);
});

test('a key and its successor share their strikes, and only the key that has the last one is banned', async (t) => {
  const { service, rotated } = await start(t);
  const { key, keyId } = await service.account({ perMinute: 2 });
  const second = await rotated(keyId, key, HOUR_OF_OVERLAP);
  const send = async (sender: string, count: number) => {
    const codes = [];
    for (let sent = 0; sent < count; sent += 1) {
      const { json } = await service.send('/v1/pets?limit=1', { key: sender });
      codes.push(at(json, 'code'));
    }
    return codes;
  };
  await send(key, 2);
  // Rejections within a second of the first one are no strikes.
  service.clock.advance(2 * SECOND);
  assert.deepEqual(new Set(await send(key, 30)), new Set(['rate_limit_exceeded']));
  const codes = await send(second.key, 30);
  assert.deepEqual([codes.at(-2), codes.at(-1)], ['rate_limit_exceeded', 'api_key_banned']);
  assert.deepEqual(await send(key, 1), ['rate_limit_exceeded']);
});
