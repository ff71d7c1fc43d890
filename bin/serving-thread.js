// Starts a serving thread of the service (`WORKERS`), as `petstore.js` starts the main thread.
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { useBundles } from './bundled.js';

if (workerData.compileCache !== undefined) enableCompileCache(workerData.compileCache);
useBundles();
const { serve } = await import('../service/src/server/threads/serving-thread.ts');
await serve(workerData, parentPort);
