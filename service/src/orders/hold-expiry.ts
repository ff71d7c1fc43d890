import type { preHandlerHookHandler } from 'fastify';
import { type Clock, SECOND } from '../core/clock.ts';
import { singleFlight } from '../core/single-flight.ts';
import type { Database } from '../database/database.ts';
import { expireOrders } from './order-changes.ts';
import { nextExpiry } from './order-store.ts';

/** How long a process goes by what it read, where others write too. */
const KNOWN_MS = SECOND;
const ORDERS_PER_TRANSACTION = 100;

/**
 * Ends holds by the clock, and is the only thing that does: before anything under `/v1` is read or written, it expires
 * the orders that are due. So lists, filters, ETags, caches and the feed agree without knowing of it.
 */
export class HoldExpiry {
  readonly #database: Database;
  readonly #clock: Clock;
  /** When the next hold ends, as far as this process knows. */
  #next: number;
  /** When that was last read from the store. */
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

  /** Call it for every new hold, after the commit: a reading of the store that began before cannot overwrite it. */
  noteHold(expiresAt: number | null | undefined): void {
    if (expiresAt != null && expiresAt < this.#next) this.#next = expiresAt;
  }

  readonly hook: preHandlerHookHandler = (_request, _reply, done) => {
    if (this.hasNoneDue(this.#clock.now())) return done();
    this.#expireOnce().then(() => done(), done);
  };

  /** Whether no hold is due, as far as can be known without asking the store. */
  hasNoneDue(now: number): boolean {
    return now < this.#next && !this.#isOutdated(now);
  }

  /** Where other processes write too, they place and end holds; a clock that was set back says nothing. */
  #isOutdated(now: number): boolean {
    return this.#database.engine.supportsConcurrentWrites && Math.abs(now - this.#readAt) >= KNOWN_MS;
  }

  async #run(): Promise<void> {
    if (this.#isOutdated(this.#clock.now())) await this.#readNext();
    if (this.#clock.now() < this.#next) return;
    await this.#expireDue(this.#clock.now());
    await this.#readNext();
  }

  /** Some at a time: after days without a request very many may be due, and other processes find the same ones. */
  async #expireDue(now: number): Promise<void> {
    const expire = () =>
      this.#database.write((queries) => expireOrders(queries, now, ORDERS_PER_TRANSACTION));
    while ((await expire()) === ORDERS_PER_TRANSACTION);
  }

  async #readNext(): Promise<void> {
    const readAt = this.#clock.now();
    // Forgotten before it is read again, so that a hold that is noted meanwhile is not overwritten.
    const before = this.#next;
    this.#next = Number.POSITIVE_INFINITY;
    try {
      this.noteHold(await nextExpiry(this.#database.read));
      this.#readAt = readAt;
    } catch (error) {
      this.noteHold(before);
      throw error;
    }
  }
}
