import { allocateTables, SharedTables, type SharedTablesMemory } from '../../access/quota/shared-tables.ts';
import { ThreadSignal } from '../../platform/core/threads/thread-signal.ts';
import { ThreadTurns } from '../../platform/core/threads/thread-turns.ts';
import type { Metrics } from '../../platform/http/metrics.ts';

/** What the threads of the process share. It can be passed to a thread. */
export interface SharedMemory {
  readonly tables: SharedTablesMemory;
  /** One number each. */
  readonly turns: SharedArrayBuffer;
  readonly pictureTurns: SharedArrayBuffer;
  readonly addedEvents: SharedArrayBuffer;
  readonly allListen: SharedArrayBuffer;
}

/** One of the threads that serve (docs/adr/0108). The first one is the main thread, which does all background work. */
export interface ServingThread {
  readonly memory: SharedMemory;
  readonly tables: SharedTables;
  /** In which the threads write to the store. */
  readonly turns: ThreadTurns;
  /** In which they decode pictures, because each may take 450 MB. */
  readonly pictureTurns: ThreadTurns;
  /** Raised after each commit with events. */
  readonly addedEvents: ThreadSignal;
  /** Raised when all threads listen. */
  readonly allListen: ThreadSignal;
  /** Undefined in the main thread. */
  readonly main: MainThread | undefined;
}

/** The main thread, as the others use it. */
export interface MainThread {
  /** Asks it to do background work that a request has added. */
  wake(work: BackgroundWork): void;
  /** Counts in its metrics; undefined without metrics. */
  readonly metrics: Metrics | undefined;
}

/** `mailSettings` sends e-mails again at once. */
export type BackgroundWork = 'mail' | 'mailSettings' | 'webhooks' | 'imports' | 'publishing' | 'partners';

/** Returns the main thread with the memory of all. */
export function mainThread(): ServingThread {
  const memory = {
    tables: allocateTables(),
    turns: sharedNumber(),
    pictureTurns: sharedNumber(),
    addedEvents: sharedNumber(),
    allListen: sharedNumber(),
  };
  return servingThread(memory, 1);
}

/** Returns a thread as it is described by shared memory. */
export function servingThread(memory: SharedMemory, number: number, main?: MainThread): ServingThread {
  return {
    memory,
    tables: new SharedTables(memory.tables, number),
    turns: new ThreadTurns(new Int32Array(memory.turns), number),
    pictureTurns: new ThreadTurns(new Int32Array(memory.pictureTurns), number),
    addedEvents: new ThreadSignal(new Int32Array(memory.addedEvents)),
    allListen: new ThreadSignal(new Int32Array(memory.allListen)),
    main,
  };
}

function sharedNumber(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}
