import { randomBytes } from 'node:crypto';
import { MINUTE } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { digestOf } from '../accounts/api-key.ts';

/** How long the first link is valid. */
export const FIRST_LINK_LIFETIME = 15 * MINUTE;

const TOKEN_BYTES = 32;

interface FirstLink {
  readonly digest: string;
  readonly accountId: bigint;
  readonly expiresAt: bigint;
}

const insert = new PreparedQuery((db, { digest, accountId, expiresAt }: FirstLink) =>
  db.insertInto('first_links').values({ digest, account_id: accountId, expires_at: expiresAt }),
);

/** Creates a token that signs in the first person of an account, once. Only its digest is stored. */
export async function createFirstLink(db: Queries, accountId: bigint, now: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await insert.all(db, { digest: digestOf(token), accountId, expiresAt: BigInt(now + FIRST_LINK_LIFETIME) });
  return token;
}

const unused = new PreparedQuery((db: Queries, _parameters: object) =>
  db
    .selectFrom('first_links')
    .select('account_id')
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('key_uses').select('api_key_id'))))
    .limit(1),
);

const expiry = new PreparedQuery((db, { now }: { now: bigint }) =>
  db.deleteFrom('first_links').where('expires_at', '<=', now),
);

/** Returns true while no one has used the first link or any key. */
export function awaitsFirstSignIn(db: Queries): MaybePromise<boolean> {
  return andThen(unused.first(db, {}), (link) => link !== undefined);
}

/**
 * Creates another link if no one has used the first one or any key: its address did not work yet, or no one opened it in time.
 * Earlier links stay valid, because several processes may start together. Returns undefined if someone has signed in.
 */
export async function renewFirstLink(db: Queries, now: number): Promise<string | undefined> {
  const link = await unused.first(db, {});
  if (link === undefined) return undefined;
  await expiry.all(db, { now: BigInt(now) });
  return createFirstLink(db, link.account_id, now);
}

const deletion = new PreparedQuery((db, { digest }: { digest: string }) =>
  db.deleteFrom('first_links').where('digest', '=', digest).returning(['account_id', 'expires_at']),
);

const others = new PreparedQuery((db: Queries, _parameters: object) => db.deleteFrom('first_links'));

/**
 * Uses up the first link. Call it in a transaction, in which all links are deleted. Returns the id of the account of its person.
 *
 * @throws {ApiError} `link_expired`.
 */
export async function redeemFirstLink(db: Queries, token: string, now: number): Promise<bigint> {
  const link = await deletion.first(db, { digest: digestOf(token) });
  if (link === undefined || Number(link.expires_at) <= now) {
    throw new ApiError(
      'link_expired',
      'This link was used already, or is older than 15 minutes. Make an invitation on the machine of the service: petstore people invite NAME --role admin',
    );
  }
  await others.all(db, {});
  return link.account_id;
}
