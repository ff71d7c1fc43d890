/**
 * Runs tasks one at a time, in turns of their keys: after a task of one key, every other key that waits has one task run before
 * it has the next. The tasks of one key run in the order of their calls. A task whose signal is aborted before its turn is
 * dropped.
 */
export class Turns<Key> {
  /** The tasks that wait, by their keys in the order of their turns. */
  readonly #waiting = new Map<Key, ReadonlyArray<() => void>>();
  #isRunning = false;

  /** @throws the reason of the signal if it is aborted before the task starts. */
  async run<T>(key: Key, task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#turnOf(key, signal);
    try {
      return await task();
    } finally {
      // The next turn of this key is after those of all others.
      const others = this.#waiting.get(key) ?? [];
      this.#waiting.delete(key);
      this.#set(key, others);
      this.#isRunning = false;
      this.#startNext();
    }
  }

  #turnOf(key: Key, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const drop = () => {
        this.#remove(key, start);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', drop);
        resolve();
      };
      signal.addEventListener('abort', drop);
      this.#set(key, [...(this.#waiting.get(key) ?? []), start]);
      this.#startNext();
    });
  }

  #startNext(): void {
    const [next] = this.#waiting;
    const [key, [start] = []] = next ?? [];
    if (this.#isRunning || key === undefined || start === undefined) return;
    this.#isRunning = true;
    this.#remove(key, start);
    start();
  }

  #remove(key: Key, start: () => void): void {
    this.#set(
      key,
      (this.#waiting.get(key) ?? []).filter((one) => one !== start),
    );
  }

  #set(key: Key, tasks: ReadonlyArray<() => void>): void {
    if (tasks.length === 0) this.#waiting.delete(key);
    else this.#waiting.set(key, tasks);
  }
}
