import { sql } from 'kysely';
import { INT64_MAX } from '../../platform/core/int64.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { mergedInto } from '../../platform/database/merged-pets.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { addedEvents } from './added-events.ts';
import type { NewEvent } from './event.ts';
import { withBodies } from './event-bodies.ts';
import { assignEventIds, latestEventId } from './event-ids.ts';
import { divideRows, type EventRow, insertDivided } from './event-parts.ts';
import {
  type EventRange,
  eventsQuery,
  isEvent,
  lastOfPetQuery,
  type PetScan,
  type StoredEvent,
  type Viewer,
  visibilityOf,
} from './event-query.ts';
import { tellOfEvents } from './pet-followers.ts';

/** The maximum number of events that one request scans, however few of them the viewer may see. */
const MAX_SCANNED = 1_000;

/** The maximum number of events that one statement inserts. SQLite has at most 32,766 parameters in a statement, PostgreSQL 65,535. */
const MAX_INSERTED = 1_000;

/** Records changes. Call it in the transaction of the changes. */
export async function appendEvents(db: Queries, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ type, at, actor, petId, body, audience, listing, mergedInto: intoId }) => ({
    type,
    at: BigInt(at),
    account_id: actor?.accountId ?? null,
    api_key_id: actor?.keyId ?? null,
    person_id: actor?.personId ?? null,
    placed_by: audience?.placedBy ?? null,
    owner_id: audience?.ownerId ?? null,
    body,
    pet_id: petId,
    pet_created_at: listing?.createdAt ?? null,
    status_changed_at: listing?.statusChangedAt ?? null,
    profile_tag: listing?.profileTag ?? null,
    merged_into: intoId ?? null,
  }));
  for (let first = 0; first < rows.length; first += MAX_INSERTED) {
    await insertRows(db, rows.slice(first, first + MAX_INSERTED));
  }
  addedEvents.set(db);
  await tellOfEvents(db, events);
}

async function insertRows(db: Queries, rows: readonly EventRow[]): Promise<void> {
  const divided = divideRows(rows);
  if (divided.parts.size > 0) await insertDivided(db, divided.rows, divided.parts);
  else await eventInserts.all(db, { rows });
}

const eventInserts = new PreparedQuery((db, { rows }: { rows: readonly EventRow[] }) =>
  db.insertInto('events').values(rows),
);

interface EventRequest {
  readonly after: bigint;
  readonly limit: number;
  readonly viewer: Viewer;
  readonly petId?: bigint | undefined;
}

export interface EventPage {
  readonly events: StoredEvent[];
  /** The viewer continues after this id, even if there was no event for it. */
  readonly lastScannedId: bigint;
  /** True if no event followed the scanned ones. */
  readonly isEnd: boolean;
}

/** Up to where a request scans. */
interface ScanEnd {
  readonly id: bigint;
  readonly isEnd: boolean;
}

/** Reads the events after an id that the viewer may see, of all pets or of one, oldest first. */
export function readEvents(
  database: Database,
  { viewer, petId, ...rest }: EventRequest,
): MaybePromise<EventPage> {
  const request = { ...rest, petId, ...visibilityOf(viewer) };
  if (petId !== undefined) {
    return andThen(latestEventId(database), (upTo) =>
      andThen(mergedInto(database.read, petId), (merged) => {
        const before = Math.floor((MAX_SCANNED - 1) / (1 + merged.length));
        const scan = { after: request.after, upTo, before };
        return andThen(lastOfPets(database.read, scan, [petId, ...merged]), (end) =>
          readUpTo(database.read, { ...request, merged }, end),
        );
      }),
    );
  }
  return andThen(assignEventIds(database), () => readNext(database.read, request));
}

/** Reads the events after an id, for all accounts. Call `latestEventId` before, which assigns their ids. */
export function readEveryEvent(
  database: Database,
  range: { readonly after: bigint; readonly upTo: bigint; readonly limit: number },
): MaybePromise<EventPage> {
  const everyone = { petId: undefined, visibleTo: undefined, applicationsOf: undefined, forEveryone: true };
  return readUpTo(database.read, { ...range, ...everyone }, { id: range.upTo, isEnd: true });
}

interface PageRequest extends Omit<EventRange, 'upTo'> {
  /** The pets that were merged into the pet: their events are those of the pet. */
  readonly merged?: readonly bigint[];
}

const eventsOfRange = new PreparedQuery(eventsQuery, ['forEveryone']);

interface EventsInRange {
  readonly events: StoredEvent[];
  /** The last id if there may be more: the page has its number of events, or its bytes. */
  readonly fullAt: bigint | undefined;
}

type EventRows = readonly Awaited<ReturnType<ReturnType<typeof eventsQuery>['executeTakeFirstOrThrow']>>[];

function readRange(db: Queries, range: PageRequest & EventRange): MaybePromise<EventsInRange> {
  return andThen(rowsOfRange(db, range), (rows) =>
    andThen(withBodies(db, rows), (read) => {
      const isFull = rows.length === range.limit || read.length < rows.length;
      return {
        events: read.filter(isEvent).map(toEvent),
        fullAt: isFull ? read.at(-1)?.id : undefined,
      };
    }),
  );
}

