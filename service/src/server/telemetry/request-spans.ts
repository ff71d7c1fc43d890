import type { IncomingHttpHeaders } from 'node:http';
import {
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { redactKeys } from '../../platform/core/errors.ts';
import { VERSION } from '../../platform/core/version.ts';
import { pathOf } from '../../platform/http/request-head.ts';
import type { Exchange, RequestSpan, TableRoute, Tracing } from '../../platform/http/route.ts';
import type { StoreSpans } from './store-spans.ts';

/** Reads the headers without API keys: a span exports the value of `tracestate`. */
const TRACE_HEADERS: TextMapGetter<IncomingHttpHeaders> = {
  keys: Object.keys,
  get: (headers, name) => {
    const value = headers[name];
    return typeof value === 'string' ? redactKeys(value) : value;
  },
};

/**
 * Records each request as one server span, with the attributes of the semantic conventions for HTTP. A span contains the path,
 * but neither the query, the key, the body nor the address of the client. A key in the path or in `User-Agent` is redacted, and so is
 * the secret of a private link.
 */
export class RequestSpans implements Tracing {
  readonly #tracer: Tracer;
  readonly #propagator = new W3CTraceContextPropagator();
  readonly #stores: StoreSpans;

  constructor(provider: TracerProvider, stores: StoreSpans) {
    this.#tracer = provider.getTracer('petstore', VERSION);
    this.#stores = stores;
  }

  begin({ request, method, route, target, id }: Exchange): RequestSpan {
    // A `traceparent` makes the span part of the trace of the client.
    const parent = this.#propagator.extract(ROOT_CONTEXT, request.headers, TRACE_HEADERS);
    const userAgent = request.headers['user-agent'];
    const attribute = methodAttribute(method);
    const name = attribute === '_OTHER' ? 'HTTP' : attribute;
    const attributes = {
      'http.request.method': attribute,
      'http.request.method_original': attribute === method ? undefined : method,
      'http.route': route?.documentedPath,
      'url.path': shownPath(target, route),
      'url.scheme': 'http',
      'network.protocol.version': request.httpVersion,
      'user_agent.original': userAgent && redactKeys(userAgent),
      'http.response.header.x-request-id': [id],
    };
    const spanName = route === undefined ? name : `${name} ${route.documentedPath}`;
    const span = this.#tracer.startSpan(spanName, { kind: SpanKind.SERVER, attributes }, parent);
    return new ServerSpan(span, this.#stores);
  }
}

/** What follows in such a path is secret, also if it leads to no route. */
const PRIVATE_PATH = /^\/application\/.+/;

function shownPath(target: string, route: TableRoute | undefined): string {
  if (route?.isPathSecret === true) return route.documentedPath;
  return redactKeys(pathOf(target)).replace(PRIVATE_PATH, '/application/REDACTED');
}

class ServerSpan implements RequestSpan {
  readonly #span: Span;
  readonly #stores: StoreSpans;

  constructor(span: Span, stores: StoreSpans) {
    this.#span = span;
    this.#stores = stores;
  }

  run<T>(work: () => T): T {
    return this.#span.isRecording() ? this.#stores.run(this.#span, work) : work();
  }

  get logFields() {
    const { traceId, spanId } = this.#span.spanContext();
    return { trace_id: traceId, span_id: spanId };
  }

  end(status: number): void {
    this.#span.setAttribute('http.response.status_code', status);
    // A 4xx is an error of the client, so the span of the server has none.
    if (status >= 500) {
      this.#span.setAttribute('error.type', String(status));
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}

/** The methods that an attribute may name. Any other text would make a time series for each value that a client invents. */
const METHODS = new Set([
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'QUERY',
  'TRACE',
]);

export function methodAttribute(method: string): string {
  return METHODS.has(method) ? method : '_OTHER';
}
