import type { ThreadLock } from '../../platform/core/threads/thread-lock.ts';

const INITIAL_ROWS = 1024;
/** What shared memory can grow to. It is only reserved: the system gives a page when it is written. */
const MAX_SHARED_ROWS = 16 * 1024 * 1024;
const HEADER = { rows: 0, window: 1, generation: 2, listed: 3 } as const;

/** A thread reads the clock, and counts, within one turn of its event loop. */
const MAX_DELAY_MS = 1000;

/** The memory of one table. All of it is shared between threads, or none. */
export interface TableMemory {
  readonly header: ArrayBufferLike;
  readonly keys: ArrayBufferLike;
  readonly values: ArrayBufferLike;
}

/** A table that several threads use. */
export interface SharedTable {
  readonly memory: TableMemory;
  readonly lock: ThreadLock;
  /** The latest time at which a thread has counted something, in one number. */
  readonly latest: Float64Array;
}

/**
 * Rows of unsigned integers (32 bits), each with an int64 as its key, in little memory: with a million rows each takes about 100 bytes, the map
 * included.
 *
 * Several threads can share a table. Each has a map of its own from the keys to the rows, and adds the rows of the others when it looks for a key
 * that it does not know. Everything between two calls of `exclusively` may be changed by another thread.
 */
export class CounterTable {
  readonly #fields: number;
  readonly #shared: SharedTable | undefined;
  readonly #header: Int32Array;
  #keys: BigInt64Array;
  #values: Uint32Array;
  readonly #rows = new Map<bigint, number>();
  #generation = 0;

  /** @param shared undefined if only this thread uses the table. */
  constructor(fields: number, shared?: SharedTable) {
    this.#fields = fields;
    this.#shared = shared;
    const memory = shared?.memory ?? privateMemory(fields, INITIAL_ROWS);
    this.#header = new Int32Array(memory.header);
    this.#keys = new BigInt64Array(memory.keys);
    this.#values = new Uint32Array(memory.values);
  }

  /** Runs `work` while no other thread reads or changes the table. */
  exclusively<T>(work: () => T): T {
    return this.#shared === undefined ? work() : this.#shared.lock.run(work);
  }

  /**
   * The same, with the time at which something is counted. A thread may have read the clock before another one counted something in the next
   * window: then the time is that of the other one, so that no window begins twice.
   */
  exclusivelyAt<T>(now: number, work: (at: number) => T): T {
    if (this.#shared === undefined) return work(now);
    const { lock, latest } = this.#shared;
    return lock.run(() => {
      const [before = 0] = latest;
      // The clock may have been set back.
      if (now > before || before - now > MAX_DELAY_MS) latest[0] = now;
      return work(latest[0] ?? now);
    });
  }

  get size(): number {
    return this.#header[HEADER.rows] ?? 0;
  }

  /** How many places of a list are in use that a user of the table keeps in one of its fields. */
  get listed(): number {
    return this.#header[HEADER.listed] ?? 0;
  }

  set listed(length: number) {
    this.#header[HEADER.listed] = length;
  }

  /** Removes all rows when a window begins. */
  startWindow(window: number): void {
    if (this.#header[HEADER.window] === window) return;
    this.#header[HEADER.window] = window;
    this.#values.fill(0, 0, this.size * this.#fields);
    this.#header[HEADER.rows] = 0;
    this.#header[HEADER.generation] = (this.#header[HEADER.generation] ?? 0) + 1;
  }

  removeZeroRows(): void {
    let kept = 0;
    for (let row = 0; row < this.size; row += 1) {
      const [first, end] = [row * this.#fields, (row + 1) * this.#fields];
      if (this.#values.subarray(first, end).every((value) => value === 0)) continue;
      this.#values.copyWithin(kept * this.#fields, first, end);
      this.#keys[kept] = this.keyOf(row);
      kept += 1;
    }
    this.#values.fill(0, kept * this.#fields, this.size * this.#fields);
    this.#header[HEADER.rows] = kept;
    this.#header[HEADER.generation] = (this.#header[HEADER.generation] ?? 0) + 1;
  }

  has(key: bigint): boolean {
    return this.#find(key) !== undefined;
  }

  /** Returns the row of a key, and adds one for a new key. */
  rowOf(key: bigint): number {
    const known = this.#find(key);
    if (known !== undefined) return known;
    const row = this.size;
    if (row === this.#keys.length) this.#grow();
    this.#header[HEADER.rows] = row + 1;
    this.#keys[row] = key;
    this.#rows.set(key, row);
    return row;
  }

  keyOf(row: number): bigint {
    return this.#keys[row] ?? 0n;
  }

  get(row: number, field: number): number {
    return this.#values[row * this.#fields + field] ?? 0;
  }

  set(row: number, field: number, value: number): void {
    this.#values[row * this.#fields + field] = value;
  }

  #find(key: bigint): number | undefined {
    if (this.#generation !== this.#header[HEADER.generation]) {
      this.#generation = this.#header[HEADER.generation] ?? 0;
      this.#rows.clear();
    }
    const known = this.#rows.get(key);
    if (known !== undefined || this.#rows.size === this.size) return known;
    for (let row = this.#rows.size; row < this.size; row += 1) this.#rows.set(this.keyOf(row), row);
    return this.#rows.get(key);
  }

  #grow(): void {
    const rows = this.#keys.length * 2;
    const { buffer: keys } = this.#keys;
    const { buffer: values } = this.#values;
    if (keys instanceof SharedArrayBuffer && values instanceof SharedArrayBuffer) {
      keys.grow(rows * BigInt64Array.BYTES_PER_ELEMENT);
      values.grow(rows * this.#fields * Uint32Array.BYTES_PER_ELEMENT);
      return;
    }
    const larger = privateMemory(this.#fields, rows);
    const [oldKeys, oldValues] = [this.#keys, this.#values];
    this.#keys = new BigInt64Array(larger.keys);
    this.#keys.set(oldKeys);
    this.#values = new Uint32Array(larger.values);
    this.#values.set(oldValues);
  }
}

function privateMemory(fields: number, rows: number): TableMemory {
  return {
    header: new ArrayBuffer(headerBytes),
    keys: new ArrayBuffer(rows * BigInt64Array.BYTES_PER_ELEMENT),
    values: new ArrayBuffer(rows * fields * Uint32Array.BYTES_PER_ELEMENT),
  };
}

const headerBytes = Object.keys(HEADER).length * Int32Array.BYTES_PER_ELEMENT;

/** Returns memory that several threads can use. */
export function sharedMemory(fields: number): TableMemory {
  const growable = (bytes: number) =>
    new SharedArrayBuffer(INITIAL_ROWS * bytes, { maxByteLength: MAX_SHARED_ROWS * bytes });
  return {
    header: new SharedArrayBuffer(headerBytes),
    keys: growable(BigInt64Array.BYTES_PER_ELEMENT),
    values: growable(fields * Uint32Array.BYTES_PER_ELEMENT),
  };
}
