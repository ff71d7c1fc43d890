import { contentSecurityPolicy } from '../../platform/http/static/content-security-policy.ts';
import { FAVOURITES_SCRIPT, SCRIPT, sourceOf } from './script/script.ts';

/** Header fields of the public pages, as flat lists of names and values. */

/**
 * The page gets an opaque origin: should markup ever be injected, it cannot read the API key that the console keeps for this
 * origin. Forms work, and links open what an address names, such as a mail program; Firefox downloads a feed. The only script
 * is that of the service, by its hash.
 */
export const SANDBOX =
  'allow-scripts allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

/** Requests to the service are allowed because Lighthouse and PageSpeed Insights read robots.txt on behalf of the page. */
const POLICY = contentSecurityPolicy({ 'script-src': sourceOf(SCRIPT), sandbox: SANDBOX });

/**
 * The page of the favourites has the origin of the service, which storage needs, and may write no markup. With this origin and
 * a script, a sandbox would have no effect.
 */
const FAVOURITES_POLICY = contentSecurityPolicy({
  'script-src': sourceOf(FAVOURITES_SCRIPT),
  'require-trusted-types-for': "'script'",
});

const SHORT_CACHE = ['cache-control', 'public, max-age=60'];

/** No other site sees the addresses of these pages, whose language depends on the browser. */
export const PRIVATE = [...['referrer-policy', 'no-referrer'], ...['vary', 'Accept-Language']];

/** Of every page that people read, errors included. */
export const PAGE_HEADERS = [...POLICY, ...PRIVATE];

export const HTML_HEADERS = [...PAGE_HEADERS, ...SHORT_CACHE];
export const FAVOURITES_HEADERS = [...FAVOURITES_POLICY, ...PRIVATE, ...SHORT_CACHE];
export const DOCUMENT_HEADERS = SHORT_CACHE;

export const HTML_TYPE = 'text/html; charset=utf-8';
