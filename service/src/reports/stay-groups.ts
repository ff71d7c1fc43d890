import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';

// Reads the groups of `stays` in parts of a bounded number of rows, with other work of the process in between.

/** Reading and adding up a part takes a few milliseconds. */
const PART_ROWS = 4_000;

type StayKind = 'stay' | 'foster';

/** Whose animals count; undefined for all. */
export interface StayScope {
  readonly kind: StayKind;
  readonly ownerId: bigint | undefined;
}

/** The rows with the same key, whose parts are those that `0030-stays.ts` describes. */
export interface StayGroup {
  readonly parts: readonly string[];
  readonly count: number;
}

/** The animals that were in care on one day, by category and age. */
export interface OpenGroup {
  readonly categoryId: string;
  readonly age: string;
  /** The month in which they became five months old, still in care; `-` if they did not. */
  readonly growsUp: string;
  readonly count: number;
}

type KeyName = 'in_key' | 'out_key';

interface Position {
  readonly key: string;
  readonly id: bigint;
}

interface Part {
  readonly name: KeyName;
  readonly kind: StayKind;
  readonly fromKey: string;
  readonly fromId: bigint;
  readonly toKey: string;
  readonly toId: bigint;
}

const partEnd = new PreparedQuery(
  (_db, { name, kind, fromKey, fromId, toKey, toId }: Part) => sql<{ key: string; id: bigint }>`
    select ${sql.ref(name)} as key, movement_id as id from stays
    where kind = ${kind} and (${sql.ref(name)}, movement_id) >= (${fromKey}, ${fromId})
      and (${sql.ref(name)}, movement_id) < (${toKey}, ${toId})
    order by ${sql.ref(name)}, movement_id limit 1 offset ${sql.lit(PART_ROWS)}`,
  ['name'],
);

/** Calls `read` for each part of the range, and lets other work run between two parts. */
async function readParts(
  db: Queries,
  { name, kind, from, to }: { name: KeyName; kind: StayKind; from: string; to: string },
  read: (part: Part) => Promise<void>,
): Promise<void> {
  const end: Position = { key: to, id: 0n };
  for (let start: Position = { key: from, id: 0n }; ; ) {
    const range = { name, kind, fromKey: start.key, fromId: start.id, toKey: end.key, toId: end.id };
    const next = await partEnd.first(db, range);
    await read(next === undefined ? range : { ...range, toKey: next.key, toId: next.id });
    await nextTurn();
    if (next === undefined) return;
    start = next;
  }
}

/** PostgreSQL estimates a range of one column, and not one of a row. It must follow that of the row, at which the index begins. */
function keysOf(name: KeyName, { fromKey, toKey }: Pick<Part, 'fromKey' | 'toKey'>) {
  return sql`${sql.ref(name)} >= ${fromKey} and ${sql.ref(name)} <= ${toKey}`;
}

const groupsOfPart = new PreparedQuery(
  (
    _db,
    { name, kind, fromKey, fromId, toKey, toId, ownerId }: Part & { ownerId: bigint | undefined },
  ) => sql<{ key: string; count: bigint }>`
    select ${sql.ref(name)} as key, count(*) as count from stays
    where kind = ${kind} and (${sql.ref(name)}, movement_id) >= (${fromKey}, ${fromId})
      and (${sql.ref(name)}, movement_id) < (${toKey}, ${toId}) and ${keysOf(name, { fromKey, toKey })}
      ${ownerId === undefined ? sql`` : sql`and owner_id = ${ownerId}`}
    group by ${sql.ref(name)}`,
  ['name'],
);

/** Calls `add` for the groups of the stays that began, or ended, from one month to before another one. */
export async function readGroups(
  db: Queries,
  { kind, ownerId }: StayScope,
  { name, from, to }: { name: KeyName; from: string; to: string },
  add: (group: StayGroup) => void,
): Promise<void> {
  await readParts(db, { name, kind, from, to }, async (part) => {
    for (const { key, count } of await groupsOfPart.all(db, { ...part, ownerId }))
      add({ parts: key.split(' '), count: Number(count) });
  });
}

/** Follows the keys of all stays, also of those that last. */
const AFTER_ALL = ':';

const openOfPart = new PreparedQuery(
  (
    _db,
    {
      day,
      kind,
      fromKey,
      fromId,
      toKey,
      toId,
      ownerId,
    }: Omit<Part, 'name'> & {
      day: string;
      ownerId: bigint | undefined;
    },
  ) => sql<{ category: bigint; age: string; grows: string; count: bigint }>`
    select category_id as category,
      case when adult_from is null then 'u' when ${day} < adult_from then 'y' else 'a' end as age,
      case when ${day} < adult_from and out_key not like '% y %' then substr(adult_from, 1, 7) else '-' end as grows,
      count(*) as count
    from stays
    where kind = ${kind} and (out_key, movement_id) >= (${fromKey}, ${fromId})
      and (out_key, movement_id) < (${toKey}, ${toId}) and ${keysOf('out_key', { fromKey, toKey })}
      and in_date < ${day}
      ${ownerId === undefined ? sql`` : sql`and owner_id = ${ownerId}`}
    group by 1, 2, 3`,
);

/** Calls `add` for the groups of the animals that were in care when a month began. */
export async function readOpen(
  db: Queries,
  { kind, ownerId }: StayScope,
  month: string,
  add: (group: OpenGroup) => void,
): Promise<void> {
  const day = `${month}-01`;
  await readParts(db, { name: 'out_key', kind, from: month, to: AFTER_ALL }, async (part) => {
    const { name: _, ...range } = part;
    for (const { category, age, grows, count } of await openOfPart.all(db, { ...range, day, ownerId }))
      add({ categoryId: String(category), age, growsUp: grows, count: Number(count) });
  });
}
