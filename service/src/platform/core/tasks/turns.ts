import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lets tasks that became due together go on a few at a time, so that requests get their turn of the event loop in between. A hundred
 * tasks that take half a millisecond each would otherwise be one pause of 50 ms.
 */
export class Turns {
  readonly #perTurn: number;
  readonly #waiting: (() => void)[] = [];
  #isRunning = false;

  /** `perTurn` is the number of tasks that go on in one turn of the event loop. */
  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** Resolves when the caller may go on, in the order of the calls. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      for (const goOn of this.#waiting.splice(0, this.#perTurn)) goOn();
      await nextTurn();
    }
    this.#isRunning = false;
  }
}
