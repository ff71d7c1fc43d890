import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { INT64_MIN } from '../../platform/core/int64.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery, runSyncOf } from '../../platform/database/prepared-query.ts';

// Reads the groups of `stays` in parts of a bounded number of rows, with other work of the process in between.

/** Reading and adding up a part takes a few milliseconds of this process. A server reads for it, and each query waits for the server. */
function partRows(db: Queries): number {
  return runSyncOf(db) === undefined ? 20_000 : 4_000;
}

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

/** The animals that were in care when a period began, by category and age. */
export interface OpenGroup {
  readonly categoryId: string;
  readonly age: string;
  /** The month in which they became five months old, still in care; `-` if they did not. */
  readonly growsUp: string;
  readonly count: number;
}

type KeyName = 'in_key' | 'out_key';

/** Rows with keys of a range; or, with `toKey` undefined, the next rows with one key from an id on. */
interface Part extends StayScope {
  readonly name: KeyName;
  readonly fromKey: string;
  readonly toKey: string | undefined;
  readonly fromId: bigint | undefined;
}

/**
 * SQLite and PostgreSQL read exactly such a range of an index. Of a range of two columns together, SQLite reads all rows with the
 * same key; and with an upper bound of the ids, PostgreSQL would read them by the primary key, among all others.
 */
function isInPart({ name, kind, ownerId, fromKey, toKey, fromId }: Part) {
  const ofOwner = ownerId === undefined ? sql`` : sql`owner_id = ${ownerId} and`;
  const [ofKind, key] = [sql`${ofOwner} kind = ${kind}`, sql.ref(name)];
  return toKey === undefined
    ? sql`${ofKind} and ${key} = ${fromKey} and movement_id >= ${fromId}`
    : sql`${ofKind} and ${key} >= ${fromKey} and ${key} < ${toKey}`;
}

/** The columns of an index, so that no row itself is read. */
const INDEXED = { in_key: [], out_key: ['in_date', 'category_id', 'adult_from'] };

/** At most the rows of one part: those of a range of keys were counted before. */
function rowsOf(db: Queries, part: Part) {
  const columns = sql.join([part.name, ...INDEXED[part.name]].map((name) => sql.ref(name)));
  const rows = sql`select ${columns} from stays where ${isInPart(part)}`;
  return part.toKey === undefined
    ? sql`(${rows} order by ${sql.ref(part.name)}, movement_id limit ${sql.lit(partRows(db))}) as part`
    : sql`(${rows}) as part`;
}

const rowAfterPart = new PreparedQuery(
  (db, part: Part) => sql<{ key: string; id: bigint }>`
    select ${sql.ref(part.name)} as key, movement_id as id from stays where ${isInPart(part)}
    order by ${sql.ref(part.name)}, movement_id limit 1 offset ${sql.lit(partRows(db))}`,
  ['name'],
);

/** Follows a key, and precedes all keys after it. */
function keyAfter(key: string): string {
  return `${key}\u0001`;
}

