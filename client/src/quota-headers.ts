/** One window of the quota, as a response reported it. */
export interface QuotaWindow {
  /** Requests allowed in the window. */
  limit: number;
  /** Requests left in it; never below 0. */
  remaining: number;
  /** Seconds until it resets, rounded up and at least 1. */
  secondsToReset: number;
}

/** Both windows of the quota of an account. */
export interface Quota {
  minute: QuotaWindow;
  day: QuotaWindow;
}

/**
 * Reads `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers). Returns undefined unless they report both
 * windows: the response to an invalid key reports the quota of the client's address, which has no day.
 */
export function quotaOf(headers: Headers): Quota | undefined {
  const minute = windowOf(headers, 'minute');
  const day = windowOf(headers, 'day');
  return minute && day && { minute, day };
}

function windowOf(headers: Headers, name: string): QuotaWindow | undefined {
  const [, limit] = partsOf(headers, 'ratelimit-policy', `"${name}";q=(\\d+)`);
  const [, remaining, seconds] = partsOf(headers, 'ratelimit', `"${name}";r=(\\d+);t=(\\d+)`);
  if (limit === undefined || seconds === undefined) return undefined;
  return { limit: Number(limit), remaining: Number(remaining), secondsToReset: Number(seconds) };
}

/** Returns the match and the groups of a pattern in a header; empty if it does not match. */
export function partsOf(headers: Headers, name: string, pattern: string | RegExp): readonly string[] {
  return headers.get(name)?.match(pattern) ?? [];
}

/** Reads `Retry-After` (RFC 9110, section 10.2.3) as seconds. The service sends seconds; a proxy may send a date. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
