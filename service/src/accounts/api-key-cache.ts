import { BoundedMap } from '../core/bounded-map.ts';
import { SECOND } from '../core/clock.ts';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import { lowerRole, type Role } from '../core/role.ts';
import { singleFlightByKey } from '../core/tasks/single-flight.ts';
import type { Queries } from '../database/database.ts';
import { PreparedQuery } from '../database/prepared-query.ts';
import type { Account } from './account.ts';
import { digestOf, type KeyKind, kindOfCredential } from './api-key.ts';
import { type ApiKey, findApiKeyByDigest } from './api-key-queries.ts';
import { findPersonByToken, type SignedInPerson } from './session-token-queries.ts';

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

/** A principal that is not revoked and whose account is not disabled, and the generation (`AccessVersion`) from before it was read. */
type CachedPrincipal = Principal & { readonly generation: number };

/** An entry takes 410 bytes: its strings, objects, ids and place in the map. All of them take 82 MB. */
const MAX_VALID = 200_000;
/** An entry takes 130 bytes. A flood of random keys evicts the denials of others, which cost a lookup again. */
const MAX_DENIED = 10_000;

/**
 * Verifies API keys, and tokens of sessions, against the store. A result is trusted until an account, a key, a ban or a person changes. The end of a key or of
 * a ban is compared with the clock in each request.
 */
export class ApiKeyCache {
  readonly #db: Queries;
  readonly #kind: KeyKind;
  readonly #version: AccessVersion;
  readonly #onRevoked: (principal: Principal) => void;
  readonly #valid: BoundedMap<string, CachedPrincipal>;
  /** Denial cache: the generation in which a well-formed key was found unknown or revoked. */
  readonly #denied: BoundedMap<string, number>;
  /** Lookups in progress. Their names have the generation, because one of an earlier generation may have missed a change. */
  readonly #lookUp = singleFlightByKey((_name: string, secret: string, generation: number) =>
    this.#readStore(secret, generation),
  );

  /**
   * @param onRevoked called when a key that was valid before is found revoked: once, at its next request.
   * @param share of the memory for this thread.
   */
  constructor(db: Queries, kind: KeyKind, onRevoked: (principal: Principal) => void = () => {}, share = 1) {
    this.#db = db;
    this.#kind = kind;
    this.#onRevoked = onRevoked;
    this.#valid = new BoundedMap(Math.ceil(MAX_VALID * share));
    this.#denied = new BoundedMap(Math.ceil(MAX_DENIED * share));
    this.#version = new AccessVersion(db);
  }

  /**
   * Returns the principal of a key; undefined if the key is unknown, revoked, expired, of a disabled account or of the other environment. Waits only
   * for a database server, and fails if the store cannot be read.
   */
  verify(secret: string, now: number): MaybePromise<Principal | undefined> {
    const cached = this.#trusted(secret, now);
    if (cached !== undefined) return ifUnexpired(cached, now);
    if (this.isDenied(secret, now)) return undefined;
    return andThen(this.#version.get(now), (generation) =>
      andThen(this.#find(secret, generation), (principal) => ifUnexpired(principal, now)),
    );
  }

  /** Returns true if a key is known to be invalid without a query for it. */
  isDenied(secret: string, now: number): boolean {
    const cached = this.#trusted(secret, now);
    if (cached !== undefined) return ifUnexpired(cached, now) === undefined;
    return !this.#isWellFormed(secret) || this.#isDeniedIn(this.#version.current(now), secret);
  }

  /** Returns the principal that the last lookup of the key found, however long ago; undefined if it found none. The key may be revoked since. */
  lastVerified(secret: string, now: number): Principal | undefined {
    return ifUnexpired(this.#valid.get(secret), now);
  }

  /** Returns the principal of a valid key if that is known without a query for it. */
  cached(secret: string, now: number): Principal | undefined {
    return ifUnexpired(this.#trusted(secret, now), now);
  }

  #trusted(secret: string, now: number): CachedPrincipal | undefined {
    const cached = this.#valid.get(secret);
    return cached?.generation === this.#version.current(now) ? cached : undefined;
  }

  #isWellFormed(secret: string): boolean {
    const kind = kindOfCredential(secret);
    return kind === this.#kind || kind === 'session';
  }

  #isDeniedIn(generation: number | undefined, secret: string): boolean {
    return generation !== undefined && this.#denied.get(secret) === generation;
  }

  #find(secret: string, generation: number): MaybePromise<Principal | undefined> {
    const cached = this.#valid.get(secret);
    if (cached?.generation === generation) return cached;
    if (this.#isDeniedIn(generation, secret)) return undefined;
    return this.#lookUp(`${generation} ${secret}`, secret, generation);
  }

  #readStore(secret: string, generation: number): MaybePromise<Principal | undefined> {
    const read = kindOfCredential(secret) === 'session' ? readPerson : readKey;
    return andThen(read(this.#db, digestOf(secret)), (principal) =>
      principal === undefined ? this.#deny(secret, generation) : this.#keep(secret, principal, generation),
    );
  }

  #keep(secret: string, principal: Principal, generation: number): Principal {
    const cached = { ...principal, generation };
    this.#valid.set(copyOf(secret), cached);
    return cached;
  }

  #deny(secret: string, generation: number): undefined {
    const known = this.#valid.get(secret);
    if (known !== undefined) this.#onRevoked(known);
    this.#valid.delete(secret);
    this.#denied.set(copyOf(secret), generation);
  }
}