/** Calls `read` for each part of the range, and lets other work run between two parts. */
async function readParts(
  db: Queries,
  { from, to, ...range }: StayScope & { name: KeyName; from: string; to: string },
  read: (part: Part) => Promise<void>,
): Promise<void> {
  for (let fromKey = from; ; ) {
    const rest = { ...range, fromKey, toKey: to, fromId: undefined };
    const next = await rowAfterPart.first(db, rest);
    if (next?.key === fromKey) {
      await readKey(db, { ...range, key: fromKey }, read);
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
  { key, ...range }: StayScope & { name: KeyName; key: string },
  read: (part: Part) => Promise<void>,
): Promise<void> {
  for (let fromId: bigint | undefined = INT64_MIN; fromId !== undefined; ) {
    const rest: Part = { ...range, fromKey: key, toKey: undefined, fromId };
    const next: { id: bigint } | undefined = await rowAfterPart.first(db, rest);
    await read(rest);
    await nextTurn();
    fromId = next?.id;
  }
}

/** The months of a report: from the first to before another one. */
export interface StayPeriod {
  readonly from: string;
  readonly end: string;
}

const groupsOfPart = new PreparedQuery(
  (db, part: Part) => sql<{ key: string; count: bigint }>`
    select in_key as key, count(*) as count from ${rowsOf(db, part)} group by in_key`,
  ['name'],
);

/** Calls `add` for the groups of the stays that began in a period. */
export async function readBegun(
  db: Queries,
  scope: StayScope,
  { from, end }: StayPeriod,
  add: (group: StayGroup) => void,
): Promise<void> {
  await readParts(db, { ...scope, name: 'in_key', from, to: end }, async (part) => {
    for (const { key, count } of await groupsOfPart.all(db, part)) add(groupOf(key, count));
  });
}

function groupOf(key: string, count: bigint): StayGroup {
  return { parts: key.split(' '), count: Number(count) };
}

const endedOfPart = new PreparedQuery(
  (db, { day, ...part }: Part & { day: string }) => {
    const ofKeys = sql<{ key: string; count: bigint; before: bigint }>`
      select out_key as key, count(*) as count, count(case when in_date < ${day} then 1 end) as before
      from ${rowsOf(db, part)} group by out_key`;
    if (part.kind === 'stay') return ofKeys;
    // No report counts the days of foster care.
    return sql<{ key: string; count: bigint; before: bigint }>`
      select rtrim(key, '0123456789') as key, cast(sum(count) as bigint) as count, cast(sum(before) as bigint) as before
      from (${ofKeys}) as keys group by 1`;
  },
  ['name', 'kind'],
);

/** The groups of a part that were in care on `day`, and, without a category, the rows that began later, before `endDay`. */
const openOfPart = new PreparedQuery(
  (db, { day, endDay, ...part }: Part & { day: string; endDay: string }) => sql<{
    category: bigint | null;
    age: string;
    grows: string;
    count: bigint;
  }>`
    select case when in_date < ${day} then category_id end as category,
      case when in_date >= ${day} then '-' when adult_from is null then 'u' when ${day} < adult_from then 'y' else 'a' end as age,
      case when in_date < ${day} and ${day} < adult_from and out_key not like '% y %'
        then substr(adult_from, 1, 7) else '-' end as grows,
      count(*) as count
    from ${rowsOf(db, part)} where in_date < ${endDay}
    group by 1, 2, 3`,
  ['name'],
);

/**
 * Calls `addEnded` for the groups of the stays that ended in a period, and `addOpen` for the animals that were in care when it
 * began. Returns how many were in care when it ended.
 */
export async function readEnded(
  db: Queries,
  scope: StayScope,
  { from, end }: StayPeriod,
  { addEnded, addOpen }: { addEnded(group: StayGroup): void; addOpen(group: OpenGroup): void },
): Promise<number> {
  const [day, endDay] = [`${from}-01`, `${end}-01`];
  const readOpen = async (part: Part, before: string) => {
    const groups = await openOfPart.all(db, { ...part, day, endDay: before });
    for (const { category, age, grows, count } of groups)
      if (category !== null)
        addOpen({ categoryId: String(category), age, growsUp: grows, count: Number(count) });
    return groups.reduce((sum, { count }) => sum + Number(count), 0);
  };
  await readParts(db, { ...scope, name: 'out_key', from, to: end }, async (part) => {
    const groups = await endedOfPart.all(db, { ...part, day });
    for (const { key, count } of groups) addEnded(groupOf(key, count));
    if (groups.some(({ before }) => before > 0n)) await readOpen(part, day);
  });
  let openAtEnd = 0;
  await readParts(db, { ...scope, name: 'out_key', from: end, to: AFTER_ALL }, async (part) => {
    openAtEnd += await readOpen(part, endDay);
  });
  return openAtEnd;
}

/** Follows the keys of all stays, also of those that last. */
const AFTER_ALL = ':';
