// Runs in a worker thread: copies pages from the journal to the file of the store when it is asked to.
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { identityOf } from '../store-path.ts';

/** A file of the process, which must still be at its path. */
export interface StoreFile {
  readonly path: string;
  readonly identity: string;
}

/** Whether the file has all pages now, so that the next write starts the journal again from its beginning. */
export interface CheckpointReply {
  readonly isComplete: boolean;
}

const database = open(workerData);
database.exec('pragma synchronous = full');
const checkpoint = database.prepare('pragma wal_checkpoint(passive)');

parentPort?.on('message', () => {
  const reply: CheckpointReply = { isComplete: isComplete() };
  parentPort?.postMessage(reply);
});

/**
 * Opens the store that the process has open. In the meantime somebody may have moved it, or put another file in its place:
 * SQLite would create a new store and delete the journal, or copy the journal to the wrong file. It only opens the file here,
 * and reads nothing before the first statement.
 */
function open({ path, identity }: StoreFile): DatabaseSync {
  const existing = pathToFileURL(path);
  existing.searchParams.set('mode', 'rw');
  const opened = new DatabaseSync(existing);
  if (identityOf(path) !== identity) throw new Error('The store was replaced');
  return opened;
}

/** Copies what no reader needs in the journal. It never waits, and never makes anyone wait. */
function isComplete(): boolean {
  try {
    const result = checkpoint.get();
    return result?.busy === 0 && result.log === result.checkpointed;
  } catch {
    // For example, the disk is full. Writes report it, and the next attempt follows.
    return false;
  }
}
