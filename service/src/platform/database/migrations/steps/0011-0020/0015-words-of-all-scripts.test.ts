// Runs on SQLite and on PostgreSQL.
// cspell:ignore bjor
import assert from 'node:assert/strict';
import { testOldStore } from '@petstore/testing/fixtures/old-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { searchByName } from '../../../../../catalogue/pets/pet-search.ts';
import { fillNext } from '../../../../../catalogue/search/index-filling.ts';
import { searchWords } from '../../../../../catalogue/search/search.ts';
import { searchProgress } from '../../../../../catalogue/search/search-progress.ts';
import { MIGRATIONS } from '../../migrations.ts';

const OLDER = Object.entries(MIGRATIONS)
  .filter(([name]) => name < '0015')
  .map(([, up]) => up);

/** Where the first filling of the index was. */
const SITUATIONS: Readonly<Record<string, ReadonlyArray<{ next_id: bigint; last_id: bigint }>>> = {
  complete: [],
  'half filled': [{ next_id: 2n, last_id: 2n }],
};

for (const [situation, progress] of Object.entries(SITUATIONS)) {
  testOldStore(`an index of older words that was ${situation} is emptied and filled again`, {
    migrations: OLDER,
    fill: async (db) => {
      for (const name of ['Bjørn', '小白狗']) {
        await sql`insert into pets (name, category_id, status) values (${name}, 1, 'available')`.execute(db);
      }
      for (const [prefix, petId] of [
        ['bj', 1],
        ['bjø', 1],
        ['小白', 2],
        ['小白狗', 2],
      ] as const) {
        await sql`insert into search_prefixes (prefix, pet_id, in_name) values (${prefix}, ${petId}, 1)`.execute(
          db,
        );
      }
      await sql`insert into stale_prefixes (pet_id, prefixes) values (1, 'bj')`.execute(db);
      for (const { next_id, last_id } of progress) {
        await sql`insert into search_progress (next_id, last_id) values (${next_id}, ${last_id})`.execute(db);
      }
    },
    check: async (t, store) => {
      const database = await openStore(t, store);
      const find = async (name: string) => {
        const page = { order: 'oldest first', limit: 10 } as const;
        const { items } = await searchByName(database, searchWords(name), page);
        return items.map((pet) => pet.name);
      };
      assert.deepEqual(await searchProgress(database.read), { nextId: 1n, lastId: 2n });
      assert.deepEqual(await find('bjorn'), ['Bjørn'], 'by the name');
      assert.equal(await database.write((db) => fillNext(db, 100)), 0);
      assert.deepEqual(
        [await find('bjorn'), await find('bjørn'), await find('狗')],
        [['Bjørn'], ['Bjørn'], ['小白狗']],
      );
      const rows = await database.read.selectFrom('search_prefixes').select('prefix').execute();
      const prefixes = ['bj', 'bjo', 'bjor', 'bjorn', '小', '小白', '白', '白狗', '狗'];
      assert.deepEqual(new Set(rows.map(({ prefix }) => prefix)), new Set(prefixes));
      assert.equal(rows.length, prefixes.length);
      assert.deepEqual(await database.read.selectFrom('stale_prefixes').selectAll().execute(), []);
    },
  });
}

testOldStore('an index of older words without animals is complete', {
  migrations: OLDER,
  fill: async () => {},
  check: async (t, store) => {
    const { read } = await openStore(t, store);
    assert.equal(await searchProgress(read), undefined);
  },
});
