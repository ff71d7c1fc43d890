import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bigintReplacer, digitsOf, readJson, requireBigints, writeJson } from './int64-json.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

/** Strings that look like JSON members. */
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
      owner: int64,
      name: text,
      status: fc.constantFrom('available', 'sold'),
      pet: tie('any'),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
})).any;

/** Returns JSON as the service writes it, with plain digits for a bigint. */
function written(document: unknown, space: string): string {
  const marked = JSON.stringify(
    document,
    (_, member) => (typeof member === 'bigint' ? `#${member}#` : member),
    space,
  );
  return marked.replace(/"#(-?\d+)#"/g, '$1');
}

test('reads every digit of an int64, whatever other strings contain', () => {
  fc.assert(
    fc.property(value, fc.constantFrom('', ' ', '\n\t'), (document, space) => {
      assert.deepEqual(readJson(written(document, space)), document);
    }),
  );
});

test('writes every digit of a bigint at any depth, and everything else as JSON.stringify does', () => {
  fc.assert(
    fc.property(value, (document) => {
      assert.equal(writeJson(document), written(document, ''));
    }),
  );
  const others = { a: undefined, b: [undefined, null, Number.NaN], at: new Date(0), c: { d: undefined } };
  assert.equal(writeJson(others), JSON.stringify(others));
});

test('refuses an int64 member of a body that is not a bigint, and a number in an int64 member at any depth', () => {
  const wrong = { name: 'TypeError', message: /^petId must be a bigint such as 3562n; got string$/ };
  assert.throws(() => requireBigints({ petId: '5' }), wrong);
  assert.throws(() => requireBigints({ petIds: [5n, 5] }), { message: /^petIds must be a bigint/ });
  assert.throws(() => requireBigints({ items: [{ pet: { categoryId: 1 } }] }), {
    message: /^categoryId must be a bigint/,
  });
  requireBigints({ petId: 5n, petIds: [5n], owner: undefined, limit: 5, mapping: { id: 'b' } });
  requireBigints(undefined);
});

test('bigintReplacer writes exact ids as strings', () => {
  const pets = [{ id: 2n ** 63n - 1n, name: 'Olive', limit: 5 }];
  assert.equal(
    JSON.stringify(pets, bigintReplacer),
    '[{"id":"9223372036854775807","name":"Olive","limit":5}]',
  );
});

test('writes every digit of an int64 in nested objects, and a mapping of columns by the names of members', () => {
  fc.assert(
    fc.property(int64, int64, (petId, categoryId) => {
      const body = {
        items: [
          { petId, pet: { categoryId, status: undefined } },
          { petId, profile: null },
        ],
      };
      assert.equal(
        writeJson(body),
        `{"items":[{"petId":${petId},"pet":{"categoryId":${categoryId}}},{"petId":${petId},"profile":null}]}`,
      );
    }),
  );
  const mapping = { mapping: { categoryId: { column: 'a', values: { x: 1 } }, id: 'b' } };
  assert.equal(writeJson(mapping), JSON.stringify(mapping));
});

test('reads other integers, and fractions in int64 members, as numbers', () => {
  assert.deepEqual(readJson('{"limit":60,"requests":1000}'), { limit: 60, requests: 1000 });
  assert.deepEqual(readJson('{"id":5.5,"petId":5e0}'), { id: 5.5, petId: 5 });
});

test('throws a SyntaxError for invalid JSON, also for a very long text', () => {
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

test('rejects an id that is not a bigint with a TypeError that names the parameter', () => {
  for (const wrong of [5, '5', undefined, null]) {
    assert.throws(() => digitsOf(wrong, 'petId'), { name: 'TypeError', message: /^petId must be a bigint/ });
  }
});
