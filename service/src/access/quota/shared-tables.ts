import { MAX_WORKERS } from '../../platform/config/config.ts';
import { ThreadLock } from '../../platform/core/threads/thread-lock.ts';
import { CounterTable, sharedMemory, type TableMemory } from './counter-table.ts';

/** All tables with which the threads of a process count together, with the number of their fields. */
const FIELDS = {
  usages: 6,
  refusals: 2,
  firstOfMinute: 1,
  firstOfDay: 1,
  addresses: 1,
  visitors: 1,
  visitorsOfLargeLists: 1,
  visitorsOfPrivatePages: 1,
  visitorsOfLargePrivatePages: 1,
  photos: 1,
  codes: 1,
  codesOfAddresses: 1,
  deliveries: 1,
  testEmails: 1,
  sent: 4,
  sentBySites: 4,
  /** Of all threads, and of each: those of a thread that has ended are subtracted. */
  followers: 1 + MAX_WORKERS,
} as const;

export type TableName = keyof typeof FIELDS;

/** What the threads share. It can be passed to a thread. */
export interface SharedTablesMemory {
  readonly lock: SharedArrayBuffer;
  readonly latest: SharedArrayBuffer;
  readonly tables: Readonly<Record<TableName, TableMemory>>;
}

export function allocateTables(): SharedTablesMemory {
  const tables = Object.fromEntries(
    Object.entries(FIELDS).map(([name, fields]) => [name, sharedMemory(fields)]),
  );
  return {
    lock: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
    latest: new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT),
    tables: tables as Record<TableName, TableMemory>, // the keys are those of FIELDS
  };
}

/** The tables of all threads, as one of them uses them. One lock is enough: what it protects takes less than a microsecond. */
export class SharedTables {
  readonly #memory: SharedTablesMemory;
  readonly #lock: ThreadLock;
  readonly thread: number;

  /** @param thread the number of this thread. */
  constructor(memory: SharedTablesMemory, thread: number) {
    this.#memory = memory;
    this.thread = thread;
    this.#lock = new ThreadLock(new Int32Array(memory.lock), thread);
  }

  table(name: TableName): CounterTable {
    const { tables, latest } = this.#memory;
    return new CounterTable(FIELDS[name], {
      memory: tables[name],
      lock: this.#lock,
      latest: new Float64Array(latest),
    });
  }

  /** Call it after another thread has ended. */
  forget(thread: number): void {
    this.#lock.forget(thread);
    const followers = this.table('followers');
    followers.exclusively(() => {
      for (let row = 0; row < followers.size; row += 1) {
        const count = followers.get(row, thread);
        followers.set(row, 0, followers.get(row, 0) - count);
        followers.set(row, thread, 0);
        followers.listed -= count;
      }
    });
  }
}

/** Returns the table of all threads; one of this thread if no others count. */
export function tableOf(shared: SharedTables | undefined, name: TableName): CounterTable {
  return shared?.table(name) ?? new CounterTable(FIELDS[name]);
}
