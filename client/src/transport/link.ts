/**
 * Returns a query parameter of the next page from the `Link` header (RFC 8288). The path of the link is ignored: a proxy may
 * serve the operation under another path.
 */
export function nextParameter(headers: Headers, name: string): string | undefined {
  const [, target] = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '') ?? [];
  if (target === undefined) return undefined;
  return new URL(target, 'http://any').searchParams.get(name) ?? undefined;
}
