import { isIP } from 'node:net';
import { findMisspelt } from './misspelt-setting.ts';

const ENVIRONMENTS = ['production', 'staging'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const MOST_CONNECTIONS = 1_000;
const MAX_CLIENT_CONNECTIONS = 65_535;

export type Environment = (typeof ENVIRONMENTS)[number];

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly store: StoreAddress;
  /** Connections to PostgreSQL for queries, at most; `serve` holds one more for its lock. */
  readonly databaseConnections: number;
  readonly valkeyUrl: string | undefined;
  readonly valkeySilenceMs: number;
  readonly environment: Environment;
  /** Where a program on this machine reaches the service. */
  readonly localUrl: string;
  /** Base addresses without `/v1`, as the OpenAPI document names them. */
  readonly publicUrl: string;
  readonly stagingUrl: string | undefined;
  /** The networks whose `X-Forwarded-For` is believed, as CIDRs. */
  readonly trustProxy: readonly string[];
  /** 0 for no limit. */
  readonly maxConnections: number;
  /** 0 for no limit. */
  readonly maxConnectionsPerAddress: number;
  readonly metricsHost: string;
  readonly metricsPort: number | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly accessLog: boolean;
  readonly orderHoldHours: number;
  readonly eventsKeptDays: number;
}

/** Where the catalogue is kept: in a SQLite file, or in a PostgreSQL database. */
export type StoreAddress =
  | { readonly engine: 'sqlite'; readonly path: string }
  | { readonly engine: 'postgres'; readonly url: string };

