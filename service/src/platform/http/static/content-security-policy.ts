/** What every page has: its own styles, pictures and fonts, requests and forms to the service, and no other page around it. */
const BASE = {
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

/**
 * Returns the header field `Content-Security-Policy` as a name and a value.
 *
 * @param directives what a page has in addition to the base, or instead of one of its directives.
 */
export function contentSecurityPolicy(directives: Readonly<Record<string, string>>): [string, string] {
  const all = Object.entries({ ...BASE, ...directives });
  return ['content-security-policy', all.map(([name, value]) => `${name} ${value}`).join('; ')];
}
