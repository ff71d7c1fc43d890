import { partsOf } from '../quota-headers.ts';

/**
 * Returns a query parameter of the next page from the `Link` header (RFC 8288). The path of the link is ignored: a proxy may
 * serve the operation under another path.
 */
export function nextParameter(headers: Headers, name: string): string | undefined {
  const [, target] = partsOf(headers, 'link', /<([^>]*)>\s*;\s*rel="?next"?/);
  if (target === undefined) return undefined;
  return new URL(target, 'http://any').searchParams.get(name) ?? undefined;
}
