import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { SECOND, type WorkClock } from '../../../core/clock.ts';
import type { SqliteConnection } from '../sqlite-adapter.ts';
import { attempt, readIdentity, readLastEvent } from '../store-facts.ts';
import { storePath } from '../store-path.ts';

/**
 * The id of an event that is certainly on the disk, with the id of the store, in a small file beside it. If the WAL is lost or cut, the store
 * ends before that event, and its ids would be assigned twice. SQLite itself treats a missing or shorter WAL as one with fewer commits.
 * The event is of a transaction whose commit was synced, so a power failure cannot lose it.
 */
export const LAST_EVENT_SUFFIX = '.last-event';

/** The file is written as often, because no write may wait for it. */
const INTERVAL_MS = SECOND;
/** Each record overwrites the last one completely. */
const RECORD_BYTES = 128;
const { O_CREAT, O_WRONLY } = constants;

/** Writes the file at most once a second. */
export class LastEventFile {
  readonly #path: string;
  readonly #connection: SqliteConnection;
  #storeId: string | undefined;
  readonly #clock: WorkClock;
  #file: number | undefined;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(path: string, connection: SqliteConnection, clock: WorkClock) {
    this.#path = path;
    this.#connection = connection;
    this.#clock = clock;
  }

  get isDue(): boolean {
    return this.#clock.monotonic() >= this.#nextAt;
  }

  /** Call it after the synced commit of the transaction that has added the event. */
  write(eventId: bigint): void {
    this.#nextAt = this.#clock.monotonic() + INTERVAL_MS;
    // Without it, only the loss of the WAL is not noticed. The disk may be full.
    attempt(() => {
      this.#storeId ??= this.#readStoreId();
      this.#file ??= openSync(`${storePath(this.#path)}${LAST_EVENT_SUFFIX}`, O_WRONLY | O_CREAT, 0o600);
      writeSync(this.#file, `${eventId} ${this.#storeId}`.padEnd(RECORD_BYTES - 1).concat('\n'), 0);
    });
  }

  #readStoreId(): string {
    const [row] = this.#connection.rows('select id from store_identity', []);
    return (row as { id: string }).id; // its only row
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}

/** Events that were in the store and are not in it any more. */
export interface MissingEvents {
  /** The last event in the store; 0 if there is none. */
  readonly last: bigint;
  /** An event that was in the store. Others may have followed it. */
  readonly known: bigint;
}

/** Returns undefined if no events are missing, or if the file is not about this store. */
export function missingEvents(path: string): MissingEvents | undefined {
  const record = attempt(() => readFileSync(`${storePath(path)}${LAST_EVENT_SUFFIX}`, 'latin1'));
  const [, id, storeId] = /^(\d+) (\S+) *\n$/.exec(record ?? '') ?? [];
  if (id === undefined || storeId !== readIdentity(path)) return undefined;
  const [known, last] = [BigInt(id), readLastEvent(path)];
  return last === undefined || last >= known ? undefined : { last, known };
}

export function describeMissing(path: string, { last, known }: MissingEvents): string {
  return `Changes after event ${last} are missing, up to event ${known} or later: was ${path}-wal lost? Restore a backup, or run "petstore advance-ids" so that no id is assigned twice.`;
}
