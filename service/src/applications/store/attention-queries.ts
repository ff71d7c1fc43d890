import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../core/maybe-promise.ts';
import type { Queries } from '../../database/database.ts';
import { idsJson, jsonIds } from '../../database/json-rows.ts';
import { PreparedQuery, rowLimit } from '../../database/prepared-query.ts';
import { BONDED_PROFILE, bondedIn, MAX_IN_GROUP } from '../../pets/bonds/bonded-pets.ts';
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

/** Available animals with the first one that waits for each. */
const firstWaiting = (db: Queries, accountId: bigint) =>
  db
    .selectFrom('applications as waiting')
    .innerJoin('pets', 'pets.id', 'waiting.pet_id')
    .select(({ fn }) => [
      fn.min<bigint>('waiting.id').as('application_id'),
      fn.min<bigint>('pets.id').as('pet_id'),
    ])
    .where('waiting.account_id', '=', accountId)
    .where('waiting.state', 'in', WAITING_APPLICATION)
    .where('waiting.queue', '=', sql.lit(1n))
    .where('waiting.acceptance_ended_at', 'is', null)
    .where('pets.status', '=', sql.lit('available'))
    .groupBy('waiting.pet_id');

const next = new PreparedQuery((db, { accountId, limit }: Asked) =>
  firstWaiting(db, accountId)
    .innerJoin('applications as ended', 'ended.pet_id', 'waiting.pet_id')
    .where('ended.acceptance_ended_at', 'is not', null)
    .orderBy(({ fn }) => fn.min('waiting.id'))
    .limit(rowLimit(limit)),
);

const nextOfGroups = new PreparedQuery((db, { accountId }: { accountId: bigint }) =>
  db
    .selectFrom(firstWaiting(db, accountId).as('first'))
    .innerJoin('profiles', 'profiles.pet_id', 'first.pet_id')
    .select(['first.application_id', 'first.pet_id', 'profiles.profile'])
    .where('profiles.profile', 'like', BONDED_PROFILE),
);

const endedAcceptances = new PreparedQuery(
  (db, { accountId, petIds }: { accountId: bigint; petIds: string }) =>
    db
      .selectFrom('applications')
      .select(({ ref }) => ref('pet_id').$notNull().as('pet_id'))
      .distinct()
      .where('pet_id', 'in', jsonIds(db, petIds))
      .where('account_id', '=', accountId)
      .where('acceptance_ended_at', 'is not', null),
);

/**
 * Returns the first one that waits for each available animal whose acceptance ended without an adoption. Animals that go together are
 * adopted together, so they have one who is next.
 */
export function nextApplicants(db: Queries, { accountId, limit }: Asked): MaybePromise<NextApplicant[]> {
  return andThen(next.all(db, { accountId, limit: limit * MAX_IN_GROUP }), (single) =>
    andThen(nextOfGroups.all(db, { accountId }), (rows) => {
      const groups = new Map(rows.map((row) => [row.pet_id, [row.pet_id, ...bondedIn(row.profile)]]));
      return andThen(endedIn(db, accountId, [...groups.values()].flat()), (ended) => {
        const ofGroups = rows.filter(({ pet_id }) => groups.get(pet_id)?.some((id) => ended.has(id)));
        const ofOthers = single.filter(({ pet_id }) => !groups.has(pet_id));
        const all = [...ofGroups, ...ofOthers].toSorted((one, other) =>
          one.application_id < other.application_id ? -1 : 1,
        );
        const seen = new Set<bigint>();
        return all
          .filter(({ pet_id }) => {
            if (seen.has(pet_id)) return false;
            for (const id of groups.get(pet_id) ?? []) seen.add(id);
            return true;
          })
          .slice(0, limit)
          .map(({ application_id, pet_id }) => ({ applicationId: application_id, petId: pet_id }));
      });
    }),
  );
}

/** Returns the animals of which an acceptance ended without an adoption. */
function endedIn(
  db: Queries,
  accountId: bigint,
  petIds: readonly bigint[],
): MaybePromise<ReadonlySet<bigint>> {
  if (petIds.length === 0) return new Set();
  return andThen(
    endedAcceptances.all(db, { accountId, petIds: idsJson(petIds) }),
    (rows) => new Set(rows.map(({ pet_id }) => pet_id)),
  );
}
