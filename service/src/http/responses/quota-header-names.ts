/** The header fields that describe quotas: those of the API, and those of draft-ietf-httpapi-ratelimit-headers-10. */
export const QUOTA_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;

export type QuotaHeaders = Record<(typeof QUOTA_HEADERS)[number], string>;
