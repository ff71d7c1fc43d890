import { type Clock, SECOND } from '../core/clock.ts';
import { andThen, type MaybePromise } from '../core/maybe-promise.ts';
import type { Database } from './database.ts';

/** The maximum delay until a change by another process takes effect, if the store is a server. */
const TRUSTED_MS = SECOND;

interface CurrentValueOptions<Value> {
  readonly database: Database;
  readonly clock: Clock;
  /** What applies until it was read. */
  readonly initial: Value;
  readonly read: () => MaybePromise<Value>;
}

/**
 * A value of the store as it applies in this process. An embedded store is asked after each commit of any process, and a server at
 * most once a second, so that a request needs no query for it.
 */
export class CurrentValue<Value> {
  readonly #options: CurrentValueOptions<Value>;
  #last: Value;
  /** The version of the embedded store that `#last` is from. */
  #version: unknown;
  #readAt = Number.NEGATIVE_INFINITY;
  /** The number of changes by this process. A read from before a change must not replace what was read after it. */
  #changes = 0;

  constructor(options: CurrentValueOptions<Value>) {
    this.#options = options;
    this.#last = options.initial;
  }

  /** What was read last. */
  get last(): Value {
    return this.#last;
  }

  /** Reads the value if it may have changed. If the store cannot be read, that from before applies. */
  refresh(): MaybePromise<Value> {
    if (!this.#mayHaveChanged()) return this.#last;
    try {
      const read = this.#read();
      return read instanceof Promise ? read.catch(() => this.#last) : read;
    } catch {
      return this.#last;
    }
  }

  /** Call it when this process has changed the value. */
  forget(): void {
    this.#changes += 1;
    this.#readAt = Number.NEGATIVE_INFINITY;
    this.#version = undefined;
  }

  #mayHaveChanged(): boolean {
    const { database, clock } = this.#options;
    const { version } = database;
    if (version !== undefined) return version() !== this.#version;
    // The absolute value, because the clock may have been set back.
    return Math.abs(clock.now() - this.#readAt) >= TRUSTED_MS;
  }

  #read(): MaybePromise<Value> {
    const { database, clock, read } = this.#options;
    // Both are read first: a change during the read then leads to another one.
    const [version, readAt, changes] = [database.version?.(), clock.now(), this.#changes];
    return andThen(read(), (value) => {
      if (changes !== this.#changes) return value;
      this.#last = value;
      this.#version = version;
      this.#readAt = readAt;
      return value;
    });
  }
}
