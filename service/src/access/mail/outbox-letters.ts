import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { LetterKind } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../platform/database/json-rows.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import { addedMail } from './added-mail.ts';
import { countLetters } from './letter-budget.ts';
import { type LetterReference, removeMail, TRIED_FOR } from './outbox-queries.ts';

// Letters about applications in the outbox, which has neither their text nor their recipient.

interface LetterRow {
  readonly kind: LetterKind;
  readonly application_id: bigint;
  readonly message_id: bigint | null;
  readonly created_at: bigint;
  readonly next_at: bigint;
  readonly give_up_at: bigint;
  readonly failed_at: bigint | null;
  readonly failure: string | null;
}

/** A letter to add. */
export interface NewLetter extends LetterReference {
  readonly accountId: bigint | null;
  readonly sender: string | undefined;
  readonly recipient: string;
}

const letterInsertion = new PreparedQuery((db, { rows }: { rows: readonly LetterRow[] }) =>
  db.insertInto('outbox').values(rows),
);

const earlierRefusals = new PreparedQuery((db, { ids }: { ids: string }) =>
  db
    .deleteFrom('outbox')
    .where('application_id', 'in', jsonIds(db, ids))
    .where('failed_at', 'is not', null)
    .where('attempts', '=', sql.lit(0n)),
);

/** SQLite has at most 32,766 parameters in a statement. */
const MAX_INSERTED = 1_000;

/**
 * Adds letters in the transaction of the change that they are about. They are sent after the commit. One that the budget refuses has
 * failed, so that its application shows why, in place of those that were refused before; a confirmation is left out, because the
 * visitor has the private link.
 */
export async function addLettersToOutbox(
  db: Queries,
  letters: readonly NewLetter[],
  now: number,
): Promise<void> {
  const counted = letters.map(({ recipient, applicationId, ...letter }) => ({
    ...letter,
    mailbox: recipient,
    about: `application ${applicationId}`,
  }));
  const refusals = await countLetters(db, counted, now);
  const at = BigInt(now);
  const times = { created_at: at, next_at: at, give_up_at: at + BigInt(TRIED_FOR) };
  const rows = letters.flatMap(({ kind, applicationId, messageId = null }, index) => {
    const reason = refusals[index]?.reason;
    if (reason !== undefined && kind === 'received') return [];
    const failed = reason === undefined ? null : at;
    const letter = { kind, application_id: applicationId, message_id: messageId };
    return [{ ...letter, ...times, failed_at: failed, failure: reason ?? null }];
  });
  addedMail.set(db);
  const refused = rows.flatMap((row) => (row.failed_at === null ? [] : row.application_id));
  if (refused.length > 0) await earlierRefusals.all(db, { ids: idsJson(refused) });
  for (let first = 0; first < rows.length; first += MAX_INSERTED)
    await letterInsertion.all(db, { rows: rows.slice(first, first + MAX_INSERTED) });
}

const waitingOf = new PreparedQuery((db, { id }: { id: bigint }) =>
  db
    .selectFrom('outbox')
    .select(['id', 'kind'])
    .where('application_id', '=', id)
    .where('failed_at', 'is', null)
    .orderBy('id'),
);

// It was not refused by a server, so that it has no attempts.
const refusal = new PreparedQuery((db, { id, at, reason }: { id: bigint; at: bigint; reason: string }) =>
  db.updateTable('outbox').set({ attempts: 0n, failed_at: at, failure: reason }).where('id', '=', id),
);

/**
 * Counts the letters about an application that wait for the mailbox that its applicant has changed to, in the transaction of that change.
 * One that the budget refuses there ends as if it were added now. Call it with the application locked.
 */
export async function redirectLetters(
  db: Queries,
  { id, accountId, mailbox }: { id: bigint; accountId: bigint | null; mailbox: string },
  now: number,
): Promise<void> {
  const waiting = await waitingOf.all(db, { id });
  const about = `application ${id}`;
  const letters = waiting.map(({ kind }) => ({ kind, mailbox, accountId, about, isRedirected: true }));
  const refusals = await countLetters(db, letters, now);
  for (const [index, letter] of waiting.entries()) {
    const reason = refusals[index]?.reason;
    if (reason === undefined) continue;
    if (letter.kind === 'received') await removeMail(db, letter.id);
    else await refusal.all(db, { id: letter.id, at: BigInt(now), reason });
  }
}

const ofApplication = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.deleteFrom('outbox').where('application_id', '=', id),
);

/** Deletes the letters about an application that is erased, those that wait and those that have failed. */
export async function removeLettersOf(db: Queries, applicationId: bigint): Promise<void> {
  await ofApplication.all(db, { id: applicationId });
}

const failedLetter = new PreparedQuery((db, { id }: { id: bigint }) =>
  db
    .selectFrom('outbox')
    .select(['failed_at', 'failure'])
    .where('application_id', '=', id)
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .limit(rowLimit(1)),
);

/** A letter that could not be sent, and why. */
export interface FailedLetter {
  readonly at: number;
  readonly reason: string;
}

/** Returns the letter about an application that failed last, in the last 7 days. */
export function lastFailedLetter(db: Queries, applicationId: bigint): MaybePromise<FailedLetter | undefined> {
  return andThen(
    failedLetter.first(db, { id: applicationId }),
    (row) => row && { at: Number(row.failed_at), reason: row.failure ?? '' },
  );
}
