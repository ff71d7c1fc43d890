import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { run } from '../../../src/cli/program.ts';
import { importApi } from './import-fixture.ts';

const TABLES = new URL('./cases/', import.meta.url);
const WORKBOOKS = new URL('../../workbooks/', import.meta.url);

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, name.endsWith('.xlsx') ? WORKBOOKS : TABLES));
}

/** A mapping as a client handles it. */
type Mapping = Record<string, unknown>;

interface Case {
  /** What a person chooses; by default the guessed mapping, with all animals available if there is no status. */
  readonly choose?: (guess: Mapping) => Mapping;
  /** Each animal as `NAME STATUS FIELDS`. */
  readonly animals: readonly string[];
  /** The reasons of the rows that fail. */
  readonly failed?: readonly RegExp[];
  readonly skipped?: number;
  readonly superseded?: number;
  /** The codes of the problems of the preview, except for those that a file without these columns has. */
  readonly problems?: readonly string[];
  /** The number of categories that the preview suggests. */
  readonly kinds?: number;
}

const ZOE_AND_BJORN: Case = {
  animals: ['Zoë available birthDate=2020-05-01', 'Björn available birthDate=2021-06-02'],
};
const usd = (guess: Mapping) => ({
  ...guess,
  adoptionFee: { ...Object(guess.adoptionFee), currency: 'USD' },
});

/** The same animals as different programs save them. */
const ENCODINGS = ['sep-line', 'semicolon', 'tab', 'cp1252', 'bom-crlf', 'utf16le-bom'];

const FILES: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(ENCODINGS.map((name) => [`${name}.csv`, ZOE_AND_BJORN])),
  'unavailable.csv': { animals: ['Rex available'], skipped: 6 },
  'negatives.csv': {
    animals: [
      'Rex available goodWithCats=false goodWithDogs=false sex=male size=small spayedNeutered=false',
      'Ivy available goodWithCats=true goodWithDogs=true sex=female size=small spayedNeutered=false',
      'Oso available goodWithCats=false size=small spayedNeutered=false',
    ],
  },
  'es-ambiguous.csv': {
    choose: (guess) => ({ ...guess, dateOrder: 'day-first' }),
    animals: ['Rex available birthDate=2020-04-03', 'Luna available birthDate=2021-06-05'],
    problems: ['date_order_unknown'],
  },
  'mixed-order.csv': {
    animals: [
      'Rex available birthDate=2019-12-25 intakeDate=2024-04-03',
      'Tom available birthDate=2020-01-13 intakeDate=2024-06-05',
    ],
  },
  'two-digit.csv': { animals: ['Kiki available birthDate=1991-04-15', 'Rex available birthDate=2021-04-15'] },
  'mon-dates.csv': { animals: ['Rex available birthDate=2014-04-10', 'Tom available birthDate=2015-04-10'] },
  'csv-datetime.csv': { animals: ['Rex available birthDate=2021-03-04'] },
  'cr-only-status.csv': { animals: ['Rex available', 'Tom sold'] },
  'quote-inches.csv': {
    animals: ['Rex available description=He is 22" tall', 'Tom available description=Shy at first'],
  },
  'quote-inches-status.csv': {
    animals: ['Rex available description=He is 22" tall', 'Tom available description=Shy at first'],
  },
  'quote-line-number.csv': {
    animals: [
      'Ann available description=two\nlines',
      '"Big" Rex available description=Nice dog',
      'Tom available description=Shy at first',
    ],
  },
  'trailing-commas-status.csv': { animals: ['Rex available'] },
  'trailing-sep.csv': { animals: ['Rex available', 'Tom available'] },
  'short-rows.csv': {
    animals: ['Tom available description=shy'],
    failed: [/^has 3 values, but the header has 4 columns$/],
    problems: ['unreadable_rows'],
  },
  'doa.csv': { animals: ['Rex sold intakeDate=2026-05-01', 'Milo  intakeDate=2026-05-02'], skipped: 2 },
  'title-row.csv': { animals: ['Rex available birthDate=2020-01-02'] },
  'nulls.csv': { animals: ['M1 available', '*Bella available', 'M3 available', 'M4 available'] },
  'upper-min.csv': { animals: ['Rex available spayedNeutered=true'] },
  'plural.csv': {
    animals: ['Ed', 'Star', 'Tor', 'Shelly', 'Moe', 'Bo', 'Pip', 'Pop', 'Gus'].map(
      (name) => `${name} available`,
    ),
    kinds: 6,
  },
  'fees.csv': {
    choose: usd,
    animals: [
      'Rex available adoptionFee=125.00 USD',
      'Tom available adoptionFee=1250.00 USD',
      'Ivy available adoptionFee=75 USD',
      'Oso available adoptionFee=0 USD',
    ],
    problems: ['no_currency'],
  },
  'fees.xlsx': {
    choose: usd,
    animals: [
      'Rex available adoptionFee=149.97 USD',
      'Max available adoptionFee=125 USD',
      'Tom available adoptionFee=110 USD',
      'Ivy available adoptionFee=3.3 USD',
      'Oso available adoptionFee=0.5 USD',
    ],
    problems: ['no_currency'],
  },
  'cats-only.csv': {
    choose: (guess) => ({ ...guess, categoryId: { constant: 'Cat', values: { Cat: 2 } } }),
    animals: ['Misty available birthDate=2020-01-02 breed=Siamese sex=female'],
    problems: ['no_kind'],
  },
  'sci-reference.csv': {
    animals: [],
    failed: Array.from(
      { length: 3 },
      () => /^microchip is a number that the spreadsheet program has shortened/,
    ),
    problems: ['shortened_numbers'],
  },
  'dup-ids.csv': { animals: ['Rex available', 'Tom available'], superseded: 3 },
  'impossible-date.xlsx': {
    animals: ['Max available birthDate=2020-01-01'],
    failed: [/^born must be a date such as 2026-11-21; got "202001011200"$/],
    problems: ['no_date'],
  },
  'merged-kind.xlsx': {
    animals: ['Rex available', 'Tom available'],
    failed: [/^kind is missing or empty$/],
  },
};

