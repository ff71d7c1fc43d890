import { onAbort } from './on-abort.ts';

/** The client's only source of time. Tests pass one that they move themselves. */
export interface Clock {
  /** Milliseconds since any fixed time. They also pass while the machine sleeps. */
  now(): number;
  /** Resolves after this many milliseconds, or when the signal is aborted; never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** `setTimeout` fires immediately for a longer time. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: Date.now,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        removeListener();
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS));
      const removeListener = onAbort(signal, end);
    }),
};
