import { oneAtATime } from '../../platform/core/tasks/single-flight.ts';
import type { Database } from '../../platform/database/database.ts';
import { trimResponses } from './stored-responses.ts';

/**
 * The maximum size of the stored responses of one account. Beyond it the oldest ones are deleted before 24 hours are over.
 * It is enough for the 100,000 daily writes of the plan Business with ordinary names; without it they could take 1.5 GB.
 */
export const MAX_STORED_BYTES = 64 * 1024 * 1024;
const TRIMS_PER_MAXIMUM = 8;

/** Keeps the stored responses of each account below their maximum size. */
export class ResponseTrimming {
  readonly #database: Database;
  /** The bytes that were stored for each account since its oldest responses were last trimmed. */
  readonly #untrimmed = new Map<bigint, number>();
  readonly #oneTrimAtATime = oneAtATime();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Call it with the size of what was stored. Trimming reads all responses of an account, so it happens only after some
   * growth, in the background.
   */
  add(accountId: bigint, bytes: number): void {
    const untrimmed = (this.#untrimmed.get(accountId) ?? 0) + bytes;
    const isDue = untrimmed >= MAX_STORED_BYTES / TRIMS_PER_MAXIMUM;
    this.#untrimmed.set(accountId, isDue ? 0 : untrimmed);
    if (!isDue) return;
    const trim = () => trimResponses(this.#database, accountId, MAX_STORED_BYTES);
    // One that fails, as at the end of the process, is done again after as much growth.
    this.#oneTrimAtATime(trim).catch(() => {});
  }
}
