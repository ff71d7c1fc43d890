import type { Usage } from '../fixed-window.ts';

const FIRST_CAPACITY = 1024;
/** An account's numbers lie side by side: a decision about one of a million accounts mostly waits for memory. */
const FIELDS = 4;

/**
 * The usage of many accounts in little memory: four integers an account in a typed array, and which of them changed.
 * A million accounts take about 100 bytes each, the map included (`npm run bench -- quota`).
 */
export class UsageTable {
  readonly #slots = new Map<bigint, number>();
  #accounts = new BigInt64Array(FIRST_CAPACITY);
  #usages = new Uint32Array(FIRST_CAPACITY * FIELDS);
  #isChanged = new Uint8Array(FIRST_CAPACITY);
  #changed: number[] = [];
  /** What is before it was taken already: removing from the beginning would move all the rest. */
  #firstChanged = 0;

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
    const at = slot * FIELDS;
    return {
      minute: this.#usages[at] ?? 0,
      minuteUsed: this.#usages[at + 1] ?? 0,
      day: this.#usages[at + 2] ?? 0,
      dayUsed: this.#usages[at + 3] ?? 0,
    };
  }

  write(slot: number, usage: Usage): void {
    const at = slot * FIELDS;
    this.#usages[at] = usage.minute;
    this.#usages[at + 1] = usage.minuteUsed;
    this.#usages[at + 2] = usage.day;
    this.#usages[at + 3] = usage.dayUsed;
  }

  markChanged(slot: number): void {
    if (this.#isChanged[slot] === 1) return;
    this.#isChanged[slot] = 1;
    this.#changed.push(slot);
  }

  /** The usage of up to `most` accounts that changed; they count as unchanged from now on. */
  takeChanged(most: number): Array<{ accountId: bigint; slot: number; usage: Usage }> {
    const slots = this.#changed.slice(this.#firstChanged, this.#firstChanged + most);
    this.#firstChanged += slots.length;
    if (this.#firstChanged === this.#changed.length) {
      this.#changed = [];
      this.#firstChanged = 0;
    }
    return slots.map((slot) => {
      this.#isChanged[slot] = 0;
      return { accountId: this.#accounts[slot] ?? 0n, slot, usage: this.read(slot) };
    });
  }

  #grow(): void {
    const [accounts, usages, isChanged] = [this.#accounts, this.#usages, this.#isChanged];
    this.#accounts = new BigInt64Array(accounts.length * 2);
    this.#accounts.set(accounts);
    this.#usages = new Uint32Array(usages.length * 2);
    this.#usages.set(usages);
    this.#isChanged = new Uint8Array(isChanged.length * 2);
    this.#isChanged.set(isChanged);
  }
}
