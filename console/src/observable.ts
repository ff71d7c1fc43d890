import { useSyncExternalStore } from 'react';

/** A value that changes outside of React. Components subscribe to it. */
export class Observable<Value> {
  #value: Value;
  readonly #listeners = new Set<() => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  readonly get = (): Value => this.#value;

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export function useObservable<Value>(observable: Observable<Value>): Value {
  return useSyncExternalStore(observable.subscribe, observable.get);
}

/** Returns a part of the value. The component renders again only when that part changes. */
export function useSelected<Value, Part>(
  observable: Observable<Value>,
  select: (value: Value) => Part,
): Part {
  return useSyncExternalStore(observable.subscribe, () => select(observable.get()));
}
