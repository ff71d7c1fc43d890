import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Reading, settingsLines } from '@petstore/testing/settings-lines.ts';
import { parseConfig } from './config.ts';
import { parseConfigLines } from './config-lines.ts';
import { ConfigError } from './option-values.ts';
import { OPTIONS } from './options.ts';

const FILE = '/etc/petstore/petstore.env';

/** Returns what the service makes of the lines, without the byte order mark that reading the file removes. */
function readingOf(text: string): Reading {
  try {
    const variables = parseConfigLines(text.replace(/^\ufeff/, ''), FILE);
    const name = parseConfig({}, { path: FILE, variables }).publicPages.shelterName;
    return name === undefined ? 'not set' : { name };
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    assert.match(error.message, /^(\/etc\/petstore\/petstore\.env, line \d: |SHELTER_NAME )/);
    return 'refused';
  }
}

test('every row of the table in docs/deploy.md is read or refused as it states', () => {
  const rows = settingsLines();
  assert.ok(rows.length > 12, String(rows.length));
  for (const { text, petstore } of rows) assert.deepEqual(readingOf(text), petstore, JSON.stringify(text));
});

/** A valid value of each option, other than its default, with what a file could lose: #, spaces inside, other quotes. */
const VALUES: Record<keyof typeof OPTIONS, string> = {
  HOST: '127.0.0.2',
  PORT: '9000',
  DATABASE_URL: 'sqlite:/srv/it\'s #1 "store"/petstore.db',
  DATABASE_DIRECT_URL: 'postgres://pet:a%23b@db.example/petstore',
  DATABASE_CONNECTIONS: '17',
  WORKERS: '2',
  VALKEY_URL: 'redis://:pass@valkey.example:6379/1',
  VALKEY_TIMEOUT_MS: '101',
  PETSTORE_ENV: 'staging',
  PUBLIC_URL: 'https://pets.example',
  STAGING_URL: 'https://staging.pets.example',
  TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
  MAX_CONNECTIONS: '3',
  MAX_CONNECTIONS_PER_ADDRESS: '2',
  METRICS_HOST: '127.0.0.3',
  METRICS_PORT: '9464',
  LOG_LEVEL: 'warn',
  ACCESS_LOG: 'true',
  ORDER_HOLD_HOURS: '24',
  EVENTS_KEPT_DAYS: '30',
  APPLICATIONS_KEPT_DAYS: '60',
  ERASURES_FILE: '/var/backups/petstore.erasures',
  PHOTO_STORAGE_MAX: '5',
  PHOTO_STORAGE_MAX_PER_ACCOUNT: '4',
  PUBLIC_PAGES: 'managed',
  SHELTER_NAME: `Happy#Paws # "the" O'Neill home`,
  SHELTER_CONTACT_URL: 'https://s.example/contact#form',
  SHELTER_TIME_ZONE: 'America/Chicago',
  SMTP_URL: 'smtp://hello%40shelter.example:pa%23ss@mail.shelter.example:587',
  SMTP_FROM: 'Riverside #1 Shelter <hello@shelter.example>',
  SECRETS_KEY: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  OUTBOUND_NETWORKS: '10.1.0.0/16, fd12::/16',
  OUTBOUND_HTTP_HOSTS: 'receiver.local, 10.1.0.7',
  PUBLIC_REQUESTS_PER_MINUTE: '5',
  OIDC_ISSUER: 'https://accounts.example',
  OIDC_CLIENT_ID: 'pets#1',
  OIDC_CLIENT_SECRET: 'a#b c$d`e',
  OIDC_NAME: 'Google #1',
  OIDC_DOMAINS: 'shelter.example, other.example',
};

/** What an option cannot do without. */
const COMPANIONS: Partial<Record<string, readonly (keyof typeof OPTIONS)[]>> = {
  SMTP_URL: ['SMTP_FROM'],
  SMTP_FROM: ['SMTP_URL'],
  OIDC_ISSUER: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  OIDC_CLIENT_ID: ['OIDC_ISSUER', 'OIDC_CLIENT_SECRET'],
  OIDC_CLIENT_SECRET: ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  OIDC_NAME: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  OIDC_DOMAINS: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
};
const POSTGRES = 'postgres://pet@pooler.example/petstore';
const NEEDS_POSTGRES = ['DATABASE_DIRECT_URL', 'VALKEY_URL'];

