import { DAY, MINUTE, SECOND } from '../../platform/core/clock.ts';
import type { Quota } from './plan.ts';

export type WindowName = 'minute' | 'day';

/** The requests counted for one account: `minuteUsed` in the minute with the number `minute`, `dayUsed` in that day. */
export interface Usage {
  minute: number;
  minuteUsed: number;
  day: number;
  dayUsed: number;
}

export interface WindowState {
  readonly limit: number;
  /** Requests counted; can exceed the limit after a change to a smaller plan. */
  readonly used: number;
  /** Never below 0. */
  readonly remaining: number;
  /** End of the window, in Unix seconds. */
  readonly resetAt: number;
}

export interface Windows {
  readonly minute: WindowState;
  readonly day: WindowState | undefined;
}

export type QuotaDecision = Windows &
  ({ readonly refusedBy?: undefined } | { readonly refusedBy: WindowName });

/** Returns the number of the UTC minute, counted from the Unix epoch. `now` is in milliseconds. */
export function minuteOf(now: number): number {
  return Math.floor(now / MINUTE);
}

/** Returns the number of the UTC day, counted from the Unix epoch. `now` is in milliseconds. */
export function dayOf(now: number): number {
  return Math.floor(now / DAY);
}

/** Returns both windows at `now`, with `extra` requests added. */
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
 * Decides `count` more requests, of which all are accepted or none, and returns both windows after them. Rejected requests
 * count in neither window. The caller counts accepted requests with `usageAfter`.
 */
export function decideRequest(usage: Usage, quota: Quota, now: number, count = 1): QuotaDecision {
  const before = windowsOf(usage, quota, now);
  // A day never ends before its minutes do, so the day is reported if both windows have too few left.
  if (before.day !== undefined && before.day.remaining < count) return { ...before, refusedBy: 'day' };
  if (before.minute.remaining < count) return { ...before, refusedBy: 'minute' };
  return windowsOf(usage, quota, now, count);
}

/** Returns the usage after `count` more requests at `now`. */
export function usageAfter(usage: Usage, now: number, count = 1): Usage {
  const minute = minuteOf(now);
  const day = dayOf(now);
  return {
    minute,
    minuteUsed: usage.minute === minute ? usage.minuteUsed + count : count,
    day,
    dayUsed: usage.day === day ? usage.dayUsed + count : count,
  };
}

/** Returns the usage without `count` requests that were counted at `at`. A later window stays as it is. */
export function usageBefore(usage: Usage, at: number, count: number): Usage {
  const isSameMinute = usage.minute === minuteOf(at);
  const isSameDay = usage.day === dayOf(at);
  return {
    ...usage,
    minuteUsed: isSameMinute ? Math.max(0, usage.minuteUsed - count) : usage.minuteUsed,
    dayUsed: isSameDay ? Math.max(0, usage.dayUsed - count) : usage.dayUsed,
  };
}

/** Returns the window that the `X-RateLimit-*` headers describe: the one that refused, or else the one closest to its limit. */
export function reportedWindow(decision: QuotaDecision): WindowState {
  const { minute, day, refusedBy } = decision;
  if (day === undefined || refusedBy === 'minute') return minute;
  return refusedBy === 'day' || day.remaining <= minute.remaining ? day : minute;
}
