import { webUrl } from '../core/urls/web-url.ts';
import type { ConfigFile } from './config-file.ts';
import { type MailConfig, parseMail } from './mail.ts';
import { findMisspelt } from './misspelt-option.ts';
import {
  ConfigError,
  invalidOption,
  parseChoice,
  parseHost,
  parseInteger,
  parseNetworks,
  parsePort,
  parseSwitch,
} from './option-values.ts';
import {
  DEPRECATED_OPTIONS,
  ENVIRONMENTS,
  type Environment,
  LOG_LEVELS,
  type LogLevel,
  OPTIONS,
  type OptionName,
} from './options.ts';
import { type OutboundConfig, parseOutbound } from './outbound.ts';
import { type PublicPagesConfig, parsePublicPages } from './public-pages.ts';
import { parseSecretsKey } from './secrets-key.ts';
import { parseSignInProvider, type SignInProviderConfig } from './sign-in-provider.ts';
import { parseStoreAddress, parseValkeyUrl, type StoreAddress } from './store-address.ts';
import { parseTelemetry, type TelemetryConfig } from './telemetry.ts';
import { baseUrl, withoutSecrets } from './urls.ts';

/** The threads share tables in memory, and each has a bit in one of its numbers. */
export const MAX_WORKERS = 16;
/** One for writes, and one that only reads. */
const MIN_CONNECTIONS_OF_A_THREAD = 2;

export interface Config {
  readonly host: string;
  readonly port: number;
  /** The file that some options come from. */
  readonly configFile: string | undefined;
  readonly store: StoreAddress;
  /** Maximum number of connections to PostgreSQL for queries; `serve` holds one more for its lock. */
  readonly databaseConnections: number;
  /** How many threads serve requests; 1 with `auto`. `server/threads/chosen-threads.ts` then chooses for `petstore serve`. */
  readonly workers: number;
  readonly hasAutoWorkers: boolean;
  readonly valkeyUrl: string | undefined;
  readonly valkeyTimeoutMs: number;
  /** Undefined for that of the store; see `access/accounts/store-environment.ts`. */
  readonly environment: Environment | undefined;
  /** The address of the service for programs on this machine. */
  readonly localUrl: string;
  /** Base addresses in the OpenAPI document, without `/v1`. */
  readonly publicUrl: string;
  readonly stagingUrl: string | undefined;
  /** The CIDRs of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[];
  /** 0 for no limit. */
  readonly maxConnections: number;
  /** 0 for no limit. */
  readonly maxConnectionsPerAddress: number;
  readonly metricsHost: string;
  readonly metricsPort: number | undefined;
  readonly logLevel: LogLevel;
  readonly accessLog: boolean;
  readonly orderHoldHours: number;
  readonly eventsKeptDays: number;
  /** How many days after its end an application is erased. */
  readonly applicationsKeptDays: number;
  /** The file with the numbers of erased applications; undefined for the one beside a SQLite store. */
  readonly erasuresFile: string | undefined;
  readonly photoStorage: { readonly maxMegabytes: number; readonly maxMegabytesOfAccount: number };
  /** Undefined if there are none. */
  readonly publicPages: PublicPagesConfig;
  /** With which persons can sign in; undefined if none is set up. */
  readonly signInProvider: SignInProviderConfig | undefined;
  /** Undefined if the environment does not set up e-mail. */
  readonly mail: MailConfig | undefined;
  /** The key of the secrets in the store. */
  readonly secretsKey: Buffer | undefined;
  /** Which hosts that users name the service may connect to. */
  readonly outbound: OutboundConfig;
  /** What OpenTelemetry sends; undefined for nothing. */
  readonly telemetry: TelemetryConfig | undefined;
  /** One line for each deprecated option that was used, and each invalid variable of OpenTelemetry. */
  readonly warnings: readonly string[];
}

type Env = Readonly<Record<string, string | undefined>>;
type Values = Readonly<Record<OptionName, string>>;

interface DeprecatedUse {
  readonly name: string;
  readonly replacedBy: OptionName;
  readonly value: string;
}

