// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { testOldStore } from '@petstore/testing/fixtures/old-store.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { mergePet } from '../../../../../catalogue/merging/merge-pets.ts';
import { readEvents } from '../../../../../record/events/event-queries.ts';
import { MIGRATIONS } from '../../migrations.ts';

const NAMES = Object.keys(MIGRATIONS);
const OLDER = Object.values(MIGRATIONS).slice(0, NAMES.indexOf('0024-merged-pets'));
const EVERYONE = { id: 1n, name: '', plan: 'free', role: 'manager', customQuota: undefined } as const;

testOldStore('two animals of an older store are merged, with their events and references', {
  migrations: OLDER,
  fill: async (db) => {
    const account = { name: 'default', plan: 'free', role: 'manager', created_at: 0n };
    await db
      .insertInto('accounts')
      .values({ ...account, per_minute: null, per_day: null })
      .execute();
    for (const petId of [1n, 2n]) {
      const pet = { name: 'Frank', category_id: 1n, status: null };
      await db
        .insertInto('pets')
        .values({ ...pet, owner_id: null })
        .execute();
      const imported = { ...pet, owner_id: 1n, reference: `A${petId}`, pet_id: petId };
      await db.insertInto('imported_pets').values(imported).execute();
      const event = { type: 'pet.created', at: 0n, account_id: null, api_key_id: null } as const;
      const body = `{"id":${petId},"name":"Frank","categoryId":1}`;
      await db
        .insertInto('events')
        .values({ ...event, placed_by: null, owner_id: null, body, pet_id: petId })
        .execute();
    }
  },
  check: async (t, store) => {
    const database = await openStore(t, store);
    const change = { actor: null, at: 0, today: '1970-01-01' };
    const asked = { petId: 1n, intoId: 2n, account: EVERYONE };
    await database.write((db) => mergePet(db, asked, change, ''));
    const viewer = { accountId: 1n, seesAll: true };
    const { events } = await readEvents(database, { after: 0n, limit: 10, viewer, petId: 2n });
    assert.deepEqual(
      events.map(({ type, mergedInto }) => [type, mergedInto]),
      [
        ['pet.created', null],
        ['pet.created', null],
        ['pet.deleted', 2n],
      ],
    );
    const references = await database.read
      .selectFrom('imported_pets')
      .select(['reference', 'pet_id', 'merged_from'])
      .orderBy('reference')
      .execute();
    assert.deepEqual(references, [
      { reference: 'A1', pet_id: 2n, merged_from: 1n },
      { reference: 'A2', pet_id: 2n, merged_from: null },
    ]);
  },
});
