import { webUrl } from '../core/urls/web-url.ts';
import { parseUrl } from './urls.ts';

type Env = Readonly<Record<string, string | undefined>>;

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
/** A collector that expects gRPC usually accepts HTTP on another port. */
const EXPECTED_PROTOCOL = `${PROTOCOLS.join(' or ')} (port 4318 of most collectors)`;
export type Protocol = (typeof PROTOCOLS)[number];

/** Which signals OpenTelemetry sends, and the protocol of each. */
export interface TelemetryConfig {
  /** Undefined if no traces are sent. */
  readonly traces: Protocol | undefined;
  /** Undefined if no metrics are sent. */
  readonly metrics: Protocol | undefined;
  /** All `OTEL_*` variables that are set. They may contain secrets. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface ParsedTelemetry {
  /** Undefined if nothing is sent, so that no package of OpenTelemetry is loaded. */
  readonly telemetry: TelemetryConfig | undefined;
  readonly warnings: readonly string[];
}

/**
 * Parses the standard variables of OpenTelemetry. An invalid one is a warning instead of an error, because they are often set
 * for all programs of a machine or a cluster.
 */
export function parseTelemetry(env: Env): ParsedTelemetry {
  const variables = otelVariables(env);
  if (variables.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return { telemetry: undefined, warnings: [] };
  const faults: Array<{ message: string; signal: string }> = [];
  const signal = (name: 'TRACES' | 'METRICS') => {
    const found = parseSignal(variables, name);
    if (!(found instanceof Error)) return found;
    faults.push({ message: found.message, signal: name.toLowerCase() });
    return undefined;
  };
  const [traces, metrics] = [signal('TRACES'), signal('METRICS')];
  const isOn = traces !== undefined || metrics !== undefined;
  return { telemetry: isOn ? { traces, metrics, variables } : undefined, warnings: describe(faults) };
}

/** Returns one warning for each cause. */
function describe(faults: ReadonlyArray<{ message: string; signal: string }>): string[] {
  return [...Map.groupBy(faults, ({ message }) => message)].map(([message, same]) => {
    const signals = same.map(({ signal }) => `no ${signal}`).join(' and ');
    return `${message}: OpenTelemetry sends ${signals}`;
  });
}

/** Returns the variables that are set; an empty one counts as not set. */
function otelVariables(env: Env): Record<string, string> {
  const set = Object.entries(env).flatMap(([name, value = '']) =>
    name.startsWith('OTEL_') && value.trim() !== '' ? [[name, value.trim()]] : [],
  );
  return Object.fromEntries(set);
}

/** Returns the protocol of a signal; undefined if it is off; an error if a variable is invalid. */
function parseSignal(variables: Env, signal: 'TRACES' | 'METRICS'): Protocol | undefined | Error {
  const oneOf = (...names: string[]) => names.find((name) => variables[name] !== undefined);
  const endpoint = oneOf(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  const exporter = variables[`OTEL_${signal}_EXPORTER`] ?? (endpoint === undefined ? 'none' : 'otlp');
  if (exporter === 'none') return undefined;
  if (exporter !== 'otlp') return invalid(`OTEL_${signal}_EXPORTER`, 'otlp or none', exporter);
  // The address may contain a password.
  if (endpoint !== undefined && !isHttp(variables[endpoint] ?? '')) {
    return new Error(`${endpoint} must be an address such as http://127.0.0.1:4318`);
  }
  const name = oneOf(`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`, 'OTEL_EXPORTER_OTLP_PROTOCOL') ?? '';
  const chosen = variables[name] ?? 'http/protobuf';
  return PROTOCOLS.find((known) => known === chosen) ?? invalid(name, EXPECTED_PROTOCOL, chosen);
}

function isHttp(address: string): boolean {
  return webUrl(address) !== undefined && parseUrl(address) !== undefined;
}

function invalid(name: string, expected: string, value: string): Error {
  return new Error(`${name} must be ${expected}; got ${JSON.stringify(value)}`);
}
