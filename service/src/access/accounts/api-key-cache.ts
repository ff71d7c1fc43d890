import { setImmediate as nextTurn } from 'node:timers/promises';
import { BoundedMap } from '../../platform/core/bounded-map.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { lowerRole, type Role } from '../../platform/core/role.ts';
import { singleFlightByKey } from '../../platform/core/tasks/single-flight.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Account } from './account.ts';
import { digestOf, type KeyKind, kindOfCredential } from './api-key.ts';
import { findApiKeyByDigest, type KeyOfAccount, pageOfUsedKeys } from './api-key-queries.ts';
import type { Ban } from './ban.ts';
import { AccessVersion } from './cache/access-version.ts';
import { copyOf, type RememberedPrincipal, RememberedPrincipals } from './cache/remembered-principals.ts';
import type { KeyPrincipal, PersonPrincipal, Principal } from './principal.ts';
import { findPersonByToken } from './session-token-queries.ts';

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
  readonly #valid: RememberedPrincipals;
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
    this.#valid = new RememberedPrincipals(share);
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
    if (this.#isDeniedIn(this.#version.current(now), secret)) return true;
    const cached = this.#trusted(secret, now);
    if (cached !== undefined) return ifUnexpired(cached, now) === undefined;
    return !this.#isWellFormed(secret);
  }

  /** Returns the principal that the last lookup of the key found, however long ago; undefined if it found none. The key may be revoked since. */
  lastVerified(secret: string, now: number): Principal | undefined {
    if (this.#denied.get(secret) !== undefined) return undefined;
    return ifUnexpired(this.#valid.get(secret), now);
  }

  /** Returns the principal of a valid key if that is known without a query for it. */
  cached(secret: string, now: number): Principal | undefined {
    return ifUnexpired(this.#trusted(secret, now), now);
  }

  /** Sets the ban of a key that was banned since its principal was read, so that it applies to the next request. */
  ban(principal: KeyPrincipal, ban: Ban): void {
    this.#valid.ban(principal, ban);
  }

  /**
   * Reads the keys that were used since then, until `isStopped`. The first request of each then needs no lookup: a key takes 4 us in a page, and 20 us
   * alone in a store with a million accounts.
   */
  async readUsed(
    since: number,
    { clock, isStopped }: { clock: Clock; isStopped: () => boolean },
  ): Promise<void> {
    let after: bigint | undefined = 0n;
    while (after !== undefined && !isStopped()) {
      const generation = await this.#version.get(clock.now());
      const { keys, last } = await pageOfUsedKeys(this.#db, after, since);
      for (const { digest, ...found } of keys) {
        const principal = principalOf(found);
        if (principal !== undefined) this.#valid.addByDigest(digest, { ...principal, generation });
      }
      after = last;
      await nextTurn();
    }
  }

  #trusted(secret: string, now: number): RememberedPrincipal | undefined {
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
    const remembered = { ...principal, generation };
    this.#valid.set(secret, remembered);
    this.#denied.delete(secret);
    return remembered;
  }

  #deny(secret: string, generation: number): undefined {
    const known = this.#valid.get(secret);
    if (known !== undefined) this.#onRevoked(known);
    this.#valid.delete(secret);
    this.#denied.set(copyOf(secret), generation);
  }
}

function readKey(db: Queries, digest: string): MaybePromise<KeyPrincipal | undefined> {
  return andThen(findApiKeyByDigest(db, digest), (found) => found && principalOf(found));
}

function principalOf({ key: found, account, isDisabled }: KeyOfAccount): KeyPrincipal | undefined {
  const { role, revokedAt, ...key } = found;
  return revokedAt !== undefined || isDisabled ? undefined : { key, account: withRole(account, role) };
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
