import type { Clock } from './clock.ts';

/** Returns what `work` resolves to, or undefined if that takes longer than `ms`. `work` itself continues. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns true if `work` is resolved or rejected within `ms` of the clock. `work` itself continues. */
export function settlesWithin(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve(false));
    const settle = () => {
      cancel();
      resolve(true);
    };
    work.then(settle, settle);
  });
}
