import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { CoalescedTask } from '../../platform/core/tasks/single-flight.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';

/** The maximum number of events that get their ids in one transaction, so that no reader waits long after an import. */
const MAX_ASSIGNED = 5_000;
/** The maximum number of such transactions that a request for the end of the feed waits for. */
const MAX_ROUNDS = 20;

/**
 * Assigns the next ids to events without one, so that they can be read (docs/adr/0009). With concurrent writes, an event that
 * is written first may be committed last, and a reader that has passed its id would never see it. So ids are assigned
 * only to committed events, in the order of writing, which is the order of the changes of one pet or order. Only readers
 * wait for each other here, never a writer. Without concurrent writes, every event has an id already.
 *
 * @returns true if there may be more.
 */
export function assignEventIds(database: Database): MaybePromise<boolean> {
  return database.engine.supportsConcurrentWrites && assignToUnassigned(database);
}

async function assignToUnassigned(database: Database): Promise<boolean> {
  if (!(await hasUnassignedEvents(database.read))) return false;
  const assignment = assignments.get(database) ?? new CoalescedTask(() => assignNext(database));
  assignments.set(database, assignment);
  return assignment.run();
}

/** Returns true if an event has no id yet. Only for an engine with concurrent writes. */
export async function hasUnassignedEvents(db: Queries): Promise<boolean> {
  return (await unassignedEvent.first(db, {})) !== undefined;
}

const unassignedEvent = new PreparedQuery((db) =>
  db.selectFrom('events').select('type').where('id', 'is', null).limit(sql.lit(1)),
);

/** The readers of a process share one run, and with it one connection, because they must not exhaust those of the writers. */
const assignments = new WeakMap<Database, CoalescedTask<boolean>>();

function assignNext({ write }: Database): Promise<boolean> {
  return write(async (db) => {
    // Locks out other processes: the next one must see the ids that this one commits.
    await feedLock.all(db, {});
    const lastId = await lastAssignedId(db);
    const result = await idAssignment.first(db, { lastId });
    return result?.count === BigInt(MAX_ASSIGNED);
  });
}

const feedLock = new PreparedQuery((db) => db.selectFrom('event_feed').select('last_purged').forUpdate());

const idAssignment = new PreparedQuery(
  (_db, { lastId }: { lastId: bigint }) => sql<{ count: bigint }>`
    with assigned as (
      update events set id = ${lastId} + numbered.position
      from (
        select sequence, row_number() over (order by sequence) as position
        from (select sequence from events where id is null order by sequence limit ${sql.lit(MAX_ASSIGNED)}) as next
      ) as numbered
      where events.sequence = numbered.sequence
      returning 1
    )
    select count(*) as count from assigned`,
);

/** Returns the end of the feed: the id of the newest event, also if it was purged; 0 if there never was one. */
export function latestEventId(database: Database): MaybePromise<bigint> {
  return andThen(assignAllEventIds(database), () => newestId(database.read));
}

/** Assigns the ids of all events. If some events have no id yet, a client that starts here may receive them again (at least once); it never misses one. */
export function assignAllEventIds(database: Database): MaybePromise<void> {
  if (!database.engine.supportsConcurrentWrites) return undefined;
  return assignInRounds(database);
}

async function assignInRounds(database: Database): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS && (await assignEventIds(database)); round += 1);
}

const newestEvent = new PreparedQuery((db) =>
  db.selectFrom('events').select('id').where('id', 'is not', null).orderBy('id', 'desc').limit(sql.lit(1)),
);

function newestId(db: Queries): MaybePromise<bigint> {
  return andThen(newestEvent.first(db, {}), (row) => row?.id ?? lastPurgedId(db));
}

const lastSkippedEvent = new PreparedQuery((db) =>
  db
    .selectFrom('skipped_ids')
    .select(({ fn }) => fn.max<bigint | null>('last_id').as('last'))
    .where('table_name', '=', 'events'),
);

/** Returns the last id that recoveries have skipped; 0 if there was none. */
export function lastSkippedId(db: Queries): MaybePromise<bigint> {
  return andThen(lastSkippedEvent.first(db, {}), (row) => row?.last ?? 0n);
}

/** Returns the id after which the next event gets its own. A recovery skips some ids. */
async function lastAssignedId(db: Queries): Promise<bigint> {
  const newest = await newestId(db);
  const last = await lastSkippedId(db);
  return last > newest ? last : newest;
}

const feedState = new PreparedQuery((db) => db.selectFrom('event_feed').select('last_purged'));

/** Returns the id of the newest purged event; 0 if none was purged. */
export function lastPurgedId(db: Queries): MaybePromise<bigint> {
  return andThen(feedState.first(db, {}), (row) => row?.last_purged ?? 0n);
}
