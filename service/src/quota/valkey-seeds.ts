import type { Database } from '../database/database.ts';
import { loadCounters } from './counter-store.ts';
import { dayOf, minuteOf, type Usage, type WindowName } from './decide.ts';

/** What the database says of an account that Valkey does not know. Many who ask at once share one reading. */
export class Seeds {
  readonly #database: Database;
  readonly #reading = new Map<bigint, Promise<Usage | undefined>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Undefined if the database does not answer. */
  read(accountId: bigint, at: number): Promise<Usage | undefined> {
    const running = this.#reading.get(accountId);
    if (running !== undefined) return running;
    const reading = this.#usageOf(accountId, at)
      .catch(() => undefined)
      .finally(() => this.#reading.delete(accountId));
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
