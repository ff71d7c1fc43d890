import { sql } from 'kysely';
import { DAY, SECOND } from '../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { LetterKind, MailKind } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import { addedMail } from './added-mail.ts';
import { countLetters, type LetterOrigin, type LetterRefusal } from './letter-budget.ts';
import type { Message } from './message.ts';

/** How long failed e-mails stay visible. */
const FAILURES_KEPT = 7 * DAY;
/** How long an e-mail is tried again, unless it expires earlier. */
export const TRIED_FOR = DAY;
const FIRST_PAUSE = 15 * SECOND;
const LONGEST_PAUSE = 4 * 60 * 60 * SECOND;

/** An e-mail to add. */
export interface NewMail {
  readonly kind: Exclude<MailKind, LetterKind>;
  readonly recipient: string;
  /** True for no one: the work is the same, and nothing is sent. */
  readonly isToNoOne?: boolean;
  readonly origin: LetterOrigin;
  readonly message: Message;
  /** When it expires; a day later by default. */
  readonly triedFor?: number;
}

const insertion = new PreparedQuery(
  (
    db,
    row: {
      kind: MailKind;
      recipient: string | null;
      message: string;
      createdAt: bigint;
      nextAt: bigint;
      giveUpAt: bigint;
    },
  ) =>
    db.insertInto('outbox').values({
      kind: row.kind,
      recipient: row.recipient,
      message: row.message,
      created_at: row.createdAt,
      next_at: row.nextAt,
      give_up_at: row.giveUpAt,
    }),
);

/**
 * Adds an e-mail in the transaction of the change that it is about. It is sent after the commit (`added-mail.ts`).
 *
 * @returns why it is not sent, if the budget refuses it. Then nothing is added, or a message to no one in its place.
 */
export async function addToOutbox(
  db: Queries,
  { kind, recipient, isToNoOne = false, origin, message, triedFor = TRIED_FOR }: NewMail,
  now: number,
): Promise<LetterRefusal | undefined> {
  const [refusal] = await countLetters(db, [{ ...origin, kind, mailbox: recipient }], now);
  const at = BigInt(now);
  addedMail.set(db);
  await insertion.all(db, {
    kind,
    recipient: isToNoOne || refusal !== undefined ? null : recipient,
    message: JSON.stringify(message),
    createdAt: at,
    nextAt: at,
    giveUpAt: at + BigInt(triedFor),
  });
  return refusal;
}

/** A letter about an application, whose text and recipient only the application has. */
export interface LetterReference {
  readonly kind: LetterKind;
  readonly applicationId: bigint;
  /** The message between the shelter and the applicant that it brings. */
  readonly messageId: bigint | undefined;
}

/** An e-mail in its turn. */
export interface WaitingMail {
  readonly id: bigint;
  readonly kind: MailKind;
  /** Undefined for an e-mail whose text the outbox has. */
  readonly letter: LetterReference | undefined;
  readonly recipient: string | undefined;
  readonly message: Message;
  readonly createdAt: number;
  readonly attempts: number;
  readonly giveUpAt: number;
}

/** Sent before all others, in this order: someone waits for them. */
const SENT_FIRST = ['code', 'invitation'] as const satisfies readonly MailKind[];

const firstDue = new PreparedQuery((db, { now, kind }: { now: bigint; kind?: MailKind }) =>
  db
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'message', 'created_at', 'attempts', 'give_up_at'])
    .select(['application_id', 'message_id'])
    .where('failed_at', 'is', null)
    .where('next_at', '<=', now)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as MailKind)) // it is defined
    .orderBy('next_at')
    .orderBy('id')
    .limit(rowLimit(1)),
);

/** Returns the e-mail whose turn it is. */
export async function nextMail(db: Queries, now: number): Promise<WaitingMail | undefined> {
  const due = { now: BigInt(now) };
  let row: Awaited<ReturnType<typeof firstDue.first>>;
  for (const kind of SENT_FIRST) row ??= await firstDue.first(db, { ...due, kind });
  row ??= await firstDue.first(db, due);
  if (row === undefined) return undefined;
  return {
    id: row.id,
    kind: row.kind,
    letter:
      row.application_id === null
        ? undefined
        : {
            kind: row.kind as LetterKind, // it was written with the letter
            applicationId: row.application_id,
            messageId: row.message_id ?? undefined,
          },
    recipient: row.recipient ?? undefined,
    message: JSON.parse(row.message ?? '{}') as Message, // `addToOutbox` has written it
    createdAt: Number(row.created_at),
    attempts: Number(row.attempts),
    giveUpAt: Number(row.give_up_at),
  };
}

const waiting = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.selectFrom('outbox').select('id').where('id', '=', id).where('failed_at', 'is', null),
);