/** Names each member: a rest of the row would be a slow copy, which took a tenth of a page. */
function toEvent(row: EventRows[number] & { readonly body: string }): StoredEvent {
  return {
    id: row.id,
    type: row.type,
    at: Number(row.at),
    body: row.body,
    petId: row.pet_id,
    placedBy: row.placed_by,
    ownerId: row.owner_id,
    createdAt: row.pet_created_at,
    statusChangedAt: row.status_changed_at,
    profileTag: row.profile_tag,
    mergedInto: row.merged_into,
  };
}

function rowsOfRange(
  db: Queries,
  { merged = [], ...range }: PageRequest & EventRange,
): MaybePromise<EventRows> {
  const own = eventsOfRange.all(db, range);
  return merged.length === 0 ? own : andThen(own, (rows) => addMerged(db, range, merged, rows));
}

/** Adds the events of merged pets: each is a range of the same index, so that the cost does not depend on other pets. */
function addMerged(
  db: Queries,
  range: EventRange,
  [petId, ...others]: readonly bigint[],
  found: EventRows,
): MaybePromise<EventRows> {
  if (petId === undefined) {
    return found.toSorted((one, other) => (one.id < other.id ? -1 : 1)).slice(0, range.limit);
  }
  return andThen(eventsOfRange.all(db, { ...range, petId }), (rows) =>
    addMerged(db, range, others, [...found, ...rows]),
  );
}

/**
 * Reads a page of the events of all pets.
 *
 * It must not skip an event that is committed during the reads. Events become visible in the order of their ids: a query
 * that sees an event also sees every event with a lower id. So a full page has no gap before its last event. For any other
 * page, the end of the scanned events is read before the events, which then include all up to that end.
 */
function readNext(db: Queries, request: PageRequest): MaybePromise<EventPage> {
  const { after } = request;
  // Ids have almost no gaps, so a full page is usually within this range, and one query is enough.
  const most = BigInt(MAX_SCANNED);
  const upTo = after > INT64_MAX - most ? INT64_MAX : after + most;
  return andThen(readRange(db, { ...request, upTo }), ({ events, fullAt }) => {
    if (fullAt !== undefined) return { events, lastScannedId: fullAt, isEnd: false };
    const last = events.at(-1)?.id ?? after;
    return andThen(lastOfNext(db, after), (end) =>
      // No event follows the page, so the page has all events up to the end that was read after it.
      end.id === last ? { events, lastScannedId: last, isEnd: end.isEnd } : readUpTo(db, request, end),
    );
  });
}

/** Reads a page of the events up to `end`, which was read before. */
function readUpTo(db: Queries, request: PageRequest, end: ScanEnd): MaybePromise<EventPage> {
  const upTo = end.id > request.after ? end.id : request.after;
  return andThen(readRange(db, { ...request, upTo }), ({ events, fullAt }) => ({
    events,
    lastScannedId: fullAt ?? upTo,
    isEnd: end.isEnd && fullAt === undefined,
  }));
}

const lastOfNextIds = new PreparedQuery((db, { after }: { after: bigint }) => {
  const next = db
    .selectFrom('events')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(sql.lit(MAX_SCANNED));
  return db
    .selectFrom(next.as('next'))
    .select(({ fn }) => [fn.max<bigint | null>('id').as('id'), fn.countAll().as('scanned')]);
});

/** Returns the last id of the next events that one request scans; `after` if there are none. */
function lastOfNext(db: Queries, after: bigint): MaybePromise<ScanEnd> {
  return andThen(lastOfNextIds.first(db, { after }), (row) => ({
    id: row?.id ?? after,
    isEnd: Number(row?.scanned ?? 0) < MAX_SCANNED,
  }));
}

const lastsOfPet = new PreparedQuery(lastOfPetQuery);

/** Returns the last id of the next events of pets that one request scans. */
function lastOfPets(
  db: Queries,
  scan: PetScan,
  [petId, ...others]: readonly bigint[],
): MaybePromise<ScanEnd> {
  if (petId === undefined) return { id: scan.upTo, isEnd: true };
  return andThen(lastsOfPet.first(db, { ...scan, petId }), (last) =>
    andThen(lastOfPets(db, { ...scan, upTo: last?.id ?? scan.upTo }, others), ({ id, isEnd }) => ({
      id,
      isEnd: isEnd && last === undefined,
    })),
  );
}

const feedAt = new PreparedQuery((db, { position }: { position: bigint }) =>
  db
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
    .select(['last_purged', 'first_id']),
);

/** Returns why a reader cannot continue after the event `position`; undefined if it can. */
export function gapAfter(db: Queries, position: bigint): MaybePromise<'purged' | 'skipped' | undefined> {
  return andThen(feedAt.first(db, { position }), (row) => {
    if (row === undefined) return undefined;
    if (position < row.last_purged) return 'purged';
    return row.first_id === null ? undefined : 'skipped';
  });
}
