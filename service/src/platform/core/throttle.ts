import { type Clock, MINUTE, systemClock } from './clock.ts';

const MAX_KINDS = 100;

/** Fields of a log line about a repeated error. */
export interface SuppressedLines {
  /** The number of lines of this kind that were left out since the last one. */
  readonly leftOut?: number;
}

interface Kind {
  loggedAt: number;
  leftOut: number;
}

/** Limits log lines about repeated errors to one line of each kind in `intervalMs`, and counts the others. */
export class Throttle {
  readonly #intervalMs: number;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #kinds = new Map<string, Kind>();

  constructor(intervalMs = MINUTE, clock: Pick<Clock, 'monotonic'> = systemClock) {
    this.#intervalMs = intervalMs;
    this.#clock = clock;
  }

  /** Calls `log`, or counts the line as left out. Each `kind` of error is limited separately. */
  run(log: (leftOut: SuppressedLines) => void, kind = ''): void {
    const now = this.#clock.monotonic();
    const known = this.#kinds.get(kind);
    if (known !== undefined && now - known.loggedAt < this.#intervalMs) {
      known.leftOut += 1;
      return;
    }
    // Evicts the oldest kind if there are too many: its count starts again at 0.
    this.#kinds.delete(kind);
    if (this.#kinds.size >= MAX_KINDS) this.#kinds.delete(this.#kinds.keys().next().value ?? '');
    this.#kinds.set(kind, { loggedAt: now, leftOut: 0 });
    log(known !== undefined && known.leftOut > 0 ? { leftOut: known.leftOut } : {});
  }
}