/** Returns true if an e-mail still waits. */
export function isWaiting(db: Queries, id: bigint): MaybePromise<boolean> {
  return andThen(waiting.first(db, { id }), (row) => row !== undefined);
}

const deletion = new PreparedQuery((db, { id }: { id: bigint }) =>
  db.deleteFrom('outbox').where('id', '=', id).where('failed_at', 'is', null),
);

/** Deletes an e-mail that was sent, or is not to be sent any more. One that has failed stays. */
export async function removeMail(db: Queries, id: bigint): Promise<void> {
  await deletion.all(db, { id });
}

const postponement = new PreparedQuery(
  (
    db,
    { id, attempts, nextAt, failure }: { id: bigint; attempts: bigint; nextAt: bigint; failure: string },
  ) => db.updateTable('outbox').set({ attempts, next_at: nextAt, failure }).where('id', '=', id),
);

const ending = new PreparedQuery(
  (db, { id, attempts, now, failure }: { id: bigint; attempts: bigint; now: bigint; failure: string }) =>
    db.updateTable('outbox').set({ attempts, failed_at: now, failure, message: null }).where('id', '=', id),
);

/** How an attempt to send an e-mail has failed. */
export interface MailFault {
  /** What the server refused, without addresses. */
  readonly reason: string;
  /** True if the server would refuse this e-mail again. */
  readonly isPermanent: boolean;
}

/**
 * Lets an e-mail wait for its next attempt, after a pause that doubles; or gives it up, and erases its text.
 *
 * @returns true if it is given up.
 */
export async function postponeMail(
  db: Queries,
  { id, attempts: before, giveUpAt }: WaitingMail,
  { reason: failure, isPermanent }: MailFault,
  now: number,
): Promise<boolean> {
  const attempts = BigInt(before + 1);
  const nextAt = now + Math.min(FIRST_PAUSE * 2 ** before, LONGEST_PAUSE);
  const isOver = isPermanent || nextAt >= giveUpAt;
  if (isOver) await ending.all(db, { id, attempts, now: BigInt(now), failure });
  else await postponement.all(db, { id, attempts, nextAt: BigInt(nextAt), failure });
  return isOver;
}

const dueNow = new PreparedQuery((db, { now }: { now: bigint }) =>
  db.updateTable('outbox').set({ next_at: now }).where('failed_at', 'is', null).where('next_at', '>', now),
);

/** Lets no e-mail wait longer for its next attempt. */
export async function tryAllAgain(db: Queries, now: number): Promise<void> {
  await dueNow.all(db, { now: BigInt(now) });
}

/** What the budget refused was never tried: its account reads it, not the operator. */
function selectFailed(db: Queries) {
  return db.selectFrom('outbox').where('failed_at', '>=', sql.lit(0n)).where('attempts', '>', sql.lit(0n));
}

const failures = new PreparedQuery((db, { limit }: { limit: number }) =>
  selectFailed(db).select('id').limit(rowLimit(limit)),
);

/** Counts the e-mails that could not be sent in the last 7 days, up to a limit. */
export function countFailedMail(db: Queries, limit: number): MaybePromise<number> {
  return andThen(failures.all(db, { limit }), (rows) => rows.length);
}

const oldest = new PreparedQuery((db, _: object) =>
  db
    .selectFrom('outbox')
    .select(['created_at', 'failure'])
    .where('failed_at', 'is', null)
    .orderBy('created_at')
    .limit(rowLimit(1)),
);

/** Returns the e-mail that has waited longest. */
export async function oldestWaitingMail(
  db: Queries,
): Promise<{ createdAt: number; failure: string | undefined } | undefined> {
  const row = await oldest.first(db, {});
  return row && { createdAt: Number(row.created_at), failure: row.failure ?? undefined };
}

const lastFailed = new PreparedQuery((db, _: object) =>
  selectFailed(db)
    .select(['recipient', 'failure'])
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowLimit(1)),
);

/** Returns the e-mail that failed last. */
export async function lastFailedMail(db: Queries) {
  return lastFailed.first(db, {});
}

const expired = new PreparedQuery((db, { before, limit }: { before: bigint; limit: bigint }) =>
  db
    .deleteFrom('outbox')
    .where('id', 'in', (rows) =>
      rows
        .selectFrom('outbox')
        .select('id')
        .where((is) =>
          is.or([
            is('failed_at', '<=', before),
            is.and([is('failed_at', 'is', null), is('give_up_at', '<=', before)]),
          ]),
        )
        .limit(limit),
    )
    .returning('id'),
);

/** Deletes e-mails that failed more than 7 days ago, and those that no process has sent. Returns how many. */
export async function deleteExpiredMail(db: Queries, now: number, limit: number): Promise<number> {
  const deleted = await expired.all(db, { before: BigInt(now - FAILURES_KEPT), limit: BigInt(limit) });
  return deleted.length;
}
