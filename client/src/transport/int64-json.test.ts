import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { digitsOf, readJson, writeJson } from './int64-json.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

/** Texts that look like members. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"id":1', '\\"id":9007199254740993', 'x"id":12', '{"petId":5}', '"available": -7 ', '\\'),
);

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.record(
    {
      id: int64,
      petId: int64,
      available: int64,
      name: text,
      status: fc.constantFrom('available', 'sold'),
      pet: tie('any'),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
})).any;

/** JSON as the service writes it: digits for a bigint. */
function written(document: unknown, space: string): string {
  const marked = JSON.stringify(
    document,
    (_, member) => (typeof member === 'bigint' ? `#${member}#` : member),
    space,
  );
  return marked.replace(/"#(-?\d+)#"/g, '$1');
}

test('what the service writes is read with every digit, whatever the strings beside it look like', () => {
  fc.assert(
    fc.property(value, fc.constantFrom('', ' ', '\n\t'), (document, space) => {
      assert.deepEqual(readJson(written(document, space)), document);
    }),
  );
});

test('what the client writes is JSON with the digits of its int64 members and without those that are undefined', () => {
  fc.assert(
    fc.property(int64, text, (petId, reference) => {
      const body = writeJson({ petId, reference, status: undefined });
      assert.deepEqual(readJson(body), { petId, reference });
      assert.ok(body.startsWith(`{"petId":${petId},`), body);
    }),
  );
});

test('a member that is an int64 only by its digits is left as it is written', () => {
  assert.deepEqual(readJson('{"limit":60,"requests":1000}'), { limit: 60, requests: 1000 });
  assert.deepEqual(readJson('{"id":5.5,"petId":5e0}'), { id: 5.5, petId: 5 });
});

test('text that is no JSON is a SyntaxError, as long as it may be', () => {
  for (const broken of [
    '',
    '[{"id":1',
    '<h1>',
    `{"id":${'1'.repeat(100_000)}`,
    `{"id"${' '.repeat(100_000)}`,
  ]) {
    assert.throws(() => readJson(broken), SyntaxError);
  }
});

test('an id that is no bigint is refused by name', () => {
  for (const wrong of [5, '5', undefined, null]) {
    assert.throws(() => digitsOf(wrong, 'petId'), { name: 'TypeError', message: /^petId must be a bigint/ });
  }
});
