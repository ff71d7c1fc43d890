export const ENVIRONMENTS = ['production', 'staging'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

interface ProcessOption {
  flag: string;
  meaning: string;
  default: string;
}

/** Everything that configures a process: read from the environment, and overridden by its flag. */
export const OPTIONS = {
  HOST: { flag: '--host <address>', meaning: 'address to listen on', default: '127.0.0.1' },
  PORT: { flag: '--port <number>', meaning: 'port to listen on; 0 takes a free one', default: '8080' },
  DATABASE_URL: {
    flag: '--database <url>',
    meaning: 'where the catalogue is stored: sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME',
    default: 'sqlite:petstore.db',
  },
  DATABASE_DIRECT_URL: {
    flag: '--database-direct-url <url>',
    meaning: 'the address of PostgreSQL itself if DATABASE_URL is that of a pooler such as PgBouncer',
    default: '',
  },
  DATABASE_CONNECTIONS: {
    flag: '--database-connections <number>',
    meaning:
      'maximum number of connections to PostgreSQL for queries, of all threads together; serve holds one more for its lock',
    default: '16',
  },
  WORKERS: {
    flag: '--workers <number|auto>',
    meaning:
      'how many threads serve requests, on Linux; auto is one less than there are cores, at most 8 and as memory allows; 1 with Valkey',
    default: '1',
  },
  VALKEY_URL: {
    flag: '--valkey <url>',
    meaning: 'where several processes count requests together: redis://HOST:PORT',
    default: '',
  },
  VALKEY_TIMEOUT_MS: {
    flag: '--valkey-timeout-ms <milliseconds>',
    meaning: 'how long a process waits for a reply of Valkey before it counts requests by itself',
    default: '100',
  },
  PETSTORE_ENV: {
    flag: '--env <name>',
    meaning: 'production or staging; by default that of the store, and production for a new store',
    default: '',
  },
  PUBLIC_URL: {
    flag: '--public-url <url>',
    meaning:
      'base address of the service for its visitors, without /v1: in photos, public pages and the OpenAPI document',
    default: '',
  },
  STAGING_URL: {
    flag: '--staging-url <url>',
    meaning: "the staging service's base address, without /v1",
    default: '',
  },
  TRUST_PROXY: {
    flag: '--trust-proxy <cidrs>',
    meaning: 'CIDRs, separated by commas, of the proxies whose X-Forwarded-For is trusted',
    default: '',
  },
  MAX_CONNECTIONS: {
    flag: '--max-connections <number>',
    meaning: 'maximum number of client connections; 0 for no limit',
    default: '20000',
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    flag: '--max-connections-per-address <number>',
    meaning:
      'maximum number of connections of one client address; 0 for no limit. TRUST_PROXY and this machine have none',
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
    meaning: 'how long events are kept in the feed',
    default: '90',
  },
  APPLICATIONS_KEPT_DAYS: {
    flag: '--applications-kept-days <days>',
    meaning: 'how long what applicants have written is kept after the end of their application',
    default: '180',
  },
  ERASURES_FILE: {
    flag: '--erasures-file <file>',
    meaning:
      'where the numbers of erased applications are kept outside of the store, so that they are erased again after a recovery; by default in a file beside a SQLite store',
    default: '',
  },
  PHOTO_STORAGE_MAX: {
    flag: '--photo-storage-max <megabytes>',
    meaning: 'what all photos may take in the store together; 0 accepts none',
    default: '10000',
  },
  PHOTO_STORAGE_MAX_PER_ACCOUNT: {
    flag: '--photo-storage-max-per-account <megabytes>',
    meaning: 'what the photos that one account adds may take',
    default: '5000',
  },
  PUBLIC_PAGES: {
    flag: '--public-pages <true|false|managed>',
    meaning:
      'true shows the available animals to everyone at /adopt, without a key; managed lets admins switch that on',
    default: 'false',
  },
  SHELTER_NAME: {
    flag: '--shelter-name <name>',
    meaning: 'the name of the shelter on the public pages; by default the one that admins set, or Petstore',
    default: '',
  },
  SHELTER_CONTACT_URL: {
    flag: '--shelter-contact-url <url>',
    meaning:
      'where visitors ask about an animal without a contactUrl: an https:, mailto: or tel: address; by default the one that admins set',
    default: '',
  },
  SHELTER_TIME_ZONE: {
    flag: '--shelter-time-zone <name>',
    meaning:
      'whose days the shelter counts, such as America/Chicago; by default the one that admins set, or UTC',
    default: '',
  },
  SMTP_URL: {
    flag: '--smtp-url <url>',
    meaning:
      'the server that sends e-mails: smtp://USER:PASSWORD@HOST:587 (with STARTTLS) or smtps://USER:PASSWORD@HOST:465',
    default: '',
  },
  SMTP_FROM: {
    flag: '--smtp-from <address>',
    meaning: 'the sender of e-mails, such as "Riverside Shelter <hello@shelter.example>"',
    default: '',
  },
  SECRETS_KEY: {
    flag: '--secrets-key <key>',
    meaning:
      'the key of the passwords that admins set, such as that of a mail server: 32 random bytes in base64; by default in a file beside a SQLite store',
    default: '',
  },
  OUTBOUND_NETWORKS: {
    flag: '--outbound-networks <cidrs>',
    meaning:
      'CIDRs, separated by commas, that are not on the public internet and that webhooks and uploads may nevertheless reach',
    default: '',
  },
  OUTBOUND_HTTP_HOSTS: {
    flag: '--outbound-http-hosts <hosts>',
    meaning: 'hosts, separated by commas, that webhooks may reach by http:// instead of https://',
    default: '',
  },
  PUBLIC_REQUESTS_PER_MINUTE: {
    flag: '--public-requests-per-minute <number>',
    meaning: 'how many public pages one client address may request in a minute',
    default: '300',
  },
  OIDC_ISSUER: {
    flag: '--oidc-issuer <url>',
    meaning: 'the provider of OpenID Connect with which people sign in, such as https://accounts.google.com',
    default: '',
  },
  OIDC_CLIENT_ID: {
    flag: '--oidc-client-id <id>',
    meaning: 'what the provider calls this service',
    default: '',
  },
  OIDC_CLIENT_SECRET: {
    flag: '--oidc-client-secret <secret>',
    meaning: 'the secret of this service at the provider; better in the settings file than as a flag',
    default: '',
  },
  OIDC_NAME: {
    flag: '--oidc-name <name>',
    meaning: 'what the button to sign in shows; by default the host of the provider',
    default: '',
  },
  OIDC_DOMAINS: {
    flag: '--oidc-domains <domains>',
    meaning: 'domains, separated by commas, whose accounts people may sign in with; by default all',
    default: '',
  },
} as const satisfies Record<string, ProcessOption>;

export type OptionName = keyof typeof OPTIONS;

/** Former names of options. They are read for one version, with a warning. */
export const DEPRECATED_OPTIONS = {
  VALKEY_SILENCE_MS: { flag: '--valkey-silence-ms <milliseconds>', replacedBy: 'VALKEY_TIMEOUT_MS' },
} as const satisfies Record<string, { flag: string; replacedBy: OptionName }>;
