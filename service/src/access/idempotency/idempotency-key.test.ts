import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseJson, parseJsonObject } from '../../platform/core/json.ts';
import { canonicalJson } from './idempotency-key.ts';

test('a number above the largest double is not the same as null', () => {
  const canonicalOfMember = (number: string) => canonicalJson(parseJsonObject(`{"a":${number}}`, new Set()));
  assert.notEqual(canonicalOfMember('1e400'), canonicalOfMember('null'));
});

function canonical(text: string): string {
  return canonicalJson(parseJson(text));
}

test('equal values have the same canonical text', () => {
  for (const texts of [
    [
      '{"a":1,"b":[true,null,"x"]}',
      ' { "b" : [ true , null , "\\u0078" ] ,\n"a" : 1.0 }',
      '{"b":[true,null,"x"],"a":10e-1}',
    ],
    ['1', '1.0', '1e0', '10e-1', '0.1e1'],
    ['0', '-0', '0.0', '0e5'],
    ['9223372036854775807', '9223372036854775807.0', '9.223372036854775807e18'],
    ['0.1', '0.10', '1e-1'],
    ['"é"', '"\\u00e9"', '"\\u00E9"'],
    ['{"a":1,"a":2}', '{"a":2}'],
  ]) {
    assert.equal(new Set(texts.map(canonical)).size, 1, texts[0]);
  }
});

test('different values have different canonical texts', () => {
  const texts = [
    ...['1', '"1"', '[1]', '{"1":1}', 'true', '"true"', 'null', '{}', '[]', '""'],
    ...[
      '9007199254740993',
      '9007199254740992',
      '9223372036854775808',
      '9223372036854775807',
      '1e400',
      '1e401',
    ],
    ...['{"a":{"b":1}}', '{"a":1,"b":1}', '[1,2]', '[2,1]', '"a\\",\\"b"', '["a","b"]', '{"__proto__":1}'],
  ];
  assert.equal(new Set(texts.map(canonical)).size, texts.length);
});

test('canonical text is stable when it is parsed again, in any order of members', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = canonical(JSON.stringify(value));
      assert.equal(canonical(text), text);
      assert.equal(canonical(JSON.stringify(reversed(value), null, 2)), text);
    }),
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}