const OFTEN_MISSING = ['no_status', 'no_reference'];

/** Files of each format, with rows that fail, that are skipped and that supersede others. */
const IMPORTED_THRICE = [
  'utf16le-bom.csv',
  'unavailable.csv',
  'doa.csv',
  'short-rows.csv',
  'dup-ids.csv',
  'merged-kind.xlsx',
];

test('a preview understands each file, and the import over HTTP and the command understand it alike:', async (t) => {
  const service = await startService(t);
  for (const [name, expected] of Object.entries(FILES)) {
    await t.test(name, async (subtest) => {
      const { preview, mapping, outcome } = await importByPreview(service, name, expected.choose);
      const problems = preview.problems
        .map(({ code }) => code)
        .filter((code) => !OFTEN_MISSING.includes(code));
      assert.deepEqual(problems, expected.problems ?? []);
      if (expected.kinds !== undefined) {
        const { values } = preview.mapping.categoryId as { values: Record<string, string> };
        assert.equal(new Set(Object.values(values)).size, expected.kinds);
      }
      assert.deepEqual(outcome.animals, expected.animals);
      assert.equal(outcome.reasons.length, expected.failed?.length ?? 0, outcome.reasons.join());
      for (const [index, reason] of (expected.failed ?? []).entries())
        assert.match(outcome.reasons[index] ?? '', reason);
      assert.equal(outcome.skipped, expected.skipped ?? 0);
      assert.equal(outcome.superseded, expected.superseded ?? 0);
      if (!IMPORTED_THRICE.includes(name)) return;
      assert.deepEqual(await importOverHttp(service, name, mapping), outcome);
      assert.deepEqual(await importByCommand(subtest, service, name, mapping), outcome);
    });
  }
});

