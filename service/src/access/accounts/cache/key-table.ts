import { ROLES } from '../../../platform/core/role.ts';
import { type Account, PLAN_NAMES } from '../account.ts';
import type { KeyPrincipal } from '../principal.ts';

/** The parts grow one by one, so that no request waits for more than a sixty-fourth of the keys to be copied. */
const PARTS = 64;
const INITIAL_ROWS = 16;

const WORD = Uint32Array.BYTES_PER_ELEMENT;
const ROW_BYTES = 80;
const ROW_WORDS = ROW_BYTES / WORD;
const ROW_DOUBLES = ROW_BYTES / Float64Array.BYTES_PER_ELEMENT;
/** The first 128 bits of the digest of a key: no one guesses one of a million such numbers. */
const DIGEST_BYTES = 16;
/** Members of a row, as numbers of 32 bits. */
const FIELD = { keyId: 4, chainId: 5, accountId: 6, generation: 7, perMinute: 10, perDay: 11 } as const;
/** A member of 64 bits. */
const EXPIRES_AT = 4;
/** Members of a row, as bytes. The name fills the rest, if it is not longer. */
const BYTE = { plan: 48, role: 49, hasCustomQuota: 50, nameBytes: 51, name: 52 } as const;
const MAX_NAME_BYTES = ROW_BYTES - BYTE.name;
/** A name that is kept beside the rows. */
const LONG_NAME = 255;
const MAX_WORD = 2 ** 32 - 1;
/** A removed key. */
const NO_GENERATION = 0;

export type RememberedKey = KeyPrincipal & { readonly generation: number };

/**
 * Verified API keys in little memory: a row takes 80 bytes, its places in the index 8 to 16, and a name of more than 28 bytes about 150. A new key beyond the maximum replaces the one that was
 * added first. Keys are found by their digests.
 */
export class KeyTable {
  readonly #parts: readonly Part[];
  /** The first bytes of the digest that is looked for. */
  readonly #wanted = Buffer.alloc(DIGEST_BYTES);
  readonly #words = new Uint32Array(this.#wanted.buffer, this.#wanted.byteOffset, DIGEST_BYTES / WORD);

  constructor(max: number) {
    const each = Math.max(INITIAL_ROWS, Math.ceil(max / PARTS));
    this.#parts = Array.from({ length: PARTS }, () => new Part(each));
  }

  /** Returns false for the few keys that have a member too long for its place in a row. */
  static fits({ key, account }: KeyPrincipal): boolean {
    const { customQuota: quota } = account;
    return (
      key.bannedUntil === undefined &&
      key.allowedOrigins === undefined &&
      key.scopes === undefined &&
      [key.id, key.chainId, account.id].every((id) => id >= 0n && id <= MAX_WORD) &&
      (quota === undefined || Math.max(quota.perMinute, quota.perDay) <= MAX_WORD)
    );
  }

  /** @param digest in hexadecimal. */
  get(digest: string): RememberedKey | undefined {
    return this.#partOf(digest).get(this.#words);
  }

  /** @param digest in hexadecimal. */
  set(digest: string, key: RememberedKey): void {
    this.#partOf(digest).set(this.#words, key);
  }

  /** @param digest in hexadecimal. */
  delete(digest: string): void {
    this.#partOf(digest).delete(this.#words);
  }

  #partOf(digest: string): Part {
    this.#wanted.write(digest, 0, DIGEST_BYTES, 'hex');
    return this.#parts[(this.#words[1] ?? 0) % PARTS] as Part; // there is one for each remainder
  }
}

/** A ring of rows, and an index of them with open addressing. */
class Part {
  readonly #max: number;
  #size = 0;
  /** The row that the next key beyond the maximum replaces. */
  #oldest = 0;
  /** Numbers of rows, from 1 on; 0 is a free place. At most half of them are taken. */
  #index: Uint32Array = new Uint32Array(2 * INITIAL_ROWS);
  #words: Uint32Array;
  #doubles: Float64Array;
  #bytes: Buffer;
  readonly #longNames = new Map<number, string>();

  constructor(max: number) {
    this.#max = max;
    const rows = Buffer.from(new ArrayBuffer(INITIAL_ROWS * ROW_BYTES));
    this.#bytes = rows;
    this.#words = new Uint32Array(rows.buffer);
    this.#doubles = new Float64Array(rows.buffer);
  }

  get(digest: Uint32Array): RememberedKey | undefined {
    const row = this.#find(digest);
    return row === undefined || this.#word(row, FIELD.generation) === NO_GENERATION
      ? undefined
      : this.#read(row);
  }

  set(digest: Uint32Array, key: RememberedKey): void {
    this.#write(this.#find(digest) ?? this.#add(digest), key);
  }

  delete(digest: Uint32Array): void {
    const row = this.#find(digest);
    if (row !== undefined) this.#words[row * ROW_WORDS + FIELD.generation] = NO_GENERATION;
  }

