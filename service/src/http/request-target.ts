export function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

/** Returns true for a path under `/v1`, also if it is written with escapes. */
export function isVersion1(target: string): boolean {
  const mayBeEscaped = target.startsWith('/%') || target.startsWith('/v%');
  const path = mayBeEscaped ? (decoded(pathOf(target)) ?? target) : target;
  return path.startsWith('/v1') && (path.length === 3 || path[3] === '/' || path[3] === '?');
}

/** Returns undefined for a malformed escape. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/**
 * Normalises a request target for the router:
 *
 * - A malformed percent escape is escaped again, so that it matches no id.
 * - An absolute target (RFC 9112, section 3.2.2) loses its scheme and host.
 * - One trailing slash is removed (docs/adr/0021).
 */
export function routableTarget(url: string): string {
  if (PLAIN_TARGET.test(url)) return url;
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '') || '/';
  const [given = '', ...query] = target.split('?');
  const path = given.replace(/(?<=[^/])\/$/, '');
  const decodable = decoded(path) === undefined ? path.replaceAll('%', '%25') : path;
  return [decodable, ...query].join('?');
}

/** A target that stays as it is: without escapes, and without a slash at the end of its path. */
const PLAIN_TARGET = /^\/(?:[^%?]*[^%?/])?(?:\?|$)/;
