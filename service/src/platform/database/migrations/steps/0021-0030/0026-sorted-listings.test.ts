// Runs on SQLite and on PostgreSQL.
// cspell:ignore Ørsted orsted Łajka lajka
import assert from 'node:assert/strict';
import { testOldStore } from '@petstore/testing/fixtures/old-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { MIGRATIONS } from '../../migrations.ts';

const OLDER = Object.entries(MIGRATIONS)
  .filter(([name]) => name < '0026')
  .map(([, up]) => up);

testOldStore(
  'animals of an older version get what lists are sorted by, and what an older process writes, too',
  {
    migrations: OLDER,
    fill: async (db) => {
      await sql`insert into pets (name, category_id, status, created_at, updated_at) values
      ('Ørsted ß', 1, 'available', 5, 7), ('BELLA', 1, null, null, null)`.execute(db);
      await sql`insert into profiles (pet_id, profile)
      values (1, '{"birthDate":"2020-02-29","intakeDate":"1970-01-02"}')`.execute(db);
    },
    check: async (t, store) => {
      const database = await openStore(t, store);
      const { generatesNameOrder } = database.engine;
      const read = async () => {
        const columns = ['name_order', 'birth_date', 'care_order', 'update_order'] as const;
        const rows = await database.read.selectFrom('pets').select(columns).orderBy('id').execute();
        return rows.map((row) => columns.map((column) => row[column]));
      };
      assert.deepEqual(await read(), [
        ['orsted ss', '2020-02-29', 86_400_000n, 7n],
        ['bella', '', -62_135_596_800_000n, 0n],
      ]);
      await database.write(async (db) => {
        await sql`insert into profiles (pet_id, profile) values (2, '{"birthDate":"2021-01-01"}')`.execute(
          db,
        );
        await sql`update profiles set profile = '{}' where pet_id = 1`.execute(db);
        await sql`update pets set updated_at = 9 where id = 2`.execute(db);
        // SQLite allows one process.
        if (generatesNameOrder) await sql`update pets set name = 'Łajka' where id = 2`.execute(db);
      });
      assert.deepEqual(await read(), [
        ['orsted ss', '', 5n, 7n],
        [generatesNameOrder ? 'lajka' : 'bella', '2021-01-01', -62_135_596_800_000n, 9n],
      ]);
    },
  },
);
