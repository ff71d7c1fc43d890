import { type Clock, SECOND } from '../../platform/core/clock.ts';
import { ApiError, unavailable } from '../../platform/core/errors.ts';
import type { MaybePromise } from '../../platform/core/maybe-promise.ts';
import { singleFlight } from '../../platform/core/tasks/single-flight.ts';
import type { Database } from '../../platform/database/database.ts';
import { nextExpiry } from './hold-queries.ts';
import { expireOrders } from './order-changes.ts';

/** The maximum age of the cached expiry time if other processes or threads write to the store. */
const REFRESH_MS = SECOND;
const ORDERS_PER_TRANSACTION = 100;
const UNCONFIRMED = 'The store does not respond. Try again in a moment.';

/**
 * Expires orders whose hold has ended. It runs before every request under `/v1`, and while one waits for events; nothing else expires orders.
 * Therefore lists, filters, ETags, caches and the feed can rely on the stored status of an order.
 */
export class HoldExpiry {
  readonly #database: Database;
  readonly #clock: Clock;
  /** The time of the next expiry that this process knows of. */
  #next: number;
  /** When `#next` was last read from the store. */
  #readAt: number;
  readonly #expireOnce = singleFlight(() => this.#expireIfDue());

  private constructor(database: Database, clock: Clock, next: number | undefined) {
    this.#database = database;
    this.#clock = clock;
    this.#readAt = clock.now();
    this.#next = next ?? Number.POSITIVE_INFINITY;
  }

  static async open(database: Database, clock: Clock): Promise<HoldExpiry> {
    return new HoldExpiry(database, clock, await nextExpiry(database.read));
  }

  /** Records the expiry time of a hold. Call it after the commit. A concurrent `#readNext` keeps the recorded time. */
  recordExpiry(expiresAt: number | null | undefined): void {
    if (expiresAt != null && expiresAt < this.#next) this.#next = expiresAt;
  }

  /** Expires the holds that are due. It is synchronous if there is none. */
  readonly expireDueHolds = (): MaybePromise<undefined> =>
    this.#hasNoDueHold(this.#clock.now()) ? undefined : this.#expireOnce().then(() => undefined);

  /** The same before a read, which is served while the disk accepts no writes: then ended holds look as if they went on. */
  readonly expireBeforeRead = (): MaybePromise<undefined> => {
    if (this.#hasNoDueHold(this.#clock.now())) return undefined;
    const ignoreOnFullDisk = (error: unknown) => {
      if (this.#database.disk?.latest === undefined) throw error;
    };
    return this.#expireOnce()
      .catch(ignoreOnFullDisk)
      .then(() => undefined);
  };

  /** Returns true if no hold is due, as far as is known without reading the store. */
  #hasNoDueHold(now: number): boolean {
    return now < this.#next && !this.#isOutdated(now);
  }

  /**
   * Returns true if other processes or threads may have changed holds since `#next` was read. Compares the absolute difference,
   * because the clock may be set back.
   */
  #isOutdated(now: number): boolean {
    const { engine, hasOtherThreads } = this.#database;
    const mayBe = engine.supportsConcurrentWrites || hasOtherThreads === true;
    return mayBe && Math.abs(now - this.#readAt) >= REFRESH_MS;
  }

  async #expireIfDue(): Promise<void> {
    if (this.#isOutdated(this.#clock.now())) await this.#readNext();
    if (this.#clock.now() < this.#next) return;
    await this.#expireDue(this.#clock.now());
    await this.#readNext();
  }

  /**
   * Expires all due orders in batches, because many orders can be due after days without a request. Other processes may
   * try to expire the same orders concurrently.
   */
  async #expireDue(now: number): Promise<void> {
    const expireBatch = () =>
      this.#database.write((queries) => expireOrders(queries, now, ORDERS_PER_TRANSACTION));
    try {
      while ((await expireBatch()) === ORDERS_PER_TRANSACTION);
    } catch (error) {
      // What the request asks for was not done, whether or not the holds are expired.
      if (error instanceof ApiError && error.code === 'result_unknown')
        throw unavailable(UNCONFIRMED, error.cause);
      throw error;
    }
  }

  async #readNext(): Promise<void> {
    const readAt = this.#clock.now();
    // Reset `#next` before the read. A hold that is added during the read lowers it, and the result cannot raise it again.
    const previous = this.#next;
    this.#next = Number.POSITIVE_INFINITY;
    try {
      this.recordExpiry(await nextExpiry(this.#database.read));
      this.#readAt = readAt;
    } catch (error) {
      this.recordExpiry(previous);
      throw error;
    }
  }
}
