// Runs in a thread: serves beside the main thread of a test's service, with the clock of the test, and then in the next service.
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Service } from '../../service/src/server/compose.ts';
import type { ToTestThread } from './test-threads.ts';

if (workerData.compileCache !== undefined) enableCompileCache(workerData.compileCache);
const { serve } = await import('../../service/src/server/threads/serving-thread.ts');
const { FakeClock } = await import('../fake-clock.ts');
const { noteConnections } = await import('./connections.ts');

let service: Service | undefined;

parentPort?.on('message', async (message: ToTestThread) => {
  switch (message.kind) {
    case 'start': {
      const { start, port, acceptedBy } = message;
      const clock = FakeClock.follow(message.clock);
      port.once('close', () => {
        clock.end();
        parentPort?.postMessage('ended');
      });
      service = await serve(start, port, clock);
      return noteConnections(service.app, acceptedBy, start.number);
    }
    case 'ask':
      if (message.question === 'idle') await service?.feed.idle();
      return message.port.postMessage(service?.feed.size);
    default:
  }
});
