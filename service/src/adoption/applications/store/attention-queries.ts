import { sql } from 'kysely';
import { BONDED_PROFILE, bondedIn } from '../../../catalogue/pets/bonds/bonded-pets.ts';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { idsJson, jsonIds } from '../../../platform/database/json-rows.ts';
import { PreparedQuery, rowLimit } from '../../../platform/database/prepared-query.ts';
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
      .where('ended_at', 'is', null)
      .where('state', '<>', sql.lit('accepted'))
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

// In this order, on both engines: few letters have failed, and an account has many applications.
const withFailedLetter = new PreparedQuery((db, { accountId, limit }: Asked) =>
  db
    .selectFrom('outbox')
    .crossJoin('applications')
    .select('applications.id')
    .where('outbox.failed_at', '>=', sql.lit(0n))
    .whereRef('applications.id', '=', 'outbox.application_id')
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

const endedAcceptances = new PreparedQuery((db, { accountId }: { accountId: bigint }) => {
  const ended = db
    .selectFrom('applications')
    .select('pet_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    .where('acceptance_ended_at', 'is not', null);
  // In this order, on both engines: few acceptances end without an adoption, and many animals are available.
  return db
    .selectFrom(ended.as('ended'))
    .crossJoin('pets')
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.pet_id', '=', 'pets.id').on('profiles.profile', 'like', BONDED_PROFILE),
    )
    .select(['pets.id', 'profiles.profile'])
    .whereRef('pets.id', '=', 'ended.pet_id')
    .where('pets.status', '=', sql.lit('available'));
});

const firstWaiting = new PreparedQuery((db, { accountId, petIds }: { accountId: bigint; petIds: string }) =>
  db
    .selectFrom('pets')
    .select((eb) => [
      'pets.id as pet_id',
      eb
        .selectFrom('applications')
        .select(({ fn }) => fn.min<bigint | null>('id').as('first'))
        .whereRef('pet_id', '=', 'pets.id')
        .where('state', 'in', WAITING_APPLICATION)
        .where(sql<boolean>`+account_id = ${accountId}`)
        .where('queue', '=', sql.lit(1n))
        .where('acceptance_ended_at', 'is', null)
        .as('application_id'),
    ])
    .where('pets.id', 'in', jsonIds(db, petIds))
    .where('pets.status', '=', sql.lit('available')),
);

/**
 * Returns the first one that waits for each available animal whose acceptance ended without an adoption, as long as that is not erased.
 * Animals that go together are adopted together, so they have one who is next.
 */
export function nextApplicants(db: Queries, { accountId, limit }: Asked): MaybePromise<NextApplicant[]> {
  return andThen(endedAcceptances.all(db, { accountId }), (ended) => {
    if (ended.length === 0) return [];
    const groups = ended.map(({ id, profile }) => [id, ...bondedIn(profile)]);
    return andThen(firstWaiting.all(db, { accountId, petIds: idsJson(groups.flat()) }), (rows) => {
      const first = new Map(rows.map((row) => [row.pet_id, row.application_id]));
      const nextOfGroups = groups.flatMap((group) => firstOf(group, first) ?? []);
      const byApplication = new Map(nextOfGroups.map((next) => [next.applicationId, next]));
      return [...byApplication.values()]
        .toSorted((one, other) => (one.applicationId < other.applicationId ? -1 : 1))
        .slice(0, limit);
    });
  });
}

/** Returns the first applicant of the animals of a group; undefined if no one waits. */
function firstOf(
  group: readonly bigint[],
  first: ReadonlyMap<bigint, bigint | null>,
): NextApplicant | undefined {
  return group
    .flatMap((petId) => {
      const applicationId = first.get(petId) ?? undefined;
      return applicationId === undefined ? [] : [{ applicationId, petId }];
    })
    .sort((one, other) => (one.applicationId < other.applicationId ? -1 : 1))[0];
}
