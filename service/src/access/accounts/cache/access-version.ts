import { SECOND } from '../../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { PreparedQuery } from '../../../platform/database/prepared-query.ts';

/** The maximum delay until a change of an account, a key or a ban takes effect. The README documents it. */
const TRUSTED_MS = SECOND;
/** From this age the version is read again in the background, so that requests rarely wait for it. */
const REFRESH_MS = SECOND / 2;

const readVersion = new PreparedQuery((db: Queries) => db.selectFrom('access_version').select('version'));

interface Reading {
  readonly startedAt: number;
  readonly generation: Promise<number>;
}

/**
 * Follows the version of all accounts, keys and bans in the store, which changes with each of them (docs/adr/0036). What
 * was read from the store may be used as long as the *generation* from before that read is the current one.
 */
export class AccessVersion {
  readonly #db: Queries;
  #generation = 0;
  #version: string | undefined;
  /** When the read of `#version` started. */
  #readAt = Number.NEGATIVE_INFINITY;
  /** The last read that has not ended yet. Only a database server has it. */
  #running: Reading | undefined;
  #startedReads = 0;
  /** The number of the read that `#version` is from. */
  #recordedRead = 0;

  constructor(db: Queries) {
    this.#db = db;
  }

  /**
   * Returns the generation; undefined if the version was read a second ago or earlier. Never waits and never throws. It
   * starts to read the version again before that.
   */
  current(now: number): number | undefined {
    if (isYoungerThan(REFRESH_MS, this.#readAt, now)) return this.#generation;
    this.#refresh(now);
    return isYoungerThan(TRUSTED_MS, this.#readAt, now) ? this.#generation : undefined;
  }

  /** Returns the generation, also if the version must be read first. Fails if the store cannot be read. */
  get(now: number): MaybePromise<number> {
    return this.current(now) ?? this.#read(now);
  }

  #refresh(now: number): void {
    try {
      const read = this.#read(now);
      if (read instanceof Promise) read.catch(() => {}); // `get` reports the error
    } catch {
      // The same.
    }
  }

  #read(now: number): MaybePromise<number> {
    // Concurrent requests share a read, unless it may have missed a change of a second ago.
    if (this.#running !== undefined && isYoungerThan(TRUSTED_MS, this.#running.startedAt, now)) {
      return this.#running.generation;
    }
    this.#startedReads += 1;
    const number = this.#startedReads;
    const read = andThen(readVersion.first(this.#db, {}), (row) => this.#record(row?.version, number, now));
    if (!(read instanceof Promise)) return read;
    const reading: Reading = {
      startedAt: now,
      generation: read.finally(() => {
        if (this.#running === reading) this.#running = undefined;
      }),
    };
    this.#running = reading;
    return reading.generation;
  }

  #record(version: string | undefined, read: number, startedAt: number): number {
    if (read < this.#recordedRead) return this.#generation;
    // A store without the row has no version to trust. After the clock was set back, times may be wrong.
    const isTrusted = version !== undefined && startedAt >= this.#readAt;
    if (!isTrusted || version !== this.#version) this.#generation += 1;
    this.#version = version;
    this.#readAt = startedAt;
    this.#recordedRead = read;
    return this.#generation;
  }
}

/** A time in the future is not young: the clock was set back since. */
function isYoungerThan(ms: number, time: number, now: number): boolean {
  return now >= time && now - time < ms;
}
