import type { Usage } from './decide.ts';

const FIRST_CAPACITY = 1024;

/**
 * The usage of many accounts in little memory: four integers an account in typed arrays, and which of them changed.
 * A million accounts take about 110 bytes each, the map included (`npm run bench -- quota`).
 */
export class UsageTable {
  readonly #slots = new Map<bigint, number>();
  #accounts = new BigInt64Array(FIRST_CAPACITY);
  #minutes = new Uint32Array(FIRST_CAPACITY);
  #minutesUsed = new Uint32Array(FIRST_CAPACITY);
  #days = new Uint32Array(FIRST_CAPACITY);
  #daysUsed = new Uint32Array(FIRST_CAPACITY);
  readonly #changed = new Set<number>();

  /** The slot of an account, made on first sight. */
  slotOf(accountId: bigint): number {
    const known = this.#slots.get(accountId);
    if (known !== undefined) return known;
    const slot = this.#slots.size;
    if (slot === this.#accounts.length) this.#grow();
    this.#slots.set(accountId, slot);
    this.#accounts[slot] = accountId;
    return slot;
  }

  read(slot: number): Usage {
    return {
      minute: this.#minutes[slot] ?? 0,
      minuteUsed: this.#minutesUsed[slot] ?? 0,
      day: this.#days[slot] ?? 0,
      dayUsed: this.#daysUsed[slot] ?? 0,
    };
  }

  write(slot: number, usage: Usage): void {
    this.#minutes[slot] = usage.minute;
    this.#minutesUsed[slot] = usage.minuteUsed;
    this.#days[slot] = usage.day;
    this.#daysUsed[slot] = usage.dayUsed;
  }

  markChanged(slot: number): void {
    this.#changed.add(slot);
  }

  /** The usage of up to `most` accounts that changed; they count as unchanged from now on. */
  takeChanged(most: number): Array<{ accountId: bigint; slot: number; usage: Usage }> {
    const taken = [];
    for (const slot of this.#changed) {
      if (taken.length === most) break;
      taken.push({ accountId: this.#accounts[slot] ?? 0n, slot, usage: this.read(slot) });
      this.#changed.delete(slot);
    }
    return taken;
  }

  #grow(): void {
    const capacity = this.#accounts.length * 2;
    this.#accounts = grown(this.#accounts, new BigInt64Array(capacity));
    this.#minutes = grown(this.#minutes, new Uint32Array(capacity));
    this.#minutesUsed = grown(this.#minutesUsed, new Uint32Array(capacity));
    this.#days = grown(this.#days, new Uint32Array(capacity));
    this.#daysUsed = grown(this.#daysUsed, new Uint32Array(capacity));
  }
}

function grown(from: BigInt64Array<ArrayBuffer>, to: BigInt64Array<ArrayBuffer>): BigInt64Array<ArrayBuffer>;
function grown(from: Uint32Array<ArrayBuffer>, to: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer>;
function grown(from: BigInt64Array | Uint32Array, to: BigInt64Array | Uint32Array) {
  if (from instanceof BigInt64Array && to instanceof BigInt64Array) to.set(from);
  if (from instanceof Uint32Array && to instanceof Uint32Array) to.set(from);
  return to;
}
