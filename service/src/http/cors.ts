import type { IncomingMessage } from 'node:http';
import { CONSTANT_FIELDS, flatHeaders } from './responses/answer.ts';
import type { Exchange, QuotaHeaders, Step } from './route.ts';

const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
const REQUEST_HEADERS = [
  ...['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key', 'Prefer'],
  // OpenTelemetry in a browser adds these (W3C Trace Context, Baggage); not allowed, every request of the page would fail.
  ...['traceparent', 'tracestate', 'baggage'],
];
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': REQUEST_HEADERS.join(', '),
  'Access-Control-Max-Age': '7200',
};

/**
 * Answers preflights. Every origin is allowed, because a web page must send a key and no cookies are used. A preflight is
 * neither counted nor rejected; any other OPTIONS request is.
 */
export function answerPreflight(quotaOf: (exchange: Exchange) => QuotaHeaders): Step {
  const headers = flatHeaders({ ...ANY_ORIGIN, ...PREFLIGHT_HEADERS });
  return (exchange) => {
    if (!isPreflight(exchange.request)) return undefined;
    exchange.responseHeaders = CONSTANT_FIELDS;
    exchange.quotaHeaders = quotaOf(exchange);
    return { status: 204, headers };
  };
}

/** Returns the header fields of every response except to a preflight. */
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
