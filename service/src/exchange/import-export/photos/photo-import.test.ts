// Runs on SQLite and on PostgreSQL.
// Waits for processes.
import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { counts, openImportTarget } from '@petstore/testing/fixtures/imports.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import sharp from 'sharp';
import { findListing } from '../../../catalogue/listings/listing-queries.ts';
import { removePhoto } from '../../../catalogue/listings/photo-changes.ts';
import { PhotoProcessor } from '../../../catalogue/photos/processing/photo-processor.ts';
import type { ImportOptions } from '../import-pets.ts';
import { parseMapping } from '../mapping/mapping-file.ts';
import { PictureFolder } from './picture-folder.ts';

const MAPPING = parseMapping(`{
  "reference": {"column": "id"},
  "name": {"column": "name"},
  "categoryId": {"column": "kind"},
  "photos": {"column": "pictures", "separator": ";"}
}`);
const ROOM = { maxMegabytes: 100, maxMegabytesOfAccount: 100 };

function picture(width: number, background = '#804000') {
  return sharp({ create: { width, height: 60, channels: 3, background } });
}

const processor = new PhotoProcessor(new FakeClock());
after(() => processor.close());

/** A store, and a folder with `rex.jpg` (90 pixels wide), `tom.webp` (80) and `broken.jpg`. */
async function openPhotoTarget(t: TestContext, storage = ROOM) {
  const target = await openImportTarget(t);
  const path = await temporaryFolder(t);
  const jpeg = await picture(90).jpeg().toBuffer();
  await writeFile(join(path, 'rex.jpg'), jpeg);
  await writeFile(join(path, 'tom.webp'), await picture(80).webp().toBuffer());
  await writeFile(join(path, 'broken.jpg'), jpeg.subarray(0, 200));
  const folder = await PictureFolder.open(path);
  const rows = (text: string, options: Partial<ImportOptions> = {}) =>
    target.csv(Buffer.from(`id,name,kind,pictures\n${text}`), MAPPING, {
      ...options,
      photos: { folder, processor, storage },
    });
  const listing = async (name: string) => {
    const pet = (await target.pets()).find((one) => one.name === name);
    const found = await findListing(target.database.read, pet?.id ?? 0n);
    assert.ok(found);
    return found;
  };
  return {
    ...target,
    path,
    rows,
    listing,
    widths: async (name: string) => (await listing(name)).photos.map(({ width }) => width),
    events: async () => {
      const events = await target.database.read.selectFrom('events').select('type').orderBy('id').execute();
      return events.map(({ type }) => type);
    },
  };
}

test('a pet has the photos of its row in their order, each with an event', async (t) => {
  const target = await openPhotoTarget(t);
  const summary = await target.rows('1,Rex,1, tom.webp ;;rex.jpg\n2,Tom,2,\n');
  assert.deepEqual(counts(summary), { rows: 2, created: 2, photosAdded: 2 });
  assert.deepEqual(await target.widths('Rex'), [80, 90]);
  assert.deepEqual(await target.widths('Tom'), []);
  assert.deepEqual(await target.events(), [
    'pet.created',
    'pet.created',
    'listing.updated',
    'listing.updated',
  ]);
});

test('the same import again adds no photo, even if a file was renamed or a photo removed', async (t) => {
  const target = await openPhotoTarget(t);
  await target.rows('1,Rex,1,rex.jpg;tom.webp\n');
  assert.deepEqual(counts(await target.rows('1,Rex,1,rex.jpg;tom.webp\n')), {
    rows: 1,
    unchanged: 1,
    photosUnchanged: 2,
  });
  const { pet, photos } = await target.listing('Rex');
  const photoId = photos[0]?.id ?? '';
  await target.database.write((db) =>
    removePhoto(db, { petId: pet.id, photoId }, { actor: null, at: 0 }, 'http://petstore.test'),
  );
  await rename(join(target.path, 'tom.webp'), join(target.path, 'renamed.webp'));
  assert.deepEqual(counts(await target.rows('1,Rex,1,rex.jpg;renamed.webp\n')), {
    rows: 1,
    unchanged: 1,
    photosUnchanged: 2,
  });
  assert.deepEqual(await target.widths('Rex'), [80]);
});

test('a new picture of a known pet is added, also under the name of an earlier one', async (t) => {
  const target = await openPhotoTarget(t);
  await target.rows('1,Rex,1,rex.jpg\n');
  await writeFile(join(target.path, 'rex.jpg'), await picture(70).png().toBuffer());
  const summary = await target.rows('1,Max,1,rex.jpg\n');
  assert.deepEqual(counts(summary), { rows: 1, updated: 1, photosAdded: 1 });
  assert.deepEqual(await target.widths('Max'), [90, 70]);
});

