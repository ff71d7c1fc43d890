// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { testOldStore } from '@petstore/testing/fixtures/old-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { MIGRATIONS } from '../../migrations.ts';

const OLDER = Object.entries(MIGRATIONS)
  .filter(([name]) => name < '0021')
  .map(([, up]) => up);

testOldStore('animals of an older version get their time in care and their place in the order', {
  migrations: OLDER,
  fill: async (db) => {
    await sql`insert into pets (name, category_id, status, created_at) values
      ('no date', 1, 'available', 86400000), ('no time', 1, 'available', null), ('date', 1, 'available', 5),
      ('year 0', 1, 'available', 5), ('photo', 1, 'available', 86400000)`.execute(db);
    await sql`insert into profiles (pet_id, profile) values
      (1, '{"breed":"Mixed"}'), (3, '{"intakeDate":"2024-02-29"}'), (4, '{"intakeDate":"0000-01-01"}')`.execute(
      db,
    );
    await sql`insert into photos (id, pet_id, position, alt, width, height, color, bytes)
      values ('a', 5, 0, '', 1, 1, '#ffffff', 1), ('b', 5, 1, '', 1, 1, '#ffffff', 1)`.execute(db);
  },
  check: async (t, store) => {
    const database = await openStore(t, store);
    const read = () =>
      database.read
        .selectFrom('pets')
        .select(['id', 'in_care_since', 'without_photo'])
        .where('id', '<', 6n)
        .orderBy('waiting_order')
        .execute();
    assert.deepEqual(
      (await read()).map((row) => [row.id, row.in_care_since, row.without_photo]),
      [
        [5n, null, 0n],
        [2n, null, 1n],
        [4n, -62_135_596_800_000n, 1n],
        [1n, null, 1n],
        [3n, 1_709_164_800_000n, 1n],
      ],
    );
    // What an older process writes after the migration.
    await database.write(async (db) => {
      await sql`update profiles set profile = '{}' where pet_id = 3`.execute(db);
      await sql`insert into profiles (pet_id, profile) values (2, '{"intakeDate":"1970-01-02"}')`.execute(db);
      await sql`delete from photos where pet_id = 5`.execute(db);
    });
    assert.deepEqual(
      (await read()).map((row) => [row.id, row.in_care_since, row.without_photo]),
      [
        [4n, -62_135_596_800_000n, 1n],
        [3n, null, 1n],
        [1n, null, 1n],
        [2n, 86_400_000n, 1n],
        [5n, null, 1n],
      ],
    );
  },
});
