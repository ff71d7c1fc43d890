import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { filledStore } from '@petstore/testing/fixtures/transfer.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startService } from '@petstore/testing/service.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import sharp from 'sharp';
import { insertPhoto, photoFile, photosOf } from '../../catalogue/photos/photo-queries.ts';
import { PhotoProcessor } from '../../catalogue/photos/processing/photo-processor.ts';
import { systemClock } from '../../platform/core/clock.ts';

test('an export works while the service runs, and an import rejects a store with other data', async (t) => {
  const folder = join(await temporaryFolder(t), 'everything');
  const store = sqliteIn(await temporaryFolder(t));
  const service = await startService(t, { store });
  await service.account();
  assert.equal((await runCommand(store, ['export', folder])).status, 0);
  const { status, err } = await runCommand(store, ['import', folder]);
  assert.equal(status, 1);
  assert.match(
    err,
    /^petstore: .* contains other data \(accounts: 1, api_keys: 1\): name a new store with --database\n$/,
  );
});

test('an export to a folder with files, to a file or into a missing folder is rejected, and leaves what is there', async (t) => {
  const { store } = await filledStore(t);
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'mine.txt'), 'mine');
  for (const [target, message] of [
    [folder, /^petstore: ".*" is not empty: name a new folder\n$/],
    [join(folder, 'mine.txt'), /^petstore: ".*mine\.txt" is a file, or in one: name a new folder\n$/],
    [
      join(folder, 'no', 'everything'),
      /^petstore: cannot write ".*": its folder does not exist: create the folder first\n$/,
    ],
  ] as const) {
    const { status, err } = await runCommand(store, ['export', target]);
    assert.equal(status, 1);
    assert.match(err, message);
    assert.deepEqual(await readdir(folder), ['mine.txt']);
  }
});

test('an import of the other environment, of a damaged export or of no export is rejected, and creates no store', async (t) => {
  const { store } = await filledStore(t);
  const folder = join(await temporaryFolder(t), 'everything');
  await runCommand(store, ['export', folder]);
  const target = await temporaryFolder(t);
  const assertRejected = async (from: string, message: RegExp, env: Record<string, string> = {}) => {
    const { status, err } = await runCommand(sqliteIn(target), ['import', from], env);
    assert.equal(status, 1);
    assert.match(err, message);
    const left = (await readdir(target)).filter((name) => !name.endsWith('.lock'));
    assert.deepEqual(left, []);
  };
  const other = /the export is of a production store, but PETSTORE_ENV or --env is staging: remove it/;
  await assertRejected(folder, other, { PETSTORE_ENV: 'staging' });
  await rm(join(folder, 'pets.ndjson'));
  const missing = /^petstore: pets\.ndjson cannot be read \(ENOENT\)\. Nothing was imported\.\n$/;
  await assertRejected(folder, missing);
  await assertRejected(await temporaryFolder(t), /is no complete export: its manifest\.json cannot be read/);
});

const PHOTO = {
  id: 'a'.repeat(32),
  petId: 1n,
  accountId: 1n,
  position: 0,
  alt: 'Frank',
  width: 900,
  height: 600,
  color: '#804000',
  focalPoint: { x: 70, y: 20 },
};

test('photos are exported as files, and an import decodes each of them', async (t) => {
  const from = await filledStore(t);
  const processor = new PhotoProcessor(systemClock);
  t.after(() => processor.close());
  const upload = sharp({ create: { width: 900, height: 600, channels: 3, background: '#804000' } }).jpeg();
  const { files } = await processor.prepare(await upload.toBuffer());
  const source = await openStore(t, from.store);
  await source.write((db) => insertPhoto(db, { ...PHOTO, files }));
  const folder = join(await temporaryFolder(t), 'everything');
  await runCommand(from.store, ['export', folder]);
  const names = await readdir(join(folder, 'photos', PHOTO.id));
  assert.deepEqual(names.sort(), ['1200x630.jpg', '1600.webp', '320.webp', '800.jpg', '800.webp']);
  const to = sqliteIn(await temporaryFolder(t));
  assert.equal((await runCommand(to, ['import', folder])).status, 0);
  const { read } = await openStore(t, to);
  const stored = await photoFile(read, PHOTO.id, '800.webp');
  assert.deepEqual((await photosOf(read, [1n])).get(1n)?.[0]?.focalPoint, PHOTO.focalPoint);
  assert.deepEqual(Buffer.from(stored ?? []), await readFile(join(folder, 'photos', PHOTO.id, '800.webp')));
});

test('an import rejects a picture that cannot be decoded, with its file and the reason', async (t) => {
  const from = await filledStore(t);
  const source = await openStore(t, from.store);
  const files = [{ name: '800.webp', content: Buffer.from('no picture') } as const];
  await source.write((db) => insertPhoto(db, { ...PHOTO, files }));
  const folder = join(await temporaryFolder(t), 'everything');
  await runCommand(from.store, ['export', folder]);
  const { status, err } = await runCommand(sqliteIn(await temporaryFolder(t)), ['import', folder]);
  assert.equal(status, 1);
  assert.match(
    err,
    /^petstore: photos\/a{32}\/800\.webp is rejected: its content is no JPEG, PNG, WebP or AVIF picture\. Nothing was imported\.\n$/,
  );
});
