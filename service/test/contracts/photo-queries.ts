import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { insertAccount } from '../../src/accounts/account-queries.ts';
import type { Database } from '../../src/database/database.ts';
import { deletePet, insertPet } from '../../src/pets/pet-queries.ts';
import { DEFAULT_FOCAL_POINT } from '../../src/photos/focal-point.ts';
import { photoJson } from '../../src/photos/photo.ts';
import {
  countPhotos,
  deletePhoto,
  insertPhoto,
  type NewPhoto,
  orderPhotos,
  photoBytes,
  photoBytesOf,
  photoFile,
  photosOf,
  updateAlt,
  updateFocalPoint,
  uploaderOf,
} from '../../src/photos/photo-queries.ts';
import { PHOTO_FILE_NAMES } from '../../src/photos/photo-sizes.ts';

type Open = (test: TestContext) => Promise<Database>;

/** The contract of every engine for photos. `open` gives a new, empty store that is closed after the test. */
export function testPhotoQueries(engine: string, open: Open): void {
  describe(`photos on ${engine}`, () => {
    testRows(open);
    testFiles(open);
    testSums(open);
  });
}

function testRows(open: Open): void {
  test('returns the photos of each pet in the order of their positions, as they were added', async (t) => {
    const db = await open(t);
    const [frank, rex, none] = [await addPet(db), await addPet(db), await addPet(db)];
    await add(db, { petId: frank, id: id(1), position: 1 });
    await add(db, { petId: frank, id: id(2), position: 0, alt: 'Zoë \u{1F415}' });
    await add(db, { petId: rex, id: id(3), position: 0 });
    const found = await photosOf(db.read, [frank, rex, none]);
    assert.deepEqual(
      [...found].map(([pet, photos]) => [pet, photos.map((photo) => photo.id)]),
      [
        [frank, [id(2), id(1)]],
        [rex, [id(3)]],
      ],
    );
    assert.deepEqual(found.get(frank)?.[0], {
      id: id(2),
      alt: 'Zoë \u{1F415}',
      width: 4000,
      height: 3000,
      color: '#8a7256',
      focalPoint: { x: 50, y: 20 },
    });
    assert.equal((await photosOf(db.read, [])).size, 0);
  });

  test('changes the text and the order of photos, and deletes one', async (t) => {
    const db = await open(t);
    const petId = await addPet(db);
    for (const position of [0, 1, 2]) await add(db, { petId, id: id(position), position });
    await db.write(async (queries) => {
      await updateAlt(queries, id(1), 'asleep');
      await orderPhotos(queries, [id(2), id(0), id(1)]);
    });
    assert.deepEqual(await texts(db, petId), [`${id(2)} `, `${id(0)} `, `${id(1)} asleep`]);
    await db.write((queries) => deletePhoto(queries, id(0)));
    assert.deepEqual(await texts(db, petId), [`${id(2)} `, `${id(1)} asleep`]);
    assert.equal(await countPhotos(db.read, petId), 2);
  });

  test('sets a focal point with the file that it frames, which counts, and the default again', async (t) => {
    const db = await open(t);
    const petId = await addPet(db);
    await add(db, { petId, id: id(1), position: 0, focalPoint: { x: 0, y: 100 } });
    await add(db, { petId, id: id(2), position: 1 });
    const points = async () =>
      (await photosOf(db.read, [petId])).get(petId)?.map(({ focalPoint: { x, y } }) => [x, y]);
    assert.deepEqual(await points(), [
      [0, 100],
      [50, 20],
    ]);
    const framed = { name: '1200x630.jpg', content: new Uint8Array(100) } as const;
    await db.write((queries) => updateFocalPoint(queries, id(2), { x: 20, y: 7 }, framed));
    await db.write((queries) => updateFocalPoint(queries, id(1), DEFAULT_FOCAL_POINT, undefined));
    assert.deepEqual(await points(), [
      [50, 20],
      [20, 7],
    ]);
    assert.equal((await photoFile(db.read, id(2), '1200x630.jpg'))?.byteLength, 100);
    assert.equal(await photoBytes(db.read), 4 * (2 * PHOTO_FILE_NAMES.length - 1) + 100);
  });

  test('returns the account that uploaded a photo', async (t) => {
    const db = await open(t);
    const petId = await addPet(db);
    const accountId = await addAccount(db);
    await add(db, { petId, id: id(1), position: 0, accountId });
    assert.equal(await uploaderOf(db.read, id(1)), accountId);
    assert.equal(await uploaderOf(db.read, id(2)), null);
  });

  test('a photo as JSON has absolute addresses of the three widths', async (t) => {
    const db = await open(t);
    const petId = await addPet(db);
    await add(db, { petId, id: id(7), position: 0, alt: 'a "quote"' });
    const [photo] = (await photosOf(db.read, [petId])).get(petId) ?? [];
    assert.ok(photo);
    const base = `https://pets.example/photos/${id(7)}`;
    assert.deepEqual(JSON.parse(photoJson(photo, 'https://pets.example')), {
      id: id(7),
      alt: 'a "quote"',
      width: 4000,
      height: 3000,
      color: '#8a7256',
      focalPoint: { x: 50, y: 20 },
      urls: { 320: `${base}/320.webp`, 800: `${base}/800.webp`, 1600: `${base}/1600.webp` },
    });
  });
}

