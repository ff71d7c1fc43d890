import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../core/maybe-promise.ts';
import type { Queries } from '../../database/database.ts';
import { PreparedQuery, rowLimit } from '../../database/prepared-query.ts';
import { WAITING_APPLICATION } from './application-queries.ts';

interface Asked {
  readonly accountId: bigint;
  readonly limit: number;
}

const waiting = new PreparedQuery(
  (db, { accountId, limit, dueBefore }: Asked & { readonly dueBefore: bigint | undefined }) => {
    let found = db
      .selectFrom('applications')
      .select('id')
      .where('account_id', '=', accountId)
      .where('state', 'in', WAITING_APPLICATION)
      .limit(rowLimit(limit));
    if (dueBefore !== undefined)
      found = found.where('due_at', '<', dueBefore).where('answered_at', 'is', null);
    return db.selectFrom(found.as('found')).select(({ fn }) => fn.countAll<bigint>().as('count'));
  },
);

/** Counts the applications that wait for the shelter, up to `limit`; with `dueBefore` those without any answer until then. */
export function countWaiting(db: Queries, asked: Asked, dueBefore?: number): MaybePromise<number> {
  const due = dueBefore === undefined ? undefined : BigInt(dueBefore);
  return andThen(waiting.first(db, { ...asked, dueBefore: due }), (row) => Number(row?.count ?? 0n));
}

const withFailedLetter = new PreparedQuery((db, { accountId, limit }: Asked) =>
  db
    .selectFrom('outbox')
    .innerJoin('applications', 'applications.id', 'outbox.application_id')
    .select('applications.id')
    .where('outbox.failed_at', 'is not', null)
    .where('applications.account_id', '=', accountId)
    .groupBy('applications.id')
    .orderBy(({ fn }) => fn.max('outbox.failed_at'), 'desc')
    .limit(rowLimit(limit)),
);

/** Returns the applications of which a letter could not be sent, the last one first. */
export function applicationsWithFailedLetter(db: Queries, asked: Asked): MaybePromise<bigint[]> {
  return andThen(withFailedLetter.all(db, asked), (rows) => rows.map(({ id }) => id));
}

/** Who is next for an animal whose acceptance ended without an adoption. */
interface NextApplicant {
  readonly applicationId: bigint;
  readonly petId: bigint;
}

const next = new PreparedQuery((db, { accountId, limit }: Asked) =>
  db
    .selectFrom('applications as waiting')
    .innerJoin('applications as ended', 'ended.pet_id', 'waiting.pet_id')
    .innerJoin('pets', 'pets.id', 'waiting.pet_id')
    .select(({ fn }) => [
      fn.min<bigint>('waiting.id').as('application_id'),
      fn.min<bigint>('pets.id').as('pet_id'),
    ])
    .where('waiting.account_id', '=', accountId)
    .where('waiting.state', 'in', WAITING_APPLICATION)
    .where('waiting.queue', '=', sql.lit(1n))
    .where('waiting.acceptance_ended_at', 'is', null)
    .where('ended.acceptance_ended_at', 'is not', null)
    .where('pets.status', '=', sql.lit('available'))
    .groupBy('waiting.pet_id')
    .orderBy(({ fn }) => fn.min('waiting.id'))
    .limit(rowLimit(limit)),
);

/** Returns the first one that waits for each available animal whose acceptance ended without an adoption. */
export function nextApplicants(db: Queries, asked: Asked): MaybePromise<NextApplicant[]> {
  return andThen(next.all(db, asked), (rows) =>
    rows.map(({ application_id, pet_id }) => ({ applicationId: application_id, petId: pet_id })),
  );
}
