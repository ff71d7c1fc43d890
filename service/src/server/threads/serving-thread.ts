// Runs in a worker thread, started by bin/serving-thread.js: serves requests beside the main thread.
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { SECOND, systemClock } from '../../core/clock.ts';
import { freeStartMemory } from '../background/start-memory.ts';
import { compose } from '../compose.ts';
import type { FromThread, ThreadStart, ToThread } from './messages.ts';
import { type BackgroundWork, servingThread } from './shared-memory.ts';
import { ThreadMetrics } from './thread-metrics.ts';

const { config: sent, memory, number, hasMetrics } = workerData as ThreadStart; // `ThreadHandle` has started this
// A `Buffer` arrives as a `Uint8Array`.
const config = { ...sent, secretsKey: sent.secretsKey && Buffer.from(sent.secretsKey) };
const port = parentPort;
if (port === null) throw new Error('It has to run in a thread');
const send = (message: FromThread) => port.postMessage(message);

const log = pino(
  { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
  { write: (line) => send({ kind: 'logs', line }) },
);
const metrics = new ThreadMetrics((calls) => send({ kind: 'counts', calls }));
const main = {
  wake: (work: BackgroundWork) => send({ kind: 'wakes', work }),
  metrics: hasMetrics ? metrics : undefined,
};
const service = await compose(config, systemClock, log, servingThread(memory, number, main));
if (hasMetrics) systemClock.every(SECOND, () => metrics.flush());
freeStartMemory(systemClock);

port.on('message', async (message: ToThread) => {
  switch (message.kind) {
    case 'listen': {
      const { sockets, port: bound } = message.place;
      await service.listen(sockets, bound);
      return send({ kind: 'listens' });
    }
    case 'measure':
      metrics.flush();
      return send({ kind: 'measured', followers: service.feed.size });
    default:
      await service[message.kind]();
      metrics.flush();
      return port.close();
  }
});
send({ kind: 'composed' });
