import { type Insertable, sql } from 'kysely';
import { stringifyJson } from '../core/json.ts';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Queries } from '../database/database.ts';
import { jsonRows } from '../database/json-rows.ts';
import { engineOf, PreparedQuery, rowLimit } from '../database/prepared-query.ts';
import type { Tables } from '../database/tables.ts';
import { type DividedBody, divideBody, joinBody, referencesIn } from './shared-parts.ts';

/** The parts that events share (docs/adr/0064). */

export type EventRow = Insertable<Tables['events']>;

/**
 * A part keeps the position of an event that uses it. An event that is at most this much later leaves it, so that a part is not
 * written with each event. A part is kept as much longer.
 */
const MAX_DISTANCE = 100;
/** An event has few parts: those of its texts and photos. */
const DELETED_FOR_EACH_EVENT = 30;
const PARTS_PER_INSERT = 500;

/** The column with the order in which events were written. */
function positionOf(db: Queries) {
  return sql.ref<bigint>(engineOf(db).supportsConcurrentWrites ? 'sequence' : 'id');
}

/** Returns rows of events with divided bodies. Those of orders stay whole: a reference must not be kept longer than its event. */
export function divideRows(rows: readonly EventRow[]): { rows: EventRow[]; parts: Map<string, string> } {
  const parts = new Map<string, string>();
  const divided = rows.map((row) => {
    if (row.pet_id === null || row.pet_id === undefined || row.type.startsWith('order.')) return row;
    const found: DividedBody = divideBody(row.pet_id, row.body);
    for (const [digest, part] of found.parts) parts.set(digest, part);
    return found.parts.size === 0 ? row : { ...row, body: found.body };
  });
  return { rows: divided, parts };
}

const insertsWithPosition = new PreparedQuery((db, { rows }: { rows: readonly EventRow[] }) =>
  db.insertInto('events').values(rows).returning(positionOf(db).as('position')),
);

/** Adds events and the parts that they refer to, with the rows and parts of `divideRows`. */
export async function insertDivided(
  db: Queries,
  rows: readonly EventRow[],
  parts: ReadonlyMap<string, string>,
): Promise<void> {
  const inserted = await insertsWithPosition.all(db, { rows });
  const usedBy = inserted.reduce((last, { position }) => (position > last ? position : last), 0n);
  await saveParts(db, parts, usedBy);
}

/** Adds the parts that do not exist yet. `usedBy` is the position of the last event that refers to them. */
export async function saveParts(
  db: Queries,
  parts: ReadonlyMap<string, string>,
  usedBy: bigint,
): Promise<void> {
  // In one order, so that no two transactions wait for each other.
  const rows = [...parts].sort(([one], [other]) => (one < other ? -1 : 1));
  for (let start = 0; start < rows.length; start += PARTS_PER_INSERT) {
    await partInserts.all(db, { json: stringifyJson(rows.slice(start, start + PARTS_PER_INSERT)), usedBy });
  }
}

const partInserts = new PreparedQuery(
  (db, { json, usedBy }: { json: string; usedBy: bigint }) => sql`
    insert into event_parts (digest, content, used_by)
    select digest, content, cast(${usedBy} as bigint)
    from ${jsonRows(db, json, { digest: 'text', content: 'text' })} as parts where true
    on conflict (digest) do update set used_by = excluded.used_by
      where event_parts.used_by < excluded.used_by - ${sql.lit(MAX_DISTANCE)}`,
);

const partsByDigest = new PreparedQuery((db, { digests }: { digests: readonly string[] }) =>
  db.selectFrom('event_parts').select(['digest', 'content']).where('digest', 'in', digests),
);

/** Returns the bodies with the parts that they refer to. */
export function joinBodies(db: Queries, bodies: readonly string[]): MaybePromise<string[]> {
  const digests = [...new Set(bodies.flatMap((body) => referencesIn(body).map(({ digest }) => digest)))];
  if (digests.length === 0) return [...bodies];
  return andThen(partsByDigest.all(db, { digests }), (rows) => {
    const parts = new Map(rows.map(({ digest, content }) => [digest, content]));
    return bodies.map((body) => joinBody(body, parts));
  });
}

/** Deletes the parts that no event refers to any more, after events were purged. */
export async function purgeParts(db: Queries, purgedEvents: number): Promise<void> {
  await partDeletion.all(db, { limit: purgedEvents * DELETED_FOR_EACH_EVENT });
}

const partDeletion = new PreparedQuery((db, { limit }: { limit: number }) => {
  const first = db
    .selectFrom('events')
    .select(sql<bigint>`min(${positionOf(db)}) - ${sql.lit(MAX_DISTANCE)}`.as('first'));
  const unused = db
    .selectFrom('event_parts')
    .select('digest')
    .where('used_by', '<', first)
    .orderBy('digest')
    .limit(rowLimit(limit))
    .forUpdate();
  return db.deleteFrom('event_parts').where('digest', 'in', unused);
});
