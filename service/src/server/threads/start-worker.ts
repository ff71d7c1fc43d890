import type { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { compileCacheFolder } from '../../platform/core/threads/compile-cache.ts';
import type { ThreadStart, ToThread } from './messages.ts';

/** A thread has neither the bundles nor the cache of compiled code of the main thread. */
const PROGRAM = new URL('../../../../bin/serving-thread.js', import.meta.url);

/** Starts a thread that calls `serve`. It emits the events of a `Worker`. */
export type StartThread = (start: ThreadStart) => StartedThread;

export interface StartedThread extends EventEmitter {
  postMessage(message: ToThread): void;
}

export const startWorker: StartThread = (start) =>
  new Worker(PROGRAM, {
    workerData: { ...start, compileCache: compileCacheFolder() },
    // A file of the store that the end of a thread closes would end the locks that SQLite has on it in all threads.
    trackUnmanagedFds: false,
  });
