import { andThen, type MaybePromise } from '../../core/maybe-promise.ts';
import type { Queries } from '../../database/database.ts';
import { PreparedQuery, rowLimit } from '../../database/prepared-query.ts';
import type { ListOrder } from '../../http/responses/pagination.ts';
import { lastFailedLetter } from '../../mail/outbox-letters.ts';
import type { Application, ApplicationState } from '../application.ts';
import { isSomeoneAhead } from '../private-link.ts';
import {
  OPEN_APPLICATION,
  selectSummaries,
  toSummary,
  WAITING_APPLICATION,
} from '../store/application-queries.ts';
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

function applicationListQuery(db: Queries, page: ApplicationPage) {
  const isNewestFirst = page.order === 'newest first';
  let query = selectSummaries(db)
    .leftJoin('people', 'people.id', 'assigned_to')
    .select('people.name as assignee')
    .where(({ eb, or }) => {
      const own = eb('applications.account_id', '=', page.accountId);
      return page.seesUnowned ? or([own, eb('applications.account_id', 'is', null)]) : own;
    })
    .limit(rowLimit(page.limit));
  if (page.state !== undefined) query = query.where('state', '=', page.state);
  if (page.waiting !== undefined)
    query = query.where('state', page.waiting ? 'in' : 'not in', WAITING_APPLICATION);
  if (page.ended !== undefined) query = query.where('state', page.ended ? 'not in' : 'in', OPEN_APPLICATION);
  if (page.lateAt !== undefined)
    query = query.where('due_at', '<', page.lateAt).where('answered_at', 'is', null);
  if (page.queue !== undefined) query = query.where('queue', '=', page.queue);
  if (page.petIds !== undefined) query = query.where('pet_id', 'in', page.petIds);
  if (page.assignedTo !== undefined) query = query.where('assigned_to', '=', page.assignedTo);
  if (page.after !== undefined) query = query.where('applications.id', isNewestFirst ? '<' : '>', page.after);
  return query.orderBy('applications.id', isNewestFirst ? 'desc' : 'asc');
}

const list = new PreparedQuery(applicationListQuery, ['order', 'seesUnowned', 'waiting', 'ended']);

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