/** A setting that is wrong; the message is one line that says what to write instead. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

interface Setting {
  flag: string;
  meaning: string;
  default: string;
}

/** Every setting: read from the environment, and overridden by its flag. */
export const SETTINGS = {
  HOST: { flag: '--host <address>', meaning: 'address to listen on', default: '127.0.0.1' },
  PORT: { flag: '--port <number>', meaning: 'port to listen on; 0 takes a free one', default: '8080' },
  DATABASE_URL: {
    flag: '--database <url>',
    meaning: 'where the catalogue is kept: sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME',
    default: 'sqlite:petstore.db',
  },
  DATABASE_CONNECTIONS: {
    flag: '--database-connections <number>',
    meaning: 'connections to PostgreSQL for queries, at most; serve holds one more for its lock',
    default: '16',
  },
  VALKEY_URL: {
    flag: '--valkey <url>',
    meaning: 'where several processes count requests together: redis://HOST:PORT',
    default: '',
  },
  VALKEY_SILENCE_MS: {
    flag: '--valkey-silence-ms <milliseconds>',
    meaning: 'how long Valkey may be silent until a process counts by itself',
    default: '100',
  },
  PETSTORE_ENV: { flag: '--env <name>', meaning: 'production or staging', default: 'production' },
  PUBLIC_URL: {
    flag: '--public-url <url>',
    meaning: 'base address in the OpenAPI document, without /v1',
    default: '',
  },
  STAGING_URL: {
    flag: '--staging-url <url>',
    meaning: "the staging service's base address, without /v1",
    default: '',
  },
  TRUST_PROXY: {
    flag: '--trust-proxy <cidrs>',
    meaning: 'CIDRs, separated by commas, whose X-Forwarded-For is believed',
    default: '',
  },
  MAX_CONNECTIONS: {
    flag: '--max-connections <number>',
    meaning: 'connections of clients at most; 0 for no limit',
    default: '20000',
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    flag: '--max-connections-per-address <number>',
    meaning:
      'connections of one client address at most; 0 for no limit. TRUST_PROXY and this machine have none',
    default: '2000',
  },
  METRICS_HOST: {
    flag: '--metrics-host <address>',
    meaning: 'address for the metrics',
    default: '127.0.0.1',
  },
  METRICS_PORT: {
    flag: '--metrics-port <number>',
    meaning: 'port where Prometheus reads the metrics',
    default: '',
  },
  LOG_LEVEL: { flag: '--log-level <level>', meaning: LOG_LEVELS.join(', '), default: 'info' },
  ACCESS_LOG: {
    flag: '--access-log <true|false>',
    meaning: 'true writes one line per request',
    default: 'false',
  },
  ORDER_HOLD_HOURS: {
    flag: '--order-hold-hours <hours>',
    meaning: 'how long a placed order holds its pet',
    default: '48',
  },
  EVENTS_KEPT_DAYS: {
    flag: '--events-kept-days <days>',
    meaning: 'how long the event feed goes back',
    default: '90',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
type Values = Readonly<Record<SettingName, string>>;

/**
 * The one reader of the environment.
 *
 * @throws {ConfigError} for the first setting that is wrong, and for a `PETSTORE_*` variable that resembles a setting.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  refuseMisspelt(env);
  const values = readValues(env);
  const host = parseHost('HOST', values.HOST);
  const port = parsePort('PORT', values.PORT, 0);
  const localUrl = `http://${inUrl(host)}:${port}`;
  const store = parseStoreAddress(values.DATABASE_URL);
  return Object.freeze({
    host,
    port,
    store,
    databaseConnections: parseWhole(
      'DATABASE_CONNECTIONS',
      values.DATABASE_CONNECTIONS,
      'connections',
      MOST_CONNECTIONS,
    ),
    valkeyUrl: parseValkeyUrl(values.VALKEY_URL, store),
    valkeySilenceMs: parseWhole('VALKEY_SILENCE_MS', values.VALKEY_SILENCE_MS, 'milliseconds', 60_000),
    environment: parseChoice('PETSTORE_ENV', values.PETSTORE_ENV, ENVIRONMENTS),
    localUrl,
    publicUrl: parsePublicUrl(values.PUBLIC_URL) ?? localUrl,
    stagingUrl: parseUrl('STAGING_URL', values.STAGING_URL),
    trustProxy: Object.freeze(parseNetworks(values.TRUST_PROXY)),
    maxConnections: parseConnectionLimit('MAX_CONNECTIONS', values),
    maxConnectionsPerAddress: parseConnectionLimit('MAX_CONNECTIONS_PER_ADDRESS', values),
    metricsHost: parseHost('METRICS_HOST', values.METRICS_HOST),
    metricsPort: values.METRICS_PORT === '' ? undefined : parsePort('METRICS_PORT', values.METRICS_PORT, 0),
    logLevel: parseChoice('LOG_LEVEL', values.LOG_LEVEL, LOG_LEVELS),
    accessLog: parseChoice('ACCESS_LOG', values.ACCESS_LOG, ['true', 'false']) === 'true',
    orderHoldHours: parseWhole('ORDER_HOLD_HOURS', values.ORDER_HOLD_HOURS, 'hours', 8760),
    eventsKeptDays: parseWhole('EVENTS_KEPT_DAYS', values.EVENTS_KEPT_DAYS, 'days', 3650),
  });
}

function refuseMisspelt(env: Readonly<Record<string, string | undefined>>): void {
  const found = findMisspelt(env, SETTINGS);
  if (found === undefined) return;
  throw new ConfigError(`${found.variable} is not a setting of petstore: use ${found.setting}, or remove it`);
}

/** An empty variable counts as one that is not set. */
function readValues(env: Readonly<Record<string, string | undefined>>): Values {
  const entries = Object.entries(SETTINGS).map(([name, setting]) => [
    name,
    env[name]?.trim() || setting.default,
  ]);
  return Object.fromEntries(entries) as Values; // the keys are those of SETTINGS
}

function wrong(name: SettingName, value: string, instead: string): ConfigError {
  const shown = /:\/\/.*@/.test(value) ? withoutSecrets(value) : value;
  return new ConfigError(`${name} is ${JSON.stringify(shown)}: write ${instead}`);
}

function parseHost(name: SettingName, host: string): string {
  if (!/[/@\s]/.test(host)) return host;
  throw wrong(name, host, 'an address such as 127.0.0.1');
}

function parsePort(name: SettingName, value: string, lowest: number): number {
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port >= lowest && port <= 65535) return port;
  throw wrong(
    name,
    value,
    `a whole number from ${lowest} to 65535, such as ${SETTINGS[name].default || 9464}`,
  );
}

function parseChoice<T extends string>(name: SettingName, value: string, choices: readonly T[]): T {
  const choice = choices.find((known) => known === value);
  if (choice !== undefined) return choice;
  throw wrong(name, value, `one of ${choices.join(', ')}`);
}

function parseWhole(name: SettingName, value: string, unit: string, most: number, least = 1): number {
  const number = Number(value);
  if (/^\d{1,5}$/.test(value) && number >= least && number <= most) return number;
  throw wrong(
    name,
    value,
    `a whole number of ${unit} from ${least} to ${most}, such as ${SETTINGS[name].default}`,
  );
}

function parseConnectionLimit(name: SettingName, values: Values): number {
  return parseWhole(name, values[name], 'connections', MAX_CLIENT_CONNECTIONS, 0);
}

function parseStoreAddress(address: string): StoreAddress {
  if (/^postgres(ql)?:/.test(address)) return { engine: 'postgres', url: parsePostgresUrl(address) };
  const path = address.startsWith('sqlite:')
    ? address.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '')
    : '';
  if (path !== '' && !/^(:|\/\/)|\?/.test(path)) return { engine: 'sqlite', path };
  throw wrong(
    'DATABASE_URL',
    withoutSecrets(address),
    'sqlite: and a file name, such as sqlite:petstore.db, or postgres://USER:PASSWORD@HOST:5432/NAME',
  );
}

