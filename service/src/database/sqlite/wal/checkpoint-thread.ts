// Runs in a worker thread: copies pages from the WAL to the file of the store when a thread that writes asks it to.
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { identityOf } from '../store-path.ts';
import { CheckpointState } from './checkpoint-state.ts';

/** A file of the process, which must still be at its path. */
export interface StoreFile {
  readonly path: string;
  readonly identity: string;
}

/** With what the thread begins. */
export interface CheckpointStart {
  readonly store: StoreFile;
  readonly memory: SharedArrayBuffer;
}

const { store, memory } = workerData as CheckpointStart; // `Checkpoints` has started this
const state = new CheckpointState(memory);
const database = open(store);
database.exec('pragma synchronous = full');
const checkpoint = database.prepare('pragma wal_checkpoint(passive)');

for (;;) {
  const { stage } = state;
  if (stage === 'copying') {
    copy();
    state.advance(stage, 'copied');
  } else if (stage === 'finishing') {
    state.advance(stage, copy() ? 'copied all' : 'copied a part');
  } else {
    state.awaitEnd(stage);
  }
}

/**
 * Opens the store that the process has open. In the meantime it may have been moved, or another file put in its place:
 * SQLite would create a new store and delete the WAL, or copy the WAL to the wrong file. It only opens the file here,
 * and reads nothing before the first statement.
 */
function open({ path, identity }: StoreFile): DatabaseSync {
  const existing = pathToFileURL(path);
  existing.searchParams.set('mode', 'rw');
  const opened = new DatabaseSync(existing);
  if (identityOf(path) !== identity) throw new Error('The store was replaced');
  return opened;
}

/**
 * Copies the pages that no reader needs in the WAL. It never waits, and blocks no one. Returns true if the file has all pages now, so
 * that the next write starts the WAL again from its beginning.
 */
function copy(): boolean {
  try {
    const result = checkpoint.get();
    report(undefined);
    return result?.busy === 0 && result.log === result.checkpointed;
  } catch (error) {
    // For example, the disk is full. The next attempt follows.
    report(error as Error); // only errors are thrown
    return false;
  }
}

function report(fault: Error | undefined): void {
  state.fault = fault;
  parentPort?.postMessage(fault);
}
