import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable, printableLine } from './printable.ts';

test('escape sequences, C1 controls, delete and direction changes are written as escapes', () => {
  assert.equal(
    printable('\u001b[2J \u009b31m \u007f \u0000 \u202egnp\u2066 \u2028 \r'),
    '\\u001b[2J \\u009b31m \\u007f \\u0000 \\u202egnp\\u2066 \\u2028 \\u000d',
  );
});

test('other text stays as it is, with its line feeds, and a line has none', () => {
  assert.equal(printable('Ægir 犬 🐶 "x"\n\\'), 'Ægir 犬 🐶 "x"\n\\');
  assert.equal(printableLine('one\ntwo\t3'), 'one\\u000atwo\\u00093');
});

test('a JSON document means the same after it', () => {
  const value = { name: '\u001b[31m\u009b\u202e\u2028\n' };
  assert.deepEqual(JSON.parse(printable(JSON.stringify(value, undefined, 2))), value);
});
