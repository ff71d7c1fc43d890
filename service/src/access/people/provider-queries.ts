import { reaches } from '../../platform/database/bounded-count.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';

/** An account at a provider of OpenID Connect. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

const byIdentity = new PreparedQuery((db, { issuer, subject }: Identity) =>
  db
    .selectFrom('person_identities')
    .select('person_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject),
);

/** Returns the person who signs in with an account at a provider. */
export async function personOfIdentity(
  db: Queries,
  { issuer, subject }: Identity,
): Promise<bigint | undefined> {
  return (await byIdentity.first(db, { issuer, subject }))?.person_id;
}

const MAX_IDENTITIES = 10;

const reachesMaximum = reaches(MAX_IDENTITIES, (db, { personId }: { personId: bigint }) =>
  db.selectFrom('person_identities').select('subject').where('person_id', '=', personId),
);

/** Returns true if a person has as many accounts at providers as one may have. */
export function hasAllIdentities(db: Queries, personId: bigint): Promise<boolean> {
  return reachesMaximum(db, { personId });
}

const insertion = new PreparedQuery(
  (db, { issuer, subject, personId, now }: Identity & { personId: bigint; now: bigint }) =>
    db.insertInto('person_identities').values({ issuer, subject, person_id: personId, created_at: now }),
);

/** Binds an account at a provider, which no person has, to a person. */
export async function insertIdentity(
  db: Queries,
  { issuer, subject }: Identity,
  personId: bigint,
  now: number,
): Promise<void> {
  await insertion.all(db, { issuer, subject, personId, now: BigInt(now) });
}

const deletionOfPerson = new PreparedQuery((db, { personId }: { personId: bigint }) =>
  db.deleteFrom('person_identities').where('person_id', '=', personId),
);

export async function removeIdentities(db: Queries, personId: bigint): Promise<void> {
  await deletionOfPerson.all(db, { personId });
}
