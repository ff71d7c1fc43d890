import { Kysely } from 'kysely';
import { SECOND, type WorkClock } from '../../core/clock.ts';
import { type ApiError, unavailable } from '../../core/errors.ts';
import type { ThreadTurns } from '../../core/threads/thread-turns.ts';
import type { Database, Engine } from '../database.ts';
import type { LatestFault } from '../latest-fault.ts';
import { type RunSync, withEngine } from '../prepared-query.ts';
import type { Tables } from '../tables.ts';
import { GroupCommit } from './group-commit.ts';
import { takeInstanceLock } from './instance-lock.ts';
import { LastEventFile } from './journal/last-event.ts';
import { isReadOnlyFileSystem } from './read-only-address.ts';
import { ServedFiles } from './served-files.ts';
import { SqliteConnection } from './sqlite-adapter.ts';
import { WriteLock, WriterDialect } from './sqlite-writer.ts';
import { attempt } from './store-facts.ts';

const RETRY_MS = SECOND;

const USED_BY_OTHER = 'Another "petstore serve" is using the store.';

export function readOnlyFileSystem(): ApiError {
  return unavailable('The store is on a read-only file system. The operator must make it writable.');
}

/** How the threads of this process share a store. */
export interface StoreSharing {
  /** In which they write. */
  readonly turns: ThreadTurns;
  /** The part of the memory of caches for this thread. */
  readonly share: number;
  /** True for the main thread. */
  readonly isFirst: boolean;
}

/** A connection for writes. */
export interface Writer {
  readonly connection: SqliteConnection;
  readonly lock: WriteLock;
  readonly queries: Kysely<Tables>;
}

export function openWriter(path: string, clock: WorkClock, engine: Engine, share?: number): Writer {
  const connection = new SqliteConnection(path, 'write', share);
  const lock = new WriteLock(connection, clock);
  const dialect = new WriterDialect(connection, lock);
  const queries = withEngine(new Kysely<Tables>({ dialect }), engine, inTransaction(connection));
  return { connection, lock, queries };
}

/** Rejects a query of a transaction that has ended, as Kysely does: it would run without a transaction. */
function inTransaction(connection: SqliteConnection): RunSync {
  return (text, parameters) => {
    if (!connection.inTransaction) throw new Error('The transaction has ended');
    return connection.rows(text, parameters);
  };
}

interface WritableSideOptions {
  /** As it was configured: a symbolic link may lead to another file later. */
  readonly address: string;
  readonly path: string;
  readonly clock: WorkClock;
  readonly engine: Engine;
  readonly reader: SqliteConnection;
  readonly diskFault: LatestFault;
  readonly onReplaced: (error: ApiError) => void;
  /** Undefined if no other thread of this process has the store open. */
  readonly sharing: StoreSharing | undefined;
}

/** What exists while the store can be written. */
interface WriteResources {
  readonly connection: SqliteConnection;
  readonly files: ServedFiles;
  readonly lastEvent: LastEventFile;
  readonly group: GroupCommit;
}

/**
 * Everything of an open store that needs space on its disk. Its states:
 *
 *     open ──────────────> writable                    The disk may become full later: then commits fail.
 *        └─ no space ────> read-only ──> writable      A write tries to open the rest, at most once a second.
 *
 * SQLite needs space even to read: at least 32 KiB for the index of the WAL.
 */
export class WritableSide {
  readonly #options: WritableSideOptions;
  #resources: WriteResources | undefined;
  #nextTryAt: number;
  #releaseLock: () => void = () => {};
  #lacksLock: boolean;
  #isClosed = false;

  /** @param writer undefined if there is no space for it. Then `reader` can read without space. */
  constructor(options: WritableSideOptions, writer: Writer | undefined) {
    this.#options = options;
    this.#nextTryAt = options.clock.monotonic() + RETRY_MS;
    this.#lacksLock = writer === undefined && isReadOnlyFileSystem(options.path);
    if (writer !== undefined) this.#resources = this.#open(writer);
  }

  readonly write: Database['write'] = (work, options = {}) => {
    const resources = this.#resources ?? this.#tryToOpen();
    return resources?.group.write(work, options) ?? Promise.reject(this.#options.diskFault.latest);
  };

  /** A file that is read without space does not show the commits of others: each call returns another value, so that nothing is cached. */
  version(): unknown {
    if (this.#resources === undefined) return Symbol('unknown');
    const [row] = this.#options.reader.rows('pragma data_version', []);
    return (row as { data_version: bigint }).data_version; // its only column
  }

  /** Returns why nothing may be read any more. */
  fault(): string | undefined {
    return this.#resources?.files.check()?.message;
  }

  close(): void {
    this.#isClosed = true;
    this.#resources?.lastEvent.close();
    this.#options.reader.close();
    this.#resources?.connection.close();
    this.#releaseLock();
  }

  #open({ connection, lock, queries }: Writer): WriteResources {
    const { address, path, clock, reader, diskFault, onReplaced, sharing } = this.#options;
    const files = new ServedFiles({
      path: address,
      onReplaced: (error) => {
        // In a file that was overwritten, a query could find anything.
        reader.refuseAll(error);
        onReplaced(error);
      },
    });
    const lastEvent = new LastEventFile(path, connection, clock);
    const group = new GroupCommit({
      connection,
      writer: queries,
      lock,
      files,
      lastEvent,
      diskFault,
      clock,
      turns: sharing?.turns,
    });
    return { connection, files, lastEvent, group };
  }

  /** A process that has started on a read-only file system could not take it. */
  #takeLock(): void {
    if (!this.#lacksLock) return;
    const release = takeInstanceLock(this.#options.path);
    if (release === undefined) throw unavailable(USED_BY_OTHER);
    this.#releaseLock = release;
    this.#lacksLock = false;
  }

  #tryToOpen(): WriteResources | undefined {
    const { path, clock, engine, reader, diskFault, sharing } = this.#options;
    const now = clock.monotonic();
    if (this.#isClosed || now < this.#nextTryAt || reader.inTransaction) return undefined;
    this.#nextTryAt = now + RETRY_MS;
    let writer: Writer | undefined;
    try {
      if (isReadOnlyFileSystem(path)) throw readOnlyFileSystem();
      this.#takeLock();
      reader.reopen(path, 'read');
      writer = openWriter(path, clock, engine, sharing?.share);
      this.#resources = this.#open(writer);
      diskFault.report();
    } catch (error) {
      writer?.connection.close();
      attempt(() => reader.reopen(path, 'read without space'));
      diskFault.report(error as Error); // only errors are thrown
    }
    return this.#resources;
  }
}
