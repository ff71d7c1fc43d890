import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountNameFault, mayUseMethod } from './account.ts';

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

test('readers may use GET and HEAD only; members and managers every method', () => {
  for (const method of ['GET', 'HEAD']) assert.ok(mayUseMethod('reader', method));
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE', 'get', 'PURGE']) {
    assert.ok(!mayUseMethod('reader', method), method);
    assert.ok(mayUseMethod('member', method) && mayUseMethod('manager', method), method);
  }
});
