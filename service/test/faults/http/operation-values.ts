import { at, membersOf } from '@petstore/testing/http/expect-response.ts';
import fc from 'fast-check';

/** Values for a schema of the OpenAPI document: valid, almost valid, and others. */

/** A value that JSON.stringify writes as these characters. */
const number = (text: string): unknown => JSON.rawJSON(text);

/** Ids of existing pets and orders, and the limits of the type. */
const INT64 = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 25 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('0', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'),
  },
);

const NO_INT64 = fc.constantFrom(
  '9223372036854775808',
  '-9223372036854775809',
  '1.5',
  '1e400',
  '1e-1',
  '9'.repeat(400),
);

const ANY_JSON = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, '', 'x', '1', [], {}, [1], { id: 1 }, 0, -1),
  fc.jsonValue({ maxDepth: 3 }),
);

const UNUSUAL_TEXT = fc.constantFrom(
  '',
  ' ',
  '\u00a0',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff x',
  '\u202e',
  '🐈‍⬛',
  "'; drop table pets; --",
  '%00',
  '../..',
  '\ufeff',
);

const TEXT = fc.oneof(
  { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }) },
  { weight: 1, arbitrary: UNUSUAL_TEXT },
);

function resolved(document: unknown, schema: unknown): unknown {
  const reference = at(schema, '$ref');
  return typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : schema;
}

function integers(schema: unknown): { good: fc.Arbitrary<string>; bad: fc.Arbitrary<string> } {
  if (at(schema, 'format') === 'int64') return { good: INT64, bad: NO_INT64 };
  const [min, max] = [Number(at(schema, 'minimum') ?? 0), Number(at(schema, 'maximum') ?? 1_000_000)];
  return {
    good: fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max })).map(String),
    bad: fc.oneof(fc.constantFrom(min - 1, max + 1, -max).map(String), NO_INT64),
  };
}

function strings(
  schema: unknown,
  samples: readonly string[],
): { good: fc.Arbitrary<string>; bad: fc.Arbitrary<string> } {
  const most = at(schema, 'maxLength');
  const edge = typeof most === 'number' ? [most, most + 1, most * 2] : [300];
  const sample = samples.length === 0 ? TEXT : fc.oneof(TEXT, fc.constantFrom(...samples));
  return {
    good: sample,
    bad: fc.oneof(
      UNUSUAL_TEXT,
      fc.constantFrom(...edge).map((length) => 'é'.repeat(length)),
    ),
  };
}

function enumOf(schema: unknown): string[] | undefined {
  const allowed = at(schema, 'enum');
  return Array.isArray(allowed) ? allowed.map(String) : undefined;
}

/** A value as text of a path, a query or a header. `samples` are valid texts. */
export function textFor(
  document: unknown,
  schema: unknown,
  samples: readonly string[],
): fc.Arbitrary<string> {
  const plain = resolved(document, schema);
  const allowed = enumOf(plain);
  if (allowed !== undefined)
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...allowed) }, nearlyOneOf(allowed));
  if (at(plain, 'type') === 'array') {
    const items = fc.array(textFor(document, at(plain, 'items'), samples), { maxLength: 5 });
    return items.map((texts) => texts.join(','));
  }
  const { good, bad } = at(plain, 'type') === 'integer' ? integers(plain) : strings(plain, samples);
  const unusual = fc.constantFrom(
    '01',
    '+1',
    ' 1',
    '1 ',
    '-0',
    '1e0',
    '0x1',
    '1,2',
    '１',
    'NaN',
    'null',
    '[object Object]',
  );
  return fc.oneof(
    { weight: 6, arbitrary: good },
    { weight: 2, arbitrary: bad },
    { weight: 1, arbitrary: unusual },
  );
}

function nearlyOneOf(allowed: readonly string[]): fc.Arbitrary<string> {
  return fc
    .constantFrom(...allowed)
    .chain((value) =>
      fc.constantFrom(value.toUpperCase(), `${value} `, value.slice(1), `${value},${value}`, ''),
    );
}

/** A value for JSON.stringify. */
export function jsonFor(document: unknown, schema: unknown): fc.Arbitrary<unknown> {
  const plain = resolved(document, schema);
  return fc.oneof({ weight: 8, arbitrary: typedJson(document, plain) }, { weight: 1, arbitrary: ANY_JSON });
}

function typedJson(document: unknown, schema: unknown): fc.Arbitrary<unknown> {
  const allowed = enumOf(schema);
  if (allowed !== undefined) return textFor(document, schema, []);
  if (at(schema, 'type') === 'object') return objectJson(document, schema);
  if (at(schema, 'type') === 'array')
    return fc.array(jsonFor(document, at(schema, 'items')), { maxLength: 4 });
  if (at(schema, 'type') === 'integer') {
    const { good, bad } = integers(schema);
    const spelled = good.chain((digits) => fc.constantFrom(digits, `${digits}.0`, `${digits}e0`));
    return fc.oneof({ weight: 5, arbitrary: spelled }, bad).map(number);
  }
  const { good, bad } = strings(schema, []);
  return fc.oneof({ weight: 5, arbitrary: good }, bad);
}

/** Mostly all members, and sometimes others: members that every object inherits, and `id`, which no client may set. */
function objectJson(document: unknown, schema: unknown): fc.Arbitrary<unknown> {
  const members = Object.entries(membersOf(at(schema, 'properties'))).map(
    ([name, member]): [string, fc.Arbitrary<unknown>] => [name, jsonFor(document, member)],
  );
  const named = fc.record(Object.fromEntries(members), { requiredKeys: [] });
  const complete = fc.record(Object.fromEntries(members));
  const others = fc.dictionary(
    fc.constantFrom('id', '__proto__', 'constructor', 'toString', 'x', ''),
    ANY_JSON,
    { maxKeys: 2 },
  );
  return fc
    .tuple(fc.oneof({ weight: 3, arbitrary: complete }, { weight: 2, arbitrary: named }), others)
    .map(([some, more]) => ({ ...more, ...some }));
}
