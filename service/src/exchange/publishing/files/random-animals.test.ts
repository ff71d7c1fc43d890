import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATS, contextFor, DOGS } from '@petstore/testing/fixtures/site-files.ts';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { WholeProfile } from '../../../catalogue/listings/profile.ts';
import { DOG_BREEDS } from '../sites/petfinder-words.ts';
import type { Site } from '../sites/site.ts';
import { SITES } from '../sites/sites.ts';
import { animalLine, headerLine } from './animals-file.ts';
import { factsOf } from './facts.ts';
import { leftOutReasons } from './left-out.ts';
import type { WaitingAnimal } from './waiting-animals.ts';

const RUNS = 300;
const OPTIONS = { includeHeld: true, includeUnaltered: true };

/** Texts with what breaks files: quotes, commas, line breaks, markup, formulas, control characters, letters beyond the BMP. */
const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength }),
    fc.string({
      unit: fc.constantFrom(...'",\n\r\u2028;\'“–<&=\t\u0007🐕a'),
      minLength: 1,
      maxLength,
    }),
  );
const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2026-11-26'), noInvalidDate: true });
const date = day.map((at) => at.toISOString().slice(0, 10));
const breed = fc.oneof(fc.constantFrom(...DOG_BREEDS, 'Lab mix', 'domestic shorthair', 'Siamese'), text(40));

const profile: fc.Arbitrary<WholeProfile> = fc.record(
  {
    description: text(200),
    breed,
    secondBreed: breed,
    mixed: fc.boolean(),
    color: fc.oneof(fc.constantFrom('Black', 'black and white', 'Tabby'), text(20)),
    coatLength: fc.constantFrom('hairless', 'short', 'medium', 'long'),
    sex: fc.constantFrom('female', 'male'),
    size: fc.constantFrom('small', 'medium', 'large', 'extra_large'),
    birthDate: date,
    goodWithChildren: fc.boolean(),
    goodWithDogs: fc.boolean(),
    goodWithCats: fc.boolean(),
    spayedNeutered: fc.boolean(),
    vaccinated: fc.boolean(),
    houseTrained: fc.boolean(),
    specialNeeds: text(50),
    adoptionFee: fc.constantFrom('0', '125.5', '99.999').map((amount) => ({ amount, currency: 'USD' })),
    videoUrl: fc.constantFrom('https://youtu.be/abc', 'https://vimeo.com/1', 'https://notyoutube.com/1'),
    tags: fc.array(text(30), { minLength: 1, maxLength: 10 }),
    intakeDate: date,
    microchip: fc.constant('985112003456789'),
  },
  { requiredKeys: [] },
);

const animal: fc.Arbitrary<WaitingAnimal> = fc.record({
  id: fc.bigInt(1n, 2n ** 63n - 1n),
  name: fc.oneof(text(30), fc.constant('Bella 🐕 '.repeat(30))),
  categoryId: fc.constantFrom(DOGS, CATS, 3n),
  status: fc.constantFrom('available', 'pending'),
  updatedAt: fc.option(fc.bigInt(0n, 2n ** 45n)),
  profile,
  photos: fc.array(fc.constantFrom('a'.repeat(32), 'b'.repeat(32)), { maxLength: 12 }),
  companions: fc.array(
    fc.record({ name: text(20), cover: fc.option(fc.constant('c'.repeat(32)), { nil: undefined }) }),
    {
      maxLength: 4,
    },
  ),
});

/** What a site takes in a column: the rules of feeds that are not codes, lengths or required values. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  age: /^(Baby|Young|Adult|Senior)?$/,
  birthDate: /^(\d{4}-\d\d-\d\d|\d\d\/\d\d\/\d{4})?$/,
  intakeDate: /^(\d{4}-\d\d-\d\d)?$/,
  fee: /^(\d+(\.\d\d)?)?$/,
  updatedAt: /^\d*$/,
  id: /^\d+$/,
  video: /^(https:\/\/(www\.)?youtu[^\s]*)?$/,
};

function checkRow(site: Site, cells: readonly string[]): void {
  assert.equal(cells.length, site.columns.length);
  for (const [
    n,
    { name, fact, codes, maxLength = Number.POSITIVE_INFINITY, isRequired },
  ] of site.columns.entries()) {
    const cell = cells[n] ?? '';
    const where = `${site.id} ${name} ${JSON.stringify(cell)}`;
    if (isRequired) assert.notEqual(cell, '', where);
    if (fact === undefined) assert.equal(cell, '', where);
    if (codes) assert.ok(cell === '' || Object.values(codes).includes(cell), where);
    assert.ok([...cell].length <= maxLength, where);
    assert.match(cell, PATTERNS[fact ?? ''] ?? /^/, where);
    // One line, and nothing that is markup but the line breaks of the site.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    assert.doesNotMatch(cell, /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u2018-\u201F\u2010-\u2015]/, where);
    if (fact === 'description') assert.doesNotMatch(cell.replaceAll(site.lineBreak, ''), /[<>]/, where);
  }
  assert.doesNotMatch(cells.join(' '), /985112003456789/);
}

/** The words of closed lists. */
function checkWords(site: Site, row: ReadonlyMap<string | undefined, string>): void {
  const words = site.words.find(({ species }) => species === row.get('species'));
  assert.ok(words !== undefined, row.get('species'));
  if (site.refusesOtherBreeds)
    for (const fact of ['breed', 'secondBreed'])
      assert.ok(['', ...words.breeds].includes(row.get(fact) ?? ''), row.get(fact));
  for (const fact of ['firstColor', 'secondColor', 'thirdColor'])
    assert.ok(['', ...words.colors].includes(row.get(fact) ?? ''), row.get(fact));
  assert.ok(['', ...words.coats].includes(row.get('coat') ?? ''), row.get('coat'));
}

for (const site of SITES) {
  test(`whatever animals have, a parser of CSV reads rows that ${site.name} takes, one for each animal that is not left out`, () => {
    const context = contextFor(site);
    let rows = 0;
    fc.assert(
      fc.property(fc.array(animal, { maxLength: 5 }), (animals) => {
        const sent = animals.filter((one) => leftOutReasons(one, context.mapping, OPTIONS).length === 0);
        const file = headerLine(site) + sent.map((one) => animalLine(site, factsOf(one, context))).join('');
        const [header = [], ...read] = parse(file, { relaxColumnCount: true }) as string[][];
        assert.equal(header.join(','), site.header);
        assert.equal(read.length, sent.length);
        assert.equal(file.split('\n').length, sent.length + 2);
        for (const cells of read) {
          checkRow(site, cells);
          checkWords(site, new Map(site.columns.map(({ fact }, n) => [fact, cells[n] ?? ''])));
        }
        rows += read.length;
      }),
      { numRuns: RUNS },
    );
    assert.ok(rows > RUNS / 20, `only ${rows} rows`);
  });
}
