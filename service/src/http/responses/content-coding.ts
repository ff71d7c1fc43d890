/** Content codings (RFC 9110, section 8.4): which of them a request uses, and which of them its response should have. */

/** The codings that responses can have, the smaller result first: it wins where the client prefers neither. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** Returns true if `Content-Encoding` names no coding that would have to be undone. */
export function isIdentity(contentEncoding = ''): boolean {
  return contentEncoding.split(',').every((coding) => /^\s*(?:identity)?\s*$/i.test(coding));
}

/**
 * The coding that a client prefers by its `Accept-Encoding` (RFC 9110, section 12.5.3); undefined for the plain bytes.
 * A coding that is accepted is preferred to the plain bytes, unless the client gives `identity` a greater weight.
 */
export function preferredCoding(acceptEncoding: string | undefined): Coding | undefined {
  if (acceptEncoding === undefined || acceptEncoding === '') return undefined;
  const known = preferences.get(acceptEncoding);
  if (known !== undefined) return known.coding;
  const coding = negotiate(acceptEncoding);
  if (acceptEncoding.length > MAX_REMEMBERED_LENGTH) return coding;
  if (preferences.size >= MAX_REMEMBERED) preferences.clear();
  preferences.set(acceptEncoding, { coding });
  return coding;
}

/** Clients send few different values, and a map lookup is cheaper than parsing one again. */
const preferences = new Map<string, { coding: Coding | undefined }>();
const MAX_REMEMBERED = 200;
const MAX_REMEMBERED_LENGTH = 100;

function negotiate(acceptEncoding: string): Coding | undefined {
  const weights = weightsOf(acceptEncoding);
  const other = weights.get('*') ?? 0;
  const weightOf = (coding: Coding) => weights.get(coding) ?? other;
  const best = CODINGS.reduce((one, next) => (weightOf(next) > weightOf(one) ? next : one));
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

const ELEMENT = /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/** The weight of each coding by its name. An element that is malformed accepts nothing. */
function weightsOf(acceptEncoding: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const element of acceptEncoding.split(',')) {
    const [, name, weight = '1'] = ELEMENT.exec(element) ?? [];
    // `x-gzip` is another name of `gzip` (section 8.4.1.3).
    if (name !== undefined) weights.set(name.toLowerCase().replace(/^x-(?=gzip$)/, ''), Number(weight));
  }
  return weights;
}
