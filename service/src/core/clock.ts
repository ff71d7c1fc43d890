export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The service's only source of time; tests hand in one that they move themselves. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Runs `task` every `intervalMs` until the returned function is called; never keeps the process alive. */
  every(intervalMs: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  every(intervalMs, task) {
    const timer = setInterval(task, intervalMs).unref();
    return () => clearInterval(timer);
  },
};
