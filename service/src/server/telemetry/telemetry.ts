import { DiagLogLevel, diag } from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPMetricExporter as JsonMetrics } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufMetrics } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufTraces } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Protocol, TelemetryConfig } from '../../platform/config/telemetry.ts';
import { HOUR, MINUTE, SECOND, withTimeout } from '../../platform/core/clock.ts';
import { Throttle } from '../../platform/core/throttle.ts';
import { VERSION } from '../../platform/core/version.ts';
import type { Metrics } from '../../platform/http/metrics.ts';
import type { Tracing } from '../../platform/http/route.ts';
import { OtelMetrics } from './otel-metrics.ts';
import { RequestSpans } from './request-spans.ts';
import { createSampler } from './sampler.ts';
import { StoreSpans } from './store-spans.ts';

/** How long a shutdown waits until the collector has the last spans and metrics. */
const FLUSH_TIMEOUT_MS = SECOND;
/**
 * How long an export may take with its repetitions. The default of OpenTelemetry, 10 s, is longer than a process may
 * take to end, and an export that waits for a collector keeps the process alive.
 */
const EXPORT_TIMEOUT_MS = 3 * SECOND;
/** A path or a `User-Agent` may have 16 KiB. */
const MAX_ATTRIBUTE_LENGTH = 1024;

export interface Telemetry {
  readonly tracing: Tracing | undefined;
  /** Spans of the database and of Valkey. */
  readonly stores: StoreSpans | undefined;
  readonly metrics: Metrics | undefined;
  /** Sends what is left, for at most a second. */
  close(): Promise<void>;
}

/**
 * Starts to send spans and metrics to a collector, in the background. Imported only if OpenTelemetry is on, because its packages
 * take memory and time to load.
 */
export function startTelemetry(config: TelemetryConfig, log: Logger): Telemetry {
  // The exporters and detectors read the environment; some variables may come from the configuration file.
  Object.assign(process.env, config.variables);
  reportFaults(log);
  const resource = describeService();
  const tracers = config.traces && createTracerProvider(config.traces, resource, config.variables);
  const meters = config.metrics && createMeterProvider(config.metrics, resource, config.variables);
  const stores = tracers && new StoreSpans(tracers);
  return {
    tracing: tracers && stores && new RequestSpans(tracers, stores),
    stores,
    metrics: meters && new OtelMetrics(meters),
    close: async () => {
      const flushed = Promise.allSettled([tracers?.shutdown(), meters?.shutdown()]);
      await withTimeout(FLUSH_TIMEOUT_MS, flushed);
    },
  };
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` override these attributes. */
function describeService(): Resource {
  const own = resourceFromAttributes({ 'service.name': 'petstore', 'service.version': VERSION });
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
}

type Variables = TelemetryConfig['variables'];

/** Without options, an exporter reads the variables. */
function exporterOptions(variables: Variables): { timeoutMillis?: number } {
  const isSet = Object.keys(variables).some((name) => /^OTEL_EXPORTER_OTLP_(\w+_)?TIMEOUT$/.test(name));
  return isSet ? {} : { timeoutMillis: EXPORT_TIMEOUT_MS };
}

function createTracerProvider(protocol: Protocol, resource: Resource, variables: Variables): TracerProvider {
  const limit = exporterOptions(variables);
  const exporter = protocol === 'http/json' ? new JsonTraces(limit) : new ProtobufTraces(limit);
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument } = variables;
  return new TracerProvider({
    resource,
    sampler: createSampler(sampler, argument),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        ...numbersIn(variables, {
          scheduledDelayMillis: 'OTEL_BSP_SCHEDULE_DELAY',
          exportTimeoutMillis: 'OTEL_BSP_EXPORT_TIMEOUT',
          maxQueueSize: 'OTEL_BSP_MAX_QUEUE_SIZE',
          maxExportBatchSize: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
        }),
      }),
    ],
  });
}

function createMeterProvider(protocol: Protocol, resource: Resource, variables: Variables): MeterProvider {
  const limit = exporterOptions(variables);
  const exporter = protocol === 'http/json' ? new JsonMetrics(limit) : new ProtobufMetrics(limit);
  const interval = positive(variables.OTEL_METRIC_EXPORT_INTERVAL) ?? MINUTE;
  const timeout = positive(variables.OTEL_METRIC_EXPORT_TIMEOUT) ?? interval;
  return new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter,
        exportIntervalMillis: interval,
        exportTimeoutMillis: Math.min(timeout, interval),
      }),
    ],
  });
}

/** Returns the variables that are positive numbers, by the names of options. */
function numbersIn<K extends string>(variables: Variables, names: Readonly<Record<K, string>>) {
  const found = Object.entries<string>(names).flatMap(([option, name]) => {
    const value = positive(variables[name]);
    return value === undefined ? [] : [[option, value]];
  });
  return Object.fromEntries(found) as Partial<Record<K, number>>; // the keys are those of `names`
}

function positive(text?: string): number | undefined {
  const value = Number(text);
  return value > 0 ? value : undefined;
}

/** A collector that is away causes one warning an hour. */
function reportFaults(log: Logger): void {
  const throttle = new Throttle(HOUR);
  const report = (why: string) =>
    throttle.run((leftOut) => log.warn({ why, ...leftOut }, 'OpenTelemetry could not send everything'));
  setGlobalErrorHandler((error) => report(error instanceof Error ? error.message : String(error)));
  const ignore = () => {};
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
