import type { Ban } from '../accounts/ban.ts';
import { DAY, MINUTE, SECOND } from '../core/clock.ts';
import { type QuotaDecision, reportedWindow, type WindowState, type Windows } from './fixed-window.ts';

/** The header fields about quotas, those of the interface first. */
export const QUOTA_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;

type ShownWindow = Pick<WindowState, 'limit' | 'remaining' | 'resetAt'>;

export type QuotaHeaders = Record<(typeof QUOTA_HEADERS)[number], string>;

/** The interface's three fields, and the two of draft-ietf-httpapi-ratelimit-headers-10. */
export function quotaHeaders(
  decision: QuotaDecision,
  now: number,
  shown: ShownWindow = reportedWindow(decision),
): QuotaHeaders {
  const { minute, day } = decision;
  const policy = `"minute";q=${minute.limit};w=${MINUTE / SECOND}`;
  const state = `"minute";r=${minute.remaining};t=${secondsUntil(minute, now)}`;
  return {
    'X-RateLimit-Limit': String(shown.limit),
    'X-RateLimit-Remaining': String(shown.remaining),
    'X-RateLimit-Reset': String(shown.resetAt),
    'RateLimit-Policy': day ? `${policy}, "day";q=${day.limit};w=${DAY / SECOND}` : policy,
    RateLimit: day ? `${state}, "day";r=${day.remaining};t=${secondsUntil(day, now)}` : state,
  };
}

/**
 * The header fields during a ban: the minute has nothing left and resets when the ban ends, so that `t` of `RateLimit`
 * names the same moment as `Retry-After`. The day is shown as it is.
 */
export function banHeaders(windows: Windows, ban: Pick<Ban, 'endsAt'>, now: number): QuotaHeaders {
  const banned = { ...windows.minute, remaining: 0, resetAt: ban.endsAt / SECOND };
  const shown = { ...banned, resetAt: Math.ceil(banned.resetAt) };
  return quotaHeaders({ ...windows, minute: banned }, now, shown);
}

/** Whole seconds, rounded up and at least 1: a client that waits as long comes back after the reset. */
export function secondsUntil(window: Pick<WindowState, 'resetAt'>, now: number): number {
  return Math.max(1, Math.ceil(window.resetAt - now / SECOND));
}
