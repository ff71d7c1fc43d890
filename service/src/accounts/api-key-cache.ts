import { SECOND } from '../core/clock.ts';
import type { Queries } from '../database/database.ts';
import type { Account } from './account.ts';
import { digestOfApiKey, type KeyKind, kindOfApiKey } from './api-key.ts';
import { type ApiKey, findApiKeyByDigest } from './api-key-store.ts';

/** Who sends a request: a valid key and its account, at most one second old. */
export interface Principal {
  readonly key: ApiKey;
  readonly account: Account;
}

/** How long a revocation, a ban, its lifting or a change of plan takes to be known. Published in the README. */
const REMEMBERED_MS = SECOND;
const MOST_REMEMBERED = 50_000;
const MAX_DENIED = 10_000;

interface Remembered {
  at: number;
  principal: Principal;
}

/** Checks API keys against the store, and remembers those that are valid for a second. */
export class ApiKeyCache {
  readonly #db: Queries;
  readonly #kind: KeyKind;
  readonly #remembered = new Map<string, Remembered>();
  /** Denial cache: when a key of the right form was last found unknown, revoked or expired. */
  readonly #denied = new Map<string, number>();
  readonly #asked = new Map<string, Promise<Principal | undefined>>();

  constructor(db: Queries, kind: KeyKind) {
    this.#db = db;
    this.#kind = kind;
  }

  /** The principal of a key, or undefined if it is unknown, revoked, expired or of the other environment. */
  verify(secret: string, now: number): Principal | undefined | Promise<Principal | undefined> {
    if (this.isDenied(secret, now)) return undefined;
    return this.cached(secret, now) ?? this.#ask(secret, now);
  }

  /** Returns true if a key is known not to be valid without asking the store. */
  isDenied(secret: string, now: number): boolean {
    const known = this.cached(secret, now);
    if (known !== undefined) return !usable(known.key, now);
    return kindOfApiKey(secret) !== this.#kind || isFresh(this.#denied.get(secret), now);
  }

  /** Returns true if the key was valid when it was last looked up, however long ago. It may be revoked since. */
  hasVerified(secret: string): boolean {
    return this.#remembered.has(secret);
  }

  /** The principal of a key that was found valid less than a second ago; it may have expired since. */
  cached(secret: string, now: number): Principal | undefined {
    const known = this.#remembered.get(secret);
    return isFresh(known?.at, now) ? known?.principal : undefined;
  }

  /** Requests that arrive with one key while it is being looked up share the answer. */
  #ask(secret: string, now: number): Promise<Principal | undefined> {
    const running = this.#asked.get(secret);
    if (running !== undefined) return running;
    const answer = this.#lookUp(secret, now).finally(() => this.#asked.delete(secret));
    this.#asked.set(secret, answer);
    return answer;
  }

  async #lookUp(secret: string, now: number): Promise<Principal | undefined> {
    const principal = await findApiKeyByDigest(this.#db, digestOfApiKey(secret));
    if (principal === undefined || !usable(principal.key, now)) {
      this.#remembered.delete(secret);
      if (this.#denied.size >= MAX_DENIED) this.#denied.clear();
      this.#denied.set(secret, now);
      return undefined;
    }
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(secret, { at: now, principal });
    return principal;
  }
}

/** A clock that was set back must not keep a revoked key alive. */
function isFresh(at: number | undefined, now: number): boolean {
  return at !== undefined && now >= at && now - at < REMEMBERED_MS;
}

function usable(key: ApiKey, now: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || now < key.expiresAt);
}
