// cspell:ignore CONFG COFNIG DATABSE DATABASEURL
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from './config.ts';
import { ConfigError } from './option-values.ts';
import { OPTIONS, type OptionName } from './options.ts';

test('uses the defaults without any option', () => {
  assert.deepEqual(parseConfig({}), {
    host: '127.0.0.1',
    port: 8080,
    configFile: undefined,
    store: { engine: 'sqlite', path: 'petstore.db' },
    databaseConnections: 16,
    workers: 1,
    hasAutoWorkers: false,
    valkeyUrl: undefined,
    valkeyTimeoutMs: 100,
    environment: undefined,
    localUrl: 'http://127.0.0.1:8080',
    publicUrl: 'http://127.0.0.1:8080',
    stagingUrl: undefined,
    trustProxy: [],
    maxConnections: 20_000,
    maxConnectionsPerAddress: 2_000,
    metricsHost: '127.0.0.1',
    metricsPort: undefined,
    logLevel: 'info',
    accessLog: false,
    orderHoldHours: 48,
    eventsKeptDays: 90,
    applicationsKeptDays: 180,
    erasuresFile: undefined,
    photoStorage: { maxMegabytes: 10_000, maxMegabytesOfAccount: 5_000 },
    publicPages: {
      mode: 'off',
      shelterName: undefined,
      contactUrl: undefined,
      timeZone: undefined,
      requestsPerMinute: 300,
    },
    signInProvider: undefined,
    mail: undefined,
    secretsKey: undefined,
    outbound: { networks: [], httpHosts: [] },
    telemetry: undefined,
    warnings: [],
  });
});

test('a host may be an IPv6 address in brackets, and links of a service on all addresses name one that opens', () => {
  for (const [given, host, url] of [
    ['[::1]', '::1', 'http://[::1]:8080'],
    ['::', '::', 'http://[::1]:8080'],
    ['[0:0:0:0:0:0:0:0]', '::', 'http://[::1]:8080'],
    ['0.0.0.0', '0.0.0.0', 'http://127.0.0.1:8080'],
    ['[2001:DB8:0::1]', '2001:db8::1', 'http://[2001:db8::1]:8080'],
    ['fe80::1%eth0', 'fe80::1%eth0', 'http://[fe80::1%eth0]:8080'],
    ['shelter.example', 'shelter.example', 'http://shelter.example:8080'],
  ]) {
    const config = parseConfig({ HOST: given, METRICS_HOST: given });
    assert.deepEqual(
      [config.host, config.metricsHost, config.localUrl, config.publicUrl],
      [host, host, url, url],
      given,
    );
  }
  for (const host of ['[127.0.0.1]', '[::1', '[::1]:8080', '[]'])
    assert.throws(() => parseConfig({ HOST: host }), /^ConfigError: HOST must be an address such as/, host);
});

test('uses the default of an option that is empty or only white space', () => {
  const blank = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, ' ']));
  assert.deepEqual(parseConfig(blank), parseConfig({}));
});