interface Outcome {
  readonly animals: readonly string[];
  readonly reasons: readonly string[];
  readonly skipped: number;
  readonly superseded: number;
}

/** Imports a file by a preview, for an account of its own. */
async function importByPreview(
  service: TestService,
  name: string,
  choose: Case['choose'] = (guess) => guess,
) {
  const file = await readFile(pathOf(name));
  const { id, key } = await service.account({ role: 'admin' });
  const api = importApi(service, key);
  const path = await api.add({ file, fileName: name, mapping: '' }, { query: '?preview=true' });
  const preview = (await api.ended(path)).preview as { mapping: Mapping; problems: { code: string }[] };
  const { movement, ...others } = choose(preview.mapping);
  const mapping = {
    ...(movement === undefined ? { status: { constant: 'available' } } : { movement }),
    ...others,
  };
  const change = await service.send(path, { method: 'PATCH', key, body: { mapping } });
  assert.equal(change.status, 200, change.text);
  return { preview, mapping, outcome: await outcomeOf(service, id, await api.ended(path)) };
}

async function importOverHttp(service: TestService, name: string, mapping: Mapping): Promise<Outcome> {
  const { id, key } = await service.account({ role: 'admin' });
  const api = importApi(service, key);
  const file = await readFile(pathOf(name));
  const path = await api.add({ file, fileName: name, mapping: JSON.stringify(mapping) });
  return outcomeOf(service, id, await api.ended(path));
}

async function importByCommand(
  t: TestContext,
  service: TestService,
  name: string,
  mapping: Mapping,
): Promise<Outcome> {
  const account = await service.account({ role: 'admin' });
  const mappingFile = join(await temporaryFolder(t), 'mapping.json');
  await writeFile(mappingFile, JSON.stringify(mapping));
  const out: string[] = [];
  const write = (text: string) => void out.push(text);
  const output = { write, writeError: write };
  const owner = await service.database.read
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  const args = ['pets', 'import', pathOf(name), '--mapping', mappingFile, '--owner', owner.name, '--json'];
  await run(args, { DATABASE_URL: service.store }, output);
  const { skipped, superseded, failed } = JSON.parse(out.join(''));
  const badRows = failed.first.map(({ faults }: { faults: { column?: string; reason: string }[] }) => ({
    reason: faults
      .map(({ column, reason }) => (column === undefined ? reason : `${column} ${reason}`))
      .join('; '),
  }));
  return outcomeOf(service, account.id, { summary: { skipped, superseded }, badRows });
}

/** Returns what an import did, and the animals of its account. */
async function outcomeOf(
  { database }: TestService,
  ownerId: bigint,
  job: Record<string, unknown>,
): Promise<Outcome> {
  const { skipped = [], superseded = 0 } = Object(job.summary);
  const rows = await database.read
    .selectFrom('pets')
    .leftJoin('profiles', 'profiles.pet_id', 'pets.id')
    .select(['name', 'status', 'profile'])
    .where('owner_id', '=', ownerId)
    .orderBy('pets.id')
    .execute();
  return {
    animals: rows.map(({ name, status, profile }) => [name, status, ...fieldsOf(profile)].join(' ')),
    reasons: (job.badRows as { reason: string }[] | undefined)?.map(({ reason }) => reason) ?? [
      String(job.failure),
    ],
    skipped: skipped.reduce((sum: number, { rows: count }: { rows: number }) => sum + count, 0),
    superseded,
  };
}

function fieldsOf(profile: string | null): string[] {
  const fields: [string, unknown][] = profile === null ? [] : Object.entries(JSON.parse(profile));
  return fields
    .map(
      ([field, value]) =>
        `${field}=${typeof value === 'object' ? Object.values(value ?? {}).join(' ') : value}`,
    )
    .sort();
}
