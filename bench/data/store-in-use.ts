import { DatabaseSync } from 'node:sqlite';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { Random } from '@petstore/testing/random.ts';
import { issueApiKey } from '../../service/src/access/accounts/api-key-queries.ts';
import { dayOf } from '../../service/src/access/quota/fixed-window.ts';
import { DAY, MINUTE } from '../../service/src/platform/core/clock.ts';
import { openSqlite } from '../../service/src/platform/database/sqlite/sqlite.ts';
import type { RunScope } from '../scope.ts';
import { insertPhotos } from './photos.ts';
import { BEGIN, COMMIT, copyStore, type Store, storeOfPets } from './stores.ts';

/** A key is banned after 1,000 rejected requests in a minute: together the keys may send many more. */
const USED_UP_KEYS = 1_000;
const USED_UP = { perMinute: 1_000, perDay: 1 };

/** A catalogue with orders, events, usage and named categories, and with accounts that are rejected. */
export interface StoreInUse extends Store {
  /** The key of a manager. `key` is that of a member, who placed all orders. */
  readonly managerKey: string;
  readonly bannedKey: string;
  /** The keys of an account whose quota of today and tomorrow is used up. */
  readonly usedUpKeys: readonly string[];
  /** The id of the last event; the first one is 1, as that of the orders. */
  readonly events: number;
  /** The id of the last order. All are `placed`. */
  readonly orders: number;
  /** In random order. */
  readonly availablePets: readonly number[];
}

/** Returns a function that makes the store. It is not kept: quotas, bans and holds depend on the time. */
export function storeInUse(pets: number): (scope: RunScope) => Promise<StoreInUse> {
  return async (scope) => {
    const store = await storeOfPets(pets);
    const path = await copyStore(scope, store);
    const now = Date.now();
    const keys = await addAccounts(path, now);
    return { ...store, ...keys, path, ...fill(path, now) };
  };
}

async function addAccounts(path: string, now: number) {
  const store = await openSqlite(path);
  const manager = await addAccount(store, 'manager', now, { ...UNLIMITED, role: 'manager' });
  const banned = await addAccount(store, 'banned', now, UNLIMITED);
  const usedUp = await addAccount(store, 'used up', now, USED_UP);
  const usedUpKeys = [usedUp.key];
  await store.write(async (queries) => {
    const values = { api_key_id: banned.keyId, started_at: BigInt(now), ends_at: BigInt(now + DAY) };
    await queries.insertInto('bans').values(values).execute();
    while (usedUpKeys.length < USED_UP_KEYS) {
      const key = { accountId: usedUp.id, kind: 'live' } as const;
      usedUpKeys.push((await issueApiKey(queries, key, now)).secret);
    }
  });
  await store.close();
  return { managerKey: manager.key, bannedKey: banned.key, usedUpKeys };
}

/** Fills the tables as the service would: every pet has an event, every pending one an order. */
function fill(path: string, now: number) {
  const [today, expiresAt] = [dayOf(now), now + DAY];
  const [placed, expires] = [now, expiresAt].map((time) => `'${new Date(time).toISOString()}'`);
  const database = new DatabaseSync(path);
  database.exec(`${BEGIN};
    update pets set status = 'pending' where status = 'sold';
    update pets set created_at = ${now} - ${DAY} - id * ${MINUTE}, status_changed_at = ${now} - id * ${MINUTE},
      updated_at = ${now} - id;
    insert into profiles (pet_id, profile)
      select id, json_object('description', 'Friendly and calm.', 'breed', 'Domestic Shorthair Mix',
        'color', 'Black/White', 'sex', 'female', 'birthDate', '2020-04-01') from pets;
    update categories set name = 'Category ' || id;
    insert into orders (pet_id, account_id, status, placed_at, expires_at, updated_at)
      select pets.id, accounts.id, 'placed', ${now}, ${expiresAt}, ${now} from pets, accounts
      where status = 'pending' and accounts.name = 'bench';
    insert into events (type, at, pet_id, body) select 'pet.created', ${now}, id,
      json_object('id', id, 'name', name, 'categoryId', category_id, 'status', status) from pets;
    insert into events (type, at, account_id, placed_by, pet_id, body)
      select 'order.placed', ${now}, account_id, account_id, pet_id, json_object('id', id, 'petId', pet_id,
      'status', status, 'placedAt', ${placed}, 'expiresAt', ${expires}, 'updatedAt', ${placed}) from orders;
    -- Of tomorrow, too, for a run at midnight.
    insert into quota_counters (window_name, window_number, account_id, used)
      select 'day', day, id, 1 from accounts, (select ${today} as day union select ${today} + 1) where name = 'used up';
    with recursive days(day) as (select ${today} - 29 union all select day + 1 from days where day < ${today})
      insert or replace into quota_counters (window_name, window_number, account_id, used)
      select 'day', day, id, 1000 + day % 100 from days, accounts where name = 'bench';
    ${COMMIT}`);
  insertPhotos(database, 1);
  const counts = database.prepare(
    'select (select max(id) from events) as events, (select max(id) from orders) as orders',
  );
  const { events, orders } = counts.get() ?? {};
  const available = database.prepare("select id from pets where status = 'available'").all();
  database.close();
  const order = new Random(1).permutation(available.length);
  const availablePets = Array.from(order, (number) => Number(available[number - 1]?.id));
  return { events: Number(events), orders: Number(orders), availablePets };
}