test('rejects an invalid option with one line that names it and what it must be', () => {
  const invalid: ReadonlyArray<[OptionName, string[], RegExp]> = [
    [
      'PORT',
      ['http', '-1', '65536', '80.5', '0x50', '1e3', '123456'],
      /must be an integer between 0 and 65535, such as 8080;/,
    ],
    ['METRICS_PORT', ['off', '65536', '-1'], /must be an integer between 0 and 65535, such as 9464;/],
    [
      'DATABASE_URL',
      ['petstore.db', 'sqlite:', 'mysql://host/db', 'sqlite::memory:'],
      /must be sqlite: and a file name/,
    ],
    ['DATABASE_URL', ['sqlite://petstore.db'], /must be sqlite: and a file name/],
    ['DATABASE_URL', ['postgres://', 'postgres://db.example', 'postgres:'], /must be postgres:\/\/USER/],
    [
      'DATABASE_CONNECTIONS',
      ['0', '1001', 'many'],
      /must be a number of connections between 1 and 1000, such as 16;/,
    ],
    [
      'VALKEY_URL',
      [
        'valkey.example',
        'http://x',
        'redis://',
        'redis:x',
        'redis://x/abc',
        'redis://x/1/2',
        'redis://x?db=1',
      ],
      /must be redis:\/\/HOST:6379/,
    ],
    ['PETSTORE_ENV', ['prod', 'Production', 'test'], /must be one of production, staging;/],
    [
      'PUBLIC_URL',
      ['petstore.example', 'ftp://x', 'https://', 'https://x/?a=1', 'https://x/#a'],
      /must be an address such as https:/,
    ],
    [
      'PUBLIC_URL',
      ['https://petstore.example/v1', 'https://petstore.example/v1/'],
      /must be without \/v1, as https:\/\/petstore.example;/,
    ],
    [
      'PUBLIC_URL',
      ['https://petstore.example/base', 'https://petstore.example/base/v1x/'],
      /must be without a path, as https:\/\/petstore\.example, because the service must be at the root of a host/,
    ],
    ['STAGING_URL', ['staging', 'https://user:secret@x'], /must be an address such as https:/],
    [
      'TRUST_PROXY',
      ['1', 'true', '10.0.0.0/33', '10.0.0.0/8/8', 'loopback', '10.0.0.1,', '::1/129'],
      /must be networks separated by commas/,
    ],
    ['MAX_CONNECTIONS', ['-1', 'none', '65536'], /must be a number of connections between 0 and 65535/],
    [
      'MAX_CONNECTIONS_PER_ADDRESS',
      ['1e3', 'off'],
      /must be a number of connections between 0 and 65535, such as 2000;/,
    ],
    ['LOG_LEVEL', ['verbose', 'INFO'], /must be one of fatal, error, warn, info, debug, trace, silent;/],
    ['ACCESS_LOG', ['1', 'yes', 'TRUE'], /must be one of true, false;/],
    [
      'OIDC_ISSUER',
      ['accounts.google.com', 'http://login.example', 'https://x/?a=1'],
      /must be an address such as https:/,
    ],
    ['OIDC_DOMAINS', ['shelter', '@shelter.example', 'a.example,'], /must be domains separated by commas/],
    ['OIDC_NAME', ['x'.repeat(51), 'a\nb'], /must be a name of at most 50 characters/],
    ['ORDER_HOLD_HOURS', ['0', '-1', '1.5', '8761', 'two'], /must be a number of hours between 1 and 8760/],
  ];
  for (const [name, values, message] of invalid) {
    for (const value of values) assertRejected({ [name]: value }, name, message);
  }
});

