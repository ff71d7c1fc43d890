import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable, printableLine } from './printable.ts';

test('escapes escape sequences, C1 controls, delete and direction changes', () => {
  assert.equal(
    printable('\u001b[2J \u009b31m \u007f \u0000 \u202egnp\u2066 \u2028 \r'),
    '\\u001b[2J \\u009b31m \\u007f \\u0000 \\u202egnp\\u2066 \\u2028 \\u000d',
  );
});

test('leaves other text and its line feeds unchanged, but escapes line feeds in a line', () => {
  assert.equal(printable('Ægir 犬 🐶 "x"\n\\'), 'Ægir 犬 🐶 "x"\n\\');
  assert.equal(printableLine('one\ntwo\t3'), 'one\\u000atwo\\u00093');
});
