import { systemWorkClock, type WorkClock } from '../clock.ts';

/** How long work may keep the process until other work has its turn. A step between two checks takes a few milliseconds more. */
const TURN_MS = 5;

/** Shares the process with other work: pauses between the steps of long work for as long as they took. */
export class Pace {
  readonly #clock: WorkClock;
  #resumedAt: number;

  constructor(clock = systemWorkClock) {
    this.#clock = clock;
    this.#resumedAt = clock.monotonic();
  }

  /** Pauses for as long as the last step took. */
  async rest(): Promise<void> {
    await this.#clock.pause(Math.max(1, this.#tookMs));
    this.#resumedAt = this.#clock.monotonic();
  }

  /** Returns true if the last step has taken its time, so that `rest` is due. */
  get isDue(): boolean {
    return this.#tookMs >= TURN_MS;
  }

  get #tookMs(): number {
    return this.#clock.monotonic() - this.#resumedAt;
  }
}
