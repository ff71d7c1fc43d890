import { setTimeout as pause } from 'node:timers/promises';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * The source of time of the service; tests use one that they advance themselves. Its timers do not keep the process alive. What
 * must also end while a test stops the clock, such as a turn of the event loop or a closing connection, uses the time of the
 * process, and takes another clock in tests.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds of a clock that is never set back, to measure how long something takes. */
  monotonic(): number;
  /** Runs `task` every `intervalMs` until the returned function is called. */
  every(intervalMs: number, task: () => void): () => void;
  /** Runs `task` once after `ms`, unless the returned function is called before. */
  after(ms: number, task: () => void): () => void;
}

const monotonic = () => performance.now();

export const systemClock: Clock = {
  now: Date.now,
  monotonic,
  every(intervalMs, task) {
    const timer = setInterval(task, intervalMs).unref();
    return () => clearInterval(timer);
  },
  after(ms, task) {
    const timer = setTimeout(task, ms).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * The time of work that pauses between its steps. It is not part of `Clock`, because a pause keeps the process alive, and would
 * never end if only a test advanced the time. Tests of the pace pass a clock of their own.
 */
export interface WorkClock extends Pick<Clock, 'monotonic'> {
  pause(ms: number): Promise<unknown>;
}

export const systemWorkClock: WorkClock = { monotonic, pause };

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

const MAX_DATES = 4_096;
/** By the days since the Unix epoch, as `2026-11-23T`. */
const dates = new Map<number, string>();

/**
 * Returns a time as RFC 3339 in UTC, such as `2026-11-23T14:07:04.512Z`. It is the same as `Date.toISOString`, which takes
 * four times as long, and a page of listings has 60 times.
 */
export function timeText(at: number | bigint): string {
  const ms = Number(at);
  const day = Math.floor(ms / DAY);
  const rest = ms - day * DAY;
  const hours = twoDigits(Math.floor(rest / HOUR));
  const minutes = twoDigits(Math.floor(rest / MINUTE) % 60);
  const seconds = twoDigits(Math.floor(rest / SECOND) % 60);
  const thousandths = rest % SECOND;
  return `${dateOf(day)}${hours}:${minutes}:${seconds}.${thousandths < 100 ? '0' : ''}${twoDigits(thousandths)}Z`;
}

function dateOf(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY).toISOString();
  const date = text.slice(0, text.indexOf('T') + 1);
  if (dates.size >= MAX_DATES) dates.clear();
  dates.set(day, date);
  return date;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}
