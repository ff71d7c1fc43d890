import type { MaybePromise } from '../maybe-promise.ts';

/** Returns a function that runs `task`, but at most once at a time: calls during a run share its result. */
export function singleFlight<T>(task: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= task().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/**
 * The same for each key: calls during a run with the same key share its result. Their other arguments are not used. A run
 * that ends synchronously has no other calls during it.
 */
export function singleFlightByKey<Key, Rest extends unknown[], T>(
  task: (key: Key, ...rest: Rest) => Promise<T>,
): (key: Key, ...rest: Rest) => Promise<T>;
export function singleFlightByKey<Key, Rest extends unknown[], T>(
  task: (key: Key, ...rest: Rest) => MaybePromise<T>,
): (key: Key, ...rest: Rest) => MaybePromise<T>;
export function singleFlightByKey<Key, Rest extends unknown[], T>(
  task: (key: Key, ...rest: Rest) => MaybePromise<T>,
): (key: Key, ...rest: Rest) => MaybePromise<T> {
  const running = new Map<Key, Promise<T>>();
  return (key, ...rest) => {
    const current = running.get(key);
    if (current !== undefined) return current;
    const result = task(key, ...rest);
    if (!(result instanceof Promise)) return result;
    const started = result.finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}

/**
 * Runs a task at most once at a time. A call during a run may have come too late for it, so it gets the result of the
 * next run; all such calls share that one.
 */
export class CoalescedTask<T> {
  readonly #task: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(task: () => Promise<T>) {
    this.#task = task;
  }

  run(): Promise<T> {
    if (this.#running === undefined) return this.#start();
    const start = () => {
      this.#next = undefined;
      return this.#start();
    };
    this.#next ??= this.#running.then(start, start);
    return this.#next;
  }

  #start(): Promise<T> {
    this.#running = this.#task().finally(() => {
      // The next run starts some microtasks after this one has ended. A call between the two must not start another one.
      if (this.#next === undefined) this.#running = undefined;
    });
    return this.#running;
  }
}

/** Returns a function that runs tasks in the order of its calls, each after the one before has ended. */
export function oneAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result;
    return result;
  };
}

/** Returns a function that calls `make` the first time, and returns that value each time. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
