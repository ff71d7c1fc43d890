/** A value, or a promise of it. The embedded store returns values immediately, a server returns promises. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` with the value: immediately, or when the promise resolves. */
export function andThen<T, Result>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