test('a provider to sign in with needs its address, id and secret, and has its host as the name', () => {
  const OIDC_ISSUER = 'https://login.shelter.example/realms/a';
  assertRejected(
    { OIDC_ISSUER },
    'OIDC_CLIENT_ID',
    /^OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set, too/,
  );
  assertRejected({ OIDC_NAME: 'Google' }, 'OIDC_ISSUER', /must be set, too/);
  const withPassword = 'https://user:hush@login.shelter.example';
  assertRejected({ OIDC_ISSUER: withPassword }, 'OIDC_ISSUER', /^(?!.*hush).*must be an address/);
  const env = { OIDC_ISSUER, OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
  const { signInProvider } = parseConfig(env);
  assert.deepEqual([signInProvider?.name, signInProvider?.domains], ['login.shelter.example', []]);
  assert.equal(parseConfig({ ...env, OIDC_ISSUER: 'http://localhost:1' }).signInProvider?.name, 'localhost');
});

test('rejects a PETSTORE_* variable that resembles an option and names that option', () => {
  const resembling: Record<string, OptionName> = {
    PETSTORE_ENVIRONMENT: 'PETSTORE_ENV',
    PETSTORE_EN: 'PETSTORE_ENV',
    PETSTORE_EVN: 'PETSTORE_ENV',
    PETSTORE_ENV_: 'PETSTORE_ENV',
    PETSTORE_PORT: 'PORT',
    PETSTORE_HOST: 'HOST',
    PETSTORE_DATABASE_URL: 'DATABASE_URL',
    PETSTORE_DATABASE: 'DATABASE_URL',
    PETSTORE_LOGLEVEL: 'LOG_LEVEL',
  };
  for (const [name, option] of Object.entries(resembling)) {
    assertRejected({ [name]: '8081' }, name, new RegExp(`: use ${option}, or remove it$`));
  }
  assertRejected({ PETSTORE_PORT: '' }, 'PETSTORE_PORT', /: use PORT,/);
  assertRejected({ petstore_env: 'staging' }, 'petstore_env', /: use PETSTORE_ENV,/);
});

test('rejects a misspelt variable that decides which store is used, unless it cannot be meant', () => {
  for (const name of [
    'PETSTORE_CONFG',
    'PETSTORE_COFNIG',
    'PETSTORE_CONF',
    'PETSTORE_CONFIG_FILE',
    'PETSTORE_CONFIGURATION',
    'PETSTORE_CFG',
    'PETSTORE_SETTINGS',
    'petstore_config',
  ]) {
    assertRejected({ [name]: '/etc/petstore/petstore.env' }, name, /: use PETSTORE_CONFIG, or remove it$/);
    assertRejected({ [name]: 'petstore.env' }, name, /: use PETSTORE_CONFIG, or remove it$/);
  }
  for (const name of ['DATABASE_URI', 'DATABSE_URL', 'DATABASEURL', 'database_url']) {
    for (const value of ['postgres://db.example/petstore', 'sqlite:/var/lib/petstore/petstore.db']) {
      assertRejected({ [name]: value }, name, /: use DATABASE_URL, or remove it$/);
      assert.equal(parseConfig({ [name]: value, DATABASE_URL: 'sqlite:zoo.db' }).store.engine, 'sqlite');
    }
  }
});

test('ignores the variables of the client, of Kubernetes and of other programs', () => {
  const others = {
    PETSTORE_URL: 'http://petstore.example',
    PETSTORE_KEY: 'petstore_live_x',
    PETSTORE_SERVICE_HOST: '10.96.0.12',
    PETSTORE_SERVICE_PORT: '8080',
    PETSTORE_SERVICE_PORT_HTTP: '8080',
    PETSTORE_PORT: 'tcp://10.96.0.12:8080',
    PETSTORE_PORT_8080_TCP: 'tcp://10.96.0.12:8080',
    PETSTORE_PORT_8080_TCP_PROTO: 'tcp',
    PETSTORE_PORT_8080_TCP_PORT: '8080',
    PETSTORE_PORT_8080_TCP_ADDR: '10.96.0.12',
    PETSTORE_VALKEY_SERVICE_HOST: '10.96.0.13',
    PETSTORE_VALKEY_PORT: 'tcp://10.96.0.13:6379',
    PETSTORE_CHART_VERSION: '3',
    PETSTORE_CONFIG: '/etc/petstore/petstore.env',
    PETSTORE_CONFIG_HASH: '5f4dcc3b5aa765d6',
    PETSTORE_CONFIG_PORT: 'tcp://10.96.0.14:8080',
    DATABASE_URI: 'mysql://db.example/shop',
    PETSTORES: 'x',
    PORTS: '1',
  };
  assert.deepEqual(parseConfig(others), parseConfig({}));
});

test('reads the former name of an option with a warning; its new name has priority', () => {
  const { valkeyTimeoutMs, warnings } = parseConfig({ VALKEY_SILENCE_MS: '250' });
  assert.equal(valkeyTimeoutMs, 250);
  assert.deepEqual(warnings, ['VALKEY_SILENCE_MS is deprecated and will be removed: use VALKEY_TIMEOUT_MS']);
  const both = parseConfig({ VALKEY_SILENCE_MS: '250', VALKEY_TIMEOUT_MS: '300' });
  assert.equal(both.valkeyTimeoutMs, 300);
  assert.equal(parseConfig({ VALKEY_SILENCE_MS: ' ' }).warnings.length, 0);
});

function assertRejected(env: Record<string, string>, name: string, message: RegExp): void {
  assert.throws(
    () => parseConfig(env),
    (error) => {
      assert.ok(error instanceof ConfigError);
      assert.ok(error.message.startsWith(`${name} `), error.message);
      assert.match(error.message, message);
      assert.ok(!error.message.includes('\n'), error.message);
      return true;
    },
    JSON.stringify(env),
  );
}

test('rejects more WORKERS than the connections to PostgreSQL suffice for, and numbers that are too large', () => {
  const env = { WORKERS: '4', DATABASE_URL: 'postgres://db.example/petstore' };
  assert.equal(parseConfig({ ...env, DATABASE_CONNECTIONS: '8' }).workers, 4);
  assert.throws(() => parseConfig({ ...env, DATABASE_CONNECTIONS: '7' }), {
    message: /^DATABASE_CONNECTIONS must be at least 8 for 4 threads \(WORKERS\), because .*; got "7"$/,
  });
  for (const value of ['0', '17', 'all']) {
    assert.throws(
      () => parseConfig({ WORKERS: value }),
      /^ConfigError: WORKERS must be auto or a number of threads between 1 and 16, such as 1; got /,
    );
  }
});
