import { SECOND } from '../core/clock.ts';
import { singleFlightByKey } from '../core/single-flight.ts';
import type { Queries } from '../database/database.ts';
import type { Account } from './account.ts';
import { digestOfApiKey, type KeyKind, kindOfApiKey } from './api-key.ts';
import { type ApiKey, findApiKeyByDigest } from './api-key-store.ts';

/** The sender of a request: a valid API key and its account, as they were at most one second ago. */
export interface Principal {
  readonly key: ApiKey;
  readonly account: Account;
}

/** The maximum delay until a revocation, a ban, its lifting or a change of plan takes effect. The README documents it. */
const TTL_MS = SECOND;
const MAX_VALID = 50_000;
const MAX_DENIED = 10_000;

interface CachedPrincipal {
  readonly readAt: number;
  readonly principal: Principal;
}

/** Verifies API keys against the store and caches the results for a second. */
export class ApiKeyCache {
  readonly #db: Queries;
  readonly #kind: KeyKind;
  readonly #valid = new Map<string, CachedPrincipal>();
  /** Denial cache: when a well-formed key was last found unknown, revoked or expired. */
  readonly #denied = new Map<string, number>();
  readonly #lookUp = singleFlightByKey((secret: string, now: number) => this.#readStore(secret, now));

  constructor(db: Queries, kind: KeyKind) {
    this.#db = db;
    this.#kind = kind;
  }

  /** Returns the principal of a key; undefined if the key is unknown, revoked, expired or of the other environment. */
  verify(secret: string, now: number): Principal | undefined | Promise<Principal | undefined> {
    if (this.isDenied(secret, now)) return undefined;
    return this.cached(secret, now) ?? this.#lookUp(secret, now);
  }

  /** Returns true if a key is known to be invalid without a query. */
  isDenied(secret: string, now: number): boolean {
    const principal = this.cached(secret, now);
    if (principal !== undefined) return !isUsable(principal.key, now);
    return kindOfApiKey(secret) !== this.#kind || isFresh(this.#denied.get(secret), now);
  }

  /** Returns true if the last lookup of the key, however long ago, found it valid. It may be revoked since. */
  hasVerified(secret: string): boolean {
    return this.#valid.has(secret);
  }

  /** Returns the principal of a key that was found valid less than a second ago. It may have expired since. */
  cached(secret: string, now: number): Principal | undefined {
    const entry = this.#valid.get(secret);
    return isFresh(entry?.readAt, now) ? entry?.principal : undefined;
  }

  async #readStore(secret: string, now: number): Promise<Principal | undefined> {
    const principal = await findApiKeyByDigest(this.#db, digestOfApiKey(secret));
    if (principal === undefined || !isUsable(principal.key, now)) {
      this.#valid.delete(secret);
      if (this.#denied.size >= MAX_DENIED) this.#denied.clear();
      this.#denied.set(secret, now);
      return undefined;
    }
    if (this.#valid.size >= MAX_VALID) this.#valid.clear();
    this.#valid.set(secret, { readAt: now, principal });
    return principal;
  }
}

/** An entry from the future is not fresh: after the clock was set back it would keep a revoked key valid. */
function isFresh(readAt: number | undefined, now: number): boolean {
  return readAt !== undefined && now >= readAt && now - readAt < TTL_MS;
}

function isUsable(key: ApiKey, now: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || now < key.expiresAt);
}
