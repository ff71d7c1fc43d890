import { randomInt, timingSafeEqual } from 'node:crypto';
import { HOUR, MINUTE } from '../../platform/core/clock.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { digestOf } from '../accounts/api-key.ts';
import { findPerson } from './person-queries.ts';
import { newSecret } from './secret.ts';

/** How long a code is valid, and how often its browser may try. */
export const CODE_LIFETIME = 10 * MINUTE;
const MAX_TRIES = 5;
/** How many codes are made for one e-mail address in an hour, whether a person has it or not. */
export const CODES_PER_HOUR = 5;
const DIGITS = 6;

interface NewAttempt {
  readonly digest: string;
  readonly content: string;
  readonly expiresAt: bigint;
}

const count = new PreparedQuery(
  (db, { digest, expiresAt, now }: Omit<NewAttempt, 'content'> & { now: bigint }) =>
    db
      .insertInto('sign_in_attempts')
      .values({ digest, kind: 'code quota', content: '{}', tries: 1n, expires_at: expiresAt })
      .onConflict((conflict) =>
        conflict.column('digest').doUpdateSet(({ eb, ref, val }) => ({
          tries: eb
            .case()
            .when('sign_in_attempts.expires_at', '<=', now)
            .then(1n)
            .else(eb('sign_in_attempts.tries', '+', 1n))
            .end(),
          expires_at: eb
            .case()
            .when('sign_in_attempts.expires_at', '<=', now)
            .then(val(expiresAt))
            .else(ref('sign_in_attempts.expires_at'))
            .end(),
        })),
      )
      .returning(['tries', 'expires_at']),
);

/** Counts a code for an e-mail address, in all processes together. Returns when the hour ends, if the address has had all of its codes. */
export async function countCode(db: Queries, email: string, now: number): Promise<number | undefined> {
  const row = await count.first(db, {
    digest: digestOf(`code quota ${email}`),
    expiresAt: BigInt(now + HOUR),
    now: BigInt(now),
  });
  return row !== undefined && row.tries > CODES_PER_HOUR ? Number(row.expires_at) : undefined;
}

interface Content {
  readonly codes: ReadonlyArray<{
    /** SHA-256 of the secret and the code: without the cookie no one can try all codes. */
    readonly digest: string;
    /** Digits of the id; null if no person has the address. */
    readonly personId: string | null;
  }>;
  readonly email: string;
}

const insertion = new PreparedQuery((db, { digest, content, expiresAt }: NewAttempt) =>
  db
    .insertInto('sign_in_attempts')
    .values({ digest, kind: 'code', content, tries: 0n, expires_at: expiresAt }),
);

/**
 * Makes a code of each person who has an address, for a browser. One for an address that no person has is as any other, but never
 * signs in.
 *
 * @returns the codes in the order of the persons, and the secret of the cookie by which the browser is known.
 */
export async function createCodes(
  db: Queries,
  { personIds, email }: { readonly personIds: readonly bigint[]; readonly email: string },
  now: number,
): Promise<{ codes: readonly string[]; secret: string }> {
  const made = new Set<string>();
  while (made.size < Math.max(1, personIds.length))
    made.add(String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0'));
  const codes = [...made];
  const secret = newSecret();
  const content: Content = {
    codes: codes.map((code, index) => ({
      digest: digestOf(`${secret} ${code}`),
      personId: personIds[index] === undefined ? null : String(personIds[index]),
    })),
    email,
  };
  await insertion.all(db, {
    digest: digestOf(secret),
    content: JSON.stringify(content),
    expiresAt: BigInt(now + CODE_LIFETIME),
  });
  return { codes, secret };
}

const aTry = new PreparedQuery((db, { digest, now }: { digest: string; now: bigint }) =>
  db
    .updateTable('sign_in_attempts')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1n) }))
    .where('digest', '=', digest)
    .where('kind', '=', 'code')
    .where('expires_at', '>', now)
    .where('tries', '<', BigInt(MAX_TRIES))
    .returning('content'),
);

const deletion = new PreparedQuery((db, { digest }: { digest: string }) =>
  db.deleteFrom('sign_in_attempts').where('digest', '=', digest),
);

/**
 * Tries a code in the browser with the secret. A right one is used up. The try counts, so do not undo it.
 *
 * @returns the person, if the code is right and the person still has its address.
 */
export async function tryCode(
  db: Queries,
  { secret, code }: { readonly secret: string; readonly code: string },
  now: number,
): Promise<bigint | undefined> {
  const digest = digestOf(secret);
  const attempt = await aTry.first(db, { digest, now: BigInt(now) });
  if (attempt === undefined) return undefined;
  const { codes, email } = JSON.parse(attempt.content) as Content; // `createCodes` has written it
  const given = digestOf(`${secret} ${code}`);
  const right = codes.find((one) => isSame(given, one.digest));
  if (right === undefined) return undefined;
  await deletion.all(db, { digest });
  const { personId } = right;
  const person = personId === null ? undefined : await findPerson(db, BigInt(personId), now);
  return person?.email === email ? person.id : undefined;
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
