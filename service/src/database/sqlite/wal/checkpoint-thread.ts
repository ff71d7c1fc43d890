// Runs in a worker thread: copies pages from the WAL to the file of the store when it is asked to.
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { identityOf } from '../store-path.ts';

/** A file of the process, which must still be at its path. */
export interface StoreFile {
  readonly path: string;
  readonly identity: string;
}

export interface CheckpointReply {
  /** Whether the file has all pages now, so that the next write starts the WAL again from its beginning. */
  readonly copiedAll: boolean;
  /** Why the checkpoint has failed. */
  readonly error?: Error;
}

const database = open(workerData);
database.exec('pragma synchronous = full');
const checkpoint = database.prepare('pragma wal_checkpoint(passive)');

parentPort?.on('message', () => {
  parentPort?.postMessage(runCheckpoint());
});

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

/** Copies the pages that no reader needs in the WAL. It never waits, and blocks no one. */
function runCheckpoint(): CheckpointReply {
  try {
    const result = checkpoint.get();
    return { copiedAll: result?.busy === 0 && result.log === result.checkpointed };
  } catch (error) {
    // For example, the disk is full. The next attempt follows.
    return { copiedAll: false, error: error as Error }; // only errors are thrown
  }
}