/**
 * Parses the configuration. This is the only reader of the environment.
 *
 * @param file provides the options that the environment does not set.
 * @throws {ConfigError} for the first invalid option, and for a variable that is a misspelt option.
 */
export function parseConfig(environment: Env, file?: ConfigFile): Config {
  const env = file === undefined ? environment : withDefaults(environment, file.variables);
  refuseMisspelt(env);
  const deprecated = usedDeprecatedOptions(env);
  const values = readValues(env, deprecated);
  const host = parseHost('HOST', values.HOST);
  const port = parsePort('PORT', values.PORT);
  const localUrl = baseUrl({ host, port });
  const store = parseStoreAddress(values.DATABASE_URL, values.DATABASE_DIRECT_URL);
  const databaseConnections = parseCount('DATABASE_CONNECTIONS', values, 'a number of connections', 1_000);
  const { telemetry, warnings } = parseTelemetry(env);
  return Object.freeze({
    host,
    port,
    configFile: file?.path,
    store,
    databaseConnections,
    workers: values.WORKERS === 'auto' ? 1 : parseWorkers(values.WORKERS, store, databaseConnections),
    hasAutoWorkers: values.WORKERS === 'auto',
    valkeyUrl: parseValkeyUrl(values.VALKEY_URL, store),
    valkeyTimeoutMs: parseCount('VALKEY_TIMEOUT_MS', values, 'a number of milliseconds', 60_000),
    environment:
      values.PETSTORE_ENV === '' ? undefined : parseChoice('PETSTORE_ENV', values.PETSTORE_ENV, ENVIRONMENTS),
    localUrl,
    publicUrl: parsePublicUrl(values.PUBLIC_URL) ?? localUrl,
    stagingUrl: parseBaseUrl('STAGING_URL', values.STAGING_URL),
    trustProxy: Object.freeze(parseNetworks('TRUST_PROXY', values.TRUST_PROXY)),
    maxConnections: parseConnectionLimit('MAX_CONNECTIONS', values),
    maxConnectionsPerAddress: parseConnectionLimit('MAX_CONNECTIONS_PER_ADDRESS', values),
    metricsHost: parseHost('METRICS_HOST', values.METRICS_HOST),
    metricsPort: values.METRICS_PORT === '' ? undefined : parsePort('METRICS_PORT', values.METRICS_PORT),
    logLevel: parseChoice('LOG_LEVEL', values.LOG_LEVEL, LOG_LEVELS),
    accessLog: parseSwitch('ACCESS_LOG', values.ACCESS_LOG),
    orderHoldHours: parseCount('ORDER_HOLD_HOURS', values, 'a number of hours', 8_760),
    eventsKeptDays: parseCount('EVENTS_KEPT_DAYS', values, 'a number of days', 3_650),
    applicationsKeptDays: parseCount('APPLICATIONS_KEPT_DAYS', values, 'a number of days', 3_650),
    erasuresFile: values.ERASURES_FILE || undefined,
    telemetry,
    photoStorage: Object.freeze({
      maxMegabytes: parseMegabytes('PHOTO_STORAGE_MAX', values),
      maxMegabytesOfAccount: parseMegabytes('PHOTO_STORAGE_MAX_PER_ACCOUNT', values),
    }),
    publicPages: parsePublicPages(values),
    signInProvider: parseSignInProvider(values),
    mail: parseMail(values.SMTP_URL, values.SMTP_FROM),
    secretsKey: parseSecretsKey(values.SECRETS_KEY),
    outbound: parseOutbound(values),
    warnings: Object.freeze([
      ...deprecated.map(
        ({ name, replacedBy }) => `${name} is deprecated and will be removed: use ${replacedBy}`,
      ),
      ...warnings,
    ]),
  });
}

/** An empty variable counts as not set. */
export function withDefaults(env: Env, defaults: Env): Env {
  const missing = Object.entries(defaults).filter(([name]) => !env[name]?.trim());
  return { ...env, ...Object.fromEntries(missing) };
}

