import type { Clock } from '../../../platform/core/clock.ts';

/** Checks within one timeout. If this process stalls between two checks, the next check notices it. */
const CHECKS_PER_TIMEOUT = 4;

/**
 * Reports a peer that sends nothing for `timeoutMs` while calls wait for it. Unlike a timeout for each call, it allows
 * one slow reply among many others. Time in which this process itself was stalled does not count: the process could
 * neither send the call nor read the reply. `socketTimeout` of ioredis 6.0.0 counts that time: after a stall, its timer fires
 * before Node reads the reply in the socket. `test/faults/engines/valkey-away.test.ts` has this case.
 *
 *   idle --- start ---> watching --- no call waits ---> idle
 *                          |  ^
 *                  timeout |  | a reply was still in the socket
 *                          v  |
 *                       last check --- no reply ---> idle, and onTimeout is called
 */
export class Watchdog {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #intervalMs: number;
  readonly #isWaiting: () => boolean;
  readonly #onTimeout: () => void;
  /** When the peer last sent something, by the monotonic clock; moved forward by the time of each stall. */
  #lastReplyAt = 0;
  #nextCheckAt = 0;
  #isTimerRunning = false;

  /** @param isWaiting whether any call waits for a reply. */
  constructor(clock: Clock, timeoutMs: number, isWaiting: () => boolean, onTimeout: () => void) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#intervalMs = timeoutMs / CHECKS_PER_TIMEOUT;
    this.#isWaiting = isWaiting;
    this.#onTimeout = onTimeout;
  }

  /** Call it when a call begins to wait and no other call waits. */
  start(): void {
    this.reset();
    if (!this.#isTimerRunning) this.#scheduleCheck();
  }

  /** Call it for each reply. */
  reset(): void {
    this.#lastReplyAt = this.#clock.monotonic();
  }

  #scheduleCheck(): void {
    const ms = Math.max(1, Math.min(this.#intervalMs, this.#remainingMs()));
    this.#isTimerRunning = true;
    this.#nextCheckAt = this.#clock.monotonic() + ms;
    this.#clock.after(ms, () => this.#check());
  }

  #check(): void {
    this.#isTimerRunning = false;
    if (!this.#isWaiting()) return;
    const now = this.#clock.monotonic();
    // A timer that fires late shows how long the process was stalled.
    this.#lastReplyAt = Math.min(now, this.#lastReplyAt + now - this.#nextCheckAt);
    if (this.#remainingMs() > 0) this.#scheduleCheck();
    // Node reads what has arrived in the socket before it runs this callback.
    else setImmediate(() => this.#lastCheck());
  }

  #lastCheck(): void {
    if (!this.#isWaiting() || this.#isTimerRunning) return;
    if (this.#remainingMs() > 0) this.#scheduleCheck();
    else this.#onTimeout();
  }

  /** Rounded, so that a fraction of a millisecond does not cause another check. */
  #remainingMs(): number {
    return Math.round(this.#timeoutMs - (this.#clock.monotonic() - this.#lastReplyAt));
  }
}
