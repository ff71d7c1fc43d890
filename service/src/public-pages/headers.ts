import { contentSecurityPolicy } from '../http/static/content-security-policy.ts';
import { SCRIPT_SOURCE } from './script/script.ts';

/** Header fields of the public pages, as flat lists of names and values. */

/**
 * The page gets an opaque origin: should markup ever be injected, it cannot read the API key that the console keeps for this
 * origin. Forms work, and links open what an address names, such as a mail program; Firefox downloads a feed. The only script
 * is that of the service, by its hash.
 */
const SANDBOX =
  'allow-scripts allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

/** Requests to the service are allowed because Lighthouse and PageSpeed Insights read robots.txt on behalf of the page. */
const POLICY = contentSecurityPolicy({ 'script-src': SCRIPT_SOURCE, sandbox: SANDBOX });

const SHORT_CACHE = ['cache-control', 'public, max-age=60'];

export const CORS_HEADERS = [
  ...['access-control-allow-origin', '*'],
  ...['access-control-expose-headers', 'Link, Retry-After'],
  ...['cross-origin-resource-policy', 'cross-origin'],
];

/** Of every page that people read, errors included. */
export const PAGE_HEADERS = [
  ...POLICY,
  ...['referrer-policy', 'no-referrer'],
  ...['vary', 'Accept-Language'],
];

export const HTML_HEADERS = [...PAGE_HEADERS, ...SHORT_CACHE];
export const JSON_HEADERS = [...CORS_HEADERS, ...SHORT_CACHE];
export const XML_HEADERS = SHORT_CACHE;

export const HTML_TYPE = 'text/html; charset=utf-8';
