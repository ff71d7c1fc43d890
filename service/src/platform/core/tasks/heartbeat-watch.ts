import type { Clock } from '../clock.ts';

/** What a process has written to show that it runs. */
export interface Heartbeat {
  /** The process. Null if none runs. */
  readonly runner: string | null;
  /** Grows while it runs. */
  readonly heartbeat: bigint;
}

/**
 * Finds the work of other processes that was abandoned: its heartbeat has been the same for `abandonedAfter` ms, by the clock of this
 * process, so that clocks need not agree.
 */
export class HeartbeatWatch<Key> {
  readonly #clock: Clock;
  readonly #abandonedAfter: number;
  /** What was seen last, and since when. */
  readonly #seen = new Map<Key, Heartbeat & { readonly since: number }>();

  constructor(clock: Clock, abandonedAfter: number) {
    this.#clock = clock;
    this.#abandonedAfter = abandonedAfter;
  }

  /** Call it each time that the work is read. */
  isAbandoned(key: Key, { runner, heartbeat }: Heartbeat): boolean {
    const now = this.#clock.now();
    const seen = this.#seen.get(key);
    if (seen?.runner === runner && seen.heartbeat === heartbeat)
      return now - seen.since >= this.#abandonedAfter;
    this.#seen.set(key, { runner, heartbeat, since: now });
    return false;
  }

  /** Forgets all work except `keys`. */
  keepOnly(keys: Iterable<Key>): void {
    const kept = new Set(keys);
    for (const key of this.#seen.keys()) if (!kept.has(key)) this.#seen.delete(key);
  }
}
