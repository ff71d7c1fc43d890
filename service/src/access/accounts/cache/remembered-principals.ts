import { BoundedMap } from '../../../platform/core/bounded-map.ts';
import { API_KEY_LENGTH, digestOf } from '../api-key.ts';
import type { Ban } from '../ban.ts';
import type { KeyPrincipal, Principal } from '../principal.ts';
import { KeyTable } from './key-table.ts';

/** A principal that is not revoked and whose account is not disabled, and the generation (`AccessVersion`) from before it was read. */
export type RememberedPrincipal = Principal & { readonly generation: number };

/** With a million keys, the table has 80 MB of rows and 8 MB of places in its index. It grows with the keys in use. */
const MAX_KEYS = 1_000_000;
/** An object takes 410 bytes: its strings, objects, ids and place in the map. */
const MAX_RECENT = 4_000;
/** Sessions of persons, keys for web pages, and the other keys that do not fit the table. */
const MAX_LARGE = 50_000;
/** Those that this process has set. */
const MAX_BANS = 10_000;

/**
 * Remembers verified principals. Those of the last requests are objects: to hash a key takes longer than to find it in a map. The keys of all others
 * are rows of a table.
 */
export class RememberedPrincipals {
  readonly #recent: BoundedMap<string, RememberedPrincipal>;
  readonly #large: BoundedMap<string, RememberedPrincipal>;
  readonly #table: KeyTable;
  /** Bans that are newer than their rows of the table, by the ids of the keys. */
  readonly #bans = new BoundedMap<bigint, Ban>(MAX_BANS);
  #hashed = { secret: '', digest: digestOf('') };

  /** @param share of the memory for this thread. */
  constructor(share: number) {
    this.#recent = new BoundedMap(Math.ceil(MAX_RECENT * share));
    this.#large = new BoundedMap(Math.ceil(MAX_LARGE * share));
    this.#table = new KeyTable(MAX_KEYS * share);
  }

  get(secret: string): RememberedPrincipal | undefined {
    return this.#recent.get(secret) ?? this.#large.get(secret) ?? this.#readTable(secret);
  }

  set(secret: string, principal: RememberedPrincipal): void {
    const text = copyOf(secret);
    this.#recent.set(text, principal);
    if (principal.person === undefined) this.#bans.delete(principal.key.id);
    if (principal.person === undefined && KeyTable.fits(principal)) {
      this.#table.set(this.#digestOf(secret), principal);
      this.#large.delete(text);
    } else {
      this.#large.set(text, principal);
      this.#table.delete(this.#digestOf(secret));
    }
  }

  /** Remembers a key that no request has sent yet, so that only its digest is known. */
  addByDigest(digest: string, principal: RememberedPrincipal): void {
    if (principal.person === undefined && KeyTable.fits(principal)) this.#table.set(digest, principal);
  }

  delete(secret: string): void {
    this.#recent.delete(secret);
    this.#large.delete(secret);
    this.#table.delete(this.#digestOf(secret));
  }

  /** Sets the ban of a key that was banned since its principal was read. */
  ban(principal: KeyPrincipal, ban: Ban): void {
    setBan(principal, ban);
    this.#bans.set(principal.key.id, ban);
  }

  #readTable(secret: string): RememberedPrincipal | undefined {
    if (secret.length !== API_KEY_LENGTH) return undefined;
    const found = this.#table.get(this.#digestOf(secret));
    if (found === undefined) return undefined;
    const ban = this.#bans.get(found.key.id);
    if (ban !== undefined) setBan(found, ban);
    this.#recent.set(copyOf(secret), found);
    return found;
  }

  /** Hashes a key once for the steps of one request that follow each other. */
  #digestOf(secret: string): string {
    if (secret !== this.#hashed.secret) this.#hashed = { secret: copyOf(secret), digest: digestOf(secret) };
    return this.#hashed.digest;
  }
}

function setBan({ key }: KeyPrincipal, { startedAt, endsAt }: Ban): void {
  key.bannedSince = startedAt;
  key.bannedUntil = endsAt;
}

/** A slice of a header keeps the whole header in memory: up to 16 KiB. */
export function copyOf(secret: string): string {
  return Buffer.from(secret, 'latin1').toString('latin1');
}