test('a photo that cannot be used is reported for its row; the pet and everything else is imported', async (t) => {
  const target = await openPhotoTarget(t);
  const summary = await target.rows(
    '1,Rex,1,none.jpg;rex.jpg;broken.jpg;../rex.jpg\n,Max,1,rex.jpg\n2,Tom,2,tom.webp\n3,,2,rex.jpg\n',
  );
  const expected = { rows: 4, created: 3, failed: 1, withoutReference: 1, photosAdded: 2, photosFailed: 2 };
  assert.deepEqual(counts(summary), expected);
  const lines = summary.photosFailed.first.flatMap(({ line, faults }) =>
    faults.map(({ column, reason }) => `${line} ${column} ${reason}`),
  );
  assert.deepEqual(lines, [
    '2 pictures "none.jpg" is not in the folder',
    '2 pictures "broken.jpg": The picture cannot be used: it is truncated or damaged.',
    '2 pictures "../rex.jpg" is outside of the folder',
    '3 pictures needs a reference, which this row does not have',
  ]);
  assert.deepEqual([await target.widths('Rex'), await target.widths('Tom')], [[90], [80]]);
});

test('a pet has at most 12 photos, whatever the number of names and of imports', async (t) => {
  const target = await openPhotoTarget(t);
  const names = await Promise.all(
    Array.from({ length: 13 }, async (_, n) => {
      await writeFile(
        join(target.path, `${n}.png`),
        await picture(20 + n)
          .png()
          .toBuffer(),
      );
      return `${n}.png`;
    }),
  );
  const tooMany = await target.rows(`1,Rex,1,${names.join(';')}\n`);
  assert.match(tooMany.photosFailed.first[0]?.faults[0]?.reason ?? '', /at most 12 names; got 13/);
  assert.deepEqual(counts(await target.rows(`1,Rex,1,${names.slice(0, 12).join(';')}\n`)).photosAdded, 12);
  const another = await target.rows('1,Rex,1,12.png\n');
  assert.match(another.photosFailed.first[0]?.faults[0]?.reason ?? '', /^"12\.png": Pet 1 has 12 photos/);
  assert.equal((await target.widths('Rex')).length, 12);
});

test('a full storage of photos is reported, and known photos stay unchanged', async (t) => {
  const target = await openPhotoTarget(t, { maxMegabytes: 0.0001, maxMegabytesOfAccount: 100 });
  const rows = '1,Rex,1,rex.jpg\n2,Tom,2,tom.webp\n';
  const summary = await target.rows(rows);
  assert.deepEqual(counts(summary), { rows: 2, created: 2, photosAdded: 1, photosFailed: 1 });
  assert.match(summary.photosFailed.first[0]?.faults[0]?.reason ?? '', /^"tom\.webp": The photos of all/);
  assert.equal((await target.rows(rows)).photosUnchanged, 1);
});

test('a dry run counts photos and names missing files and unknown types, and writes nothing', async (t) => {
  const target = await openPhotoTarget(t);
  await target.rows('1,Rex,1,rex.jpg\n');
  const before = await target.events();
  await writeFile(join(target.path, 'text.jpg'), 'hello');
  const summary = await target.rows('1,Rex,1,rex.jpg;tom.webp\n2,Tom,2,tom.webp;none.jpg;text.jpg\n', {
    dryRun: true,
  });
  const expected = { rows: 2, created: 1, unchanged: 1, photosAdded: 2, photosUnchanged: 1, photosFailed: 1 };
  assert.deepEqual(counts(summary), expected);
  assert.equal(summary.photosFailed.first[0]?.faults.length, 2);
  assert.deepEqual([await target.events(), await target.widths('Rex')], [before, [90]]);
});

test('a deleted pet gets no photos, and a superseded or skipped row adds none', async (t) => {
  const target = await openPhotoTarget(t);
  await target.rows('1,Rex,1,\n');
  await target.database.write((db) => db.deleteFrom('pets').execute());
  const summary = await target.rows('1,Rex,1,rex.jpg\n2,Tom,2,tom.webp\n2,Tom,2,\n');
  assert.deepEqual(counts(summary), { rows: 3, deleted: 1, superseded: 1, created: 1 });
});

test('a folder that is removed during the import fails its photos only', async (t) => {
  const target = await openPhotoTarget(t);
  await rm(target.path, { recursive: true });
  const summary = await target.rows('1,Rex,1,rex.jpg\n');
  assert.deepEqual(counts(summary), { rows: 1, created: 1, photosFailed: 1 });
});
