import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { at } from '@petstore/testing/http/expect-response.ts';

/** The kinds of spans in the protocol. */
const SERVER = 2;
const CLIENT = 3;

/** A request of an exporter. */
export interface Export {
  readonly path: string;
  readonly type: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A span or a data point, with its attributes as plain values. */
export interface Item {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly raw: unknown;
}

/** A collector that receives OTLP over HTTP. */
export interface Receiver {
  readonly url: string;
  readonly exports: readonly Export[];
  /** The attributes of the service, from the first export. */
  resource(): Readonly<Record<string, unknown>>;
  /** The spans of requests. */
  spans(): Item[];
  /** The spans of the database and of Valkey. */
  storeSpans(): Item[];
  /** The data points of all metrics, each with the name of its metric. */
  points(): Item[];
}

export async function startReceiver(t: TestContext): Promise<Receiver> {
  const exports: Export[] = [];
  const server = createServer(async (request, response) => {
    // A process that ends may leave one incomplete.
    const parts = await request.toArray().catch(() => undefined);
    if (parts === undefined) return;
    exports.push({
      path: request.url ?? '',
      type: request.headers['content-type'],
      headers: request.headers,
      body: Buffer.concat(parts),
    });
    response.setHeader('Content-Type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind
  const parsed = (path: string): unknown[] =>
    exports.filter((sent) => sent.path === path).map(({ body }) => JSON.parse(String(body)));
  const spansOf = (kind: number): Item[] =>
    parsed('/v1/traces')
      .flatMap((sent) => list(sent, 'resourceSpans'))
      .flatMap((resource) => list(resource, 'scopeSpans'))
      .flatMap((scope) => list(scope, 'spans'))
      .filter((span) => at(span, 'kind') === kind)
      .map((span) => ({ name: String(at(span, 'name')), attributes: attributesOf(span), raw: span }));
  return {
    url: `http://127.0.0.1:${port}`,
    exports,
    resource: () => attributesOf(at(list(parsed('/v1/traces')[0], 'resourceSpans')[0], 'resource')),
    spans: () => spansOf(SERVER),
    storeSpans: () => spansOf(CLIENT),
    points: () =>
      parsed('/v1/metrics')
        .flatMap((sent) => list(sent, 'resourceMetrics'))
        .flatMap((resource) => list(resource, 'scopeMetrics'))
        .flatMap((scope) => list(scope, 'metrics'))
        .flatMap(pointsOf),
  };
}

function pointsOf(metric: unknown): Item[] {
  return ['histogram', 'sum', 'gauge']
    .flatMap((kind) => list(metric, kind, 'dataPoints'))
    .map((point) => ({ name: String(at(metric, 'name')), attributes: attributesOf(point), raw: point }));
}

function list(value: unknown, ...path: string[]): unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

function attributesOf(value: unknown): Record<string, unknown> {
  const entries = list(value, 'attributes').map((attribute) => {
    const [plain] = Object.values(Object(at(attribute, 'value')));
    return [at(attribute, 'key'), plain];
  });
  return Object.fromEntries(entries);
}
