import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAtLeast, mayUseMethod, ROLES } from '../core/role.ts';
import { accountNameFault, mayActOn } from './account.ts';

test('accepts any printable name of 1 to 100 characters', () => {
  for (const name of ['a', 'City shelter', 'Zoë & co. (south)', '動物保護', 'x'.repeat(100)]) {
    assert.equal(accountNameFault(name), undefined, name);
  }
});

test('rejects a name with invisible or control characters, with what to change', () => {
  const faults = {
    '': 'must have 1 to 100 characters',
    ['x'.repeat(101)]: 'must have 1 to 100 characters',
    ' City': 'must not begin or end with white space',
    'City\n': 'must not begin or end with white space',
    'Ci\u001b[31mty': 'must not contain control characters',
    'Ci\u0000ty': 'must not contain control characters',
    'Ci\u200bty': 'must not contain control characters',
    'Ci\ud800ty': 'must not contain control characters',
  };
  for (const [name, fault] of Object.entries(faults)) {
    assert.equal(accountNameFault(name), fault, JSON.stringify(name));
  }
});

test('readers may use GET and HEAD only; the other roles every method', () => {
  for (const method of ['GET', 'HEAD']) assert.ok(mayUseMethod('reader', method));
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE', 'get', 'PURGE']) {
    assert.ok(!mayUseMethod('reader', method), method);
    for (const role of ['member', 'manager', 'admin'] as const) assert.ok(mayUseMethod(role, method), method);
  }
});

test('managers and admins may act on what another account owns, and on what has no owner', () => {
  const others = (ownerId: bigint | null) => ROLES.filter((role) => mayActOn({ id: 1n, role }, ownerId));
  assert.deepEqual(others(2n), ['manager', 'admin']);
  assert.deepEqual(others(null), ['manager', 'admin']);
  assert.deepEqual(others(1n), ROLES);
});

test('a role may do what the roles before it may', () => {
  assert.deepEqual(
    ROLES.map((role) => ROLES.filter((needed) => isAtLeast(role, needed)).length),
    [1, 2, 3, 4, 5],
  );
});