function testFiles(open: Open): void {
  test('returns the bytes of a file exactly, and none of a photo that does not exist', async (t) => {
    const db = await open(t);
    const petId = await addPet(db);
    const content = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
    await add(db, { petId, id: id(1), position: 0, files: [{ name: '800.jpg', content }] });
    const found = await photoFile(db.read, id(1), '800.jpg');
    assert.deepEqual(Buffer.from(found ?? []), Buffer.from(content));
    assert.equal(await photoFile(db.read, id(1), '320.webp'), undefined);
    assert.equal(await photoFile(db.read, id(2), '800.jpg'), undefined);
  });

  test('the files go with their photo, and the photos with their pet', async (t) => {
    const db = await open(t);
    const petId = await addPet(db);
    for (const position of [0, 1]) await add(db, { petId, id: id(position), position });
    await db.write((queries) => deletePhoto(queries, id(0)));
    assert.equal(await photoFile(db.read, id(0), '320.webp'), undefined);
    await db.write((queries) => deletePet(queries, petId));
    assert.equal(await photoFile(db.read, id(1), '320.webp'), undefined);
    assert.equal(await photoBytes(db.read), 0);
    assert.deepEqual(await db.read.selectFrom('photo_files').select('photo_id').execute(), []);
  });
}

function testSums(open: Open): void {
  test('sums the bytes of all photos and of one account', async (t) => {
    const db = await open(t);
    const petId = await addPet(db);
    const accountId = await addAccount(db);
    assert.equal(await photoBytes(db.read), 0);
    await add(db, { petId, id: id(1), position: 0, accountId });
    await add(db, { petId, id: id(2), position: 1 });
    assert.equal(await photoBytes(db.read), 8 * PHOTO_FILE_NAMES.length);
    assert.equal(await photoBytesOf(db.read, accountId), 4 * PHOTO_FILE_NAMES.length);
    assert.equal(await photoBytesOf(db.read, accountId + 1n), 0);
  });
}

function id(number: number): string {
  return String(number).padStart(32, '0');
}

function addPet(db: Database): Promise<bigint> {
  return db.write(async (queries) => (await insertPet(queries, { name: 'Rex', categoryId: 1n }, null, 0)).id);
}

async function addAccount(db: Database): Promise<bigint> {
  const terms = { name: 'shelter', plan: 'free', role: 'member', customQuota: undefined } as const;
  const account = await db.write((queries) => insertAccount(queries, terms, 0));
  assert.ok(account);
  return account.id;
}

function add(
  db: Database,
  photo: Pick<NewPhoto, 'petId' | 'id' | 'position'> & Partial<NewPhoto>,
): Promise<void> {
  const files = PHOTO_FILE_NAMES.map((name) => ({ name, content: new Uint8Array([1, 2, 3, 4]) }));
  const defaults = { alt: '', width: 4000, height: 3000, color: '#8a7256', accountId: null, files };
  const focalPoint = DEFAULT_FOCAL_POINT;
  return db.write((queries) => insertPhoto(queries, { ...defaults, focalPoint, ...photo }));
}

async function texts(db: Database, petId: bigint): Promise<string[] | undefined> {
  return (await photosOf(db.read, [petId])).get(petId)?.map(({ id, alt }) => `${id} ${alt}`);
}