function parsePostgresUrl(text: string): string {
  const url = /^postgres(ql)?:\/\//.test(text) ? readableUrl(text) : null;
  if (url !== null && /^\/[^/@:]+$/.test(url.pathname)) return url.href;
  throw wrong('DATABASE_URL', withoutSecrets(text), 'postgres://USER:PASSWORD@HOST:5432/NAME');
}

function parseValkeyUrl(text: string, store: StoreAddress): string | undefined {
  if (text === '') return undefined;
  const url = /^rediss?:\/\//.test(text) ? readableUrl(text) : null;
  if (url === null || url.hostname === '' || !/^\/?\d*$/.test(url.pathname) || url.search + url.hash !== '') {
    throw wrong(
      'VALKEY_URL',
      withoutSecrets(text),
      'redis://HOST:6379, rediss:// for TLS, or redis://HOST:6379/1 for another of its databases',
    );
  }
  if (store.engine === 'postgres') return url.href;
  throw new ConfigError(
    'VALKEY_URL is for several processes, which a SQLite file cannot serve: remove it, or write postgres://… as DATABASE_URL',
  );
}

/** Null also for escapes that mean nothing, in a password say. */
function readableUrl(text: string): URL | null {
  const url = URL.parse(text);
  try {
    for (const part of [url?.username, url?.password, url?.pathname]) decodeURIComponent(part ?? '');
    return url;
  } catch {
    return null;
  }
}

/** Where the catalogue is kept, as it may be shown to anybody. */
export function describeStore(store: StoreAddress): string {
  if (store.engine === 'sqlite') return store.path;
  const { host, pathname } = new URL(store.url);
  return `PostgreSQL ${host}${pathname}`;
}

/** An address as it may be shown to anybody: nothing of it where a password may be anywhere in it. */
function withoutSecrets(address: string): string {
  return /[@?]|:.*:/.test(address) ? `${/^[a-z]*:?/i.exec(address)?.[0] ?? ''}…` : address;
}

/** Where Valkey is, as it may be shown to anybody. */
export function describeValkey(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

function parseUrl(name: SettingName, value: string): string | undefined {
  if (value === '') return undefined;
  const url = URL.parse(value);
  const plain = url !== null && url.search === '' && url.hash === '' && url.username + url.password === '';
  if (!plain || !/^https?:$/.test(url.protocol)) {
    throw wrong(name, withoutSecrets(value), 'an address such as https://petstore.example');
  }
  const base = url.href.replace(/\/+$/, '');
  if (base.endsWith('/v1')) throw wrong(name, value, `it without /v1: ${base.slice(0, -3)}`);
  return base;
}

/** The paths in `Location`, `Link` and the pages begin at the root of the host, so the service cannot be below a path. */
function parsePublicUrl(value: string): string | undefined {
  const base = parseUrl('PUBLIC_URL', value);
  if (base === undefined || new URL(base).pathname === '/') return base;
  throw wrong(
    'PUBLIC_URL',
    value,
    `it without a path: ${new URL(base).origin}; the service must be at the root of a host, so give it a host name of its own in the proxy`,
  );
}

function parseNetworks(value: string): string[] {
  const networks = value === '' ? [] : value.split(',').map((network) => network.trim());
  const bad = networks.find((network) => !isNetwork(network));
  if (bad === undefined) return networks;
  throw wrong('TRUST_PROXY', bad, 'networks separated by commas, such as 10.0.0.0/8,127.0.0.1');
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** A host as it stands in an address: IPv6 in brackets. */
export function inUrl(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
