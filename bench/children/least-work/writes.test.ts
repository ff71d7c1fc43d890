import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import type { Account } from '../../../service/src/access/accounts/account.ts';
import { orderJson } from '../../../service/src/catalogue/orders/order.ts';
import { changeOrder, placeOrder } from '../../../service/src/catalogue/orders/order-changes.ts';
import { petJson } from '../../../service/src/catalogue/pets/pet.ts';
import { changePet, createPet } from '../../../service/src/catalogue/pets/pet-changes.ts';
import { DAY } from '../../../service/src/platform/core/clock.ts';
import { openSqlite } from '../../../service/src/platform/database/sqlite/sqlite.ts';
import { openStore, prepare } from './store.ts';
import { WRITES } from './writes.ts';

const NOW = Date.UTC(2026, 10, 21);
const ACCOUNT: Account = { id: 1n, name: 'bench', plan: 'business', role: 'manager', customQuota: undefined };
const CHANGE = { actor: { accountId: 1n, keyId: 1n }, at: NOW, today: '2026-11-21' };
const NEW_PET = { name: 'Łucja "Lu"', categoryId: 2, status: 'available' } as const;
/** A pet with a profile. */
const BEFORE = { id: 1n, name: 'Charlie 12', categoryId: 2n, status: 'available' } as const;

test('the least work of each write returns the body of the service, and leaves the same rows', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: NOW });
  const [ours, theirs] = await twoStores(t);
  const bodies = await writesOfService(ours);
  const database = openStore(theirs);
  const { addPet, renamePet, placeOrder: place, cancelOrder } = WRITES;
  const answers = [
    addPet(database)('/v1/pets', JSON.stringify(NEW_PET)),
    renamePet(database)('/v1/pets/1', '{"name":"Max"}'),
    place(database)('/v1/store/orders', '{"petId":1}'),
    cancelOrder(database)('/v1/store/orders/1', '{"status":"cancelled"}'),
  ];
  assert.deepEqual(
    answers.map(({ body }) => body),
    bodies,
  );
  database.close();
  assert.deepEqual(rowsOf(theirs), rowsOf(ours));
});

/** Returns the paths of two stores with the same rows. */
async function twoStores(t: TestContext): Promise<[string, string]> {
  const folder = await temporaryFolder(t);
  const paths: [string, string] = [join(folder, 'ours.db'), join(folder, 'theirs.db')];
  const store = await openSqlite(paths[0]);
  await addAccount(store, 'bench', NOW, { role: 'manager' });
  await store.write(async (db) => {
    const { id, name, categoryId, status } = BEFORE;
    await db.insertInto('pets').values({ id, name, category_id: categoryId, status }).execute();
    await db.insertInto('profiles').values({ pet_id: id, profile: '{"color":"Black"}' }).execute();
  });
  await store.close();
  copyFileSync(...paths);
  return paths;
}

async function writesOfService(path: string): Promise<string[]> {
  const store = await openSqlite(path);
  const newPet = { ...NEW_PET, categoryId: BigInt(NEW_PET.categoryId) };
  const bodies = await store.write(async (db) => {
    const added = await createPet(db, newPet, ACCOUNT.id, CHANGE);
    const renamed = await changePet(db, BEFORE, { name: 'Max' }, CHANGE);
    const request = { account: ACCOUNT, newOrder: { petId: 1n }, holdMs: 2 * DAY };
    const placed = await placeOrder(db, request, CHANGE);
    const cancelled = await changeOrder(db, placed, 'cancelled', CHANGE);
    return [petJson(added), petJson(renamed), orderJson(placed), orderJson(cancelled)];
  });
  await store.close();
  return bodies;
}

/** Returns the rows of all tables. */
function rowsOf(path: string): Record<string, unknown> {
  const database = openStore(path);
  const tables = prepare(database, "select name from sqlite_schema where type = 'table'")();
  const rows = tables.map(([name]) => [name, prepare(database, `select * from "${name}"`)()]);
  database.close();
  return Object.fromEntries(rows);
}
