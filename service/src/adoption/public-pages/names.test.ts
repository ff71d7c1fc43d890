import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenName } from './names.ts';

test('asterisks around a name are left out', () => {
  for (const name of ['*Bella', '* Bella *', '**Bella**', 'Bella'])
    assert.equal(givenName(name), 'Bella', name);
  assert.equal(givenName('Bel*la'), 'Bel*la');
});

test('an id, a number and signs are no name', () => {
  for (const name of [
    'A708195',
    '*A708195',
    'a-708195',
    '#1234',
    'ID:7081',
    '123',
    '7',
    '*',
    ' ',
    '?',
    '--',
    '*7*',
  ])
    assert.equal(givenName(name), undefined, name);
});

test('a short name, one with a number, and one in any script is a name', () => {
  for (const name of ['Bo', 'K9', 'R2-D2', 'Agent 47', 'Louis XIV', 'Bella 2', '木', 'Tom & "Jerry"'])
    assert.equal(givenName(name), name, name);
});

test('a name of a thousand asterisks takes no longer than one of letters', () => {
  assert.equal(givenName(`${'* '.repeat(50_000)}x${' *'.repeat(50_000)}`), 'x');
});
