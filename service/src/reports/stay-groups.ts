import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { INT64_MIN } from '../core/int64.ts';
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

/** Rows with keys of a range; or, with `toKey` undefined, the next rows with one key from an id on. */
interface Part {
  readonly name: KeyName;
  readonly kind: StayKind;
  readonly fromKey: string;
  readonly toKey: string | undefined;
  readonly fromId: bigint | undefined;
}

/**
 * SQLite and PostgreSQL read exactly such a range of an index. Of a range of two columns together, SQLite reads all rows with the
 * same key; and with an upper bound of the ids, PostgreSQL would read them by the primary key, among all others.
 */
function isInPart({ name, kind, fromKey, toKey, fromId }: Part) {
  const [ofKind, key] = [sql`kind = ${kind}`, sql.ref(name)];
  return toKey === undefined
    ? sql`${ofKind} and ${key} = ${fromKey} and movement_id >= ${fromId}`
    : sql`${ofKind} and ${key} >= ${fromKey} and ${key} < ${toKey}`;
}

/** The columns of an index, so that no row itself is read. */
const INDEXED = { in_key: ['owner_id'], out_key: ['in_date', 'category_id', 'adult_from', 'owner_id'] };

/** At most the rows of one part: those of a range of keys were counted before. */
function rowsOf(part: Part) {
  const columns = sql.join([part.name, ...INDEXED[part.name]].map((name) => sql.ref(name)));
  const rows = sql`select ${columns} from stays where ${isInPart(part)}`;
  return part.toKey === undefined
    ? sql`(${rows} order by ${sql.ref(part.name)}, movement_id limit ${sql.lit(PART_ROWS)}) as part`
    : sql`(${rows}) as part`;
}

const rowAfterPart = new PreparedQuery(
  (_db, part: Part) => sql<{ key: string; id: bigint }>`
    select ${sql.ref(part.name)} as key, movement_id as id from stays where ${isInPart(part)}
    order by ${sql.ref(part.name)}, movement_id limit 1 offset ${sql.lit(PART_ROWS)}`,
  ['name'],
);

/** Follows a key, and precedes all keys after it. */
function keyAfter(key: string): string {
  return `${key}\u0001`;
}

/** Calls `read` for each part of the range, and lets other work run between two parts. */
async function readParts(
  db: Queries,
  { name, kind, from, to }: { name: KeyName; kind: StayKind; from: string; to: string },
  read: (part: Part) => Promise<void>,
): Promise<void> {
  for (let fromKey = from; ; ) {
    const rest = { name, kind, fromKey, toKey: to, fromId: undefined };
    const next = await rowAfterPart.first(db, rest);
    if (next?.key === fromKey) {
      await readKey(db, { name, kind, key: fromKey }, read);
      fromKey = keyAfter(fromKey);
      continue;
    }
    await read({ ...rest, toKey: next?.key ?? to });
    await nextTurn();
    if (next === undefined) return;
    fromKey = next.key;
  }
}

/** Many animals can have the same key: those that are in care, and those of one day when many came in. */
async function readKey(
  db: Queries,
  { name, kind, key }: { name: KeyName; kind: StayKind; key: string },
  read: (part: Part) => Promise<void>,
): Promise<void> {
  for (let fromId: bigint | undefined = INT64_MIN; fromId !== undefined; ) {
    const rest: Part = { name, kind, fromKey: key, toKey: undefined, fromId };
    const next: { id: bigint } | undefined = await rowAfterPart.first(db, rest);
    await read(rest);
    await nextTurn();
    fromId = next?.id;
  }
}

const groupsOfPart = new PreparedQuery(
  (_db, { ownerId, ...part }: Part & { ownerId: bigint | undefined }) => sql<{ key: string; count: bigint }>`
    select ${sql.ref(part.name)} as key, count(*) as count from ${rowsOf(part)}
    ${ownerId === undefined ? sql`` : sql`where owner_id = ${ownerId}`}
    group by ${sql.ref(part.name)}`,
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
  (_db, { day, ownerId, ...part }: Part & { day: string; ownerId: bigint | undefined }) => sql<{
    category: bigint;
    age: string;
    grows: string;
    count: bigint;
  }>`
    select category_id as category,
      case when adult_from is null then 'u' when ${day} < adult_from then 'y' else 'a' end as age,
      case when ${day} < adult_from and out_key not like '% y %' then substr(adult_from, 1, 7) else '-' end as grows,
      count(*) as count
    from ${rowsOf(part)} where in_date < ${day}
      ${ownerId === undefined ? sql`` : sql`and owner_id = ${ownerId}`}
    group by 1, 2, 3`,
  ['name'],
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
    for (const { category, age, grows, count } of await openOfPart.all(db, { ...part, day, ownerId }))
      add({ categoryId: String(category), age, growsUp: grows, count: Number(count) });
  });
}
