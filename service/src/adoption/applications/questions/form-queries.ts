import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { newSecret } from '../../../access/people/secret.ts';
import { parseJson, stringifyJson } from '../../../platform/core/json.ts';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { lockStore } from '../../../platform/database/locks.ts';
import { PreparedQuery } from '../../../platform/database/prepared-query.ts';
import { DEFAULT_SETTINGS, type Form, type FormSettings } from './form.ts';
import type { Question } from './question.ts';
import { DEFAULT_QUESTIONS } from './texts/default-questions.ts';

const formOf = new PreparedQuery((db, { accountId }: { accountId: bigint }) =>
  db.selectFrom('application_forms').selectAll().where('account_id', '=', accountId),
);

/** Returns the form of an account. An animal without an owner has the form as delivered. */
export function readForm(db: Queries, accountId: bigint | null): MaybePromise<Form> {
  if (accountId === null) return { ...DEFAULT_SETTINGS, questions: DEFAULT_QUESTIONS };
  return andThen(formOf.first(db, { accountId }), (row) => {
    if (row === undefined) return { ...DEFAULT_SETTINGS, questions: DEFAULT_QUESTIONS };
    return {
      isOpen: row.is_open === 1n,
      takesGeneral: row.takes_general === 1n,
      promiseDays: Number(row.promise_days),
      showAnswerTime: row.shows_answer_time === 1n,
      questions: row.questions === null ? DEFAULT_QUESTIONS : parseQuestions(row.questions),
    };
  });
}

function parseQuestions(text: string): readonly Question[] {
  return parseJson(text) as readonly Question[]; // the service has written it
}

interface FormRow {
  readonly account_id: bigint;
  readonly questions: string | null;
  readonly is_open: bigint;
  readonly takes_general: bigint;
  readonly promise_days: bigint;
  readonly shows_answer_time: bigint;
}

const upsert = new PreparedQuery((db, { account_id, ...values }: FormRow) =>
  db
    .insertInto('application_forms')
    .values({ account_id, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values)),
);

/** Replaces the form of an account. */
export async function writeForm(db: Queries, accountId: bigint, form: Form): Promise<void> {
  const isDefault = form.questions === DEFAULT_QUESTIONS;
  await upsert.all(db, {
    account_id: accountId,
    questions: isDefault ? null : stringifyJson(form.questions),
    is_open: form.isOpen ? 1n : 0n,
    takes_general: form.takesGeneral ? 1n : 0n,
    promise_days: BigInt(form.promiseDays),
    shows_answer_time: form.showAnswerTime ? 1n : 0n,
  });
}

/** The settings of a form without its questions. */
export function settingsOf({ isOpen, takesGeneral, promiseDays, showAnswerTime }: Form): FormSettings {
  return { isOpen, takesGeneral, promiseDays, showAnswerTime };
}

const insertAsked = new PreparedQuery((db, row: { digest: string; content: string }) =>
  db
    .insertInto('asked_questions')
    .values(row)
    // Sets the digest again, so that the row is returned in either case.
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ digest: row.digest }))
    .returning('id'),
);

/** Stores questions as they are asked, once for all applications with the same ones. Returns their id. */
export async function storeAsked(db: Queries, questions: readonly Question[]): Promise<bigint> {
  const content = stringifyJson(questions);
  const row = await insertAsked.first(db, { digest: hash('sha256', content, 'base64url'), content });
  if (row === undefined) throw new Error('The questions have no id');
  return row.id;
}

const generalAccount = new PreparedQuery((db) =>
  db
    .selectFrom('accounts')
    .leftJoin('application_forms', 'application_forms.account_id', 'accounts.id')
    .select('accounts.id')
    .where('disabled_at', 'is', null)
    .where('role', '<>', sql.lit('reader'))
    .where(({ fn, val }) => sql<boolean>`${fn.coalesce('is_open', val(1n))} = 1`)
    .where(({ fn, val }) => sql<boolean>`${fn.coalesce('takes_general', val(1n))} = 1`)
    .orderBy('accounts.id')
    .limit(sql.lit(1)),
);

/** Returns the account to which applications without an animal go: the first one that takes them. Undefined if none does. */
export function findGeneralAccount(db: Queries): MaybePromise<bigint | undefined> {
  return andThen(generalAccount.first(db, {}), (row) => row?.id);
}

const firstFormKey = new PreparedQuery((db) => db.selectFrom('form_keys').select('secret').limit(sql.lit(1)));

const formKeyInsert = new PreparedQuery((db, { secret }: { secret: string }) =>
  db.insertInto('form_keys').values({ secret }),
);

/** Returns the key that signs the tokens of forms. It is in the store, so that all processes have the same. */
export async function formKey({ read, write }: Database): Promise<string> {
  const known = await firstFormKey.first(read, {});
  if (known !== undefined) return known.secret;
  return write(
    async (db) => {
      await lockStore(db);
      const other = await firstFormKey.first(db, {});
      if (other !== undefined) return other.secret;
      const secret = newSecret();
      await formKeyInsert.all(db, { secret });
      return secret;
    },
    { locks: ['form key'] },
  );
}
