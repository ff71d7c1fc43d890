import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { INT64_MAX, INT64_MIN } from './int64.ts';
import { InexactNumber, JsonError, parseJson, parseJsonObject, stringifyJson } from './json.ts';

test('parses JSON without long numbers as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      const plain = JSON.parse(text);
      fc.pre(!/[\d.]{16}|\d[eE]/.test(text));
      assert.deepEqual(parseJson(text), plain);
    }),
  );
});

/** Doubles of every size. Those between 2^53 and 2^64 are as frequent as others. */
const anyDouble = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.tuple(fc.integer(), fc.nat({ max: 40 })).map(([factor, exponent]) => factor * 2 ** exponent),
);

function expectedOf(value: number, text: string): unknown {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  const written = /^-?\d+$/.test(text) ? BigInt(text) : undefined;
  const isInt64 = written !== undefined && written >= INT64_MIN && written <= INT64_MAX;
  return isInt64 ? written : new InexactNumber(text);
}

test('a number keeps its value: as a double if that is exact, otherwise as an int64 or as its source text', () => {
  fc.assert(
    fc.property(anyDouble, (value) => {
      const text = JSON.stringify(value);
      assert.deepEqual(parseJson(`[${text}]`), [expectedOf(value, text)]);
    }),
    { numRuns: 1000 },
  );
});

test('serialises parsed int64 numbers with the same digits', () => {
  const numbers = fc.array(fc.bigInt({ min: INT64_MIN, max: INT64_MAX }), { minLength: 1 });
  fc.assert(
    fc.property(numbers, (values) => {
      const text = `[${values.join(',')}]`;
      assert.equal(stringifyJson(parseJson(text)), text);
    }),
  );
});

test('a number that neither a double nor an int64 holds keeps its source text', () => {
  for (const source of ['9223372036854775808', '1e999', '-1e999999999', '5.00000000000000000001']) {
    assert.deepEqual(parseJson(source), new InexactNumber(source));
    assert.equal(String(parseJson(source)), source);
  }
});

test('digits in a string or in a member name stay text', () => {
  const text = '{"9223372036854775808":"9223372036854775807 1e999"}';
  assert.deepEqual(parseJson(text), { '9223372036854775808': '9223372036854775807 1e999' });
});

test('accepts 32 levels and rejects 33, of any mix of arrays and objects', () => {
  const levels = fc.array(fc.boolean(), { minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(levels, (kinds) => {
      const open = kinds.map((isArray) => (isArray ? '[' : '{"a":')).join('');
      const close = kinds
        .map((isArray) => (isArray ? ']' : '}'))
        .reverse()
        .join('');
      for (const parse of [parseJson, (text: string) => parseJsonObject(text, PET_MEMBERS)]) {
        parse(`${open}1${close}`);
        assert.throws(() => parse(`${open}[1]${close}`), { name: 'JsonError', message: /32 levels/ });
      }
    }),
  );
});

test('siblings do not count as levels', () => {
  const text = `[${Array.from({ length: 1000 }, () => '[]').join(',')}]`;
  assert.deepEqual(parseJson(text), JSON.parse(text));
});

test('any invalid text throws a JsonError', () => {
  const almost = fc.array(
    fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', '1', 'e', '9'.repeat(20), '-', 'null', ' '),
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    almost.map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      try {
        parseJson(text);
      } catch (error) {
        assert.ok(error instanceof JsonError);
      }
    }),
    { numRuns: 1000 },
  );
});

test('serialises a bigint at any depth as its digits', () => {
  assert.equal(
    stringifyJson({ id: INT64_MAX, list: [INT64_MIN] }),
    `{"id":${INT64_MAX},"list":[${INT64_MIN}]}`,
  );
  assert.equal(stringifyJson([1n], 2), '[\n  1\n]');
});

const PET_MEMBERS = new Set(['id', 'categoryId']);

test('only the named direct members of an object keep all digits', () => {
  const text = `{"categoryId":9007199254740993,"other":9007199254740993,"in":{"categoryId":9007199254740993},
    "list":[{"id":1e1}],"text":"\\"id\\":9007199254740993","id" : -9223372036854775808 }`;
  const parsed = parseJsonObject(text, PET_MEMBERS);
  assert.deepEqual(parsed, {
    ...JSON.parse(text),
    categoryId: 9007199254740993n,
    id: -9223372036854775808n,
  });
});

test('parses a named member as parseJson does, also if it is escaped, repeated or beyond int64', () => {
  for (const text of [
    '{"id":5.0,"categoryId":1e1}',
    '{"\\u0069d":9007199254740993}',
    '{"id":9007199254740993,"id":2}',
    '{"id":2,"id":9007199254740993}',
    '{"id":9007199254740993,"id":"x"}',
    '{"id":"x","id":9007199254740993}',
    '{"id":9223372036854775808,"categoryId":1e999999999}',
    '{"__proto__":9007199254740993}',
    '9223372036854775808',
    ' 9007199254740993 ',
    'null',
    '[1]',
  ]) {
    assert.deepEqual(parseJsonObject(text, new Set([...PET_MEMBERS, '__proto__'])), parseJson(text), text);
  }
  for (const text of ['{"id":', '{"id":1-}', '{"\\u00":1}', '']) {
    assert.throws(() => parseJsonObject(text, PET_MEMBERS), JsonError, text);
  }
});

test('parsing 64 KiB of numbers takes at most 20 times as long as JSON.parse', () => {
  const numbers = '1e1,'.repeat(16_000);
  const bodies = [`{"name":"x","list":[${numbers}1]}`, `{${'"id":1e1,'.repeat(7_000)}"id":1}`];
  // The time on a processor, which other processes do not lengthen. The system counts it in steps of milliseconds.
  const cpuOf = (work: () => unknown, times: number) => {
    const before = process.threadCpuUsage();
    for (let done = 0; done < times; done += 1) work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / times;
  };
  for (const body of bodies) {
    const ratio = cpuOf(() => parseJsonObject(body, PET_MEMBERS), 20) / cpuOf(() => JSON.parse(body), 100);
    assert.ok(ratio < 20, `${body.slice(0, 30)}: ${ratio.toFixed(1)} times`);
  }
});