for (const name of Object.keys(OPTIONS) as Array<keyof typeof OPTIONS>) {
  test(`${name} means the same in a settings file, in quotes there, in the environment and with spaces around it`, () => {
    const value = VALUES[name];
    const base: Record<string, string> = NEEDS_POSTGRES.includes(name) ? { DATABASE_URL: POSTGRES } : {};
    for (const companion of COMPANIONS[name] ?? []) base[companion] = VALUES[companion];
    const withoutPath = (lines: string) => {
      const { configFile: _path, ...config } = parseConfig(base, {
        path: FILE,
        variables: parseConfigLines(lines, FILE),
      });
      return config;
    };
    const { configFile: _none, ...expected } = parseConfig({ ...base, [name]: value });
    const { configFile: _default, ...preset } = parseConfig(
      base.DATABASE_URL === undefined ? {} : { DATABASE_URL: POSTGRES },
    );
    assert.notDeepEqual(expected, preset);
    const inQuotes = value.includes('"') ? [] : [`${name}="${value}"`];
    const spaced = [`  ${name} = ${value} \t\r\n`, `# ${name}=\n${name}=${value}`];
    for (const lines of [`${name}=${value}`, ...inQuotes, ...spaced])
      assert.deepEqual(withoutPath(lines), expected, lines);
    const spaces = parseConfig({ ...base, [name]: ` ${value}\n` });
    assert.deepEqual({ ...spaces }, { ...expected, configFile: undefined });
    // As `docker --env-file` and a doubly quoted flag pass it on.
    assert.throws(() => parseConfig({ ...base, [name]: `"${value}"` }), {
      name: 'ConfigError',
      message: `${name} is in quotes, which docker --env-file and a quoted flag keep: write it without them`,
    });
  });
}

test('a line that is neither a comment nor a setting is refused with its number and without its value', () => {
  const faults: Record<string, RegExp> = {
    '\u00a0PORT=9000':
      /line 2: must be NAME=VALUE or a comment with #; it begins with the character U\+00A0$/,
    '\u3000PORT=9000': /begins with the character U\+3000$/,
    '\vPORT=9000': /begins with the character U\+000B$/,
    '\fPORT=9000': /begins with the character U\+000C$/,
    '\u2028PORT=9000': /begins with the character U\+2028$/,
    '\u00a0': /begins with the character U\+00A0$/,
    '; PORT=9000': /line 2: must be NAME=VALUE or a comment with #$/,
    'export PORT=9000': /line 2: remove "export": systemd ignores such a line, and Docker rejects it$/,
    'PORT=9000\rHOST=::1': /line 2: remove the control character/,
    'SHELTER_NAME=a\0b': /line 2: remove the control character/,
    'constructor=1': /line 2: constructor is not a setting of petstore: remove it; /,
    'SHELTER_NAME="Happy': /line 2: the quotes of SHELTER_NAME must enclose its whole value, on one line$/,
    "SHELTER_NAME=': /": /the quotes of SHELTER_NAME must enclose/,
    'SHELTER_NAME="a" # b': /the quotes of SHELTER_NAME must enclose/,
    'OIDC_CLIENT_SECRET=pa\\ss':
      /line 2: OIDC_CLIENT_SECRET contains \\, .*: write the value in single quotes$/,
    'OIDC_CLIENT_SECRET="pa\\ss"': /line 2: OIDC_CLIENT_SECRET contains \\/,
    '# C:\\petstore\\': /line 2: a comment must not end in \\/,
  };
  for (const [line, message] of Object.entries(faults)) {
    assert.throws(
      () => parseConfigLines(`\n${line}\nPORT=8000\n`, FILE),
      (error) =>
        error instanceof ConfigError && message.test(error.message) && !error.message.includes('pa\\ss'),
      line,
    );
  }
});
