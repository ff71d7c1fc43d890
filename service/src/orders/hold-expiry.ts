import type { preHandlerHookHandler } from 'fastify';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import { expireOrders } from './order-changes.ts';
import { nextExpiry } from './order-store.ts';

/**
 * Ends holds by the clock, and is the only thing that does: before anything under `/v1` is read or written, it expires
 * the orders that are due. So lists, filters, ETags, caches and the feed agree without knowing of it.
 */
export class HoldExpiry {
  readonly #database: Database;
  readonly #clock: Clock;
  /** When the next hold ends, as far as this process knows. */
  #next: number;
  #running: Promise<void> | undefined;

  private constructor(database: Database, clock: Clock, next: number | undefined) {
    this.#database = database;
    this.#clock = clock;
    this.#next = next ?? Number.POSITIVE_INFINITY;
  }

  static async open(database: Database, clock: Clock): Promise<HoldExpiry> {
    return new HoldExpiry(database, clock, await nextExpiry(database.read));
  }

  /** Tell it of every new hold. */
  noteHold(expiresAt: number | null | undefined): void {
    if (expiresAt != null && expiresAt < this.#next) this.#next = expiresAt;
  }

  readonly hook: preHandlerHookHandler = (_request, _reply, done) => {
    if (this.#clock.now() < this.#next) return done();
    this.#expire().then(() => done(), done);
  };

  /** Requests that arrive while it runs wait for the same run. */
  #expire(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    await this.#database.write((queries) => expireOrders(queries, this.#clock.now()));
    // Forgotten before it is read again, so that a hold that is noted meanwhile is not overwritten.
    this.#next = Number.POSITIVE_INFINITY;
    this.noteHold(await nextExpiry(this.#database.read));
  }
}
