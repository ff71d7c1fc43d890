// cspell:ignore mischling langhaar pura raza poil vaccinée
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counts, type ImportTarget, openImportTarget } from '@petstore/testing/fixtures/imports.ts';
import { findListing } from '../../catalogue/listings/listing-queries.ts';
import { findProfile, saveProfile } from '../../catalogue/listings/profile-queries.ts';
import { textsOf } from '../../catalogue/search/search-index.ts';
import type { ImportOptions } from './import-pets.ts';
import { parseMapping } from './mapping/mapping-file.ts';

const MAPPING = parseMapping(`{
  "reference": {"column": "id"},
  "name": {"column": "name"},
  "categoryId": {"column": "kind"},
  "breed": {"column": "breed"},
  "sex": {"column": "sex", "values": {"M": "male", "F": "female", "?": null}},
  "houseTrained": {"column": "trained"},
  "birthDate": {"column": "born"},
  "adoptionFee": {"column": "fee", "currency": "USD"}
}`);
const HEADER = 'id,name,kind,breed,sex,trained,born,fee\n';

/** Imports rows of the columns above. */
function importRows(target: ImportTarget, rows: string, options?: Partial<ImportOptions>) {
  return target.csv(Buffer.from(HEADER + rows), MAPPING, options);
}

async function firstListing({ database, pets }: ImportTarget) {
  const [pet] = await pets();
  return findListing(database.read, pet?.id ?? 0n);
}

async function eventTypes({ database }: ImportTarget): Promise<string[]> {
  const events = await database.read.selectFrom('events').select('type').orderBy('id').execute();
  return events.map(({ type }) => type);
}

const REX = '1,Rex,1,Beagle,M,true,2020-01-02,125.00\n';
const PROFILE = {
  breed: 'Beagle',
  sex: 'male',
  birthDate: '2020-01-02',
  houseTrained: true,
  adoptionFee: { amount: '125.00', currency: 'USD' },
};

test('a new pet has the profile of its row, which an event reports and the search finds', async (t) => {
  const target = await openImportTarget(t);
  assert.deepEqual(counts(await importRows(target, REX)), { rows: 1, created: 1 });
  const listing = await firstListing(target);
  assert.deepEqual(listing?.profile, PROFILE);
  assert.deepEqual(await eventTypes(target), ['pet.created', 'listing.updated']);
  const { read } = target.database;
  const found = await read
    .selectFrom('search_prefixes')
    .select('pet_id')
    .where('prefix', '=', 'beag')
    .execute();
  assert.deepEqual(
    found.map((row) => row.pet_id),
    [listing?.pet.id],
  );
});

test('a pet whose row has no profile fields has no profile and no event of its listing', async (t) => {
  const target = await openImportTarget(t);
  await importRows(target, '1,Rex,1,,?,,,\n');
  assert.deepEqual((await firstListing(target))?.profile, {});
  assert.deepEqual(await eventTypes(target), ['pet.created']);
});

test('applies only the profile fields that changed in the file, with one event and the new time', async (t) => {
  const target = await openImportTarget(t);
  await importRows(target, REX);
  const id = (await target.pets())[0]?.id ?? 0n;
  await target.database.write((db) => saveProfile(db, id, { ...PROFILE, sex: 'female', size: 'small' }));
  assert.deepEqual(counts(await importRows(target, REX)), { rows: 1, unchanged: 1 });
  target.clock.advance(1000);
  const changed = '1,Rex,1,Terrier,M,,2020-01-02,99\n';
  const dry = await importRows(target, changed, { dryRun: true });
  assert.deepEqual(counts(dry), { rows: 1, updated: 1 });
  assert.deepEqual(counts(await importRows(target, changed)), { rows: 1, updated: 1 });
  assert.deepEqual(await findProfile(target.database.read, id), {
    breed: 'Terrier',
    sex: 'female',
    size: 'small',
    birthDate: '2020-01-02',
    adoptionFee: { amount: '99', currency: 'USD' },
  });
  assert.deepEqual(await eventTypes(target), ['pet.created', 'listing.updated', 'listing.updated']);
  assert.equal((await firstListing(target))?.updatedAt, BigInt(target.clock.now()));
  assert.equal((await textsOf(target.database.read, [id])).get(id)?.breed, 'Terrier');
  assert.deepEqual(counts(await importRows(target, changed)), { rows: 1, unchanged: 1 });
});

