import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../core/version.ts';
import type { CloseReason } from './connections/close-reason.ts';

/** Gauges of prom-client that are named like counters; the gauges without `_total` beside them give the same by type. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];
const SECONDS_PER_MS = 1 / 1000;

interface Observed {
  readonly operation: string;
  readonly status: number;
  readonly elapsedMs: number;
}

/** What Prometheus reads: requests and their latency by operation and status, refusals, bans, the event loop's delay. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'petstore_request_duration_seconds',
    help: 'Time from the request line to the end of the answer, by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  });
  readonly #refusals = new Counter({
    name: 'petstore_refusals_total',
    help: 'Requests answered 429, by what refused them: minute, day, address or ban.',
    labelNames: ['by'],
    registers: [this.#registry],
  });
  readonly #bans = new Counter({
    name: 'petstore_bans_total',
    help: 'API keys banned for repeated requests after a 429.',
    registers: [this.#registry],
  });
  readonly #shed = new Counter({
    name: 'petstore_shed_total',
    help: 'Requests answered 503 unseen, because there was more to do than the process can.',
    registers: [this.#registry],
  });

  readonly #closed = new Counter({
    name: 'petstore_connections_closed_total',
    help: 'Connections closed by a limit: connection_limit, address_limit, slow_reader or unread_memory.',
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

  /** Adds a gauge that is read at each scrape. `read` must be quick and must not reject. */
  addGauge(name: string, help: string, read: () => Promise<number>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [],
      collect: async () => gauge.set(await read()),
    });
    this.#registry.registerMetric(gauge);
  }

  observe(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      const operation = request.routeOptions.schema?.operationId ?? 'none';
      this.observeRequest({ operation, status: reply.statusCode, elapsedMs: reply.elapsedTime });
      done();
    });
  }

  observeRequest({ operation, status, elapsedMs }: Observed): void {
    this.#requests.observe({ operation, status }, elapsedMs * SECONDS_PER_MS);
  }

  countRefusal(by: 'minute' | 'day' | 'address' | 'ban'): void {
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

  /** Told only where there is a Valkey to be up. */
  setValkeyUp(isUp: boolean): void {
    this.#valkey ??= new Gauge({
      name: 'petstore_valkey_up',
      help: 'Whether Valkey counts the requests (1), or this process by itself because Valkey is away (0).',
      registers: [this.#registry],
    });
    this.#valkey.set(isUp ? 1 : 0);
  }

  /** A server of its own, so that the metrics are never reachable where the service is. */
  createServer(): Server {
    return createServer((_request, response) => {
      this.#registry.metrics().then(
        (text) => response.setHeader('Content-Type', this.#registry.contentType).end(text),
        () => response.writeHead(500).end(),
      );
    });
  }
}
