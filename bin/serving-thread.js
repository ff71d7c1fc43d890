// Starts a serving thread of the service (`WORKERS`), as `petstore.js` starts the main thread.
import { enableCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';
import { useBundles } from './bundled.js';

if (workerData.compileCache !== undefined) enableCompileCache(workerData.compileCache);
useBundles();
await import('../service/src/server/threads/serving-thread.ts');
