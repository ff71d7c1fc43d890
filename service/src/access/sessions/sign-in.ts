import type { Clock } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import type { Answer, Exchange } from '../../platform/http/route.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import { findPerson } from '../people/person-queries.ts';
import { createSession, endSession, findSession, type Session } from '../people/session-queries.ts';
import { deviceName } from './device-name.ts';
import type { PageOrigin } from './page-origin.ts';
import { sessionCookie, sessionLifetime, sessionSecretOf } from './session-cookie.ts';

/** What routes under `/session` need. */
export interface SessionDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** PUBLIC_URL. */
  readonly publicUrl: string;
}

/** Header fields of all responses: they contain secrets, or depend on a cookie. */
export const NO_STORE: readonly string[] = ['cache-control', 'no-store'];

/**
 * Signs a person in on the device of a request, in the transaction that has verified the person. It is always a new session: a
 * cookie that the browser had before, which someone else may know, is ended.
 *
 * @returns the answer, whose cookie is the session.
 */
export async function signIn(
  db: Queries,
  exchange: Exchange,
  origin: PageOrigin,
  {
    personId,
    by,
    now,
  }: { personId: bigint; by: 'invitation' | 'first link' | 'passkey' | 'code' | 'provider'; now: number },
): Promise<Answer> {
  const person = await findPerson(db, personId, now);
  if (person === undefined) throw notSignedIn();
  const earlier = await sessionOf(db, exchange, origin, now);
  if (earlier !== undefined) await endSession(db, earlier.id, earlier.personId);
  const device = deviceName(exchange.request.headers['user-agent']);
  const secret = await createSession(db, { personId, device, lifetime: sessionLifetime(origin) }, now);
  const { id, accountId, name } = person;
  await recordAudit(db, {
    actor: { accountId, personId },
    at: now,
    action: 'person.signed_in',
    subject: { id, name },
    details: { by, device },
  });
  return {
    status: 201,
    headers: [...NO_STORE, ...sessionCookie(secret, origin)],
    body: stringifyJson({ id, name }),
  };
}

/** Returns the session of the cookie of a request; undefined if it has none, or if it has ended. */
export async function sessionOf(
  db: Queries,
  exchange: Exchange,
  origin: PageOrigin,
  now: number,
): Promise<Session | undefined> {
  const secret = sessionSecretOf(exchange, origin);
  return secret === undefined ? undefined : findSession(db, secret, now);
}

/** Returns the error of a request that needs a session. */
export function notSignedIn(): ApiError {
  return new ApiError(
    'not_signed_in',
    'No person is signed in in this browser, or no longer. Sign in again.',
  );
}
