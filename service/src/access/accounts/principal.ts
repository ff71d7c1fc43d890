import type { Account } from './account.ts';
import type { ApiKey } from './api-key-queries.ts';
import type { SignedInPerson } from './session-token-queries.ts';

/** A valid API key and its account with the role of the key, as they were at most one second ago. */
export interface KeyPrincipal {
  readonly key: Pick<
    ApiKey,
    'id' | 'chainId' | 'expiresAt' | 'bannedUntil' | 'bannedSince' | 'allowedOrigins' | 'scopes'
  >;
  readonly account: Account;
  readonly person?: undefined;
}

/** A person with a valid token of a session, and the account with the role of the person, as they were at most one second ago. */
export interface PersonPrincipal {
  readonly person: SignedInPerson;
  /** When the token expires, in Unix milliseconds. */
  readonly tokenExpiresAt: number;
  readonly account: Account;
  readonly key?: undefined;
}

/** The sender of a request. */
export type Principal = KeyPrincipal | PersonPrincipal;
