import { hash } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { scanJson, stringifyJson } from '../../platform/core/json.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { jsonRows } from '../../platform/database/json-rows.ts';
import { engineOf, PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import type { Tables } from '../../platform/database/tables.ts';

/*
 * Divides the JSON of an event into parts that other events of the same animal are likely to have, and the rest, which refers
 * to them (docs/adr/0064). Parts are the long strings, and the objects in arrays, such as photos.
 */

export type EventRow = Insertable<Tables['events']>;

/**
 * A part keeps the position of an event that uses it. An event that is at most this much later leaves it, so that a part is not
 * written with each event. A part is kept as much longer.
 */
const MAX_DISTANCE = 100;
const PARTS_PER_INSERT = 500;

/** A shorter part takes less space in each body than a row of its own. */
const MIN_LENGTH = 128;
/** JSON has no such character: in a string it is escaped. */
const MARK = '\u001a';
const DIGEST_BYTES = 16;
/** The digest has 22 characters. After it are the bytes of the part. */
const REFERENCE = new RegExp(`${MARK}([\\w-]{22})(\\d+);`, 'g');

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

const partDeletion = new PreparedQuery((db, { limit }: { limit: number }) => {
  const first = db
    .selectFrom('events')
    .select(sql<bigint>`min(${positionOf(db)}) - ${sql.lit(MAX_DISTANCE)}`.as('first'));
  const unused = db
    .selectFrom('event_parts')
    .select('digest')
    .where('used_by', '<', first)
    .orderBy('used_by')
    .limit(rowLimit(limit))
    .forUpdate()
    // What is locked is being used again. To wait for it would be a deadlock, as `saveParts` locks in another order.
    .skipLocked();
  return db.deleteFrom('event_parts').where('digest', 'in', unused).returning('digest');
});

/** Deletes up to `limit` parts that no event refers to any more, after events were purged. Returns their number. */
export async function purgeParts(db: Queries, limit: number): Promise<number> {
  return (await partDeletion.all(db, { limit })).length;
}

interface DividedBody {
  /** With references. */
  readonly body: string;
  /** The parts by their digests. */
  readonly parts: ReadonlyMap<string, string>;
}

/** @param petId parts are not shared by animals, whose changes would otherwise wait for each other. */
export function divideBody(petId: bigint, body: string): DividedBody {
  const parts = new Map<string, string>();
  if (body.length < MIN_LENGTH) return { body, parts };
  let rest = '';
  let end = 0;
  for (const [from, to] of partsIn(body)) {
    const part = body.slice(from, to);
    const digest = digestOf(petId, part);
    parts.set(digest, part);
    rest += `${body.slice(end, from)}${MARK}${digest}${Buffer.byteLength(part)};`;
    end = to;
  }
  return { body: rest + body.slice(end), parts };
}

/** Returns the digests of the parts that a body refers to, with their bytes. */
export function referencesIn(body: string): Array<{ readonly digest: string; readonly bytes: number }> {
  if (!body.includes(MARK)) return [];
  return [...body.matchAll(REFERENCE)].map(([, digest = '', bytes]) => ({ digest, bytes: Number(bytes) }));
}

/** Returns the body with its parts. One that is missing becomes null. */
export function joinBody(body: string, parts: ReadonlyMap<string, string>): string {
  if (!body.includes(MARK)) return body;
  return body.replace(REFERENCE, (_, digest: string) => parts.get(digest) ?? 'null');
}

function digestOf(petId: bigint, part: string): string {
  return hash('sha256', `${petId} ${part}`, 'buffer').subarray(0, DIGEST_BYTES).toString('base64url');
}

/** Returns where each part begins and ends. The text is JSON without white space. */
function partsIn(json: string): Array<readonly [number, number]> {
  const parts: Array<readonly [number, number]> = [];
  /** The brackets that are open. */
  const open: string[] = [];
  /** The object in an array that the scanner is in. All of it is one part. */
  let object: { readonly start: number; readonly depth: number } | undefined;
  const add = (start: number, end: number) => {
    if (end - start >= MIN_LENGTH) parts.push([start, end]);
  };
  scanJson(json, {
    onString: (start, end) => {
      if (object === undefined) add(start, end);
    },
    onOpen: (at) => {
      const bracket = json[at] ?? '';
      if (bracket === '{' && open.at(-1) === '[') object ??= { start: at, depth: open.length };
      open.push(bracket);
    },
    onClose: (at) => {
      open.pop();
      if (object?.depth !== open.length) return;
      add(object.start, at + 1);
      object = undefined;
    },
  });
  return parts;
}
