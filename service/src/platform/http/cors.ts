import type { IncomingMessage } from 'node:http';
import { CONSTANT_FIELDS, flatHeaders } from './responses/answer.ts';
import type { Exchange, QuotaHeaders, RequestStart, Step } from './route.ts';

const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
const REQUEST_HEADERS = [
  ...['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key', 'Prefer'],
  'Last-Event-ID',
  // OpenTelemetry in a browser adds these (W3C Trace Context, Baggage); not allowed, every request of the page would fail.
  ...['traceparent', 'tracestate', 'baggage'],
];
/** Of every path that is open to all origins outside of `/v1`, errors included. */
export const OPEN_HEADERS = {
  ...ANY_ORIGIN,
  'access-control-expose-headers': 'ETag, Link, Retry-After, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
};

function preflightFields(methods: string): string[] {
  return flatHeaders({
    ...ANY_ORIGIN,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': REQUEST_HEADERS.join(', '),
    'Access-Control-Max-Age': '7200',
  });
}

/**
 * Answers preflights under `/v1`. Every origin is allowed, because a web page must send a key and no cookies are used. A preflight is
 * neither counted nor rejected; any other OPTIONS request is.
 */
export function answerPreflight(quotaOf: (exchange: Exchange) => QuotaHeaders): Step {
  const headers = preflightFields('GET, HEAD, POST, PUT, PATCH, DELETE');
  return (exchange) => {
    if (!isPreflight(exchange.request)) return undefined;
    exchange.responseHeaders = CONSTANT_FIELDS;
    exchange.quotaHeaders = quotaOf(exchange);
    return { status: 204, headers };
  };
}

/** Finds the route of a request. */
interface Routes {
  find(method: string, target: string): Pick<RequestStart, 'route'>;
}

/** Answers preflights of the other paths that are open to all origins. A script may send headers that need one, such as `If-None-Match`. */
export function answerPagePreflight(routes: Routes): Step {
  const headers = preflightFields('GET, HEAD');
  return ({ request, target }) => {
    if (!isPreflight(request) || routes.find('GET', target).route?.isForEveryOrigin !== true)
      return undefined;
    return { status: 204, headers };
  };
}

/** Returns the header fields of every response under `/v1` except to a preflight. */
export function corsHeaders(exposed: readonly string[]): Record<string, string> {
  return { ...ANY_ORIGIN, 'access-control-expose-headers': exposed.join(', ') };
}

/** Returns true for a CORS-preflight request as the Fetch standard defines it. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}
