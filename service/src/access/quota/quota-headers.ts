import { DAY, MINUTE, SECOND } from '../../platform/core/clock.ts';
import type { QuotaHeaders } from '../../platform/http/route.ts';
import type { Ban } from '../accounts/ban.ts';
import { type QuotaDecision, reportedWindow, type WindowState, type Windows } from './fixed-window.ts';

type ReportedWindow = Pick<WindowState, 'limit' | 'remaining' | 'resetAt'>;

/** Returns the three `X-RateLimit-*` fields of the API, and the two of draft-ietf-httpapi-ratelimit-headers-10. */
export function quotaHeaders(
  decision: QuotaDecision,
  now: number,
  reported: ReportedWindow = reportedWindow(decision),
): QuotaHeaders {
  const { minute, day } = decision;
  const policy = `"minute";q=${minute.limit};w=${MINUTE / SECOND}`;
  const state = `"minute";r=${minute.remaining};t=${secondsUntil(minute, now)}`;
  return {
    'X-RateLimit-Limit': String(reported.limit),
    'X-RateLimit-Remaining': String(reported.remaining),
    'X-RateLimit-Reset': String(reported.resetAt),
    'RateLimit-Policy': day ? `${policy}, "day";q=${day.limit};w=${DAY / SECOND}` : policy,
    RateLimit: day ? `${state}, "day";r=${day.remaining};t=${secondsUntil(day, now)}` : state,
  };
}

/**
 * Returns the header fields during a ban. The minute has no requests left and resets when the ban ends, so that `t` of
 * `RateLimit` is the same time as `Retry-After`. The day is unchanged.
 */
export function banHeaders(windows: Windows, ban: Pick<Ban, 'endsAt'>, now: number): QuotaHeaders {
  const banned = { ...windows.minute, remaining: 0, resetAt: ban.endsAt / SECOND };
  const reported = { ...banned, resetAt: Math.ceil(banned.resetAt) };
  return quotaHeaders({ ...windows, minute: banned }, now, reported);
}

/** Returns whole seconds, rounded up and at least 1, so that a client that waits for them retries after the reset. */
export function secondsUntil(window: Pick<WindowState, 'resetAt'>, now: number): number {
  return Math.max(1, Math.ceil(window.resetAt - now / SECOND));
}
