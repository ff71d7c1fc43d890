import { sql } from 'kysely';
import { digestOf } from '../accounts/api-key.ts';
import { linkAddress } from '../config/link-address.ts';
import { DAY } from '../core/clock.ts';
import { ApiError } from '../core/errors.ts';
import type { Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import { newSecret } from './secret.ts';

/** How long an invitation is valid. */
const INVITATION_LIFETIME = 7 * DAY;
/** A further invitation withdraws the oldest one of its person. */
const MAX_INVITATIONS = 10;

interface NewInvitation {
  readonly digest: string;
  readonly personId: bigint;
  readonly createdAt: bigint;
  readonly expiresAt: bigint;
}

const insertion = new PreparedQuery((db, { digest, personId, createdAt, expiresAt }: NewInvitation) =>
  db
    .insertInto('invitations')
    .values({ digest, person_id: personId, created_at: createdAt, expires_at: expiresAt }),
);

/** Returns the secret of a new invitation, of which only the digest is stored, and when it expires. */
export async function createInvitation(
  db: Queries,
  personId: bigint,
  now: number,
): Promise<{ secret: string; expiresAt: number }> {
  const secret = newSecret();
  const expiresAt = now + INVITATION_LIFETIME;
  const digest = digestOf(secret);
  await insertion.all(db, { digest, personId, createdAt: BigInt(now), expiresAt: BigInt(expiresAt) });
  await surplus.all(db, { personId });
  return { secret, expiresAt };
}

const surplus = new PreparedQuery((db, { personId }: { personId: bigint }) =>
  db
    .deleteFrom('invitations')
    .where('digest', 'in', (invitations) =>
      invitations
        .selectFrom('invitations')
        .select('digest')
        .where('person_id', '=', personId)
        .orderBy('created_at', 'desc')
        .limit(sql.lit(MAX_INVITATIONS))
        .offset(sql.lit(MAX_INVITATIONS)),
    ),
);

const deletion = new PreparedQuery((db, { digest }: { digest: string }) =>
  db.deleteFrom('invitations').where('digest', '=', digest).returning(['person_id', 'expires_at']),
);

/**
 * Uses up an invitation. Returns the id of its person.
 *
 * @throws {ApiError} `link_expired`.
 */
export function redeemInvitation(db: Queries, secret: string, now: number): Promise<bigint> {
  return redeemInvitationDigest(db, digestOf(secret), now);
}

/** As `redeemInvitation`, with the digest of its secret. */
export async function redeemInvitationDigest(db: Queries, digest: string, now: number): Promise<bigint> {
  const invitation = await deletion.first(db, { digest });
  if (invitation === undefined || Number(invitation.expires_at) <= now) throw invitationExpired();
  return invitation.person_id;
}

/** Returns the address of an invitation. The secret is in the fragment, which no server and no log sees. */
export function invitationUrl(publicUrl: string, secret: string): string {
  return `${linkAddress(publicUrl)}/#/join/${secret}`;
}

function invitationExpired(): ApiError {
  return new ApiError(
    'link_expired',
    'This invitation was used already, was withdrawn, or is older than 7 days. Ask the person who invited you for another one.',
  );
}

const deletionOfPerson = new PreparedQuery((db, { personId }: { personId: bigint }) =>
  db.deleteFrom('invitations').where('person_id', '=', personId),
);

export async function withdrawInvitations(db: Queries, personId: bigint): Promise<void> {
  await deletionOfPerson.all(db, { personId });
}
