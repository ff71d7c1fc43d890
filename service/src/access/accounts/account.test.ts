import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountNameFault } from './account.ts';

test('a name has 1 to 100 printable characters', () => {
  for (const name of ['a', 'Zoë & co. (south)', '動物保護', 'x'.repeat(100)])
    assert.equal(accountNameFault(name), undefined, name);
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
