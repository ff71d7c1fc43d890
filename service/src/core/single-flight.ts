/** Runs a task one at a time. Whoever asks while it runs gets the run after it, and all who do share that one. */
export class CoalescedTask<T> {
  readonly #task: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(task: () => Promise<T>) {
    this.#task = task;
  }

  run(): Promise<T> {
    if (this.#running === undefined) return this.#begin();
    const begin = () => {
      this.#next = undefined;
      return this.#begin();
    };
    this.#next ??= this.#running.then(begin, begin);
    return this.#next;
  }

  #begin(): Promise<T> {
    this.#running = this.#task().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }
}
