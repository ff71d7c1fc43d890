import { type RawBuilder, sql } from 'kysely';
import { lastFailedLetter } from '../../../access/mail/outbox-letters.ts';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { engineOf, PreparedQuery, rowLimit } from '../../../platform/database/prepared-query.ts';
import type { ListOrder } from '../../../platform/http/responses/pagination.ts';
import type { Application, ApplicationState } from '../application.ts';
import { isSomeoneAhead } from '../private-link.ts';
import { selectSummaries, toSummary, WAITING_APPLICATION } from '../store/application-queries.ts';
import { historyOf } from '../store/history-queries.ts';
import type { CompleteApplication, ListedApplication } from './application-json.ts';

/** The request for a page of the applications of an account. */
export interface ApplicationPage {
  readonly accountId: bigint;
  /** True for managers, who see those for animals without an owner as well. */
  readonly seesUnowned: boolean;
  readonly state: ApplicationState | undefined;
  /** True for those that wait for the shelter, false for the others. */
  readonly waiting: boolean | undefined;
  /** True for those that have ended, false for the others. */
  readonly ended: boolean | undefined;
  /** Those that had no answer by then, although the shelter had promised one. */
  readonly lateAt: bigint | undefined;
  readonly queue: bigint | undefined;
  /** An animal, and those that it goes together with. */
  readonly petIds: readonly bigint[] | undefined;
  readonly assignedTo: bigint | undefined;
  readonly order: ListOrder;
  readonly after: bigint | undefined;
  readonly limit: number;
}

/**
 * Returns a query that reads one index in the order of the page: that of the animals, of the open applications, of the person, or of the
 * account. A column with a plus sign is no condition of an index, on both engines.
 */
function applicationListQuery(db: Queries, page: ApplicationPage) {
  const isOfFew = page.petIds !== undefined || (page.assignedTo !== undefined && !isOpen(page));
  const own = sql<boolean>`${sql.raw(isOfFew ? '+' : '')}account_id = ${page.accountId}`;
  const found = isOfFew
    ? ownedBy(db, page, page.seesUnowned ? sql`(${own} or +account_id is null)` : own)
    : page.seesUnowned
      ? firstOf(db, page, own).unionAll(firstOf(db, page, sql`account_id is null`))
      : ownedBy(db, page, own);
  return inOrder(page, found);
}

function inOrder<
  Query extends {
    orderBy(column: 'id', direction: 'asc' | 'desc'): Query;
    limit(rows: RawBuilder<bigint>): Query;
  },
>({ order, limit }: ApplicationPage, query: Query): Query {
  return query.orderBy('id', order === 'newest first' ? 'desc' : 'asc').limit(rowLimit(limit));
}

/** SQLite merges two ranges in the order of the page, as far as it reaches. PostgreSQL would read all of both. */
function firstOf(db: Queries, page: ApplicationPage, owner: RawBuilder<boolean>) {
  const found = ownedBy(db, page, owner);
  const first = engineOf(db).usesCostBasedPlanner ? inOrder(page, found) : found;
  return db.selectFrom(first.as('first')).selectAll();
}

function isOpen({ waiting, ended }: ApplicationPage): boolean {
  return waiting === true || ended === false;
}

function ownedBy(db: Queries, page: ApplicationPage, owner: RawBuilder<boolean>) {
  let query = selectSummaries(db)
    .select(({ selectFrom }) =>
      selectFrom('people').select('name').whereRef('people.id', '=', 'assigned_to').as('assignee'),
    )
    .where(owner);
  for (const condition of [...stateConditions(page), ...otherConditions(page)])
    query = query.where(condition);
  return query;
}

function* stateConditions(page: ApplicationPage): Generator<RawBuilder<boolean>> {
  if (page.state !== undefined) yield sql`state = ${page.state}`;
  if (isOpen(page)) yield sql`ended_at is null`;
  if (page.ended === true) yield sql`ended_at is not null`;
  if (page.waiting === true) yield sql`state <> 'accepted'`;
  if (page.waiting === false) yield sql`state not in (${sql.join(WAITING_APPLICATION)})`;
}

function* otherConditions(page: ApplicationPage): Generator<RawBuilder<boolean>> {
  const { lateAt, queue, petIds, assignedTo, after } = page;
  if (lateAt !== undefined) yield sql`+due_at < ${lateAt} and answered_at is null`;
  if (queue !== undefined) yield sql`queue = ${sql.lit(queue)}`;
  if (petIds !== undefined) yield sql`pet_id in (${sql.join(petIds)})`;
  if (assignedTo !== undefined) {
    const isIndexed = petIds === undefined && !isOpen(page);
    yield sql`${sql.raw(isIndexed ? '' : '+')}assigned_to = ${assignedTo}`;
  }
  if (after !== undefined) yield sql`id ${sql.raw(page.order === 'newest first' ? '<' : '>')} ${after}`;
}

const list = new PreparedQuery(applicationListQuery, ['order', 'seesUnowned', 'waiting', 'ended', 'queue']);

export function listApplications(db: Queries, page: ApplicationPage): MaybePromise<ListedApplication[]> {
  return andThen(list.all(db, page), (rows) =>
    rows.map((row) => ({ ...toSummary(row), assignee: row.assignee ?? undefined })),
  );
}

const personName = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('people').select('name').where('id', '=', id),
);

/** Adds to an application all that the shelter sees of it. */
export async function completeApplication(
  db: Queries,
  application: Application,
): Promise<CompleteApplication> {
  const { id, assignedTo } = application;
  const assignee = assignedTo === undefined ? undefined : await personName.first(db, { id: assignedTo });
  return {
    ...application,
    ...(await historyOf(db, id)),
    assignee: assignee?.name,
    failedEmail: await lastFailedLetter(db, id),
    isSomeoneAhead: await isSomeoneAhead(db, application),
  };
}