function parseCount(name: OptionName, values: Values, noun: string, max: number): number {
  return parseInteger(name, values[name], { noun, max });
}

function parseWorkers(value: string, { engine }: StoreAddress, connections: number): number {
  const workers = parseInteger('WORKERS', value, {
    noun: 'auto or a number of threads',
    max: MAX_WORKERS,
    example: '4',
  });
  if (workers === 1) return workers;
  const needed = workers * MIN_CONNECTIONS_OF_A_THREAD;
  if (engine === 'postgres' && connections < needed) {
    throw invalidOption(
      'DATABASE_CONNECTIONS',
      String(connections),
      `at least ${needed} for ${workers} threads (WORKERS), because each thread writes with one connection and reads with another`,
    );
  }
  if (process.platform !== 'linux') {
    throw invalidOption(
      'WORKERS',
      value,
      '1 on this system: only Linux distributes connections among threads',
    );
  }
  return workers;
}

function parseMegabytes(name: OptionName, values: Values): number {
  return parseInteger(name, values[name], { noun: 'a number of megabytes', min: 0, max: 9_999_999 });
}

function parseConnectionLimit(name: OptionName, values: Values): number {
  return parseInteger(name, values[name], { noun: 'a number of connections', min: 0, max: 65_535 });
}

function refuseMisspelt(env: Env): void {
  const found = findMisspelt(env, OPTIONS);
  if (found === undefined) return;
  throw new ConfigError(`${found.variable} is not a setting of petstore: use ${found.option}, or remove it`);
}

/** Reads each option: its variable, else the variable of its former name, else the default. Empty counts as not set. */
function readValues(env: Env, deprecated: readonly DeprecatedUse[]): Values {
  const former: Partial<Record<OptionName, string>> = Object.fromEntries(
    deprecated.map(({ replacedBy, value }) => [replacedBy, value]),
  );
  const names = Object.keys(OPTIONS) as OptionName[]; // TypeScript declares all keys as string
  for (const name of [...names, ...deprecated.map((use) => use.name)]) requireUnquoted(name, env[name]);
  const entries = names.map((name) => [name, env[name]?.trim() || former[name] || OPTIONS[name].default]);
  return Object.fromEntries(entries) as Values; // the keys are those of OPTIONS
}

/** `docker --env-file` keeps quotes, which the settings file and systemd remove. */
function requireUnquoted(name: string, value = ''): void {
  if (!/^(["']).*\1$/s.test(value.trim())) return;
  throw new ConfigError(
    `${name} is in quotes, which docker --env-file and a quoted flag keep: write it without them`,
  );
}

function usedDeprecatedOptions(env: Env): DeprecatedUse[] {
  return Object.entries(DEPRECATED_OPTIONS)
    .map(([name, { replacedBy }]) => ({ name, replacedBy, value: env[name]?.trim() ?? '' }))
    .filter(({ value }) => value !== '');
}

/** Parses the base address of a service. Returns it without a slash at the end; undefined if it is not set. */
function parseBaseUrl(name: OptionName, value: string): string | undefined {
  if (value === '') return undefined;
  const url = webUrl(value);
  if (url === undefined || url.search + url.hash + url.username + url.password !== '') {
    throw invalidOption(name, withoutSecrets(value), 'an address such as https://petstore.example');
  }
  const base = url.href.replace(/\/+$/, '');
  if (base.endsWith('/v1')) throw invalidOption(name, value, `without /v1, as ${base.slice(0, -3)}`);
  return base;
}

/**
 * Parses `PUBLIC_URL`. The paths in `Location`, `Link` and the console begin at the root of the host, so the service
 * cannot be below a path.
 */
function parsePublicUrl(value: string): string | undefined {
  const base = parseBaseUrl('PUBLIC_URL', value);
  if (base === undefined || new URL(base).pathname === '/') return base;
  throw invalidOption(
    'PUBLIC_URL',
    value,
    `without a path, as ${new URL(base).origin}, because the service must be at the root of a host (give it its own host name in the proxy)`,
  );
}
