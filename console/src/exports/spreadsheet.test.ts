import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Listing, Profile } from '@petstore/client';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { textOfCell } from './csv.ts';
import { type SpreadsheetContext, spreadsheetOf } from './spreadsheet.ts';

const CONTEXT: SpreadsheetContext = {
  now: Date.parse('2026-11-26T03:00:00Z'),
  timeZone: 'America/Chicago',
  locale: 'en-GB',
  origin: 'https://petstore.example',
  categoryName: () => 'Dog',
};
const CONTEXT_OF_NUMBERS = { ...CONTEXT, categoryName: (id: bigint) => `Category ${id}` };
const LISTING: Listing = {
  pet: { id: 7n, name: 'Lila', categoryId: 1n, status: 'available' },
  profile: {},
  photos: [],
  createdAt: '2026-11-20T03:00:00Z',
  url: 'https://petstore.example/adopt/7/lila',
  etags: { pet: '', profile: '' },
};

/** Returns the only row of a spreadsheet, by the names of its columns. */
function rowOf(listing: Listing, context = CONTEXT, delimiter = ','): Record<string, string> {
  const [row, ...others] = parse<Record<string, string>>(spreadsheetOf([listing], context), {
    bom: true,
    columns: true,
    delimiter,
  });
  assert.deepEqual(others, []);
  assert.ok(row);
  return row;
}

function valuesOf(listing: Listing, ...names: string[]): Array<string | undefined> {
  const row = rowOf(listing);
  return names.map((name) => row[name]);
}

test('has what is known of an animal in words, and days as in RFC 3339', () => {
  const profile: Profile = {
    breed: 'Beagle',
    sex: 'female',
    size: 'extra_large',
    birthDate: '2024-05-01',
    birthDateEstimated: true,
    intakeDate: '2026-11-01',
    goodWithCats: false,
    spayedNeutered: true,
    contactUrl: 'mailto:hello@shelter.example',
    location: 'Foster home 3',
  };
  assert.deepEqual(
    Object.entries(rowOf({ ...LISTING, profile })).filter(([, cell]) => cell !== ''),
    [
      ['Number', '7'],
      ['Name', 'Lila'],
      ['Category', 'Dog'],
      ['Status', 'Available'],
      ['Breed', 'Beagle'],
      ['Sex', 'Female'],
      ['Age', 'about 2 years old'],
      ['Date of birth', '2024-05-01'],
      ['Size when grown up', 'Very large'],
      ['Taken in on', '2026-11-01'],
      ['In the catalogue since', '2026-11-19'],
      ['Days in care', '24'],
      ['Location', 'Foster home 3'],
      ['Spayed or neutered', 'Yes'],
      ['Good with cats', 'No'],
      ['Contact', 'hello@shelter.example'],
      ['Photos', '0'],
      ['Public page', 'https://petstore.example/adopt/7/lila'],
      ['Page in the console', 'https://petstore.example/#/animals/7'],
    ],
  );
});

test('days in care begin when the animal was added if no intake is known, and end with its adoption', () => {
  const days = (changed: object) => valuesOf({ ...LISTING, ...changed }, 'Days in care')[0];
  const sold = { pet: { ...LISTING.pet, status: 'sold' } };
  assert.equal(days({}), '6');
  assert.equal(days({ ...sold, statusChangedAt: '2026-11-22T12:00:00Z' }), '3');
  assert.equal(days({ ...sold, statusChangedAt: undefined }), '');
  assert.equal(days({ createdAt: undefined }), '');
});

test('has no public page of an adopted animal, and names one without a status', () => {
  const names = ['Status', 'Public page'];
  assert.deepEqual(valuesOf({ ...LISTING, pet: { ...LISTING.pet, status: 'sold' } }, ...names), [
    'Adopted',
    '',
  ]);
  assert.deepEqual(valuesOf({ ...LISTING, pet: { id: 7n, name: 'Lila', categoryId: 1n } }, ...names), [
    'Not for adoption',
    '',
  ]);
});

test('where numbers have a decimal comma, the fee has one, and cells are separated by semicolons', () => {
  const profile = { adoptionFee: { amount: '80.50', currency: 'EUR' } };
  const row = rowOf({ ...LISTING, profile }, { ...CONTEXT, locale: 'es-ES' }, ';');
  assert.equal(row['Adoption fee'], '80,50');
  assert.equal(rowOf({ ...LISTING, profile }, { ...CONTEXT, locale: 'es-MX' })['Adoption fee'], '80.50');
});

test('any id and any text of an animal is in the spreadsheet as it is, and no text is a formula', () => {
  const text = fc.string({ unit: fc.constantFrom(...`"'=+-@;,\t\r\n 01aé`), minLength: 1 });
  const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const texts = fc.record({ name: text, description: text, breed: text, specialNeeds: text });
  fc.assert(
    fc.property(int64, texts, (id, { name, ...profile }) => {
      const row = rowOf({ ...LISTING, pet: { id, name, categoryId: id }, profile }, CONTEXT_OF_NUMBERS);
      for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^\s*[=+\-@]|^[\t\r\n]/);
      const columns = ['Number', 'Name', 'Description', 'Breed', 'Special needs'] as const;
      assert.deepEqual(
        columns.map((column) => textOfCell(row[column] ?? '')),
        [String(id), name, profile.description, profile.breed, profile.specialNeeds],
      );
      assert.ok(row.Category?.endsWith(` ${id}`));
      assert.ok(row['Page in the console']?.endsWith(`/${id}`));
    }),
    { numRuns: 50 },
  );
});
