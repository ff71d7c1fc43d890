import { sql } from 'kysely';
import { DAY, MINUTE } from '../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { reaches } from '../../platform/database/bounded-count.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { digestOf, generateSessionToken } from '../accounts/api-key.ts';
import { newSecret } from './secret.ts';

/** How long a browser stays signed in after its last use. */
export const SESSION_LIFETIME = 90 * DAY;
/** When a person signs in once more, the device that was not used for the longest time is signed out. */
const MAX_DEVICES = 100;
/** How long a bearer token is valid. */
const TOKEN_LIFETIME = 15 * MINUTE;

/** A browser in which a person is signed in. Times are Unix milliseconds. */
export interface Session {
  readonly id: bigint;
  readonly personId: bigint;
  readonly device: string;
  readonly createdAt: number;
  readonly usedAt: number;
}

interface NewSession {
  readonly digest: string;
  readonly personId: bigint;
  readonly device: string;
  readonly now: bigint;
  readonly expiresAt: bigint;
}

const insertion = new PreparedQuery((db, { digest, personId, device, now, expiresAt }: NewSession) =>
  db
    .insertInto('sessions')
    .values({ digest, person_id: personId, device, created_at: now, used_at: now, expires_at: expiresAt })
    .returning('id'),
);

/** A deletion makes all processes read again who may do what. */
const hasSurplus = reaches(MAX_DEVICES + 1, (db, { personId }: { personId: bigint }) =>
  db.selectFrom('sessions').select('id').where('person_id', '=', personId),
);

const surplus = new PreparedQuery((db, { personId }: { personId: bigint }) =>
  db
    .deleteFrom('sessions')
    .where('id', 'in', (sessions) =>
      sessions
        .selectFrom('sessions')
        .select('id')
        .where('person_id', '=', personId)
        .orderBy('used_at', 'desc')
        .orderBy('id', 'desc')
        .limit(sql.lit(MAX_DEVICES))
        .offset(sql.lit(MAX_DEVICES)),
    ),
);

/** Signs a person in on a device. Returns the secret of the cookie, of which only the digest is stored. */
export async function createSession(
  db: Queries,
  { personId, device, lifetime }: { personId: bigint; device: string; lifetime: number },
  now: number,
): Promise<string> {
  const secret = newSecret();
  const times = { now: BigInt(now), expiresAt: BigInt(now + lifetime) };
  await insertion.all(db, { digest: digestOf(secret), personId, device, ...times });
  if (await hasSurplus(db, { personId })) await surplus.all(db, { personId });
  return secret;
}

function selectSessions(db: Queries) {
  return db
    .selectFrom('sessions')
    .select(['sessions.id', 'person_id', 'device', 'sessions.created_at', 'used_at']);
}

const bySecret = new PreparedQuery((db, { digest, now }: { digest: string; now: bigint }) =>
  selectSessions(db).where('digest', '=', digest).where('expires_at', '>', now),
);

/** Returns the session of a cookie; undefined if it has ended. */
export function findSession(db: Queries, secret: string, now: number): MaybePromise<Session | undefined> {
  return andThen(
    bySecret.first(db, { digest: digestOf(secret), now: BigInt(now) }),
    (row) => row && toSession(row),
  );
}

const ofPerson = new PreparedQuery((db, { personId, now }: { personId: bigint; now: bigint }) =>
  selectSessions(db)
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(sql.lit(MAX_DEVICES)),
);

export function sessionsOf(db: Queries, personId: bigint, now: number): MaybePromise<Session[]> {
  return andThen(ofPerson.all(db, { personId, now: BigInt(now) }), (rows) => rows.map(toSession));
}

const use = new PreparedQuery((db, { id, now, expiresAt }: { id: bigint; now: bigint; expiresAt: bigint }) =>
  db.updateTable('sessions').set({ used_at: now, expires_at: expiresAt }).where('id', '=', id),
);

const tokenInsertion = new PreparedQuery(
  (db, { digest, sessionId, expiresAt }: { digest: string; sessionId: bigint; expiresAt: bigint }) =>
    db.insertInto('session_tokens').values({ digest, session_id: sessionId, expires_at: expiresAt }),
);

/** Older ones are refused. No one opens as many tabs in 15 minutes; all are deleted with their person. */
const MAX_TOKENS = 50;

const surplusTokens = new PreparedQuery((db, { sessionId }: { sessionId: bigint }) =>
  db
    .deleteFrom('session_tokens')
    .where('session_id', '=', sessionId)
    .where('expires_at', '<=', (tokens) =>
      tokens
        .selectFrom('session_tokens')
        .select('expires_at')
        .where('session_id', '=', sessionId)
        .orderBy('expires_at', 'desc')
        .limit(sql.lit(1))
        .offset(sql.lit(MAX_TOKENS)),
    ),
);

/** Returns a new bearer token of a session, and lets the session live on from now. */
export async function issueToken(
  db: Queries,
  sessionId: bigint,
  lifetime: number,
  now: number,
): Promise<{ token: string; expiresAt: number }> {
  const token = generateSessionToken();
  const expiresAt = now + TOKEN_LIFETIME;
  await use.all(db, { id: sessionId, now: BigInt(now), expiresAt: BigInt(now + lifetime) });
  await tokenInsertion.all(db, { digest: digestOf(token), sessionId, expiresAt: BigInt(expiresAt) });
  await surplusTokens.all(db, { sessionId });
  return { token, expiresAt };
}

const deletion = new PreparedQuery((db, { id, personId }: { id: bigint; personId: bigint }) =>
  db.deleteFrom('sessions').where('id', '=', id).where('person_id', '=', personId).returning('id'),
);

/** Ends a session. Its tokens are refused within a second in all processes. Returns false if the person has no such session. */
export async function endSession(db: Queries, id: bigint, personId: bigint): Promise<boolean> {
  return (await deletion.first(db, { id, personId })) !== undefined;
}

const deletionOfPerson = new PreparedQuery((db, { personId }: { personId: bigint }) =>
  db.deleteFrom('sessions').where('person_id', '=', personId),
);

/** Ends all sessions of a person. */
export async function endSessions(db: Queries, personId: bigint): Promise<void> {
  await deletionOfPerson.all(db, { personId });
}

function toSession(
  row: Awaited<ReturnType<ReturnType<typeof selectSessions>['executeTakeFirstOrThrow']>>,
): Session {
  return {
    id: row.id,
    personId: row.person_id,
    device: row.device,
    createdAt: Number(row.created_at),
    usedAt: Number(row.used_at),
  };
}
