import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { digestOfApiKey, generateApiKey, hintOfApiKey, kindOfApiKey } from './api-key.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const anyKind = fc.constantFrom('live', 'test');

test('a key consists of its prefix, 43 random characters and the CRC-32 of both in 6', () => {
  fc.assert(
    fc.property(anyKind, (kind) => {
      const [, body = '', checksum = ''] =
        /^(petstore_(?:live|test)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(generateApiKey(kind)) ?? [];
      assert.ok(body.startsWith(`petstore_${kind}_`));
      const value = [...checksum].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
      assert.equal(value, crc32(body));
    }),
  );
});

test('the format is stable: accepts a key that an earlier version issued', () => {
  const random = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg';
  assert.equal(kindOfApiKey(`petstore_live_${random}3WiHMD`), 'live');
});

test('rejects a key with one character changed, removed, added or swapped', () => {
  const place = fc.integer({ min: 0, max: 62 });
  fc.assert(
    fc.property(anyKind, place, fc.constantFrom(...BASE62), (kind, at, character) => {
      const key = generateApiKey(kind);
      const before = key.slice(0, at);
      const after = key.slice(at + 1);
      const here = key.charAt(at);
      if (character !== here) assert.equal(kindOfApiKey(before + character + after), undefined);
      assert.equal(kindOfApiKey(before + after), undefined);
      assert.equal(kindOfApiKey(before + here + character + after), undefined);
      const next = after.charAt(0);
      if (next !== '' && next !== here)
        assert.equal(kindOfApiKey(before + next + here + after.slice(1)), undefined);
    }),
    { numRuns: 500 },
  );
});

test('rejects any other text without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (text) => {
      assert.equal(kindOfApiKey(text), undefined);
      assert.equal(kindOfApiKey(`petstore_live_${text}`), undefined);
      assert.equal(kindOfApiKey(`${generateApiKey('live')}\n`), undefined);
    }),
  );
});

test('keys are unique, and all characters of the alphabet are equally likely', () => {
  const keys = Array.from({ length: 2_000 }, () => generateApiKey('live').slice(14, 57));
  assert.equal(new Set(keys).size, keys.length);
  const counts = new Map<string, number>();
  for (const character of keys.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
  assert.equal(counts.size, 62);
  // 86,000 characters: 1,387 of each on average, with a standard deviation of 37. Ten deviations do not happen by chance.
  for (const [character, count] of counts) assert.ok(Math.abs(count - 1_387) < 370, `${character}: ${count}`);
});

test('the digest is the SHA-256 of the key', () => {
  const key = generateApiKey('live');
  assert.equal(digestOfApiKey(key), createHash('sha256').update(key).digest('hex'));
});

test('the hint shows the kind and the first and last four random characters, never the checksum', () => {
  const random = 'abcd0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZefg';
  assert.equal(hintOfApiKey(`petstore_test_${random}CHECKS`), 'petstore_test_abcd…Zefg');
});
