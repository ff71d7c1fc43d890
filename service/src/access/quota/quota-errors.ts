import { SECOND, timeText } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import type { QuotaDecision, WindowState } from './fixed-window.ts';
import { secondsUntil } from './quota-headers.ts';

/**
 * Returns the 429 of a quota that has fewer requests left than a request needs.
 *
 * @param unit such as `requests per minute`.
 * @param count how many requests it needs.
 */
export function limitExceeded(window: WindowState, unit: string, now: number, count = 1): ApiError {
  const { limit, remaining, resetAt } = window;
  const fault =
    count === 1
      ? `The quota of ${limit} ${unit} is used up.`
      : `The request counts as ${count} more, and ${remaining} of ${limit} ${unit} are left: send less at once, or later.`;
  return rateLimitExceeded(`${fault} It resets at ${formatTime(resetAt)}.`, window, now);
}

/** Returns the 429 of an address that has used up its quota of a resource that needs no key. */
export function addressQuotaError({ minute }: QuotaDecision, resource: string, now: number): ApiError {
  const fault = `The quota of ${minute.limit} ${resource} per minute and address is used up.`;
  return rateLimitExceeded(fault, minute, now);
}

function rateLimitExceeded(fault: string, window: WindowState, now: number): ApiError {
  return new ApiError('rate_limit_exceeded', `${fault} Wait for the seconds in Retry-After.`, {
    headers: retryAfter(window, now),
  });
}

/** Returns the 429 of a banned key. */
export function keyBanned(endsAt: number, now: number): ApiError {
  return new ApiError(
    'api_key_banned',
    `The API key is banned until ${formatTime(Math.ceil(endsAt / SECOND))} for repeated requests after a 429. Wait for the seconds in Retry-After; requests during the ban do not extend it.`,
    { headers: retryAfter({ resetAt: endsAt / SECOND }, now) },
  );
}

function retryAfter(window: Pick<WindowState, 'resetAt'>, now: number) {
  return { 'Retry-After': String(secondsUntil(window, now)) };
}

function formatTime(unixSeconds: number): string {
  return timeText(unixSeconds * SECOND).replace('.000Z', 'Z');
}
