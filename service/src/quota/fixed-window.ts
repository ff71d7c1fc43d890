import { DAY, MINUTE, SECOND } from '../core/clock.ts';
import type { Quota } from './plan.ts';

export type WindowName = 'minute' | 'day';

/** What one account has used. A count belongs to the window whose number is beside it, and to no other. */
export interface Usage {
  minute: number;
  minuteUsed: number;
  day: number;
  dayUsed: number;
}

export interface WindowState {
  readonly limit: number;
  /** Requests counted; more than the limit after a change to a smaller plan. */
  readonly used: number;
  /** Requests left; never below 0. */
  readonly remaining: number;
  /** Unix time in seconds at which the window ends. */
  readonly resetAt: number;
}

export interface Windows {
  readonly minute: WindowState;
  readonly day: WindowState | undefined;
}

export type QuotaDecision = Windows &
  ({ readonly refusedBy?: undefined } | { readonly refusedBy: WindowName });

/** The numbers of the UTC minute and UTC day of a time in milliseconds, counted from the Unix epoch. */
export function minuteOf(now: number): number {
  return Math.floor(now / MINUTE);
}

export function dayOf(now: number): number {
  return Math.floor(now / DAY);
}

/** Both windows as they are at `now`, were `extra` more requests counted. */
export function windowsOf(usage: Usage, quota: Quota, now: number, extra = 0): Windows {
  const minuteUsed = usage.minute === minuteOf(now) ? usage.minuteUsed : 0;
  const minute = windowState(quota.perMinute, minuteUsed + extra, (minuteOf(now) + 1) * MINUTE);
  if (quota.perDay === undefined) return { minute, day: undefined };
  const dayUsed = usage.day === dayOf(now) ? usage.dayUsed : 0;
  return { minute, day: windowState(quota.perDay, dayUsed + extra, (dayOf(now) + 1) * DAY) };
}

function windowState(limit: number, used: number, endsAt: number): WindowState {
  return { limit, used, remaining: Math.max(0, limit - used), resetAt: endsAt / SECOND };
}

/**
 * Whether one more request passes, and both windows after it. All or nothing: a refused request uses up neither.
 * The caller counts an admitted request with `count`.
 */
export function decideRequest(usage: Usage, quota: Quota, now: number): QuotaDecision {
  const before = windowsOf(usage, quota, now);
  // A day ends with one of its minutes, so when both are used up the day is the one that resets later.
  if (before.day?.remaining === 0) return { ...before, refusedBy: 'day' };
  if (before.minute.remaining === 0) return { ...before, refusedBy: 'minute' };
  return windowsOf(usage, quota, now, 1);
}

/** The usage after one more request at `now`. */
export function countRequest(usage: Usage, now: number): Usage {
  const minute = minuteOf(now);
  const day = dayOf(now);
  return {
    minute,
    minuteUsed: usage.minute === minute ? usage.minuteUsed + 1 : 1,
    day,
    dayUsed: usage.day === day ? usage.dayUsed + 1 : 1,
  };
}

/** The window that a response tells about: the one that refused, else the one with the fewest requests left. */
export function reportedWindow(decision: QuotaDecision): WindowState {
  const { minute, day, refusedBy } = decision;
  if (day === undefined || refusedBy === 'minute') return minute;
  return refusedBy === 'day' || day.remaining <= minute.remaining ? day : minute;
}
