import { sql } from 'kysely';
import { type Clock, MINUTE, systemWorkClock } from '../../platform/core/clock.ts';
import { localDay } from '../../platform/core/local-days.ts';
import { runInBackground } from '../../platform/core/tasks/background-job.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../platform/database/json-rows.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import { lockGroups } from '../pets/bonds/bonded-pets.ts';
import { recordEarlierAdoption } from '../pets/movements/status-movements.ts';

// An older version completes an order without a movement, so that no report counts the adoption. The orders of the time before the
// upgrade lack theirs, too. Each order is looked at once: a movement that someone deletes afterwards stays deleted.

const INTERVAL = MINUTE;
const ORDERS_PER_TRANSACTION = 10;

/** Literals, so that the engines use the partial index. */
const IS_UNRECORDED = sql<boolean>`orders.status = 'completed' and orders.adoption_recorded is null`;

/** Without animals in the bin: the adoption is recorded after they are restored. */
const nextUnrecorded = new PreparedQuery((db, { after, limit }: { after: bigint; limit: number }) =>
  db
    .selectFrom('orders')
    .innerJoin('pets', 'pets.id', 'orders.pet_id')
    .select(['orders.id', 'orders.pet_id', 'pets.status_changed_at'])
    .where(IS_UNRECORDED)
    .where('orders.id', '>', after)
    .orderBy('orders.id')
    .limit(rowLimit(limit)),
);

const unrecordedCount = new PreparedQuery((db) =>
  db
    .selectFrom('orders')
    .innerJoin('pets', 'pets.id', 'orders.pet_id')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where(IS_UNRECORDED),
);

/** Returns the number of completed orders whose adoption is not recorded. */
export async function countMissingAdoptions(db: Queries): Promise<number> {
  return Number((await unrecordedCount.first(db, {}))?.count ?? 0n);
}

const markRecorded = new PreparedQuery((db, { ids }: { ids: string }) =>
  db
    .updateTable('orders')
    .set({ adoption_recorded: 1n })
    .where('id', 'in', jsonIds(db, ids))
    .where(IS_UNRECORDED)
    .returning(['id', 'pet_id', 'updated_at']),
);

/** Records the adoptions that are missing, each on the day on which its order was completed. A service may be running. */
export async function recordMissingAdoptions(
  database: Database,
  timeZone: string,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (let after = 0n; !isStopped(); ) {
    const orders = await nextUnrecorded.all(database.read, { after, limit: ORDERS_PER_TRANSACTION });
    const last = orders.at(-1);
    if (last === undefined) return;
    after = last.id;
    const startedAt = systemWorkClock.monotonic();
    await database.write((db) => recordSome(db, orders, timeZone), { commit: 'asynchronous' });
    // Leaves half of the time to requests.
    await systemWorkClock.pause(systemWorkClock.monotonic() - startedAt);
  }
}

interface UnrecordedOrder {
  readonly id: bigint;
  readonly pet_id: bigint;
  readonly status_changed_at: bigint | null;
}

async function recordSome(db: Queries, orders: readonly UnrecordedOrder[], timeZone: string): Promise<void> {
  const { pets } = await lockGroups(
    db,
    orders.map(({ pet_id }) => pet_id),
  );
  const locked = new Map(pets.map(({ pet }) => [pet.id, pet]));
  // An animal may have been removed or merged meanwhile: a later run finds its orders, if it has any.
  const found = orders.filter(({ pet_id }) => locked.has(pet_id));
  const marked = await markRecorded.all(db, { ids: idsJson(found.map(({ id }) => id)) });
  const day = (at: bigint) => localDay(Number(at), timeZone);
  const changed = new Map(found.map((order) => [order.id, order.status_changed_at]));
  for (const { id, pet_id, updated_at } of marked.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const isAdopted = locked.get(pet_id)?.status === 'sold';
    const back = isAdopted ? undefined : day(changed.get(id) ?? updated_at);
    await recordEarlierAdoption(db, pet_id, id, { date: day(updated_at), back });
  }
}

/**
 * Records the adoptions that are missing immediately, and then every minute while a process of an older version serves the store:
 * the last time after it has ended.
 *
 * @param onError called when a run failed; the next one continues.
 * @returns a function that stops it without waiting for the current run.
 */
export function recordAdoptionsOfOlderVersions(
  database: Database,
  clock: Clock,
  { timeZone, onError }: { readonly timeZone: () => Promise<string>; onError(error: unknown): void },
): () => void {
  return runInBackground(clock, {
    intervalMs: INTERVAL,
    onError,
    run: async (isStopped) => {
      // Asked first, so that what a process completed before its end is found.
      const hasOlder = (await database.hasOlderProcesses?.()) ?? false;
      await recordMissingAdoptions(database, await timeZone(), isStopped);
      return hasOlder ? 'more' : 'done';
    },
  });
}
