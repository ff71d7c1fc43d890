import type { Clock } from '../../src/index.ts';

interface Waiter {
  at: number;
  go(): void;
}

/**
 * The client's clock in a test, which moves when nothing else does: as soon as no request is under way it goes on to the
 * moment that somebody waits for, and takes the service's clock along.
 */
export class TestClock implements Clock {
  /** Given as the client's time limit, which no request reaches: whoever waits as long has a request under way. */
  readonly timeoutSeconds = 1_000_000;
  /** How long each wait was, in the order in which they began. */
  readonly waits: number[] = [];
  readonly #advance: (ms: number) => Promise<void>;
  readonly #waiting = new Set<Waiter>();
  #underWay = 0;
  #now = 0;

  constructor(advance: (ms: number) => Promise<void>) {
    this.#advance = advance;
  }

  /** How many wait now. */
  get pending(): number {
    return this.#waiting.size;
  }

  readonly now = (): number => this.#now;

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return signal !== undefined && ms === this.timeoutSeconds * 1000
      ? this.#underWayUntil(signal)
      : this.#waitFor(ms, signal);
  }

  /** Moves time whenever everybody waits, until the promise is settled. */
  async runUntil<Value>(promise: Promise<Value>): Promise<Value> {
    let isSettled = false;
    const settled = () => {
      isSettled = true;
    };
    promise.then(settled, settled);
    for (;;) {
      await nextTurn();
      if (isSettled) return promise;
      if (this.#underWay === 0) await this.#goOn();
    }
  }

  async #goOn(): Promise<void> {
    const next = Math.min(...Array.from(this.#waiting, ({ at }) => at));
    if (next === Number.POSITIVE_INFINITY) return;
    // Whole ones: the service's clock has no others.
    const ms = Math.max(0, Math.ceil(next - this.#now));
    await this.#advance(ms);
    this.#now += ms;
    for (const waiter of this.#waiting) if (waiter.at <= this.#now) waiter.go();
  }

  #underWayUntil(signal: AbortSignal): Promise<void> {
    this.#underWay += 1;
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        this.#underWay -= 1;
        resolve();
      });
    });
  }

  #waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    this.waits.push(ms);
    return new Promise((resolve) => {
      const waiter = {
        at: this.#now + ms,
        go: () => {
          this.#waiting.delete(waiter);
          signal?.removeEventListener('abort', waiter.go);
          resolve();
        },
      };
      this.#waiting.add(waiter);
      signal?.addEventListener('abort', waiter.go);
    });
  }
}

/** The event loop's next turn, in any runtime; a browser slows down timers that follow each other. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
