import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { SECOND } from '../../../src/core/clock.ts';
import { ACCOUNT_ROLES, isAtLeast, ROLES, type Role } from '../../../src/core/role.ts';
import { OPERATIONS } from './published-operations.ts';

/** Every operation that needs a role, with every role. New operations join by their documented errors. */

const service = await startSharedService();
const keys = new Map<Role, string>();
for (const role of ACCOUNT_ROLES) keys.set(role, (await service.account({ role })).key);
const disabled = await service.account({ role: 'admin' });
await service.database.write((db) =>
  db.updateTable('accounts').set({ disabled_at: 1n }).where('id', '=', BigInt(disabled.id)).execute(),
);
service.clock.advance(SECOND);

const RESTRICTED = OPERATIONS.flatMap(({ id, method, path, neededRole }) => {
  const role = ROLES.find((one) => one === neededRole);
  return role === undefined ? [] : [{ id, method, path, role }];
});

test('the document names the role of many operations', () => {
  assert.ok(RESTRICTED.length >= 20, `${RESTRICTED.length} operations`);
});

for (const { id, method, path, role } of RESTRICTED) {
  test(`${id}: 401 without a key or with one of a disabled account, 403 below the role ${role}`, async () => {
    // Nothing has these ids, and no body is valid, so that no request changes anything.
    const target = `/v1${path.replaceAll(/\{\w+\}/g, '999999')}`;
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const send = (key?: string) => service.send(target, { method, key, body });
    assertError(await send(), 401, 'missing_api_key');
    assertError(await send(disabled.key), 401, 'invalid_api_key');
    for (const [one, key] of keys) {
      const response = await send(key);
      if (!isAtLeast(one, role)) assertError(response, 403, 'insufficient_role');
      else assert.ok(response.status !== 401 && response.status !== 403, `${one}: ${response.text}`);
    }
  });
}
