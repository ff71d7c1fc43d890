import type { FromThread, ToThread } from './messages.ts';
import type { StartedThread } from './start-worker.ts';

type Reply = Extract<FromThread['kind'], 'composed' | 'listens' | 'measured'>;

/** A thread that serves beside the main thread. */
export class ThreadHandle {
  readonly #worker: StartedThread;
  /** Those that wait for each reply, in the order of their questions. */
  readonly #waiting = new Map<Reply, PromiseWithResolvers<void>[]>();
  /** Resolves when the thread has ended, with the error that has ended it. */
  readonly ended: Promise<Error | undefined>;

  constructor(worker: StartedThread, onMessage: (message: FromThread) => void) {
    this.#worker = worker;
    this.#worker.on('message', (message: FromThread) => {
      onMessage(message);
      if (isReply(message.kind)) this.#waiting.get(message.kind)?.shift()?.resolve();
    });
    const { promise, resolve } = Promise.withResolvers<Error | undefined>();
    let error: Error | undefined;
    this.#worker.on('error', (found: Error) => {
      error = found;
    });
    // Not by `once` of node:events, which rejects with the error.
    this.#worker.on('exit', () => {
      for (const { reject } of [...this.#waiting.values()].flat())
        reject(error ?? new Error('The thread has ended'));
      resolve(error);
    });
    this.ended = promise;
  }

  /** Resolves when the thread has sent a reply. Rejects if it ends before. */
  reply(kind: Reply): Promise<void> {
    const reply = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(kind) ?? [];
    this.#waiting.set(kind, [...waiting, reply]);
    return reply.promise;
  }

  ask(message: ToThread, kind: Reply): Promise<void> {
    const reply = this.reply(kind);
    this.#worker.postMessage(message);
    return reply;
  }

  /** Resolves when the thread has ended. */
  async end(kind: 'drain' | 'close'): Promise<void> {
    this.#worker.postMessage({ kind });
    await this.ended;
  }
}

function isReply(kind: FromThread['kind']): kind is Reply {
  return kind === 'composed' || kind === 'listens' || kind === 'measured';
}
