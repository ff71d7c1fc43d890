import type { Clock } from '../../../src/index.ts';

interface Waiter {
  at: number;
  end(): void;
}

/**
 * A clock that skips waits: while no request is in flight, it jumps to the end of the next wait and moves the clock of the
 * service as far.
 */
export class TestClock implements Clock {
  /** The time limit of the client's requests. No other wait is as long, so a wait of this length means a request in flight. */
  readonly timeoutSeconds = 1_000_000;
  /** The length of each wait, in the order in which they started. */
  readonly waits: number[] = [];
  readonly #advance: (ms: number) => Promise<void>;
  readonly #waiting = new Set<Waiter>();
  readonly #inFlight = new Set<Promise<void>>();
  #now = 0;

  constructor(advance: (ms: number) => Promise<void>) {
    this.#advance = advance;
  }

  /** The number of waits that have not ended. */
  get pending(): number {
    return this.#waiting.size;
  }

  readonly now = (): number => this.#now;

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return signal !== undefined && ms === this.timeoutSeconds * 1000
      ? this.#trackRequest(signal)
      : this.#waitFor(ms, signal);
  }

  /** Moves time whenever no request is in flight, until the promise is settled. */
  async runUntil<Value>(promise: Promise<Value>): Promise<Value> {
    let isSettled = false;
    const settled = () => {
      isSettled = true;
    };
    const end = promise.then(settled, settled);
    for (;;) {
      await nextTurn();
      if (isSettled) return promise;
      if (this.#inFlight.size === 0) await this.#jump();
      else await Promise.race([end, ...this.#inFlight]);
    }
  }

  async #jump(): Promise<void> {
    const next = Math.min(...Array.from(this.#waiting, ({ at }) => at));
    if (next === Number.POSITIVE_INFINITY) return;
    // The clock of the service has whole milliseconds.
    const ms = Math.max(0, Math.ceil(next - this.#now));
    await this.#advance(ms);
    this.#now += ms;
    for (const waiter of this.#waiting) if (waiter.at <= this.#now) waiter.end();
  }

  #trackRequest(signal: AbortSignal): Promise<void> {
    const request = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        this.#inFlight.delete(request);
        resolve();
      });
    });
    this.#inFlight.add(request);
    return request;
  }

  #waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    this.waits.push(ms);
    return new Promise((resolve) => {
      const waiter = {
        at: this.#now + ms,
        end: () => {
          this.#waiting.delete(waiter);
          signal?.removeEventListener('abort', waiter.end);
          resolve();
        },
      };
      this.#waiting.add(waiter);
      signal?.addEventListener('abort', waiter.end);
    });
  }
}

/** Waits for the next turn of the event loop. A browser would delay a series of timers. */
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