  #word(row: number, field: number): number {
    return this.#words[row * ROW_WORDS + field] ?? 0;
  }

  #read(row: number): RememberedKey {
    const bytes = this.#bytes;
    const start = row * ROW_BYTES;
    const expiresAt = this.#doubles[row * ROW_DOUBLES + EXPIRES_AT];
    return {
      key: {
        id: BigInt(this.#word(row, FIELD.keyId)),
        chainId: BigInt(this.#word(row, FIELD.chainId)),
        expiresAt: expiresAt === Number.POSITIVE_INFINITY ? undefined : expiresAt,
        bannedUntil: undefined,
        bannedSince: undefined,
        allowedOrigins: undefined,
        scopes: undefined,
      },
      account: {
        id: BigInt(this.#word(row, FIELD.accountId)),
        name: this.#nameOf(row),
        plan: PLAN_NAMES[bytes[start + BYTE.plan] ?? 0] ?? 'free',
        role: ROLES[bytes[start + BYTE.role] ?? 0] ?? 'reader',
        customQuota:
          bytes[start + BYTE.hasCustomQuota] === 0
            ? undefined
            : { perMinute: this.#word(row, FIELD.perMinute), perDay: this.#word(row, FIELD.perDay) },
      },
      generation: this.#word(row, FIELD.generation),
    };
  }

  #nameOf(row: number): string {
    const start = row * ROW_BYTES;
    const length = this.#bytes[start + BYTE.nameBytes] ?? 0;
    if (length === LONG_NAME) return this.#longNames.get(row) ?? '';
    return this.#bytes.toString('utf8', start + BYTE.name, start + BYTE.name + length);
  }

  #write(row: number, { key, account, generation }: RememberedKey): void {
    const word = row * ROW_WORDS;
    this.#words[word + FIELD.keyId] = Number(key.id);
    this.#words[word + FIELD.chainId] = Number(key.chainId);
    this.#words[word + FIELD.accountId] = Number(account.id);
    this.#words[word + FIELD.generation] = generation;
    this.#doubles[row * ROW_DOUBLES + EXPIRES_AT] = key.expiresAt ?? Number.POSITIVE_INFINITY;
    this.#writeAccount(row, account);
  }

  #writeAccount(row: number, { name, plan, role, customQuota }: Account): void {
    this.#words[row * ROW_WORDS + FIELD.perMinute] = customQuota?.perMinute ?? 0;
    this.#words[row * ROW_WORDS + FIELD.perDay] = customQuota?.perDay ?? 0;
    const bytes = this.#bytes;
    const start = row * ROW_BYTES;
    bytes[start + BYTE.plan] = PLAN_NAMES.indexOf(plan);
    bytes[start + BYTE.role] = ROLES.indexOf(role);
    bytes[start + BYTE.hasCustomQuota] = customQuota === undefined ? 0 : 1;
    this.#writeName(row, name);
  }

  #writeName(row: number, name: string): void {
    const start = row * ROW_BYTES;
    const isLong = Buffer.byteLength(name) > MAX_NAME_BYTES;
    if (isLong) this.#longNames.set(row, name);
    else this.#longNames.delete(row);
    this.#bytes[start + BYTE.nameBytes] = isLong
      ? LONG_NAME
      : this.#bytes.write(name, start + BYTE.name, MAX_NAME_BYTES);
  }

  #find(digest: Uint32Array): number | undefined {
    const index = this.#index;
    const mask = index.length - 1;
    for (let place = (digest[0] ?? 0) & mask; ; place = (place + 1) & mask) {
      const number = index[place] ?? 0;
      if (number === 0) return undefined;
      if (this.#isOf(number - 1, digest)) return number - 1;
    }
  }

  #isOf(row: number, digest: Uint32Array): boolean {
    const words = this.#words;
    const start = row * ROW_WORDS;
    for (let index = 0; index < digest.length; index += 1)
      if (words[start + index] !== digest[index]) return false;
    return true;
  }

  #add(digest: Uint32Array): number {
    const row = this.#nextRow();
    this.#words.set(digest, row * ROW_WORDS);
    this.#link(row);
    return row;
  }

  /** Returns a row that is free, or that of the oldest key. */
  #nextRow(): number {
    if (this.#size < this.#max) {
      if (this.#size * ROW_BYTES === this.#bytes.length) this.#grow();
      this.#size += 1;
      return this.#size - 1;
    }
    const row = this.#oldest;
    this.#oldest = (row + 1) % this.#max;
    this.#unlink(row);
    return row;
  }

  #grow(): void {
    const rows = Math.min(2 * this.#size, this.#max);
    const larger = Buffer.from(new ArrayBuffer(rows * ROW_BYTES));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#words = new Uint32Array(larger.buffer);
    this.#doubles = new Float64Array(larger.buffer);
    this.#index = new Uint32Array(2 * this.#index.length);
    for (let row = 0; row < this.#size; row += 1) this.#link(row);
  }

  #homeOf(row: number): number {
    return this.#word(row, 0) & (this.#index.length - 1);
  }

  #link(row: number): void {
    const mask = this.#index.length - 1;
    let place = this.#homeOf(row);
    while (this.#index[place] !== 0) place = (place + 1) & mask;
    this.#index[place] = row + 1;
  }

  /** Removes a row from the index, and moves those behind it, so that they are found without it. */
  #unlink(row: number): void {
    const index = this.#index;
    const mask = index.length - 1;
    let free = this.#homeOf(row);
    while (index[free] !== row + 1) free = (free + 1) & mask;
    for (let place = (free + 1) & mask; index[place] !== 0; place = (place + 1) & mask) {
      const other = index[place] ?? 0;
      const distance = (place - this.#homeOf(other - 1)) & mask;
      if (distance < ((place - free) & mask)) continue;
      index[free] = other;
      free = place;
    }
    index[free] = 0;
  }
}