test('a mapping without profile fields keeps the profile and what the last import had', async (t) => {
  const target = await openImportTarget(t);
  await importRows(target, REX);
  const { profile: _, ...withoutProfile } = MAPPING;
  await target.csv(Buffer.from(`${HEADER}${REX.replace('Rex', 'Max')}`), withoutProfile);
  assert.deepEqual((await firstListing(target))?.profile, PROFILE);
  assert.deepEqual(counts(await importRows(target, REX.replace('Rex', 'Max'))), { rows: 1, unchanged: 1 });
});

test('a file of a shelter gives second breeds, coats, vaccinations, microchips, videos and tags', async (t) => {
  const target = await openImportTarget(t);
  const header = 'id,name,kind,breed2,mix,coat,shots,chip,video,tags\n';
  const mapping = parseMapping(`{
    "reference": {"column": "id"}, "name": {"column": "name"}, "categoryId": {"column": "kind"},
    "secondBreed": {"column": "breed2"}, "mixed": {"column": "mix"}, "coatLength": {"column": "coat"},
    "vaccinated": {"column": "shots"}, "microchip": {"column": "chip"}, "videoUrl": {"column": "video"},
    "tags": {"column": "tags", "values": {"c": "calm, gentle"}}}`);
  const importFile = (rows: string) => target.csv(Buffer.from(header + rows), mapping);
  const summary = await importFile(
    `1,Rex,1,Boxer,Mischling,Langhaar,al día,985 112 003456789,https://youtu.be/a,c
2,Max,1,,pura raza,poil court,non vaccinée,not chipped,,
3,Kim,1,,maybe not,curly,soon,985112,http://youtu.be/a,
4,Ann,1,,,,,9.85112E+14,,`,
  );
  assert.deepEqual(counts(summary), { rows: 4, created: 2, failed: 2 });
  const profiles = await Promise.all(
    (await target.pets()).map(({ id }) => findProfile(target.database.read, id)),
  );
  assert.deepEqual(profiles, [
    {
      secondBreed: 'Boxer',
      mixed: true,
      coatLength: 'long',
      vaccinated: true,
      videoUrl: 'https://youtu.be/a',
      tags: ['calm', 'gentle'],
      microchip: '985112003456789',
    },
    { mixed: false, coatLength: 'short', vaccinated: false },
  ]);
  const [kim, ann] = summary.failed.first.map(({ faults }) =>
    faults.map(({ column, reason }) => `${column}: ${reason.slice(0, 20)}`),
  );
  assert.deepEqual(kim, [
    'mix: must be yes, no or e',
    'coat: must be hairless, sh',
    'shots: must be yes, no or e',
    'video: must be an address t',
    'chip: must be 15 digits, o',
  ]);
  assert.deepEqual(ann, ['chip: is a number that the']);
  assert.deepEqual(
    counts(await importFile('1,Rex,1,Boxer,yes,long,yes,985112003456789,https://youtu.be/a,c\n')),
    {
      rows: 1,
      unchanged: 1,
    },
  );
});

test('an invalid profile field fails its row with the column and the reason', async (t) => {
  const target = await openImportTarget(t);
  const long = 'x'.repeat(201);
  const summary = await importRows(
    target,
    `1,Rex,1,${long},X,perhaps not,2999-01-01,50-75\n${REX.replace('1,', '2,')}`,
  );
  assert.deepEqual(counts(summary), { rows: 2, created: 1, failed: 1 });
  assert.equal(summary.failed.first[0]?.line, 2);
  assert.deepEqual(
    summary.failed.first[0]?.faults.map(({ column, reason }) => `${column}: ${reason}`),
    [
      'breed: must have at most 200 characters',
      'sex: must be one of "M", "F", "?"; got "X"',
      'born: must not be in the future',
      'trained: must be yes, no or empty; got "perhaps not"',
      'fee: must be an amount such as 125.00; got "50-75"',
    ],
  );
});
