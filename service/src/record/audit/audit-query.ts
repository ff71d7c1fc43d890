import { type RawBuilder, sql } from 'kysely';
import { INT64_MAX } from '../../platform/core/int64.ts';
import type { Queries } from '../../platform/database/database.ts';
import { jsonIds } from '../../platform/database/json-rows.ts';
import { rowLimit } from '../../platform/database/prepared-query.ts';
import type { ListOrder } from '../../platform/http/responses/pagination.ts';
import { BODY_COLUMNS } from '../events/event-bodies.ts';

/** What the entries of a list have in common. */
export interface AuditFilters {
  readonly petId?: bigint | undefined;
  readonly accountId?: bigint | undefined;
  readonly keyId?: bigint | undefined;
  /** The first moment of a day, in Unix milliseconds. */
  readonly from?: bigint | undefined;
  /** The last one. */
  readonly to?: bigint | undefined;
}

/** The request for a page: `cursor` is the last id of the previous page. */
export interface AuditPage extends AuditFilters {
  /** Only entries after this one. */
  readonly after: bigint | undefined;
  readonly cursor: bigint | undefined;
  readonly order: ListOrder;
  /** One more than the page has. */
  readonly limit: number;
}

/** A list by author or day is in the order of the times; its cursor also has the time of the last entry. */
export interface AuditRange extends AuditPage {
  /** The animals that were merged into `petId`, as `idsJson`; undefined if there are none. */
  readonly merged?: string | undefined;
  readonly cursorAt?: bigint | undefined;
}

export function isByTime({ petId, accountId, keyId, from }: AuditFilters): boolean {
  return petId === undefined && (accountId !== undefined || keyId !== undefined || from !== undefined);
}

/** How the entries of a page are found. */
interface Path {
  readonly conditions: ReadonlyArray<RawBuilder<boolean>>;
  readonly order: readonly string[];
}

/**
 * Selects the entries of a page. Each list is written as one range of one index, so that a cost-based planner has one choice: by
 * the animal, by the author and the time, by the time, or by the id.
 */
export function auditQuery(db: Queries, range: AuditRange) {
  let query = db
    .selectFrom('events')
    .leftJoin('accounts', 'accounts.id', 'events.account_id')
    .leftJoin('api_keys', 'api_keys.id', 'events.api_key_id')
    .leftJoin('people', 'people.id', 'events.person_id')
    .select(['events.id', 'type', 'at', 'pet_id', 'events.account_id', 'api_key_id', 'hint', 'label'])
    .select(['accounts.name', 'person_id', 'people.name as person_name'])
    .select(BODY_COLUMNS)
    .where('events.id', 'is not', null)
    .limit(rowLimit(range.limit));
  if (range.after !== undefined) query = query.where('events.id', '>', range.after);
  const { conditions, order } = pathOf(db, range);
  for (const condition of conditions) query = query.where(condition);
  const direction = range.order === 'newest first' ? 'desc' : 'asc';
  for (const column of order) query = query.orderBy(sql.ref(column), direction);
  return query;
}

function pathOf(db: Queries, range: AuditRange): Path {
  const { petId, accountId, keyId } = range;
  if (petId !== undefined) return ofPet(db, range, petId);
  if (keyId !== undefined) return ofAuthor(range, 'events.api_key_id', keyId);
  if (accountId !== undefined) return ofAuthor(range, 'events.account_id', accountId);
  return range.from === undefined ? ofAll(range) : ofTimes(range);
}

function ofAll({ cursor, order }: AuditRange): Path {
  const conditions = cursor === undefined ? [] : [sql<boolean>`events.id ${beyond(order)} ${cursor}`];
  return { conditions, order: ['events.id'] };
}

/** An animal has few entries, so other filters need no index. The merges into it are among those of the merged animals. */
function ofPet(
  db: Queries,
  { cursor, order, accountId, keyId, from, to, merged }: AuditRange,
  petId: bigint,
): Path {
  const [first, last] = order === 'newest first' ? [0n, cursor ?? INT64_MAX] : [cursor ?? 0n, INT64_MAX];
  const own = [
    sql<boolean>`(pet_id, events.id) > (${petId}, ${first})`,
    sql<boolean>`(pet_id, events.id) < (${petId}, ${last})`,
  ];
  const others = [
    ...(accountId === undefined ? [] : [sql<boolean>`events.account_id = ${accountId}`]),
    ...(keyId === undefined ? [] : [sql<boolean>`events.api_key_id = ${keyId}`]),
    ...(from === undefined ? [] : [sql<boolean>`at >= ${from}`]),
    ...(to === undefined ? [] : [sql<boolean>`at <= ${to}`]),
  ];
  if (merged === undefined) return { conditions: [...own, ...others], order: ['pet_id', 'events.id'] };
  const ofMerged = sql`type = 'pet.merged' and pet_id in ${jsonIds(db, merged)} and events.id > ${first} and events.id < ${last}`;
  const either = sql<boolean>`((${sql.join(own, sql` and `)}) or (${ofMerged}))`;
  return { conditions: [either, ...others], order: ['events.id'] };
}

function ofAuthor(range: AuditRange, column: 'events.account_id' | 'events.api_key_id', id: bigint): Path {
  const { from, to } = timesOf(range);
  const { accountId } = range;
  const conditions = [
    // Otherwise neither engine uses the index, which has only rows with an author.
    sql<boolean>`${sql.ref(column)} is not null`,
    sql<boolean>`(${sql.ref(column)}, at) >= (${id}, ${from})`,
    sql<boolean>`(${sql.ref(column)}, at) <= (${id}, ${to})`,
    ...behindCursor(range),
    ...(column === 'events.api_key_id' && accountId !== undefined
      ? [sql<boolean>`events.account_id = ${accountId}`]
      : []),
  ];
  return { conditions, order: [column, 'at', 'events.id'] };
}

function ofTimes(range: AuditRange): Path {
  const { from, to } = timesOf(range);
  const conditions = [sql<boolean>`at >= ${from}`, sql<boolean>`at <= ${to}`, ...behindCursor(range)];
  return { conditions, order: ['at', 'events.id'] };
}

/** Leaves out the entries with the time of the last one that the previous pages have. */
function behindCursor({ cursor, cursorAt, order }: AuditRange): Array<RawBuilder<boolean>> {
  if (cursor === undefined || cursorAt === undefined) return [];
  return [sql<boolean>`(at ${beyond(order)} ${cursorAt} or events.id ${beyond(order)} ${cursor})`];
}

/** Returns the times of the next page. */
function timesOf({ order, from = 0n, to = INT64_MAX, cursorAt }: AuditRange): { from: bigint; to: bigint } {
  if (cursorAt === undefined) return { from, to };
  return order === 'newest first' ? { from, to: cursorAt } : { from: cursorAt, to };
}

function beyond(order: ListOrder): RawBuilder<unknown> {
  return sql.raw(order === 'newest first' ? '<' : '>');
}
