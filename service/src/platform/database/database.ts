import type { ColumnDataType, Kysely, Transaction } from 'kysely';
import type { FairSemaphore, Waiter } from '../core/tasks/fair-semaphore.ts';
import type { LatestFault } from './latest-fault.ts';
import type { Tables } from './tables.ts';

/** The differences between the engines, as data. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  readonly idType: ColumnDataType;
  readonly idIsIdentity: boolean;
  /**
   * Whether transactions write concurrently, also in other processes. Without that, the last read of this process is
   * still current when it writes, and ids are in the order of the commits.
   */
  readonly supportsConcurrentWrites: boolean;
  /** Whether the planner chooses an index by the estimated frequency of a value. */
  readonly usesCostBasedPlanner: boolean;
  /** Whether the engine makes `pets.name_order`. Otherwise each statement that writes a name sets it (`pet-columns/name-order.ts`). */
  readonly generatesNameOrder: boolean;
}

/**
 * When a write resolves. A `synchronous` commit is on the disk (`fsync`) and survives a power failure. An `asynchronous` one
 * survives a crash of the process. The words are those of PostgreSQL's `synchronous_commit` and SQLite's `PRAGMA synchronous`.
 */
export type CommitMode = 'synchronous' | 'asynchronous';

/** Writes that wait begin in turns of their accounts. */
export interface WriteOptions extends Waiter {
  /**
   * Names of the rows that the transaction locks (`locks.ts`), in their order. If the engine `supportsConcurrentWrites`,
   * the write waits for earlier writes with the same names before it takes a connection.
   */
  readonly locks?: readonly string[] | undefined;
  /** `synchronous` by default. */
  readonly commit?: CommitMode | undefined;
  /** Whether it is usual that the write fails after it has changed something. It is undone in any case, which then costs less. */
  readonly mayFailAfterChanges?: boolean | undefined;
}

/** The connections that a query runs on: either side of a `Database`, or a transaction. */
export type Queries = Kysely<Tables>;

/** The write-ahead log (WAL) of an engine in this process. */
interface Wal {
  /** Returns its size on the disk. */
  bytes(): number;
  /** Empties it, so that it has nothing of what was erased. Returns false if something reads or writes now. */
  empty(): boolean;
}

export interface Database {
  readonly engine: Engine;
  /** Identifies this store, for data about it that is stored elsewhere. */
  readonly installation: string;
  /** True if other threads of this process write as well. */
  readonly hasOtherThreads?: boolean;
  /** Runs queries. Never waits for a writer. A prepared query runs synchronously if the engine is in this process. */
  readonly read: Queries;
  /** A request takes one of these places before it reads. Undefined if reads are synchronous: then each one ends before the next begins. */
  readonly readPlaces?: FairSemaphore;
  /**
   * Returns a value that changes with every commit of this or another process. Only an engine in this process has it: its
   * reads are synchronous, so none can miss a commit in between.
   */
  readonly version?: () => unknown;
  /**
   * Runs `work` in one transaction.
   *
   * - `work` must lock what it reads in order to change it, with `forUpdate` or `forNoKeyUpdate`: if the engine
   *   `supportsConcurrentWrites`, another transaction could change it in between.
   * - `work` may only await the database.
   * - `work` may run more than once: after a deadlock, or after the failure of another write, the transaction is retried.
   *
   * Rejects with `service_unavailable`, and keeps nothing of `work`, if the store is busy for 2 s (PostgreSQL: 4 s until the turn of the write), full or faulty.
   * Rejects with `result_unknown` if the commit was sent and not confirmed, or if another program replaced the file of SQLite meanwhile.
   */
  write<T>(work: (transaction: Transaction<Tables>) => Promise<T>, options?: WriteOptions): Promise<T>;
  readonly wal?: Wal;
  /** Why nothing can be written: the last commit failed because of the disk, or the store was opened without space. Only SQLite has it. */
  readonly disk?: LatestFault;
  /** Returns the time of the last `petstore backup`; 0 if there was none. A server has backups of its own. */
  readonly lastBackup?: () => number;
  /** Returns why the store cannot be used before a restart; undefined if it can. Only SQLite has it. */
  readonly fault?: () => string | undefined;
  /** Returns true if a process of an older version serves the store beside this one. Only PostgreSQL has it. */
  readonly hasOlderProcesses?: () => Promise<boolean>;
  /** Checks the integrity of the whole store. Returns what is wrong with it. */
  faults(): Promise<string[]>;
  /** Returns the size of the store on disk. */
  bytes(): Promise<number>;
  close(): Promise<void>;
}
