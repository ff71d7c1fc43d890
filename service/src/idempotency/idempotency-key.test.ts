import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idempotencyKeyOf } from './idempotency-key.ts';

const KEYS: Record<string, string> = {
  k: 'k',
  '"k"': 'k',
  'a "quoted" part': 'a "quoted" part',
  'k"': 'k"',
  'a\\b': 'a\\b',
  '"a\\\\b"': 'a\\b',
  '"a\\"b"': 'a"b',
  '"\\"k\\""': '"k"',
  '" k "': ' k ',
};

for (const [header, key] of Object.entries(KEYS)) {
  test(`the header ${header} has the key ${key}`, () => {
    assert.equal(idempotencyKeyOf(header), key);
  });
}

test('rejects a malformed quoted string, a wrong length and other characters', () => {
  for (const header of ['"', '""', '"k', '"k"k"', '"k";a=1', '"a\\b"', '"k\\"', '"é"', 'é', 'a\tb', '']) {
    assert.equal(idempotencyKeyOf(header), undefined, header);
  }
  for (const [header, isKey] of [
    ['x'.repeat(255), true],
    ['x'.repeat(256), false],
    [`"${'x'.repeat(255)}"`, true],
    [`"${'\\"'.repeat(255)}"`, true],
    [`"${'x'.repeat(256)}"`, false],
  ] as const) {
    assert.equal(idempotencyKeyOf(header) !== undefined, isKey, header);
  }
});
