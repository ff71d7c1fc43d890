/** A value, or a promise of it. The embedded store returns values immediately, a server returns promises. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` with the value: immediately, or when the promise resolves. */
export function andThen<T, Result>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Calls `end` when the work has ended, with its error if it has failed. */
export function observed<T>(work: () => MaybePromise<T>, end: (error?: unknown) => void): MaybePromise<T> {
  const fail = (error: unknown): never => {
    end(error);
    throw error;
  };
  let value: MaybePromise<T>;
  try {
    value = work();
  } catch (error) {
    return fail(error);
  }
  if (value instanceof Promise) {
    return value.then((settled) => {
      end();
      return settled;
    }, fail);
  }
  end();
  return value;
}