function readKey(db: Queries, digest: string): MaybePromise<KeyPrincipal | undefined> {
  return andThen(findApiKeyByDigest(db, digest), (found) => {
    if (found === undefined || found.key.revokedAt !== undefined || found.isDisabled) return undefined;
    const { id, chainId, expiresAt, bannedUntil, bannedSince, allowedOrigins, scopes, role } = found.key;
    const key = { id, chainId, expiresAt, bannedUntil, bannedSince, allowedOrigins, scopes };
    return { key, account: withRole(found.account, role) };
  });
}

function readPerson(db: Queries, digest: string): MaybePromise<PersonPrincipal | undefined> {
  return andThen(findPersonByToken(db, digest), (found) => {
    if (found === undefined || found.isDisabled) return undefined;
    const { person, role, expiresAt: tokenExpiresAt } = found;
    return { person, tokenExpiresAt, account: withRole(found.account, role) };
  });
}

function withRole(account: Account, role: Role | undefined): Account {
  return role === undefined ? account : { ...account, role: lowerRole(role, account.role) };
}

function ifUnexpired<P extends Principal>(principal: P | undefined, now: number): P | undefined {
  const expiresAt = principal?.person === undefined ? principal?.key.expiresAt : principal.tokenExpiresAt;
  return expiresAt !== undefined && now >= expiresAt ? undefined : principal;
}

/** A slice of a header keeps the whole header in memory: up to 16 KiB. */
function copyOf(secret: string): string {
  return Buffer.from(secret, 'latin1').toString('latin1');
}

/** The maximum delay until a change of an account, a key or a ban takes effect. The README documents it. */
const TRUSTED_MS = SECOND;
/** From this age the version is read again in the background, so that requests rarely wait for it. */
const REFRESH_MS = SECOND / 2;

const readVersion = new PreparedQuery((db: Queries) => db.selectFrom('access_version').select('version'));

interface Reading {
  readonly startedAt: number;
  readonly generation: Promise<number>;
}

/**
 * Follows the version of all accounts, keys and bans in the store, which changes with each of them (docs/adr/0036). What
 * was read from the store may be used as long as the *generation* from before that read is the current one.
 */
class AccessVersion {
  readonly #db: Queries;
  #generation = 0;
  #version: string | undefined;
  /** When the read of `#version` started. */
  #readAt = Number.NEGATIVE_INFINITY;
  /** The last read that has not ended yet. Only a database server has it. */
  #running: Reading | undefined;
  #startedReads = 0;
  /** The number of the read that `#version` is from. */
  #recordedRead = 0;

  constructor(db: Queries) {
    this.#db = db;
  }

  /**
   * Returns the generation; undefined if the version was read a second ago or earlier. Never waits and never throws. It
   * starts to read the version again before that.
   */
  current(now: number): number | undefined {
    if (isYoungerThan(REFRESH_MS, this.#readAt, now)) return this.#generation;
    this.#refresh(now);
    return isYoungerThan(TRUSTED_MS, this.#readAt, now) ? this.#generation : undefined;
  }

  /** Returns the generation, also if the version must be read first. Fails if the store cannot be read. */
  get(now: number): MaybePromise<number> {
    return this.current(now) ?? this.#read(now);
  }

  #refresh(now: number): void {
    try {
      const read = this.#read(now);
      if (read instanceof Promise) read.catch(() => {}); // `get` reports the error
    } catch {
      // The same.
    }
  }

  #read(now: number): MaybePromise<number> {
    // Concurrent requests share a read, unless it may have missed a change of a second ago.
    if (this.#running !== undefined && isYoungerThan(TRUSTED_MS, this.#running.startedAt, now)) {
      return this.#running.generation;
    }
    this.#startedReads += 1;
    const number = this.#startedReads;
    const read = andThen(readVersion.first(this.#db, {}), (row) => this.#record(row?.version, number, now));
    if (!(read instanceof Promise)) return read;
    const reading: Reading = {
      startedAt: now,
      generation: read.finally(() => {
        if (this.#running === reading) this.#running = undefined;
      }),
    };
    this.#running = reading;
    return reading.generation;
  }

  #record(version: string | undefined, read: number, startedAt: number): number {
    if (read < this.#recordedRead) return this.#generation;
    // A store without the row has no version to trust. After the clock was set back, times may be wrong.
    const isTrusted = version !== undefined && startedAt >= this.#readAt;
    if (!isTrusted || version !== this.#version) this.#generation += 1;
    this.#version = version;
    this.#readAt = startedAt;
    this.#recordedRead = read;
    return this.#generation;
  }
}

/** A time in the future is not young: the clock was set back since. */
function isYoungerThan(ms: number, time: number, now: number): boolean {
  return now >= time && now - time < ms;
}
