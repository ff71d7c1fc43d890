import type { preHandlerHookHandler } from 'fastify';
import { type Clock, SECOND } from '../core/clock.ts';
import { singleFlight } from '../core/single-flight.ts';
import type { Database } from '../database/database.ts';
import { expireOrders } from './order-changes.ts';
import { nextExpiry } from './order-store.ts';

/** How long a process relies on the time of the next expiry if other processes write, too. */
const REFRESH_MS = SECOND;
const ORDERS_PER_TRANSACTION = 100;

/**
 * Expires orders whose hold has ended. It runs before every request under `/v1`, and nothing else expires orders. So
 * lists, filters, ETags, caches and the feed need no rule for holds.
 */
export class HoldExpiry {
  readonly #database: Database;
  readonly #clock: Clock;
  /** The time of the next expiry that this process knows of. */
  #next: number;
  /** When `#next` was last read from the store. */
  #readAt: number;
  readonly #expireOnce = singleFlight(() => this.#run());

  private constructor(database: Database, clock: Clock, next: number | undefined) {
    this.#database = database;
    this.#clock = clock;
    this.#readAt = clock.now();
    this.#next = next ?? Number.POSITIVE_INFINITY;
  }

  static async open(database: Database, clock: Clock): Promise<HoldExpiry> {
    return new HoldExpiry(database, clock, await nextExpiry(database.read));
  }

  /** Registers a new hold. Call it after the commit; a concurrent read of the store cannot overwrite it. */
  addHold(expiresAt: number | null | undefined): void {
    if (expiresAt != null && expiresAt < this.#next) this.#next = expiresAt;
  }

  readonly hook: preHandlerHookHandler = (_request, _reply, done) => {
    if (this.hasNoneDue(this.#clock.now())) return done();
    this.#expireOnce().then(() => done(), done);
  };

  /** Returns true if no hold is due, as far as is known without reading the store. */
  hasNoneDue(now: number): boolean {
    return now < this.#next && !this.#isOutdated(now);
  }

  /** Other processes may have added or ended holds. A difference in either direction counts, as the clock may jump. */
  #isOutdated(now: number): boolean {
    return this.#database.engine.supportsConcurrentWrites && Math.abs(now - this.#readAt) >= REFRESH_MS;
  }

  async #run(): Promise<void> {
    if (this.#isOutdated(this.#clock.now())) await this.#readNext();
    if (this.#clock.now() < this.#next) return;
    await this.#expireDue(this.#clock.now());
    await this.#readNext();
  }

  /** Works in batches: after days without a request many orders may be due, and other processes find the same ones. */
  async #expireDue(now: number): Promise<void> {
    const expireBatch = () =>
      this.#database.write((queries) => expireOrders(queries, now, ORDERS_PER_TRANSACTION));
    while ((await expireBatch()) === ORDERS_PER_TRANSACTION);
  }

  async #readNext(): Promise<void> {
    const readAt = this.#clock.now();
    // Reset before the read, so that a hold that is added in the meantime is not overwritten.
    const previous = this.#next;
    this.#next = Number.POSITIVE_INFINITY;
    try {
      this.addHold(await nextExpiry(this.#database.read));
      this.#readAt = readAt;
    } catch (error) {
      this.addHold(previous);
      throw error;
    }
  }
}
