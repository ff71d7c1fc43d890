import type { Counter, Histogram, Meter, MeterProvider } from '@opentelemetry/api';
import { SECOND } from '../../platform/core/clock.ts';
import { VERSION } from '../../platform/core/version.ts';
import type { CloseReason } from '../../platform/http/connections/connections.ts';
import type { Metrics, ObservedRequest, RefusalCause } from '../../platform/http/metrics.ts';
import { methodAttribute } from './request-spans.ts';

/** In seconds, as the semantic conventions for HTTP advise. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * The metrics for OpenTelemetry: `http.server.request.duration` of the semantic conventions, and those that Prometheus reads, with
 * a dot after `petstore`, so that a conversion to Prometheus gives them the same names.
 */
export class OtelMetrics implements Metrics {
  readonly #meter: Meter;
  readonly #duration: Histogram;
  readonly #refusals: Counter;
  readonly #bans: Counter;
  readonly #webhookAttempts: Counter;
  readonly #shed: Counter;
  readonly #closed: Counter;
  #isValkeyUp: boolean | undefined;

  constructor(provider: MeterProvider) {
    this.#meter = provider.getMeter('petstore', VERSION);
    this.#duration = this.#meter.createHistogram('http.server.request.duration', {
      description: 'Duration of HTTP server requests.',
      unit: 's',
      advice: { explicitBucketBoundaries: BUCKETS },
    });
    this.#refusals = this.#meter.createCounter('petstore.refusals', {
      description: 'Responses with status 429, by cause: minute, day, address or ban.',
    });
    this.#bans = this.#meter.createCounter('petstore.bans', {
      description: 'API keys banned for repeated requests after a 429.',
    });
    this.#webhookAttempts = this.#meter.createCounter('petstore.webhook_attempts', {
      description: 'Messages that were sent to webhooks, by their result.',
    });
    this.#shed = this.#meter.createCounter('petstore.shed', {
      description: 'Requests rejected with 503 because the process was overloaded.',
    });
    this.#closed = this.#meter.createCounter('petstore.connections_closed', {
      description: 'Connections closed by a limit, by reason.',
    });
  }

  observeRequest({ method, path, status, elapsedMs }: ObservedRequest): void {
    const attributes: Record<string, string | number> = {
      'http.request.method': methodAttribute(method),
      'http.response.status_code': status,
      'url.scheme': 'http',
    };
    if (path !== undefined) attributes['http.route'] = path;
    if (status >= 500) attributes['error.type'] = String(status);
    this.#duration.record(elapsedMs / SECOND, attributes);
  }

  countRefusal(by: RefusalCause): void {
    this.#refusals.add(1, { by });
  }

  countShed(): void {
    this.#shed.add(1);
  }

  countClosedConnection(reason: CloseReason): void {
    this.#closed.add(1, { reason });
  }

  countBan(): void {
    this.#bans.add(1);
  }

  countWebhookAttempt(result: 'delivered' | 'failed'): void {
    this.#webhookAttempts.add(1, { result });
  }

  setValkeyUp(isUp: boolean): void {
    const isNew = this.#isValkeyUp === undefined;
    this.#isValkeyUp = isUp;
    if (!isNew) return;
    this.addGauge('petstore_valkey_up', '1 if Valkey counts the requests, 0 while it is away.', async () =>
      this.#isValkeyUp === true ? 1 : 0,
    );
  }

  addGauge(name: string, help: string, read: () => Promise<number>): void {
    const gauge = this.#meter.createObservableGauge(name.replace('petstore_', 'petstore.'), {
      description: help,
    });
    gauge.addCallback(async (result) => {
      const value = await read();
      // An unknown number has no representation in the JSON of the protocol.
      if (Number.isFinite(value)) result.observe(value);
    });
  }
}
