import { singleFlightByKey } from '../../core/tasks/single-flight.ts';
import type { Database } from '../../database/database.ts';
import { dayOf, minuteOf, type Usage, type WindowName } from '../fixed-window.ts';
import { loadCounters } from '../usage-store.ts';

/**
 * Reads what the database has counted for an account that Valkey does not know. Concurrent requests of one account share
 * one read. The read has the time limits of the database, because a slow database is no outage of Valkey.
 */
export class WarmUp {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Rejects with `service_unavailable` if the database cannot be read. */
  readonly read = singleFlightByKey((accountId: bigint, at: number) => this.#usageOf(accountId, at));

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
    const [counter] = await loadCounters(this.#database.read, window, [number], [accountId]);
    return counter?.used ?? 0;
  }
}
