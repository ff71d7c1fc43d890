import { FairQueue } from './fair-queue.ts';

/**
 * Runs tasks one at a time, in turns of their keys: after a task of one key, every other key that waits has one task run before
 * it has the next. The tasks of one key run in the order of their calls. A task whose signal is aborted before its turn is
 * dropped.
 */
export class Turns<Key> {
  readonly #waiting = new FairQueue<Key, () => void>();
  #isRunning = false;

  /** @throws the reason of the signal if it is aborted before the task starts. */
  async run<T>(key: Key, task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#turnOf(key, signal);
    try {
      return await task();
    } finally {
      this.#waiting.endTurn(key);
      this.#isRunning = false;
      this.#startNext();
    }
  }

  #turnOf(key: Key, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const drop = () => {
        this.#waiting.remove((one) => one === start);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', drop);
        resolve();
      };
      signal.addEventListener('abort', drop);
      this.#waiting.push(key, start);
      this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#isRunning) return;
    const start = this.#waiting.shift();
    if (start === undefined) return;
    this.#isRunning = true;
    start();
  }
}
