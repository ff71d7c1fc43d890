import type { MaybePromise } from '../maybe-promise.ts';

/** Returns a function that runs at most `max` tasks at a time. The others begin in the order of their calls. */
export function atMost(max: number): <T>(task: () => MaybePromise<T>) => MaybePromise<T> {
  let running = 0;
  const waiting: Array<() => void> = [];
  const release = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  const run = <T>(task: () => MaybePromise<T>): MaybePromise<T> => {
    let result: MaybePromise<T> | undefined;
    try {
      result = task();
      return result instanceof Promise ? result.finally(release) : result;
    } finally {
      if (!(result instanceof Promise)) release();
    }
  };
  return (task) => {
    if (running >= max) return new Promise<void>((begin) => waiting.push(begin)).then(() => run(task));
    running += 1;
    return run(task);
  };
}
