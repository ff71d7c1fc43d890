import { type Clock, systemClock } from '../clock.ts';

export interface Deadline {
  readonly ms: number;
  /** Ends the work earlier; the error is then its reason. */
  readonly stop?: AbortSignal | undefined;
  /** Returns the error of work that takes longer. */
  readonly tooLate: () => unknown;
  readonly clock?: Pick<Clock, 'after'> | undefined;
}

/**
 * Returns what `work` resolves to. It ends at the deadline whatever the work does: the timer needs no event of a connection. The work
 * gets a signal that is aborted then, so that it frees what it has opened.
 */
export async function withDeadline<T>(
  { ms, stop, tooLate, clock = systemClock }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  stop?.throwIfAborted();
  const ending = new AbortController();
  const ended = Promise.withResolvers<never>();
  const end = (reason: unknown) => {
    ended.reject(reason);
    ending.abort(reason);
  };
  const onStop = () => end(stop?.reason);
  stop?.addEventListener('abort', onStop, { once: true });
  const cancelTimer = clock.after(ms, () => end(tooLate()));
  try {
    return await Promise.race([ended.promise, work(ending.signal)]);
  } finally {
    cancelTimer();
    stop?.removeEventListener('abort', onStop);
  }
}
