import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { BELLA } from '@petstore/testing/fixtures/site-files.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { insertPhoto } from '../../../catalogue/photos/photo-queries.ts';
import { ADOPT_A_PET } from '../sites/adopt-a-pet.ts';
import { buildFiles } from './build-files.ts';

const DEPENDENCIES = { publicUrl: 'https://shelter.example', today: '2026-11-26' };
/** More than one page. */
const ANIMALS = 450;

test('builds all files of a site, with the names of the photos that it must have', async (t) => {
  const database = await temporaryDatabase(t);
  const folder = await temporaryFolder(t);
  const profile = JSON.stringify(BELLA.profile);
  await database.write(async (db) => {
    const terms = { plan: 'free', role: 'manager', created_at: 0n };
    await db
      .insertInto('accounts')
      .values({ name: 'shelter', ...terms })
      .execute();
    await db.insertInto('categories').values({ id: 1n, name: 'Dog' }).execute();
    const pets = Array.from({ length: ANIMALS }, (_, n) => ({
      name: `Dog ${n}`,
      category_id: 1n,
      status: n === 0 ? ('pending' as const) : ('available' as const),
      owner_id: 1n,
    }));
    await db.insertInto('pets').values(pets).execute();
    const profiles = pets.map((_, n) => ({ pet_id: BigInt(n + 1), profile }));
    await db.insertInto('profiles').values(profiles).execute();
    for (const petId of [1n, 2n, 450n])
      for (const position of [0, 1])
        await insertPhoto(db, {
          ...{ id: `${petId}${position}`.padEnd(32, '0'), petId, position, accountId: 1n, alt: '' },
          ...{ width: 1, height: 1, color: '#000000', focalPoint: { x: 50, y: 20 } },
          files: [{ name: '800.jpg', content: new Uint8Array([1]) }],
        });
  });
  const built = await buildFiles(database.read, 1n, ADOPT_A_PET, folder, DEPENDENCIES);
  assert.deepEqual([built.animals, built.leftOut], [ANIMALS - 1, 1]);
  // What describes the file is there before it.
  assert.deepEqual(
    built.files.map(({ path }) => path),
    ['import.cfg', 'pets.csv'],
  );
  for (const { localPath, bytes } of built.files) assert.equal((await readFile(localPath)).length, bytes);
  const [header, first, ...others] = (await readFile(built.files[1]?.localPath ?? '', 'utf8')).split('\n');
  assert.equal(header, ADOPT_A_PET.header);
  assert.match(first ?? '', /^"2","Dog","Labrador Retriever",/);
  assert.equal(others.length, ANIMALS - 1);
  // They can be read again, as a run does that continues.
  for (let run = 0; run < 2; run += 1) {
    const photos = await Array.fromAsync(built.photos());
    assert.deepEqual(photos, [
      { path: 'photos/2-1.jpg', photoId: '20'.padEnd(32, '0') },
      { path: 'photos/2-2.jpg', photoId: '21'.padEnd(32, '0') },
      { path: 'photos/450-1.jpg', photoId: '4500'.padEnd(32, '0') },
      { path: 'photos/450-2.jpg', photoId: '4501'.padEnd(32, '0') },
    ]);
  }
  const empty = join(folder, 'empty');
  await mkdir(empty);
  const none = await buildFiles(database.read, 2n, ADOPT_A_PET, empty, DEPENDENCIES);
  assert.equal(await readFile(none.files[1]?.localPath ?? '', 'utf8'), `${ADOPT_A_PET.header}\n`);
  assert.deepEqual(await Array.fromAsync(none.photos()), []);
});
