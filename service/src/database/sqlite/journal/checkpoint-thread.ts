// Runs in a worker thread: copies pages from the journal to the file of the store when it is asked to.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Whether the file has all pages now, so that the next write starts the journal again from its beginning. */
export interface CheckpointReply {
  readonly isComplete: boolean;
}

const database = new DatabaseSync(String(workerData));
database.exec('pragma synchronous = full');
const checkpoint = database.prepare('pragma wal_checkpoint(passive)');

parentPort?.on('message', () => {
  const reply: CheckpointReply = { isComplete: isComplete() };
  parentPort?.postMessage(reply);
});

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
