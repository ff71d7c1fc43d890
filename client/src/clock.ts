import { onAbort } from './on-abort.ts';

/** The client's only source of time; tests hand in one that they move themselves. */
export interface Clock {
  /** Milliseconds from any beginning. They go on while the machine sleeps. */
  now(): number;
  /** Resolves after so many milliseconds, or at once when the signal is aborted; never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Beyond it a timer fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: Date.now,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        forget();
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER));
      const forget = onAbort(signal, end);
    }),
};
