import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { MappingError, parseMapping } from './mapping-file.ts';

const EXAMPLE = new URL('../../../../../examples/austin.mapping.json', import.meta.url);

function errorsOf(text: string): string[] {
  try {
    parseMapping(text);
  } catch (error) {
    assert.ok(error instanceof MappingError);
    return error.message.split('\n');
  }
  return [];
}

test('parses the example mapping, also with a byte order mark', async () => {
  const text = await readFile(EXAMPLE, 'utf8');
  const mapping = parseMapping(`\uFEFF${text}`);
  assert.equal(mapping.reference?.column, 'animal_id');
  assert.equal(mapping.name.fallback, 'animal_id');
  assert.equal(mapping.categoryId.values?.get('Livestock'), 4n);
  assert.equal(mapping.status?.values?.get('Rto-Adopt'), 'sold');
  assert.equal(mapping.status?.skip?.get(''), 'not for adoption: no outcome');
});

test('accepts 10,000 values of a column and rejects 10,001', () => {
  const withValues = (count: number) => {
    const values = Object.fromEntries(Array.from({ length: count }, (_, n) => [`kind ${n}`, n]));
    return JSON.stringify({ name: { column: 'n' }, categoryId: { column: 'c', values } });
  };
  assert.deepEqual(errorsOf(withValues(10_000)), []);
  assert.deepEqual(errorsOf(withValues(10_001)), [
    'categoryId.values has 10,001 values; the maximum is 10,000',
  ]);
});

test('reports every error of a mapping in its own line', () => {
  assert.deepEqual(
    errorsOf(`{
      "reference": "id",
      "nmae": {"column": "n"},
      "categoryId": {"column": "c", "values": {"Dog": "one", "Cat": 1.5, "Elk": 9223372036854775808}, "default": 1},
      "status": {"column": "", "fallback": 3, "values": {"Adoption": "adopted"}, "skip": {"Died": " "}}
    }`),
    [
      'the mapping has the unknown member "nmae"; allowed: reference, name, categoryId, status, description, breed, secondBreed, mixed, color, coatLength, location, sex, size, birthDate, birthDateEstimated, goodWithChildren, goodWithDogs, goodWithCats, spayedNeutered, vaccinated, houseTrained, specialNeeds, adoptionFee, contactUrl, videoUrl, tags, intakeDate, notForAdoptionReason, microchip, rowDate, photos, goesTogetherWith, movement, dateOrder, sheet, headerRow',
      'reference must be a JSON object; got "id"',
      'categoryId has the unknown member "default"; allowed: column, fallback, skip, constant, values',
      'categoryId.values["Dog"] must be an integer between -2^63 and 2^63-1; got "one"',
      'categoryId.values["Cat"] must be an integer between -2^63 and 2^63-1; got 1.5',
      'categoryId.values["Elk"] must be an integer between -2^63 and 2^63-1; got 9223372036854775808',
      'status.column must be the name of a column; got ""',
      'status.fallback must be the name of a column; got 3',
      'status.skip["Died"] must be a non-empty string; got " "',
      'status.values["Adoption"] must be "available", "pending", "sold" or null; got "adopted"',
      'name is missing: set its column, such as "name": {"column": "..."}',
    ],
  );
});

test('reports values that a profile field does not accept', () => {
  assert.deepEqual(
    errorsOf(`{
      "name": {"column": "n"},
      "categoryId": {"column": "c"},
      "breed": {"column": "b", "skip": {"": "no breed"}},
      "sex": {"column": "s", "values": {"M": "man", "F": "female", "?": null}},
      "houseTrained": {"column": "h", "values": {"Y": "yes", "N": false}},
      "birthDate": {"column": "d", "values": {"old": "2020-02-30"}},
      "adoptionFee": {"column": "f", "currency": "usd", "values": {"free": "0.00", "?": {}}}
    }`),
    [
      'breed has the unknown member "skip"; allowed: column, fallback, constant, values',
      'sex.values["M"] must be one of female, male; got "man"',
      'birthDate.values["old"] must be a date such as 2026-11-21; got "2020-02-30"',
      'houseTrained.values["Y"] must be a boolean; got "yes"',
      'adoptionFee.currency must be a currency code of ISO 4217 such as "USD"; got "usd"',
      'adoptionFee.values["?"] must be a string; got an object',
    ],
  );
});

test('parses the source of photos, with and without a separator', () => {
  const others = '"reference": {"column": "r"}, "name": {"column": "n"}, "categoryId": {"column": "c"}';
  const photosOf = (source: string) => parseMapping(`{${others}, "photos": ${source}}`).photos;
  const { column, fallback, separator } =
    photosOf('{"column": "p", "fallback": "q", "separator": ", "}') ?? {};
  assert.deepEqual([column, fallback, separator], ['p', 'q', ', ']);
  assert.equal(photosOf('{"column": "p"}')?.separator, undefined);
});

test('reports a source of photos without reference, with a blank separator or with other members', () => {
  const mapping = (photos: string) =>
    `{"name": {"column": "n"}, "categoryId": {"column": "c"}, "photos": ${photos}}`;
  assert.deepEqual(errorsOf(mapping('{"column": "p", "separator": " ", "skip": {"": "none"}}')), [
    'photos has the unknown member "skip"; allowed: column, fallback, separator',
    'photos.separator must be a non-empty string; got " "',
    'photos needs the member reference',
  ]);
  assert.deepEqual(errorsOf(mapping('"p"')), ['photos must be a JSON object; got "p"']);
});

test('rejects a table of values for a field that cannot have one, and a fee without its currency', () => {
  const mapping =
    '{"name": {"column": "n", "values": {}}, "categoryId": {"column": "c"}, "adoptionFee": {"column": "f"}}';
  assert.deepEqual(errorsOf(mapping), [
    'name has the unknown member "values"; allowed: column, fallback, skip, constant',
    'adoptionFee.currency is required',
  ]);
});

test('rejects what is no JSON object, and JSON of too many levels, with one line', () => {
  for (const [text, message] of [
    ['', /^The text is not JSON: /],
    ['[]', /^the mapping must be a JSON object; got an array$/],
    ['null', /^the mapping must be a JSON object; got null$/],
    ['1e999', /^the mapping must be a JSON object; got 1e999$/],
    [`${'['.repeat(40)}${']'.repeat(40)}`, /^JSON is nested deeper than 32 levels$/],
  ] as const) {
    const errors = errorsOf(text);
    assert.equal(errors.length, 1);
    assert.match(errors[0] ?? '', message);
  }
});
