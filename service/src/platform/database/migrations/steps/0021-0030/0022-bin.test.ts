// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { testOldStore } from '@petstore/testing/fixtures/old-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { removePet } from '../../../../../catalogue/pets/pet-changes.ts';
import { deletePet } from '../../../../../catalogue/pets/pet-queries.ts';
import { photoFile } from '../../../../../catalogue/photos/photo-queries.ts';
import { MIGRATIONS } from '../../migrations.ts';

const NAMES = Object.keys(MIGRATIONS);
const OLDER = Object.values(MIGRATIONS).slice(0, NAMES.indexOf('0022-bin'));
const PHOTO = { alt: '', width: 1n, height: 1n, color: '#000000', bytes: 1n };

testOldStore('the photos of an older store keep their pets and files, also when a pet moves to the bin', {
  migrations: OLDER,
  fill: async (db) => {
    for (const [id, name] of [
      ['a', 'Frank'],
      ['b', 'Bella'],
    ] as const) {
      await db.insertInto('pets').values({ name, category_id: 1n, status: null, owner_id: null }).execute();
      const petId = id === 'a' ? 1n : 2n;
      const photo = { ...PHOTO, id, pet_id: petId, account_id: null, position: 0n };
      await db.insertInto('photos').values(photo).execute();
      const file = { photo_id: id, name: '800.webp', content: Buffer.from(name) };
      await db.insertInto('photo_files').values(file).execute();
    }
  },
  check: async (t, store) => {
    const database = await openStore(t, store);
    const { read } = database;
    const textOf = async (id: string) => {
      const content = await photoFile(read, id, '800.webp');
      return content && Buffer.from(content).toString();
    };
    assert.deepEqual([await textOf('a'), await textOf('b')], ['Frank', 'Bella']);
    const frank = { id: 1n, name: 'Frank', categoryId: 1n };
    await database.write((db) => removePet(db, frank, { actor: null, at: 0 }));
    assert.deepEqual([await textOf('a'), await textOf('b')], [undefined, 'Bella']);
    await database.write((db) => deletePet(db, 2n));
    const kept = await read.selectFrom('photo_files').select('photo_id').execute();
    assert.deepEqual(kept, [{ photo_id: 'a' }]);
    await database.write((db) => db.deleteFrom('removed_pets').execute());
    assert.deepEqual(await read.selectFrom('photo_files').select('photo_id').execute(), []);
  },
});
