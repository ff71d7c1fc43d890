import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { MappingError, parseMapping } from './mapping-file.ts';

const EXAMPLE = new URL('../../../examples/austin.mapping.json', import.meta.url);

function faultsOf(text: string): string[] {
  try {
    parseMapping(text);
  } catch (error) {
    assert.ok(error instanceof MappingError);
    return error.message.split('\n');
  }
  return [];
}

test('the mapping that is shipped is one, and may begin with a byte order mark', async () => {
  const text = await readFile(EXAMPLE, 'utf8');
  const mapping = parseMapping(`\uFEFF${text}`);
  assert.equal(mapping.reference?.column, 'animal_id');
  assert.equal(mapping.name.fallback, 'animal_id');
  assert.equal(mapping.categoryId.values?.get('Livestock'), 4n);
  assert.equal(mapping.status?.values?.get('Rto-Adopt'), 'sold');
  assert.equal(mapping.status?.skip?.get(''), 'not for adoption: no outcome');
});

test('the smallest mapping has a name and a category', () => {
  const mapping = parseMapping('{"name": {"column": "n"}, "categoryId": {"column": "c"}}');
  assert.equal(mapping.reference, undefined);
  assert.equal(mapping.status, undefined);
  assert.equal(mapping.categoryId.values, undefined);
});

test('a column may have 10,000 values, and one more is a fault that says so', () => {
  const withValues = (count: number) => {
    const values = Object.fromEntries(Array.from({ length: count }, (_, n) => [`kind ${n}`, n]));
    return JSON.stringify({ name: { column: 'n' }, categoryId: { column: 'c', values } });
  };
  assert.deepEqual(faultsOf(withValues(10_000)), []);
  assert.deepEqual(faultsOf(withValues(10_001)), [
    'categoryId.values has 10,001 values, and may have at most 10,000',
  ]);
});

test('every fault of a mapping is told in a line of its own that says what to write', () => {
  assert.deepEqual(
    faultsOf(`{
      "reference": "id",
      "nmae": {"column": "n"},
      "categoryId": {"column": "c", "values": {"Dog": "1", "Cat": 1.5, "Elk": 9223372036854775808}, "default": 1},
      "status": {"column": "", "fallback": 3, "values": {"Adoption": "adopted"}, "skip": {"Died": " "}}
    }`),
    [
      'the mapping has a member "nmae" that is unknown: it may have reference, name, categoryId, status',
      'reference must be an object in braces, not "id"',
      'categoryId has a member "default" that is unknown: it may have column, fallback, skip, values',
      'categoryId.values["Dog"] must be a whole number from -2^63 to 2^63-1, not "1"',
      'categoryId.values["Cat"] must be a whole number from -2^63 to 2^63-1, not 1.5',
      'categoryId.values["Elk"] must be a whole number from -2^63 to 2^63-1, not 9223372036854775808',
      'status.column must name a column, not ""',
      'status.fallback must name a column, not 3',
      'status.skip["Died"] must be the reason as a text, not " "',
      'status.values["Adoption"] must be "available", "pending", "sold" or null, not "adopted"',
      'name is missing: name its column, as in "name": {"column": "..."}',
    ],
  );
});

test('tables belong to the fields that have codes', () => {
  assert.deepEqual(faultsOf('{"name": {"column": "n", "values": {}}, "categoryId": {"column": "c"}}'), [
    'name has a member "values" that is unknown: it may have column, fallback, skip',
  ]);
});

for (const [text, fault] of [
  ['', /^The text is not JSON: /],
  ['{"name": }', /^The text is not JSON: /],
  ['[]', /^the mapping must be an object in braces, not an array$/],
  ['null', /^the mapping must be an object in braces, not null$/],
  ['1e999', /^the mapping must be an object in braces, not 1e999$/],
  [`${'['.repeat(40)}${']'.repeat(40)}`, /^JSON is nested deeper than 32 levels$/],
] as const) {
  test(`${text.slice(0, 20) || 'an empty text'} is no mapping, and one line says so`, () => {
    const faults = faultsOf(text);
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', fault);
  });
}
