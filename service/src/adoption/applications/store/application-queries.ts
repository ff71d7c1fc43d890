import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { parseJson } from '../../../platform/core/json.ts';
import { LANGUAGES } from '../../../platform/core/languages.ts';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../../platform/database/json-rows.ts';
import { PreparedQuery } from '../../../platform/database/prepared-query.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import {
  type Application,
  type ApplicationCore,
  type ApplicationSummary,
  WAITING_STATES,
} from '../application.ts';
import type { AnswerValue } from '../questions/answers.ts';
import type { Question } from '../questions/question.ts';

/** The states as SQL literals, so that an engine uses the index. */
export const WAITING_APPLICATION = WAITING_STATES.map((state) => sql.lit(state));

type Row = Selectable<Tables['applications']>;

/** Without the questions and answers of a form, which take up to 512 KB. */
export function selectSummaries(db: Queries) {
  return db
    .selectFrom('applications')
    .select(['applications.id', 'applications.account_id', 'pet_id', 'category_id', 'state', 'queue'])
    .select(['applications.created_at', 'updated_at', 'due_at', 'answered_at', 'ended_at'])
    .select(['assigned_to', 'order_id', 'language', 'applications.name', 'applications.email', 'telephone'])
    .where('erased_at', 'is', null);
}

type SummaryRow = Omit<
  Row,
  'answers' | 'asked_id' | 'secret' | 'token_id' | 'erased_at' | 'acceptance_ended_at'
>;

function selectApplications(db: Queries) {
  return db
    .selectFrom('applications')
    .leftJoin('asked_questions', 'asked_questions.id', 'asked_id')
    .selectAll('applications')
    .select('asked_questions.content as questions')
    .where('erased_at', 'is', null);
}

type ApplicationRow = Row & { readonly questions: string | null };

function toApplication(row: ApplicationRow): Application {
  return {
    ...toSummary(row),
    questions: parseJson(row.questions ?? '[]') as readonly Question[], // the service has written it
    answers: JSON.parse(row.answers ?? '{}') as Readonly<Record<string, AnswerValue>>, // the same
    secret: row.secret ?? '',
  };
}

export function toSummary(row: SummaryRow): ApplicationSummary {
  return {
    ...toCore(row),
    applicant: {
      name: row.name ?? '',
      email: row.email ?? undefined,
      telephone: row.telephone ?? undefined,
    },
  };
}

function toCore(row: SummaryRow): ApplicationCore {
  return {
    id: row.id,
    accountId: row.account_id,
    petId: row.pet_id ?? undefined,
    categoryId: row.category_id ?? undefined,
    state: row.state,
    queue: row.queue === 2n ? 2 : 1,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    dueAt: Number(row.due_at),
    answeredAt: toTime(row.answered_at),
    endedAt: toTime(row.ended_at),
    assignedTo: row.assigned_to ?? undefined,
    orderId: row.order_id ?? undefined,
    language: LANGUAGES.find((language) => language === row.language) ?? 'en',
  };
}

function toTime(value: bigint | null): number | undefined {
  return value === null ? undefined : Number(value);
}

const byId = new PreparedQuery((db, { id }: { id: bigint }) =>
  selectApplications(db).where('applications.id', '=', id),
);

/** Returns an application; undefined if it was erased. */
export function findApplication(db: Queries, id: bigint): MaybePromise<Application | undefined> {
  return andThen(byId.first(db, { id }), (row) => row && toApplication(row));
}

const bySecret = new PreparedQuery((db, { secret }: { secret: string }) =>
  selectApplications(db).where('secret', '=', secret),
);

/** What `newSecret` returns. */
const SECRET = /^[\w-]{43}$/;

/** Returns the application of a private link. PostgreSQL takes no text with U+0000, which an address may have. */
export function findBySecret(db: Queries, secret: string): MaybePromise<Application | undefined> {
  if (!SECRET.test(secret)) return undefined;
  return andThen(bySecret.first(db, { secret }), (row) => row && toApplication(row));
}

const byToken = new PreparedQuery((db, { tokenId }: { tokenId: string }) =>
  selectApplications(db).where('token_id', '=', tokenId),
);

