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
    hasWorkers: false,
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

test('reads every option from the environment', () => {
  const env: Record<OptionName, string> = {
    HOST: '::1',
    PORT: '9000',
    DATABASE_URL: 'postgres://petstore:secret@db.example/petstore?sslmode=verify-full',
    DATABASE_DIRECT_URL: 'postgres://petstore:secret@db.example:5433/petstore',
    DATABASE_CONNECTIONS: '40',
    WORKERS: '2',
    VALKEY_URL: 'rediss://:secret@valkey.example:6380/1',
    VALKEY_TIMEOUT_MS: '250',
    PETSTORE_ENV: 'staging',
    PUBLIC_URL: 'https://petstore.example/',
    STAGING_URL: 'https://staging.petstore.example/base',
    TRUST_PROXY: '10.0.0.0/8, 127.0.0.1,2001:db8::/32',
    MAX_CONNECTIONS: '5000',
    MAX_CONNECTIONS_PER_ADDRESS: '0',
    METRICS_HOST: '0.0.0.0',
    METRICS_PORT: '9464',
    LOG_LEVEL: 'debug',
    ACCESS_LOG: 'true',
    ORDER_HOLD_HOURS: '72',
    EVENTS_KEPT_DAYS: '30',
    APPLICATIONS_KEPT_DAYS: '60',
    ERASURES_FILE: '/var/backups/petstore.erasures',
    PHOTO_STORAGE_MAX: '200000',
    PHOTO_STORAGE_MAX_PER_ACCOUNT: '0',
    PUBLIC_PAGES: 'true',
    SHELTER_NAME: 'Riverside Shelter',
    SHELTER_CONTACT_URL: 'tel:+1-555-0100',
    SHELTER_TIME_ZONE: 'America/Chicago',
    PUBLIC_REQUESTS_PER_MINUTE: '60',
    OIDC_ISSUER: 'https://accounts.google.com',
    OIDC_CLIENT_ID: 'petstore',
    OIDC_CLIENT_SECRET: 'pa55word',
    OIDC_NAME: 'Google',
    OIDC_DOMAINS: 'Shelter.example, rescue.example',
    SMTP_URL: 'smtps://hello%40shelter.example:p%40ss@mail.example',
    SMTP_FROM: '"Riverside Shelter" <hello@shelter.example>',
    SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    OUTBOUND_NETWORKS: '10.1.0.0/16, fd12::1',
    OUTBOUND_HTTP_HOSTS: 'Receiver.local, [::1]',
  };
  assert.deepEqual(parseConfig(env), {
    host: '::1',
    port: 9000,
    configFile: undefined,
    store: {
      engine: 'postgres',
      url: 'postgres://petstore:secret@db.example:5433/petstore',
      poolerUrl: 'postgres://petstore:secret@db.example/petstore?sslmode=verify-full',
    },
    databaseConnections: 40,
    workers: 2,
    hasWorkers: true,
    valkeyUrl: 'rediss://:secret@valkey.example:6380/1',
    valkeyTimeoutMs: 250,
    environment: 'staging',
    localUrl: 'http://[::1]:9000',
    publicUrl: 'https://petstore.example',
    stagingUrl: 'https://staging.petstore.example/base',
    trustProxy: ['10.0.0.0/8', '127.0.0.1', '2001:db8::/32'],
    maxConnections: 5_000,
    maxConnectionsPerAddress: 0,
    metricsHost: '0.0.0.0',
    metricsPort: 9464,
    logLevel: 'debug',
    accessLog: true,
    orderHoldHours: 72,
    eventsKeptDays: 30,
    applicationsKeptDays: 60,
    erasuresFile: '/var/backups/petstore.erasures',
    photoStorage: { maxMegabytes: 200_000, maxMegabytesOfAccount: 0 },
    publicPages: {
      mode: 'on',
      shelterName: 'Riverside Shelter',
      contactUrl: 'tel:+1-555-0100',
      timeZone: 'America/Chicago',
      requestsPerMinute: 60,
    },
    signInProvider: {
      issuer: 'https://accounts.google.com',
      clientId: 'petstore',
      clientSecret: 'pa55word',
      name: 'Google',
      domains: ['shelter.example', 'rescue.example'],
    },
    mail: {
      host: 'mail.example',
      port: 465,
      tls: 'implicit',
      user: { name: 'hello@shelter.example', password: 'p@ss' },
      from: { name: 'Riverside Shelter', address: 'hello@shelter.example' },
    },
    secretsKey: Buffer.alloc(32, 1),
    outbound: { networks: ['10.1.0.0/16', 'fd12::1'], httpHosts: ['receiver.local', '::1'] },
    telemetry: undefined,
    warnings: [],
  });
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

test('rejects a PUBLIC_URL with a password', () => {
  assertRejected({ PUBLIC_URL: 'https://:pa55word@petstore.example' }, 'PUBLIC_URL', /must be an address/);
});

test('reads the former name of an option with a warning; its new name has priority', () => {
  const { valkeyTimeoutMs, warnings } = parseConfig({ VALKEY_SILENCE_MS: '250' });
  assert.equal(valkeyTimeoutMs, 250);
  assert.deepEqual(warnings, ['VALKEY_SILENCE_MS is deprecated and will be removed: use VALKEY_TIMEOUT_MS']);
  const both = parseConfig({ VALKEY_SILENCE_MS: '250', VALKEY_TIMEOUT_MS: '300' });
  assert.equal(both.valkeyTimeoutMs, 300);
  assert.equal(parseConfig({ VALKEY_SILENCE_MS: ' ' }).warnings.length, 0);
});

test('freezes the options', () => {
  const config = parseConfig({ TRUST_PROXY: '10.0.0.0/8' });
  assert.ok(Object.isFrozen(config));
  assert.ok(Object.isFrozen(config.trustProxy));
});

test('gives each option its own flag', () => {
  const flags = Object.values(OPTIONS).map(({ flag }) => flag.split(' ')[0]);
  assert.equal(new Set(flags).size, flags.length);
  for (const flag of flags) assert.match(flag ?? '', /^--[a-z]+(-[a-z]+)*$/);
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
      /^ConfigError: WORKERS must be a number of threads between 1 and 16, such as 4; got /,
    );
  }
});
