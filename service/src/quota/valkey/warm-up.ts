import type { Database } from '../../database/database.ts';
import { dayOf, minuteOf, type Usage, type WindowName } from '../fixed-window.ts';
import { loadCounters } from '../usage-store.ts';

/**
 * What the database says of an account that Valkey does not know. Concurrent requests of one account share one reading,
 * which takes as long as the database's own time limits allow: a slow database is no outage of Valkey.
 */
export class WarmUp {
  readonly #database: Database;
  readonly #reading = new Map<bigint, Promise<Usage>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Rejects with `service_unavailable` if the database cannot be read. */
  read(accountId: bigint, at: number): Promise<Usage> {
    const running = this.#reading.get(accountId);
    if (running !== undefined) return running;
    const reading = this.#usageOf(accountId, at).finally(() => this.#reading.delete(accountId));
    this.#reading.set(accountId, reading);
    return reading;
  }

  async #usageOf(accountId: bigint, at: number): Promise<Usage> {
    const minute = minuteOf(at);
    const day = dayOf(at);
    const [minuteUsed, dayUsed] = await Promise.all([
      this.#usedIn('minute', minute, accountId),
      this.#usedIn('day', day, accountId),
    ]);
    return { minute, minuteUsed, day, dayUsed };
  }

  async #usedIn(window: WindowName, number: number, accountId: bigint): Promise<number> {
    const range = { from: number, to: number };
    const [counter] = await loadCounters(this.#database.read, window, range, accountId);
    return counter?.used ?? 0;
  }
}
