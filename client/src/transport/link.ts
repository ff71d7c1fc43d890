/**
 * A parameter of the next page's address, as `Link` names it (RFC 8288). Only its query is followed: the path stays the
 * operation's, so that a proxy may serve it below another one.
 */
export function nextParameter(headers: Headers, name: string): string | undefined {
  const [, target] = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '') ?? [];
  if (target === undefined) return undefined;
  return new URL(target, 'http://any').searchParams.get(name) ?? undefined;
}
