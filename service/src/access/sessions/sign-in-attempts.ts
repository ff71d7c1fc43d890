import { createHmac } from 'node:crypto';
import { ApiError } from '../../platform/core/errors.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { Exchange } from '../../platform/http/route.ts';
import { digestOf } from '../accounts/api-key.ts';
import { newSecret } from '../people/secret.ts';
import type { PageOrigin } from './page-origin.ts';
import { type CookieRules, cookie, cookieOf } from './session-cookie.ts';

/** A way in that takes two requests of one browser. */
export interface AttemptRules {
  readonly kind: 'passkey' | 'provider';
  /** In milliseconds. */
  readonly lifetime: number;
  readonly cookie: CookieRules;
}

/** An attempt to sign in, which only the browser that began it can finish, once. */
export interface Attempt<Content> {
  /** What the browser keeps in a cookie. Only its digest is stored. */
  readonly secret: string;
  readonly content: Content;
}

const insertion = new PreparedQuery(
  (
    db,
    {
      digest,
      kind,
      content,
      expiresAt,
    }: { digest: string; kind: AttemptRules['kind']; content: string; expiresAt: bigint },
  ) => db.insertInto('sign_in_attempts').values({ digest, kind, content, tries: 0n, expires_at: expiresAt }),
);

interface AttemptKey {
  readonly digest: string;
  readonly kind: AttemptRules['kind'];
}

const selection = new PreparedQuery((db, { digest, kind }: AttemptKey) =>
  db.selectFrom('sign_in_attempts').select('digest').where('digest', '=', digest).where('kind', '=', kind),
);

const deletion = new PreparedQuery((db, { digest, kind }: AttemptKey) =>
  db
    .deleteFrom('sign_in_attempts')
    .where('digest', '=', digest)
    .where('kind', '=', kind)
    .returning(['content', 'expires_at']),
);

/** Begins an attempt. Returns its secret, and the header fields that keep it in the browser. */
export async function beginAttempt(
  db: Queries,
  rules: AttemptRules,
  content: object,
  origin: PageOrigin,
  now: number,
): Promise<{ secret: string; headers: string[] }> {
  const secret = newSecret();
  const expiresAt = BigInt(now + rules.lifetime);
  const row = { digest: digestOf(secret), kind: rules.kind, content: JSON.stringify(content), expiresAt };
  await insertion.all(db, row);
  return { secret, headers: cookie(rules.cookie, secret, origin, rules.lifetime) };
}

/**
 * Uses up the attempt of a browser in a transaction of its own, so that it is used up whatever follows.
 *
 * @throws {ApiError} `sign_in_expired`.
 */
export async function takeAttempt<Content>(
  database: Database,
  rules: AttemptRules,
  exchange: Exchange,
  origin: PageOrigin,
  now: number,
): Promise<Attempt<Content>> {
  const secret = cookieOf(exchange, rules.cookie, origin);
  if (secret === undefined) throw signInExpired();
  const key = { digest: digestOf(secret), kind: rules.kind };
  // Anyone can send a cookie that no attempt has: it costs no write.
  if ((await selection.first(database.read, key)) === undefined) throw signInExpired();
  const taken = await database.write(async (db) => deletion.first(db, key));
  if (taken === undefined || Number(taken.expires_at) <= now) throw signInExpired();
  return { secret, content: JSON.parse(taken.content) };
}

/** Returns the header fields that delete the cookie of an attempt. */
export function withoutAttempt(rules: AttemptRules, origin: PageOrigin): string[] {
  return cookie(rules.cookie, '', origin, 0);
}

/** Returns a value of an attempt that others may see, such as its challenge: 256 bits in base64url. They do not lead to the secret, so they need not be stored. */
export function derivedValue(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

export function signInExpired(): ApiError {
  return new ApiError(
    'sign_in_expired',
    'This attempt to sign in took too long, or was finished already. Begin again.',
  );
}
