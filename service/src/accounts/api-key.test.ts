import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { digestOfApiKey, generateApiKey, hintOfApiKey, kindOfApiKey } from './api-key.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const aKind = fc.constantFrom('live', 'test');

test('a key is its prefix, 43 characters of randomness and 6 of CRC-32 over all that precedes', () => {
  fc.assert(
    fc.property(aKind, (kind) => {
      const [, body = '', checksum = ''] =
        /^(petstore_(?:live|test)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(generateApiKey(kind)) ?? [];
      assert.ok(body.startsWith(`petstore_${kind}_`));
      const value = [...checksum].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
      assert.equal(value, crc32(body));
    }),
  );
});

test('the format is frozen: a key of today is valid tomorrow', () => {
  const random = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg';
  assert.equal(kindOfApiKey(`petstore_live_${random}3WiHMD`), 'live');
});

test('the kind of a key is read off it', () => {
  assert.equal(kindOfApiKey(generateApiKey('live')), 'live');
  assert.equal(kindOfApiKey(generateApiKey('test')), 'test');
});

test('a key with any one character changed, left out, added or swapped is no key', () => {
  const place = fc.integer({ min: 0, max: 62 });
  fc.assert(
    fc.property(aKind, place, fc.constantFrom(...BASE62), (kind, at, character) => {
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

test('whatever arrives instead of a key is no key, and never an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (text) => {
      assert.equal(kindOfApiKey(text), undefined);
      assert.equal(kindOfApiKey(`petstore_live_${text}`), undefined);
      assert.equal(kindOfApiKey(`${generateApiKey('live')}\n`), undefined);
    }),
  );
});

test('no two keys are the same, and every character of the alphabet is as likely', () => {
  const keys = Array.from({ length: 2_000 }, () => generateApiKey('live').slice(14, 57));
  assert.equal(new Set(keys).size, keys.length);
  const counts = new Map<string, number>();
  for (const character of keys.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
  assert.equal(counts.size, 62);
  // 86,000 draws give 1,387 of each, give or take 37: ten deviations never happen by chance.
  for (const [character, count] of counts) assert.ok(Math.abs(count - 1_387) < 370, `${character}: ${count}`);
});

test('what is stored is the SHA-256 of the key', () => {
  const key = generateApiKey('live');
  assert.equal(digestOfApiKey(key), createHash('sha256').update(key).digest('hex'));
});

test('the hint shows the kind and the first and last four random characters, never the checksum', () => {
  const random = 'abcd0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZefg';
  assert.equal(hintOfApiKey(`petstore_test_${random}CHECKS`), 'petstore_test_abcd…Zefg');
});
