const MAX_KINDS = 100;

/** Fields of a line about a fault that repeats. */
export interface SuppressedLines {
  /** How many lines like this one were left out since the last one. */
  readonly leftOut?: number;
}

interface Kind {
  loggedAt: number;
  leftOut: number;
}

/** Limits the lines of a log about faults that repeat: one a kind in `intervalMs`, which says how many were left out. */
export class Throttle {
  readonly #intervalMs: number;
  readonly #now: () => number;
  readonly #kinds = new Map<string, Kind>();

  constructor(intervalMs: number, now = () => performance.now()) {
    this.#intervalMs = intervalMs;
    this.#now = now;
  }

  /** Calls `log`, or counts the line as left out. Faults of another `kind` have lines of their own. */
  run(log: (leftOut: SuppressedLines) => void, kind = ''): void {
    const now = this.#now();
    const known = this.#kinds.get(kind);
    if (known !== undefined && now - known.loggedAt < this.#intervalMs) {
      known.leftOut += 1;
      return;
    }
    // The oldest kind goes when there are too many: its next line counts from the start again.
    this.#kinds.delete(kind);
    if (this.#kinds.size >= MAX_KINDS) this.#kinds.delete(this.#kinds.keys().next().value ?? '');
    this.#kinds.set(kind, { loggedAt: now, leftOut: 0 });
    log(known !== undefined && known.leftOut > 0 ? { leftOut: known.leftOut } : {});
  }
}