/** Returns the application that a form has sent already. */
export function findByToken(db: Queries, tokenId: string): MaybePromise<Application | undefined> {
  return andThen(byToken.first(db, { tokenId }), (row) => row && toApplication(row));
}

const lock = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('applications').select('id').where('id', '=', id).forUpdate(),
);

/** Locks an application until the end of the transaction, after its animal, and reads it. */
export async function lockApplication(db: Queries, id: bigint): Promise<Application | undefined> {
  await lock.all(db, { id });
  return findApplication(db, id);
}

const lockAll = new PreparedQuery((db, { ids }: { ids: string }) =>
  db.selectFrom('applications').select('id').where('id', 'in', jsonIds(db, ids)).orderBy('id').forUpdate(),
);

const byIds = new PreparedQuery((db, { ids }: { ids: string }) =>
  selectSummaries(db).where('applications.id', 'in', jsonIds(db, ids)).orderBy('applications.id'),
);

/** Locks applications in the order of their ids, after their animals, and reads them. */
export async function lockApplications(db: Queries, ids: readonly bigint[]): Promise<ApplicationSummary[]> {
  const json = idsJson(ids);
  await lockAll.all(db, { ids: json });
  return (await byIds.all(db, { ids: json })).map(toSummary);
}

const insertion = new PreparedQuery((db, row: Insertable<Tables['applications']>) =>
  db
    .insertInto('applications')
    .values(row)
    .onConflict((conflict) => conflict.column('token_id').doNothing())
    .returning('id'),
);

/** Returns the id of the new application; undefined if its form has sent one already, also by another process a moment ago. */
export function insertApplication(
  db: Queries,
  row: Insertable<Tables['applications']>,
): MaybePromise<bigint | undefined> {
  return andThen(insertion.first(db, row), (inserted) => inserted?.id);
}

const update = new PreparedQuery(
  (db, { id, ...fields }: Updateable<Tables['applications']> & { id: bigint }) =>
    db.updateTable('applications').set(fields).where('id', '=', id),
);

/** Sets the given columns. */
export async function updateApplication(
  db: Queries,
  id: bigint,
  fields: Updateable<Tables['applications']>,
): Promise<void> {
  await update.all(db, { ...fields, id });
}

const closing = new PreparedQuery((db, { ids, at }: { ids: string; at: bigint }) =>
  db
    .updateTable('applications')
    .set({ state: 'closed', updated_at: at, ended_at: at })
    .where('id', 'in', jsonIds(db, ids)),
);

/** Sets the state of many to `closed`. */
export async function closeRows(db: Queries, ids: readonly bigint[], at: bigint): Promise<void> {
  await closing.all(db, { ids: idsJson(ids), at });
}

const nextInSecondQueue = new PreparedQuery((db, { petIds }: { petIds: string }) =>
  db
    .selectFrom('applications')
    .select('id')
    .where('pet_id', 'in', jsonIds(db, petIds))
    .where('state', 'in', WAITING_APPLICATION)
    .where('queue', '=', sql.lit(2n))
    .orderBy('id')
    .limit(sql.lit(1)),
);

/** Moves the first application of the second queue of animals that go together to the first one. */
export async function advanceQueue(db: Queries, petIds: readonly bigint[]): Promise<void> {
  const next = await nextInSecondQueue.first(db, { petIds: idsJson(petIds) });
  if (next !== undefined) await updateApplication(db, next.id, { queue: 1n });
}

const acceptedOf = new PreparedQuery((db, { petIds }: { petIds: string }) =>
  db
    .selectFrom('applications')
    .select('id')
    .where('pet_id', 'in', jsonIds(db, petIds))
    .where('state', '=', sql.lit('accepted'))
    .limit(sql.lit(1)),
);

/** Returns the application for animals that go together that was accepted; undefined if none is. */
export function findAccepted(db: Queries, petIds: readonly bigint[]): MaybePromise<bigint | undefined> {
  return andThen(acceptedOf.first(db, { petIds: idsJson(petIds) }), (row) => row?.id);
}
