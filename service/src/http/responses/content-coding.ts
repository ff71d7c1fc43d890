import { weightsOf } from '../requests/weights.ts';

/** The content codings (RFC 9110, section 8.4) of responses. The first one has smaller results, and is used if the client has no preference. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/**
 * Returns the coding that a client prefers by its `Accept-Encoding` (RFC 9110, section 12.5.3); undefined for no compression.
 * An accepted coding is preferred to no compression, unless `identity` has a greater weight.
 */
export function preferredCoding(acceptEncoding: string | undefined): Coding | undefined {
  if (acceptEncoding === undefined || acceptEncoding === '') return undefined;
  const cached = preferences.get(acceptEncoding);
  if (cached !== undefined) return cached.coding;
  const coding = negotiate(acceptEncoding);
  if (acceptEncoding.length > MAX_CACHED_LENGTH) return coding;
  if (preferences.size >= MAX_CACHED) preferences.clear();
  preferences.set(acceptEncoding, { coding });
  return coding;
}

/** Caches parsed values: clients send few different ones, and a map lookup is cheaper than parsing again. */
const preferences = new Map<string, { coding: Coding | undefined }>();
const MAX_CACHED = 200;
const MAX_CACHED_LENGTH = 100;

function negotiate(acceptEncoding: string): Coding | undefined {
  const weights = weightsOf(acceptEncoding);
  const other = weights.get('*') ?? 0;
  // `x-gzip` is another name of `gzip` (section 8.4.1.3).
  const gzip = weights.get('gzip') ?? weights.get('x-gzip');
  const weightOf = (coding: Coding) => (coding === 'gzip' ? gzip : weights.get(coding)) ?? other;
  const best = CODINGS.reduce((one, next) => (weightOf(next) > weightOf(one) ? next : one));
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}
