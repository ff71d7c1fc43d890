import type { Clock } from '../clock.ts';

/** What a piece of background work returns: `done` if nothing is left to do, `more` if there may be something. */
export type Remaining = 'more' | 'done';

export interface BackgroundJob {
  readonly intervalMs: number;
  /** Works until nothing is left for now or it is stopped. Returns `done` if there will never be anything to do again. */
  run(isStopped: () => boolean): Promise<Remaining>;
  /** Called when a run failed; the next one continues. */
  onError(error: unknown): void;
}

/**
 * Runs a job immediately and then at intervals, but at most once at a time.
 *
 * @returns a function that stops it without waiting for the current run.
 */
export function runInBackground(clock: Clock, { intervalMs, run, onError }: BackgroundJob): () => void {
  let isStopped = false;
  let isRunning = false;
  const stop = () => {
    isStopped = true;
    stopTimer();
  };
  const runOnce = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      if ((await run(() => isStopped)) === 'done') stop();
    } catch (error) {
      if (!isStopped) onError(error);
    } finally {
      isRunning = false;
    }
  };
  const stopTimer = clock.every(intervalMs, runOnce);
  runOnce();
  return stop;
}
