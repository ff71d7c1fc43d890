/** A queue that takes its owners in turn: however many items an owner has, another one waits for one of them only. */
export class FairQueue<Owner, Item> {
  /** The items of each owner in the order of their arrival; the owners in the order of their turns. */
  readonly #byOwner = new Map<Owner, Item[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  lengthOf(owner: Owner): number {
    return this.#byOwner.get(owner)?.length ?? 0;
  }

  /** Returns the oldest item of an owner. */
  firstOf(owner: Owner): Item | undefined {
    return this.#byOwner.get(owner)?.[0];
  }

  push(owner: Owner, item: Item): void {
    const items = this.#byOwner.get(owner);
    if (items === undefined) this.#byOwner.set(owner, [item]);
    else items.push(item);
    this.#length += 1;
  }

  /** Removes and returns the oldest item of the next owner that `mayTake` accepts. Its next turn comes after those of the others. */
  shift(mayTake?: (owner: Owner) => boolean): Item | undefined {
    for (const [owner, items] of this.#byOwner) {
      if (mayTake?.(owner) === false) continue;
      const item = items.shift();
      this.#length -= 1;
      this.#byOwner.delete(owner);
      if (items.length > 0) this.#byOwner.set(owner, items);
      return item;
    }
    return undefined;
  }

  /** Puts the next turn of an owner after those of the others. Call it when what was taken of that owner is done. */
  endTurn(owner: Owner): void {
    const items = this.#byOwner.get(owner);
    if (items === undefined) return;
    this.#byOwner.delete(owner);
    this.#byOwner.set(owner, items);
  }

  /** Removes and returns the items that `matches` accepts. */
  remove(matches: (item: Item) => boolean): Item[] {
    const removed: Item[] = [];
    for (const [owner, items] of this.#byOwner) {
      const kept: Item[] = [];
      for (const item of items) (matches(item) ? removed : kept).push(item);
      if (kept.length === 0) this.#byOwner.delete(owner);
      else this.#byOwner.set(owner, kept);
    }
    this.#length -= removed.length;
    return removed;
  }

  /** Removes and returns the newest item of the owner with the most items, if that owner has more than `count`, which is at least 1. */
  dropFromLongest(count: number): Item | undefined {
    let longest: Item[] = [];
    for (const items of this.#byOwner.values()) if (items.length > longest.length) longest = items;
    if (longest.length <= count) return undefined;
    this.#length -= 1;
    return longest.pop();
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const items of this.#byOwner.values()) yield* items;
  }
}

/**
 * Runs tasks one at a time, in turns of their keys: after a task of one key, every other key that waits has one task run before
 * it has the next. The tasks of one key run in the order of their calls. A task whose signal is aborted before its turn is
 * dropped.
 */
export class Turns<Key> {
  readonly #waiting = new FairQueue<Key, () => void>();
  #isRunning = false;

  /** @throws the reason of the signal if it is aborted before the task starts. */
  async run<T>(key: Key, task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#turnOf(key, signal);
    try {
      return await task();
    } finally {
      this.#waiting.endTurn(key);
      this.#isRunning = false;
      this.#startNext();
    }
  }

  #turnOf(key: Key, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const drop = () => {
        this.#waiting.remove((one) => one === start);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', drop);
        resolve();
      };
      signal.addEventListener('abort', drop);
      this.#waiting.push(key, start);
      this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#isRunning) return;
    const start = this.#waiting.shift();
    if (start === undefined) return;
    this.#isRunning = true;
    start();
  }
}
