import type { Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../core/version.ts';
import type { CloseReason } from './connections/connections.ts';
import type { Metrics, ObservedRequest, RefusalCause } from './metrics.ts';
import { createServer } from './node-http.ts';

/** Gauges of prom-client that are named like counters. Those of the same name without `_total` report the same by type. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];
const SECONDS_PER_MS = 1 / 1000;

/** The Prometheus metrics of the process. */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'petstore_request_duration_seconds',
    help: 'Time from the request line to the end of the response, by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  });
  readonly #refusals = new Counter({
    name: 'petstore_refusals_total',
    help: 'Responses with status 429, by cause: minute, day, address or ban.',
    labelNames: ['by'],
    registers: [this.#registry],
  });
  readonly #bans = new Counter({
    name: 'petstore_bans_total',
    help: 'API keys banned for repeated requests after a 429.',
    registers: [this.#registry],
  });
  readonly #webhookAttempts = new Counter({
    name: 'petstore_webhook_attempts_total',
    help: 'Messages that were sent to webhooks, by their result: delivered or failed.',
    labelNames: ['result'],
    registers: [this.#registry],
  });
  readonly #shed = new Counter({
    name: 'petstore_shed_total',
    help: 'Requests rejected with 503 because the process was overloaded.',
    registers: [this.#registry],
  });

  readonly #closed = new Counter({
    name: 'petstore_connections_closed_total',
    help: 'Connections closed by a limit, by reason: connection_limit, address_limit, slow_reader or unread_memory.',
    labelNames: ['reason'],
    registers: [this.#registry],
  });

  #valkey: Gauge | undefined;

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    for (const name of MISNAMED) this.#registry.removeSingleMetric(name);
    const build = new Gauge({
      name: 'petstore_build_info',
      help: 'Always 1; the labels are the version of Petstore and of Node.',
      labelNames: ['version', 'node'],
      registers: [this.#registry],
    });
    build.set({ version: VERSION, node: process.versions.node }, 1);
  }

  addGauge(name: string, help: string, read: () => Promise<number>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [],
      collect: async () => gauge.set(await read()),
    });
    this.#registry.registerMetric(gauge);
  }

  observeRequest({ operation, status, elapsedMs }: ObservedRequest): void {
    this.#requests.observe({ operation, status }, elapsedMs * SECONDS_PER_MS);
  }

  countRefusal(by: RefusalCause): void {
    this.#refusals.inc({ by });
  }

  countShed(): void {
    this.#shed.inc();
  }

  countClosedConnection(reason: CloseReason): void {
    this.#closed.inc({ reason });
  }

  countBan(): void {
    this.#bans.inc();
  }

  countWebhookAttempt(result: 'delivered' | 'failed'): void {
    this.#webhookAttempts.inc({ result });
  }

  setValkeyUp(isUp: boolean): void {
    this.#valkey ??= new Gauge({
      name: 'petstore_valkey_up',
      help: '1 if Valkey counts the requests, 0 if this process counts by itself because Valkey is away.',
      registers: [this.#registry],
    });
    this.#valkey.set(isUp ? 1 : 0);
  }

  /**
   * Creates a separate server, so that the public address of the service never serves metrics.
   *
   * @param beforeRead resolves when everything is counted.
   */
  createServer(beforeRead: () => Promise<void>): Server {
    return createServer((_request, response) => {
      const read = beforeRead().then(() => this.#registry.metrics());
      read.then(
        (text) => response.setHeader('Content-Type', this.#registry.contentType).end(text),
        () => response.writeHead(500).end(),
      );
    });
  }
}
