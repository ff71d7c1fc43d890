import { timeText } from '../core/clock.ts';
import { parseJson, stringifyJson } from '../core/json.ts';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Database, Queries } from '../database/database.ts';
import { PreparedQuery, rowLimit } from '../database/prepared-query.ts';
import { BODY_COLUMNS, withBodies } from '../events/event-bodies.ts';
import { assignAllEventIds } from '../events/event-queries.ts';
import type { ListOrder } from '../http/responses/pagination.ts';
import { type AuditEntry, type NewAuditEntry, subjectTypeOf } from './audit-entry.ts';

/**
 * The audit is the list of all events with their authors. What is not an event of the API is stored among them with
 * `pet_id` null, which the feed leaves out: so one list has one order, one retention and one export.
 */

interface Entry {
  type: NewAuditEntry['action'];
  at: bigint;
  account_id: bigint | null;
  api_key_id: bigint | null;
  body: string;
}

const insertion = new PreparedQuery((db, entry: Entry) =>
  db.insertInto('events').values({ ...entry, placed_by: null, owner_id: null, pet_id: null }),
);

/** Records a change. Call it in the transaction of the change. */
export async function recordAudit(
  db: Queries,
  { action, at, actor, subject, details }: NewAuditEntry,
): Promise<void> {
  await insertion.all(db, {
    type: action,
    at: BigInt(at),
    account_id: actor?.accountId ?? null,
    api_key_id: actor?.keyId ?? null,
    body: stringifyJson({ ...subject, details }),
  });
}

/** The request for a page: `cursor` is the last id of the previous page. */
export interface AuditPage {
  /** Only entries after this one. */
  readonly after: bigint | undefined;
  readonly cursor: bigint | undefined;
  readonly order: ListOrder;
  /** One more than the page has. */
  readonly limit: number;
}

function auditQuery(db: Queries, { after, cursor, order, limit }: AuditPage) {
  const newestFirst = order === 'newest first';
  let query = db
    .selectFrom('events')
    .leftJoin('accounts', 'accounts.id', 'events.account_id')
    .leftJoin('api_keys', 'api_keys.id', 'events.api_key_id')
    .select(['events.id', 'type', 'at', 'pet_id', 'events.account_id', 'api_key_id', 'name', 'hint'])
    .select(BODY_COLUMNS)
    .where('events.id', 'is not', null)
    .limit(rowLimit(limit));
  if (after !== undefined) query = query.where('events.id', '>', after);
  if (cursor !== undefined) query = query.where('events.id', newestFirst ? '<' : '>', cursor);
  return query.orderBy('events.id', newestFirst ? 'desc' : 'asc');
}

const entries = new PreparedQuery(auditQuery, ['order']);

type Row = Awaited<ReturnType<ReturnType<typeof auditQuery>['executeTakeFirstOrThrow']>>;

interface FoundEntries {
  readonly items: readonly AuditEntry[];
  /** The last id that was examined if there are more; undefined at the end of the list. */
  readonly examined: bigint | undefined;
}

/** Returns a page of the audit, with all that is committed. */
export function listAudit(database: Database, page: AuditPage): MaybePromise<FoundEntries> {
  return andThen(assignAllEventIds(database), () =>
    andThen(entries.all(database.read, page), (rows) =>
      andThen(withBodies(database.read, rows.slice(0, page.limit - 1)), (read) => ({
        items: read.map(toEntry),
        examined: read.length < rows.length ? read.at(-1)?.id : undefined,
      })),
    ),
  );
}

type EntryRow = Omit<Row, 'body'> & { readonly body: string };

function toEntry(row: EntryRow): AuditEntry {
  const { id, type: action, at, account_id, api_key_id, name, hint } = row;
  return {
    id,
    at: timeText(at),
    action,
    ...(account_id !== null && { account: { id: account_id, name: name ?? '' } }),
    ...(api_key_id !== null && { key: { id: api_key_id, hint: hint ?? '' } }),
    ...contentOf(row),
  };
}

/** A resource of the feed, or what `recordAudit` stores. A listing has its pet inside. */
interface Body {
  readonly id?: bigint;
  readonly name?: string;
  readonly pet?: { readonly id: bigint; readonly name: string };
  readonly details?: object;
}

function contentOf({ type: action, body, pet_id }: EntryRow): Pick<AuditEntry, 'subject' | 'details'> {
  const parsed = parseJson(body) as Body; // the service has written it
  const { id, name } = parsed.pet ?? parsed;
  const subject = {
    type: subjectTypeOf(action),
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
  };
  const details = pet_id === null ? parsed.details : parsed;
  return details === undefined ? { subject } : { subject, details };
}
