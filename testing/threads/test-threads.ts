import { EventEmitter, once } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { compileCacheFolder } from '../../service/src/platform/core/threads/compile-cache.ts';
import type { ThreadStart, ToThread } from '../../service/src/server/threads/messages.ts';
import type { StartedThread } from '../../service/src/server/threads/start-worker.ts';
import type { ClockOfThread, FakeClock } from '../fake-clock.ts';

const PROGRAM = new URL('serving-thread.ts', import.meta.url);

export type ToTestThread =
  | {
      readonly kind: 'start';
      readonly start: ThreadStart;
      /** To the handle of the thread. */
      readonly port: MessagePort;
      readonly clock: ClockOfThread;
      /** For `noteConnections`. */
      readonly acceptedBy: SharedArrayBuffer;
    }
  | { readonly kind: 'ask'; readonly question: Question; readonly port: MessagePort };

/** The reply is how many wait for events; after `idle`, when they have been given all. */
type Question = 'followers' | 'idle';

/** Workers without a service, because it has ended. Loading the service takes a worker half a second, and starting it again 20 ms. */
const idle: Worker[] = [];

/** A thread of one service, in a worker that may have served others before. */
export class TestThread extends EventEmitter implements StartedThread {
  /** Sends a message when its service has ended. */
  readonly #worker = idle.pop() ?? startWorker();
  readonly #port: MessagePort;

  constructor(start: ThreadStart, clock: FakeClock, acceptedBy: SharedArrayBuffer) {
    super();
    const ofThread = clock.addThread();
    const { port1: own, port2: port } = new MessageChannel();
    const worker = this.#worker;
    worker.ref();
    const fail = (error: unknown) => this.emit('error', error);
    const end = () => {
      clock.removeThread(ofThread);
      this.emit('exit');
    };
    worker.once('error', fail);
    worker.once('exit', end);
    worker.once('message', () => {
      worker.off('error', fail);
      worker.off('exit', end);
      worker.unref();
      idle.push(worker);
      end();
    });
    own.on('message', (message) => this.emit('message', message));
    this.#port = own;
    this.#send({ kind: 'start', start, clock: ofThread, acceptedBy, port });
  }

  postMessage(message: ToThread): void {
    this.#port.postMessage(message);
  }

  async ask(question: Question): Promise<number> {
    const { port1: own, port2: port } = new MessageChannel();
    this.#send({ kind: 'ask', question, port });
    const [followers] = await once(own, 'message');
    own.close();
    return followers;
  }

  #send(message: ToTestThread): void {
    this.#worker.postMessage(message, [message.port]);
  }
}

function startWorker(): Worker {
  return new Worker(PROGRAM, {
    workerData: { compileCache: compileCacheFolder() },
    trackUnmanagedFds: false,
  });
}
