import { sql } from 'kysely';
import { linkAddress } from '../../platform/config/link-address.ts';
import { DAY } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { Change } from '../../record/events/event.ts';
import { toRole } from '../accounts/account-queries.ts';
import { digestOf } from '../accounts/api-key.ts';
import { currentRole, roleOfPrincipal } from '../accounts/role-of-principal.ts';
import { removeMail } from '../mail/outbox-queries.ts';
import { managesPeople } from './person.ts';
import { newSecret } from './secret.ts';

/** How long an invitation is valid. */
const INVITATION_LIFETIME = 7 * DAY;
/** A further invitation withdraws the oldest one of its person. */
const MAX_INVITATIONS = 10;

interface NewInvitation {
  readonly digest: string;
  readonly personId: bigint;
  readonly byKey: bigint | null;
  readonly byPerson: bigint | null;
  readonly createdAt: bigint;
  readonly expiresAt: bigint;
}

const insertion = new PreparedQuery(
  (db, { digest, personId, byKey, byPerson, createdAt, expiresAt }: NewInvitation) =>
    db.insertInto('invitations').values({
      digest,
      person_id: personId,
      by_key_id: byKey,
      by_person_id: byPerson,
      created_at: createdAt,
      expires_at: expiresAt,
    }),
);

/** Returns the secret of a new invitation, of which only the digest is stored, and when it expires. */
export async function createInvitation(
  db: Queries,
  personId: bigint,
  { actor, at: now }: Change,
): Promise<{ secret: string; expiresAt: number }> {
  const secret = newSecret();
  const expiresAt = now + INVITATION_LIFETIME;
  const digest = digestOf(secret);
  const by = { byKey: actor?.keyId ?? null, byPerson: actor?.personId ?? null };
  const times = { createdAt: BigInt(now), expiresAt: BigInt(expiresAt) };
  await insertion.all(db, { digest, personId, ...by, ...times });
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

const byDigest = new PreparedQuery((db, { digest, now }: { digest: string; now: bigint }) =>
  db
    .selectFrom('invitations')
    .innerJoin('people', 'people.id', 'invitations.person_id')
    .innerJoin('accounts', 'accounts.id', 'people.account_id')
    .select(['accounts.role', 'people.account_id', 'invitations.person_id', 'by_key_id', 'by_person_id'])
    .select('invitations.expires_at')
    .select(({ selectFrom, fn }) =>
      fn
        .coalesce(
          selectFrom('people as inviters').select('account_id').whereRef('inviters.id', '=', 'by_person_id'),
          selectFrom('api_keys').select('account_id').whereRef('api_keys.id', '=', 'by_key_id'),
        )
        .as('inviter_account'),
    )
    .select(
      roleOfPrincipal<'invitations'>(
        { keyId: 'invitations.by_key_id', personId: 'invitations.by_person_id' },
        now,
      ).as('inviter_role'),
    )
    .where('digest', '=', digest),
);
type Found = NonNullable<Awaited<ReturnType<typeof byDigest.first>>>;

/**
 * Uses up an invitation, and withdraws the others of its person: they may have gone to someone else. Returns the id of the person.
 *
 * @throws {ApiError} `link_expired`.
 */
export function redeemInvitation(db: Queries, secret: string, now: number): Promise<bigint> {
  return redeemInvitationDigest(db, digestOf(secret), now);
}

/** As `redeemInvitation`, with the digest of its secret. */
export async function redeemInvitationDigest(db: Queries, digest: string, now: number): Promise<bigint> {
  const found = await byDigest.first(db, { digest, now: BigInt(now) });
  const isValid = found !== undefined && Number(found.expires_at) > now && isByManager(found);
  // Of two at the same time, one finds it deleted.
  if (!isValid || !(await withdrawInvitations(db, found.person_id)).has(digest)) throw invitationExpired();
  return found.person_id;
}

/**
 * Returns false if who made an invitation could not make it now: they may know the link, which would let them in as someone else after
 * their own access has ended.
 */
function isByManager({
  role,
  account_id,
  person_id,
  by_key_id,
  by_person_id,
  inviter_role,
  inviter_account,
}: Found): boolean {
  if (by_person_id === person_id || (by_key_id ?? by_person_id) === null) return true;
  const inviter = currentRole(inviter_role);
  if (inviter === undefined) return false;
  return managesPeople(inviter, { role: toRole(role), isOwn: inviter_account === account_id });
}

/** Returns the address of an invitation. The secret is in the fragment, which no server and no log sees. */
export function invitationUrl(publicUrl: string, secret: string): string {
  return `${linkAddress(publicUrl)}/#/join/${secret}`;
}

const SECRET_IN_URL = /\/#\/join\/([\w-]+)/;

function invitationExpired(): ApiError {
  return new ApiError(
    'link_expired',
    'This invitation was used already, was withdrawn, is older than 7 days, or is by someone who may not invite you any more. Ask for another one.',
  );
}

const deletionOfPerson = new PreparedQuery((db, { personId }: { personId: bigint }) =>
  db.deleteFrom('invitations').where('person_id', '=', personId).returning('digest'),
);

const lettersTo = new PreparedQuery((db, { personId }: { personId: bigint }) =>
  db
    .selectFrom('outbox')
    .select(['id', 'message'])
    .where('failed_at', 'is', null)
    .where('kind', '=', 'invitation')
    .where('recipient', '=', ({ selectFrom }) =>
      selectFrom('people').select('email').where('people.id', '=', personId),
    ),
);

const deletionOfOwn = new PreparedQuery((db, { personId }: { personId: bigint }) =>
  db.deleteFrom('invitations').where('person_id', '=', personId).where('by_person_id', '=', personId),
);

/** Withdraws the invitations that a person has made for own devices: who was signed out with a device may know them. */
export async function withdrawOwnInvitations(db: Queries, personId: bigint): Promise<void> {
  await deletionOfOwn.all(db, { personId });
}

/**
 * Withdraws all invitations of a person, and the letters with them that wait. Call it while the person has the address of these letters.
 * Returns the digests of the invitations.
 */
export async function withdrawInvitations(db: Queries, personId: bigint): Promise<ReadonlySet<string>> {
  const withdrawn = new Set((await deletionOfPerson.all(db, { personId })).map(({ digest }) => digest));
  if (withdrawn.size === 0) return withdrawn;
  // Letters to a person of another account may have the same address.
  for (const { id, message } of await lettersTo.all(db, { personId })) {
    const secret = SECRET_IN_URL.exec(message ?? '')?.[1];
    if (secret !== undefined && withdrawn.has(digestOf(secret))) await removeMail(db, id);
  }
  return withdrawn;
}
