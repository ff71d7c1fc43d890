import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Role } from '../../platform/core/role.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import type { Account } from './account.ts';
import { toAccount, toRole } from './account-queries.ts';

/** A person as the sender of requests. */
export interface SignedInPerson {
  readonly id: bigint;
  readonly name: string;
  readonly sessionId: bigint;
}

interface FoundToken {
  readonly person: SignedInPerson;
  readonly role: Role;
  /** When the token expires, in Unix milliseconds. */
  readonly expiresAt: number;
  readonly account: Account;
  readonly isDisabled: boolean;
}

const byDigest = new PreparedQuery((db: Queries, { digest }: { digest: string }) =>
  db
    .selectFrom('session_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .innerJoin('people', 'people.id', 'person_id')
    .innerJoin('accounts', 'accounts.id', 'people.account_id')
    .select(['session_id', 'person_id', 'session_tokens.expires_at'])
    .select(['people.name as person_name', 'people.role as person_role', 'removed_at'])
    .select([
      'accounts.id',
      'accounts.name',
      'accounts.plan',
      'accounts.role',
      'per_minute',
      'per_day',
      'disabled_at',
    ])
    .where('session_tokens.digest', '=', digest),
);

/** Returns the person whose session has the token with this digest, also if it has expired; undefined if the session has ended. */
export function findPersonByToken(db: Queries, digest: string): MaybePromise<FoundToken | undefined> {
  return andThen(byDigest.first(db, { digest }), (row) =>
    row === undefined || row.removed_at !== null
      ? undefined
      : {
          person: { id: row.person_id, name: row.person_name, sessionId: row.session_id },
          role: toRole(row.person_role),
          expiresAt: Number(row.expires_at),
          account: toAccount(row),
          isDisabled: row.disabled_at !== null,
        },
  );
}
