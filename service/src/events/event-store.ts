import { type Insertable, sql } from 'kysely';
import { CoalescedTask } from '../core/single-flight.ts';
import { BulkInsert } from '../database/compiled-query-cache.ts';
import type { Database, Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { NewEvent } from './event.ts';
import { eventsQuery, type StoredEvent, type Viewer } from './event-query.ts';

export type { Viewer };

/** Events get their ids this many at a time at most, so that no reader waits long for those of an import. */
const NUMBERED_MOST = 5_000;
/** Who asks for the head waits for no more than this many times as many. */
const ROUNDS_FOR_HEAD = 20;

/** A reader gets on by this many events at a time at most, however few of them it may see. */
const LOOKED_AT_MOST = 1_000;

/** Records changes; call it in the transaction of the changes. */
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
  await newEvents.run(db, rows);
}

const newEvents = new BulkInsert((db, rows: readonly Insertable<Tables['events']>[]) =>
  db.insertInto('events').values([...rows]),
);

/**
 * Gives the events that have no id yet the next ones, so that they can be read. Where transactions write at the same
 * time, an event that is written first may be committed last, and a reader that has gone past it would never see it.
 * So ids are given to what is committed, in the order in which it was written: a change that follows another, of the
 * same pet or order, was written after it. Only readers wait for each other here, never a writer. See ADR 0009.
 *
 * @returns whether there may be more.
 */
export async function assignEventIds(database: Database): Promise<boolean> {
  if (!database.engine.supportsConcurrentWrites || !(await hasUnnumbered(database.read))) return false;
  const numbering = numberings.get(database) ?? new CoalescedTask(() => numberNext(database));
  numberings.set(database, numbering);
  return numbering.run();
}

/** The readers of a process share a run, and with it one connection: they must not take those of the writers. */
const numberings = new WeakMap<Database, CoalescedTask<boolean>>();

function numberNext({ write }: Database): Promise<boolean> {
  return write(async (db) => {
    // One after the other: the events are looked at only when the ids of the one before are committed.
    await db.selectFrom('event_feed').select('last_purged').forUpdate().execute();
    const head = await lastNumber(db);
    const { numAffectedRows = 0n } = await sql`
      update events set id = ${head} + numbered.position
      from (
        select sequence, row_number() over (order by sequence) as position
        from (select sequence from events where id is null order by sequence limit ${sql.lit(NUMBERED_MOST)}) as next
      ) as numbered
      where events.sequence = numbered.sequence`.execute(db);
    return numAffectedRows === BigInt(NUMBERED_MOST);
  });
}

async function hasUnnumbered(read: Queries): Promise<boolean> {
  return (
    (await read.selectFrom('events').select('type').where('id', 'is', null).limit(1).execute()).length > 0
  );
}

/**
 * The events after an id that the viewer may see, of all pets or of one, oldest first, and the last id that was looked
 * at: where the viewer goes on, even if it saw nothing.
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
  // Before the events: what is recorded meanwhile is beyond it, so that the viewer is told next time.
  const upTo = await (petId === undefined ? lastOfNext(database, after) : headFrom(database, after));
  const rows = await eventsQuery(database.read, { after, upTo, petId, limit, viewer }).execute();
  const events = rows.map((row) => ({ ...row, at: Number(row.at) }));
  const lastScannedId = events.length === limit ? (events.at(-1)?.id ?? after) : upTo;
  return { events, lastScannedId };
}

/** The id of the last of the next events that one request looks at; `after` itself if there is none. */
async function lastOfNext(database: Database, after: bigint): Promise<bigint> {
  await assignEventIds(database);
  const next = database.read
    .selectFrom('events')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(LOOKED_AT_MOST)
    .as('next');
  const row = await database.read
    .selectFrom(next)
    .select((columns) => columns.fn.max<bigint | null>('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? after;
}

/** The head, or `after` if that is beyond it. The events of one pet up to there are few, however long the feed is. */
async function headFrom(database: Database, after: bigint): Promise<bigint> {
  const head = await latestEventId(database);
  return head > after ? head : after;
}

/** The id of the newest event, purged ones included; 0 if there never was one. */
export async function latestEventId(database: Database): Promise<bigint> {
  // Were some left without an id, a reader from here would be told later what it can read already: too much, not too little.
  for (let round = 0; round < ROUNDS_FOR_HEAD && (await assignEventIds(database)); round += 1);
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

/** The id after which the next event gets its own: a recovery skips some. */
async function lastNumber(db: Queries): Promise<bigint> {
  const newest = await newestId(db);
  const skipped = await db
    .selectFrom('skipped_ids')
    .select(({ fn }) => fn.max<bigint | null>('last_id').as('last'))
    .where('table_name', '=', 'events')
    .executeTakeFirst();
  const last = skipped?.last ?? 0n;
  return last > newest ? last : newest;
}

/** Why a reader that knows the event `position` cannot go on from it; undefined if it can. */
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

/** The id of the newest event that is no longer kept; 0 if all are. */
export async function lastPurgedId(db: Queries): Promise<bigint> {
  const row = await db.selectFrom('event_feed').select('last_purged').executeTakeFirst();
  return row?.last_purged ?? 0n;
}

/**
 * Removes up to `most` of the oldest events that happened before `before`; returns how many. Only the beginning of the
 * feed goes, so what is left has no gap.
 */
export async function purgeEvents(database: Database, before: number, most: number): Promise<number> {
  await assignEventIds(database);
  return database.write(async (db) => {
    const oldest = await db
      .selectFrom('events')
      .select(['id', 'at'])
      .where('id', 'is not', null)
      .orderBy('id')
      .limit(most)
      .execute();
    const firstKept = oldest.findIndex(({ at }) => at >= BigInt(before));
    const purged = firstKept === -1 ? oldest : oldest.slice(0, firstKept);
    const last = purged.at(-1);
    if (last === undefined) return 0;
    await db.deleteFrom('events').where('id', '<=', last.id).execute();
    // Another process may have removed more meanwhile.
    await db
      .updateTable('event_feed')
      .set({ last_purged: last.id })
      .where('last_purged', '<', last.id)
      .execute();
    return purged.length;
  });
}
