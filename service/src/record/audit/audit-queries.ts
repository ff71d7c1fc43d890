import { timeText } from '../../platform/core/clock.ts';
import { parseJson, stringifyJson } from '../../platform/core/json.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { AUDIT_ACTIONS } from '../../platform/database/column-values.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { idsJson } from '../../platform/database/json-rows.ts';
import { mergedInto } from '../../platform/database/merged-pets.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { withBodies } from '../events/event-bodies.ts';
import { assignAllEventIds } from '../events/event-ids.ts';
import { type AuditEntry, type NewAuditEntry, subjectTypeOf } from './audit-entry.ts';
import { type AuditPage, auditQuery, isByTime } from './audit-query.ts';
import { type ChangedField, changedFields, fieldsOfBody } from './changed-fields.ts';
import { type Earlier, earlierBodies, isCompared } from './earlier-bodies.ts';

/**
 * The audit is the list of all events with their authors. What is not an event of the API is stored among them, and the feed
 * leaves it out: so one list has one order, one retention and one export.
 */

interface Entry {
  type: NewAuditEntry['action'];
  at: bigint;
  account_id: bigint | null;
  api_key_id: bigint | null;
  person_id: bigint | null;
  pet_id: bigint | null;
  body: string;
}

const insertion = new PreparedQuery((db, entry: Entry) =>
  db.insertInto('events').values({ ...entry, placed_by: null, owner_id: null }),
);

/** Records a change. Call it in the transaction of the change. */
export async function recordAudit(
  db: Queries,
  { action, at, actor, petId, subject, details, before }: NewAuditEntry,
): Promise<void> {
  await insertion.all(db, {
    type: action,
    at: BigInt(at),
    account_id: actor?.accountId ?? null,
    api_key_id: actor?.keyId ?? null,
    person_id: actor?.personId ?? null,
    pet_id: petId ?? null,
    body: stringifyJson({ ...subject, details, before }),
  });
}

const entries = new PreparedQuery(auditQuery, ['order']);

type Row = Awaited<ReturnType<ReturnType<typeof auditQuery>['executeTakeFirstOrThrow']>>;

const timeOf = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('events').select('at').where('id', '=', id),
);

interface FoundEntries {
  readonly items: readonly AuditEntry[];
  /** The last id that was examined if there are more; undefined at the end of the list. */
  readonly examined: bigint | undefined;
}

/** Returns a page of the audit, with all that is committed. */
export function listAudit(database: Database, page: AuditPage): MaybePromise<FoundEntries> {
  return andThen(assignAllEventIds(database), () =>
    andThen(rowsOf(database.read, page), (rows) =>
      andThen(withBodies(database.read, rows.slice(0, page.limit - 1)), (read) =>
        andThen(earlierBodies(database.read, read), (earlier) => {
          // The first one is always on the page. What was before the others may be too large for it.
          const cut = read.findIndex((row, n) => n > 0 && isCompared(row) && !earlier.has(row.id));
          const fitting = cut === -1 ? read : read.slice(0, cut);
          return {
            items: fitting.map((row) => toEntry(row, earlier.get(row.id))),
            examined: fitting.length < rows.length ? fitting.at(-1)?.id : undefined,
          };
        }),
      ),
    ),
  );
}

function rowsOf(db: Queries, page: AuditPage): MaybePromise<readonly Row[]> {
  if (page.petId !== undefined)
    return andThen(mergedInto(db, page.petId), (ids) =>
      entries.all(db, { ...page, merged: ids.length === 0 ? undefined : idsJson(ids) }),
    );
  if (page.cursor === undefined || !isByTime(page)) return entries.all(db, page);
  return andThen(timeOf.first(db, { id: page.cursor }), (found) => {
    if (found !== undefined) return entries.all(db, { ...page, cursorAt: found.at });
    // The last entry of the previous page was deleted since, and with it all older ones.
    return page.order === 'newest first' ? [] : entries.all(db, page);
  });
}

type EntryRow = Omit<Row, 'body'> & { readonly body: string };

function toEntry(row: EntryRow, earlier: Earlier | undefined): AuditEntry {
  const { id, type: action, at, account_id, api_key_id, name, hint, label, person_id, person_name } = row;
  return {
    id,
    at: timeText(at),
    action,
    ...(account_id !== null && { account: { id: account_id, name: name ?? '' } }),
    ...(api_key_id !== null && {
      key: { id: api_key_id, hint: hint ?? '', ...(label !== null && { label }) },
    }),
    ...(person_id !== null && { person: { id: person_id, name: person_name ?? '' } }),
    ...contentOf(row, earlier),
  };
}

/** A resource of the feed, or what `recordAudit` stores. A listing has its pet inside. */
interface Body {
  readonly id?: bigint;
  readonly name?: string;
  readonly pet?: { readonly id: bigint; readonly name: string };
  readonly details?: object;
  readonly before?: object;
}

function contentOf(
  { type: action, body, pet_id }: EntryRow,
  earlier: Earlier | undefined,
): Pick<AuditEntry, 'subject' | 'details' | 'changes'> {
  const parsed = parseJson(body) as Body; // the service has written it
  const { id, name } = parsed.pet ?? parsed;
  const subject = {
    type: subjectTypeOf(action),
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
  };
  const details = pet_id === null || isAction(action) ? parsed.details : parsed;
  const changes = changesOf(parsed, body, earlier);
  return { subject, ...(details !== undefined && { details }), ...(changes !== undefined && { changes }) };
}

function changesOf(
  { details, before }: Body,
  body: string,
  earlier: Earlier | undefined,
): readonly ChangedField[] | undefined {
  if (before !== undefined) return changedFields({ ...before }, { ...details });
  if (earlier === undefined || earlier === 'unknown') return undefined;
  return changedFields(earlier === 'empty' ? {} : fieldsOfBody(earlier.body), fieldsOfBody(body));
}

function isAction(type: EntryRow['type']): boolean {
  return (AUDIT_ACTIONS as readonly string[]).includes(type);
}
