import { type Insertable, sql } from 'kysely';
import { CoalescedTask } from '../core/single-flight.ts';
import { BulkInsert } from '../database/compiled-query-cache.ts';
import type { Database, Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { NewEvent } from './event.ts';
import { eventsQuery, type StoredEvent, type Viewer } from './event-query.ts';

export type { Viewer };

/** The maximum number of events that get their ids in one transaction, so that no reader waits long after an import. */
const MAX_ASSIGNED = 5_000;
/** The maximum number of such transactions that a request for the end of the feed waits for. */
const MAX_ROUNDS = 20;

/** The maximum number of events that one request scans, however few of them the viewer may see. */
const MAX_SCANNED = 1_000;

/** Records changes. Call it in the transaction of the changes. */
export async function appendEvents(db: Queries, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ type, at, actor, petId, body, audience }) => ({
    type,
    at: BigInt(at),
    account_id: actor?.accountId ?? null,
    api_key_id: actor?.keyId ?? null,
    placed_by: audience?.placedBy ?? null,
    owner_id: audience?.ownerId ?? null,
    body,
    pet_id: petId,
  }));
  await eventInsert.run(db, rows);
}

const eventInsert = new BulkInsert((db, rows: readonly Insertable<Tables['events']>[]) =>
  db.insertInto('events').values([...rows]),
);

/**
 * Assigns the next ids to events without one, so that they can be read (ADR 0009). With concurrent writes, an event that
 * is written first may be committed last, and a reader that has passed its id would never see it. So ids are assigned
 * only to committed events, in the order of writing, which is the order of the changes of one pet or order. Only readers
 * wait for each other here, never a writer.
 *
 * @returns true if there may be more.
 */
export async function assignEventIds(database: Database): Promise<boolean> {
  if (!database.engine.supportsConcurrentWrites || !(await hasUnassigned(database.read))) return false;
  const assignment = assignments.get(database) ?? new CoalescedTask(() => assignNext(database));
  assignments.set(database, assignment);
  return assignment.run();
}

/** The readers of a process share one run, and with it one connection, because they must not exhaust those of the writers. */
const assignments = new WeakMap<Database, CoalescedTask<boolean>>();

function assignNext({ write }: Database): Promise<boolean> {
  return write(async (db) => {
    // Locks out other processes: the next one must see the ids that this one commits.
    await db.selectFrom('event_feed').select('last_purged').forUpdate().execute();
    const lastId = await lastAssignedId(db);
    const { numAffectedRows = 0n } = await sql`
      update events set id = ${lastId} + numbered.position
      from (
        select sequence, row_number() over (order by sequence) as position
        from (select sequence from events where id is null order by sequence limit ${sql.lit(MAX_ASSIGNED)}) as next
      ) as numbered
      where events.sequence = numbered.sequence`.execute(db);
    return numAffectedRows === BigInt(MAX_ASSIGNED);
  });
}

async function hasUnassigned(read: Queries): Promise<boolean> {
  return (
    (await read.selectFrom('events').select('type').where('id', 'is', null).limit(1).execute()).length > 0
  );
}

/**
 * Reads the events after an id that the viewer may see, of all pets or of one, oldest first. The viewer continues after
 * `lastScannedId`, even if there was no event for it.
 */
export async function readEvents(
  database: Database,
  {
    after,
    limit,
    viewer,
    petId,
  }: { after: bigint; limit: number; viewer: Viewer; petId?: bigint | undefined },
): Promise<{ events: StoredEvent[]; lastScannedId: bigint }> {
  // Before the events are read: the viewer gets those that are recorded in between the next time.
  const upTo = await (petId === undefined ? lastOfNext(database, after) : endFrom(database, after));
  const rows = await eventsQuery(database.read, { after, upTo, petId, limit, viewer }).execute();
  const events = rows.map((row) => ({ ...row, at: Number(row.at) }));
  const lastScannedId = events.length === limit ? (events.at(-1)?.id ?? after) : upTo;
  return { events, lastScannedId };
}

/** Returns the last id of the next events that one request scans; `after` if there are none. */
async function lastOfNext(database: Database, after: bigint): Promise<bigint> {
  await assignEventIds(database);
  const next = database.read
    .selectFrom('events')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(MAX_SCANNED)
    .as('next');
  const row = await database.read
    .selectFrom(next)
    .select((columns) => columns.fn.max<bigint | null>('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? after;
}

/** Returns the end of the feed, or `after` if that is later. One pet has few events, so there is no limit. */
async function endFrom(database: Database, after: bigint): Promise<bigint> {
  const latest = await latestEventId(database);
  return latest > after ? latest : after;
}

/** Returns the end of the feed: the id of the newest event, also if it was purged; 0 if there never was one. */
export async function latestEventId(database: Database): Promise<bigint> {
  // If some events have no id yet, a client that starts here may receive them again (at least once); it never misses one.
  for (let round = 0; round < MAX_ROUNDS && (await assignEventIds(database)); round += 1);
  return newestId(database.read);
}

async function newestId(db: Queries): Promise<bigint> {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where('id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? (await lastPurgedId(db));
}

/** Returns the id after which the next event gets its own. A recovery skips some ids. */
async function lastAssignedId(db: Queries): Promise<bigint> {
  const newest = await newestId(db);
  const skipped = await db
    .selectFrom('skipped_ids')
    .select(({ fn }) => fn.max<bigint | null>('last_id').as('last'))
    .where('table_name', '=', 'events')
    .executeTakeFirst();
  const last = skipped?.last ?? 0n;
  return last > newest ? last : newest;
}

/** Returns why a reader cannot continue after the event `position`; undefined if it can. */
export async function gapAfter(db: Queries, position: bigint): Promise<'purged' | 'skipped' | undefined> {
  const row = await db
    .selectFrom('event_feed')
    .leftJoin('skipped_ids', (join) =>
      join.on(({ and, eb, val }) =>
        and([
          eb('skipped_ids.table_name', '=', 'events'),
          eb(val(position), '>=', eb.ref('first_id')),
          eb(val(position), '<=', eb.ref('last_id')),
        ]),
      ),
    )
    .select(['last_purged', 'first_id'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (position < row.last_purged) return 'purged';
  return row.first_id === null ? undefined : 'skipped';
}

/** Returns the id of the newest purged event; 0 if none was purged. */
export async function lastPurgedId(db: Queries): Promise<bigint> {
  const row = await db.selectFrom('event_feed').select('last_purged').executeTakeFirst();
  return row?.last_purged ?? 0n;
}

/**
 * Deletes up to `limit` of the oldest events from before `before`, and returns their number. It stops at the first newer
 * event, so that the rest of the feed has no gap.
 */
export async function purgeEvents(database: Database, before: number, limit: number): Promise<number> {
  await assignEventIds(database);
  return database.write(async (db) => {
    const oldest = await db
      .selectFrom('events')
      .select(['id', 'at'])
      .where('id', 'is not', null)
      .orderBy('id')
      .limit(limit)
      .execute();
    const firstKept = oldest.findIndex(({ at }) => at >= BigInt(before));
    const purged = firstKept === -1 ? oldest : oldest.slice(0, firstKept);
    const last = purged.at(-1);
    if (last === undefined) return 0;
    await db.deleteFrom('events').where('id', '<=', last.id).execute();
    // Another process may have purged more in between.
    await db
      .updateTable('event_feed')
      .set({ last_purged: last.id })
      .where('last_purged', '<', last.id)
      .execute();
    return purged.length;
  });
}
