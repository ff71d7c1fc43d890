import type { MessagePort } from 'node:worker_threads';
import { pino } from 'pino';
import { type Clock, SECOND, systemClock } from '../../platform/core/clock.ts';
import { freeStartMemory } from '../background/start-memory.ts';
import { compose, type Service } from '../compose.ts';
import type { FromThread, ThreadStart, ToThread } from './messages.ts';
import { type BackgroundWork, servingThread } from './shared-memory.ts';
import { ThreadMetrics } from './thread-metrics.ts';

/**
 * Serves requests beside the main thread, in a thread that a `ThreadHandle` has started.
 *
 * @param port to the handle. It is closed when the service is.
 */
export async function serve(
  { config: sent, memory, number, hasMetrics }: ThreadStart,
  port: MessagePort,
  clock: Clock = systemClock,
): Promise<Service> {
  // A `Buffer` arrives as a `Uint8Array`.
  const config = { ...sent, secretsKey: sent.secretsKey && Buffer.from(sent.secretsKey) };
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
  const service = await compose(config, clock, log, servingThread(memory, number, main));
  if (hasMetrics) clock.every(SECOND, () => metrics.flush());
  freeStartMemory(clock);

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
  return service;
}
