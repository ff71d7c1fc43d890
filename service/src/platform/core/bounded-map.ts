/** A map with a maximum number of entries. A new entry beyond it evicts the entry that was added first. */
export class BoundedMap<Key, Value> {
  readonly #max: number;
  readonly #entries = new Map<Key, Value>();
  /**
   * The keys from the next one to evict. It continues where the last eviction ended: an iterator from the start would pass
   * over the places of all evicted entries each time.
   */
  readonly #oldest = this.#entries.keys();

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** An entry that exists keeps its place in the order of eviction. */
  set(key: Key, value: Value): void {
    if (this.#entries.size >= this.#max && !this.#entries.has(key)) this.#evict();
    this.#entries.set(key, value);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  #evict(): void {
    const { value, done } = this.#oldest.next();
    if (done !== true) this.#entries.delete(value);
  }
}
