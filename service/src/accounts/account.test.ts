import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountNameFault, mayUseMethod } from './account.ts';

test('an account may be called anything of 1 to 100 characters that a person can read', () => {
  for (const name of ['a', 'City shelter', 'Zoë & co. (south)', '動物保護', 'x'.repeat(100)]) {
    assert.equal(accountNameFault(name), undefined, name);
  }
});

test('a name that cannot be told from another, or breaks a terminal, is refused with what to change', () => {
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

test('a reader may only read; members and managers may use every method', () => {
  for (const method of ['GET', 'HEAD']) assert.ok(mayUseMethod('reader', method));
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE', 'get', 'PURGE']) {
    assert.ok(!mayUseMethod('reader', method), method);
    assert.ok(mayUseMethod('member', method) && mayUseMethod('manager', method), method);
  }
});
