export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The only source of time of the service; tests use one that they advance themselves. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Runs `task` every `intervalMs` until the returned function is called. Does not keep the process alive. */
  every(intervalMs: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  every(intervalMs, task) {
    const timer = setInterval(task, intervalMs).unref();
    return () => clearInterval(timer);
  },
};
