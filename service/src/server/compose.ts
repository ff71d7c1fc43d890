import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { keyKindOf } from '../accounts/api-key.ts';
import { ApiKeyCache } from '../accounts/api-key-cache.ts';
import { KeyUses } from '../accounts/key-uses.ts';
import { environmentOf, requireEnvironment } from '../accounts/store-environment.ts';
import { banUnlessLastAdmin } from '../administration/last-admin.ts';
import { followPetsOfApplications } from '../applications/following.ts';
import { letterWriter } from '../applications/letters/write-letter.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/option-values.ts';
import type { Environment } from '../config/options.ts';
import { baseUrl, hostInUrl } from '../config/urls.ts';
import { type Clock, systemClock, systemWorkClock, timeText, withTimeout } from '../core/clock.ts';
import { andThen } from '../core/maybe-promise.ts';
import { Throttle } from '../core/throttle.ts';
import type { Database } from '../database/database.ts';
import { ACCESS_LOCK } from '../database/locks.ts';
import type { RefusedConnection } from '../database/postgres/limited-pool.ts';
import { ErasureList } from '../database/recovery/erasure-list.ts';
import { Secrets } from '../database/secrets.ts';
import { openSqlite } from '../database/sqlite/sqlite.ts';
import { addedEvents } from '../events/added-events.ts';
import { FeedWatch } from '../events/live/feed-watch.ts';
import { followPets } from '../events/pet-followers.ts';
import { type Address, listening } from '../http/connections/acceptors.ts';
import { GracefulShutdown, MAX_SHUTDOWN_MS, PROXY_GRACE_MS } from '../http/graceful-shutdown.ts';
import { combineMetrics, type Metrics } from '../http/metrics.ts';
import type { PrometheusMetrics } from '../http/prometheus-metrics.ts';
import { clientAddressReader } from '../http/requests/client-address.ts';
import { ImportRunner } from '../import-export/jobs/import-runner.ts';
import { addedMail } from '../mail/added-mail.ts';
import { MailSender } from '../mail/mail-sender.ts';
import { CurrentMail } from '../mail/settings/current-mail.ts';
import { setMailOfEnvironment } from '../mail/settings/mail-in-use.ts';
import { HoldExpiry } from '../orders/hold-expiry.ts';
import { Outbound } from '../outbound/outbound.ts';
import { PartnerReader } from '../partners/partner-reader.ts';
import { foldCategories } from '../pets/category-folding.ts';
import { PhotoProcessor } from '../photos/processing/photo-processor.ts';
import { animalUrls } from '../public-pages/addresses.ts';
import { siteSources } from '../publishing/upload/site-sources.ts';
import { PublishingWorker } from '../publishing/upload/worker.ts';
import { AddressQuotas } from '../quota/address-quota.ts';
import type { CountingDependencies } from '../quota/count-request.ts';
import { MemoryQuotas } from '../quota/memory-quota.ts';
import { PersonQuotas } from '../quota/person-quota.ts';
import type { QuotaEngine } from '../quota/quota-engine.ts';
import { fillSearchIndex } from '../search/index-filling.ts';
import { removeStaleEntries } from '../search/stale-removal.ts';
import { CurrentSettings } from '../settings/current-settings.ts';
import { timeZoneOf } from '../settings/settings.ts';
import { WebhookSender } from '../webhooks/webhook-sender.ts';
import { type App, buildApp } from './app.ts';
import { observeStoreFaults, storeReadiness } from './readiness.ts';
import { deleteExpiredRecords, emptyWalAfterErasures, repeatErasures } from './retention.ts';
import { observeStore } from './store-metrics.ts';
import { throttledFault } from './throttled-fault.ts';

const REFUSED_CONNECTIONS =
  'PostgreSQL refuses more connections: requests wait for those that this process has; raise max_connections, or lower DATABASE_CONNECTIONS';
const VALKEY_UNAVAILABLE =
  'Valkey is away: this process counts requests by itself, against its share of each quota';

const NOT_PUBLISHED = 'animals could not be sent to a listing site; it is tried again';
const NOT_SENT = 'an e-mail could not be sent; unless it is given up, it is tried again';

export interface Service {
  app: App;
  database: Database;
  /** The environment of the store, which decides the kind of its keys. */
  environment: Environment;
  settings: CurrentSettings;
  webhooks: WebhookSender;
  /** Those who wait for events. */
  feed: FeedWatch;
  partners: PartnerReader;
  /**
   * Starts to listen, on sockets that systemd has opened if there are any. Returns the URLs of the service and of its metrics.
   *
   * @throws {ConfigError} if these sockets have another address than the configured one.
   */
  listen(sockets?: readonly number[]): Promise<{ url: string; metricsUrl: string | undefined }>;
  /** Accepts no more connections, waits for requests in flight, and closes. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Builds the service from its configuration. `close` disposes of its parts in reverse order. */
export async function compose(config: Config, clock: Clock, log: Logger): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const store = opened.adopt(await openDatabase(config, { log }), (found) => found.close());
  const telemetry = await loadTelemetry(config, log);
  // Set below: they read the settings of the store.
  let mail: MailSender | undefined;
  let feed: FeedWatch | undefined;
  let sendingWebhooks: WebhookSender | undefined;
  const withMail = addedMail.observe(telemetry?.stores?.observe(store) ?? store, () => mail?.wake());
  const database = addedEvents.observe(withMail, () => {
    feed?.wake();
    sendingWebhooks?.wakeSoon();
  });
  // Closed before the store, from which the last metrics are read.
  opened.defer(() => telemetry?.close());
  const environment = await environmentOf(database, config.environment);
  const keyKind = keyKindOf(environment);
  const keys = new ApiKeyCache(database.read, keyKind, ({ key, account }) => {
    // A browser asks for a new token when its session has ended.
    if (key !== undefined)
      log.warn({ keyId: String(key.id), account: account.name }, 'a revoked API key is still in use');
  });
  const prometheus = config.metricsPort === undefined ? undefined : await loadMetrics();
  const metrics = combineMetrics([prometheus, telemetry?.metrics].filter((one) => one !== undefined));
  const dependencies = { config, database, clock, log, metrics };
  const { accountQuotas, fallbackNote } = await openQuotas(dependencies);
  opened.defer(() =>
    // If the last counters cannot be written, they are lost, and the store is closed all the same.
    accountQuotas
      .close()
      .catch((err) => log.error({ err }, 'the last request counters could not be written')),
  );
  if (metrics !== undefined) observeStore(metrics, database, clock);
  observeStoreFaults(dependencies);
  const metricsServer = prometheus?.createServer();
  opened.defer(() => void metricsServer?.close());
  const shutdown = new GracefulShutdown();
  const expiry = await HoldExpiry.open(database, clock);
  opened.defer(await repeatErasures(dependencies, ErasureList.of(config)));
  for (const stop of startBackgroundJobs(dependencies)) opened.defer(stop);
  const settings = new CurrentSettings({ database, config: config.publicPages, clock });
  await settings.refresh();
  const keyUses = new KeyUses(database);
  const onUseFault = throttledFault(log, 'the uses of keys could not be written; they are written later');
  opened.defer(() => keyUses.write().catch(onUseFault));
  opened.defer(keyUses.start(clock, onUseFault));
  const processor = new PhotoProcessor(clock);
  opened.defer(() => processor.close());
  const imports = new ImportRunner({
    database,
    clock,
    publicUrl: config.publicUrl,
    timeZone: () => andThen(settings.refresh(), timeZoneOf),
    onFault: throttledFault(log, 'an import could not be run; it is tried again'),
  });
  opened.defer(() => imports.stop());
  const secrets = new Secrets(config);
  const currentMail = new CurrentMail({ database, clock, secrets, fixed: config.mail });
  const sender = startMailSender(dependencies, currentMail, settings);
  mail = sender;
  opened.defer(() => sender.stop());
  const outbound = new Outbound(config.outbound);
  const webhooks = startWebhookSender(dependencies, { outbound, secrets, settings });
  sendingWebhooks = webhooks;
  opened.defer(() => webhooks.stop());
  const watch = watchFeed(dependencies, settings, expiry);
  feed = watch;
  opened.defer(() => watch.stop());
  const publishing = startPublishing(dependencies, { outbound, secrets, settings });
  opened.defer(() => publishing.stop());
  const partners = startPartnerReader(dependencies, { outbound, processor });
  opened.defer(() => partners.stop());
  const app = buildApp({
    ...config,
    mail: sender,
    publishing,
    currentMail,
    secrets,
    outbound,
    webhooks,
    feed: watch,
    partners,
    settings,
    imports,
    processor,
    clock,
    log,
    database,
    keys,
    keyUses,
    keyKind,
    metrics,
    tracing: telemetry?.tracing,
    shutdown,
    expiry,
    readiness: storeReadiness(database, clock, fallbackNote),
    counting: countingDependencies(
      config.valkeyUrl === undefined
        ? accountQuotas
        : (telemetry?.stores?.observeQuotas(accountQuotas) ?? accountQuotas),
      dependencies,
    ),
  });
  opened.defer(() => app.close());

  const resources = opened.move();
  const close = () => resources.disposeAsync();
  return {
    app,
    database,
    environment,
    settings,
    webhooks,
    feed: watch,
    partners,
    listen: async (sockets = []) => {
      const url = baseUrl(await listen(app, config, sockets));
      if (metricsServer === undefined) return { url, metricsUrl: undefined };
      const { metricsHost: host, metricsPort: port } = config;
      const { port: bound } = await listening(metricsServer, { host, port });
      return { url, metricsUrl: `${baseUrl({ host, port: bound })}/metrics` };
    },
    drain: async () => {
      shutdown.begin();
      watch.stop();
      const served = app.stopListening(config.trustProxy.length > 0 ? PROXY_GRACE_MS : 0);
      await withTimeout(
        MAX_SHUTDOWN_MS,
        served.then(() => shutdown.finish()),
      );
      await close();
    },
    close,
  };
}

interface OpenOptions {
  /** The log of a process that serves; undefined for a command. */
  readonly log?: Logger;
  /** Called with a line for the operator after another PostgreSQL has taken over. */
  onFailover?(message: string): void;
  /** False for what only reads: a store of an older version is then refused. */
  readonly migrates?: boolean;
}

/**
 * Opens the configured store.
 *
 * @throws {ConfigError} if the store belongs to another environment.
 */
export async function openDatabase(config: Config, options: OpenOptions = {}): Promise<Database> {
  followPets(followPetsOfApplications);
  const database = await openEngine(config, options);
  setMailOfEnvironment(config.mail !== undefined);
  try {
    if (config.environment !== undefined) await requireEnvironment(database.read, config.environment);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openEngine(
  { store, databaseConnections }: Config,
  { log, onFailover = (message) => log?.warn(message), migrates = true }: OpenOptions,
): Promise<Database> {
  if (store.engine === 'sqlite') {
    return openSqlite(store.path, systemWorkClock, {
      onReplaced: ({ message }) => log?.error(message),
      migrates,
    });
  }
  // Imported only if it is used, to keep the start with SQLite fast.
  const { openPostgres } = await import('../database/postgres/postgres.ts');
  return openPostgres(store.url, databaseConnections, {
    poolerUrl: store.poolerUrl,
    onRefused: refusedConnections(log),
    onFailover,
    serves: log !== undefined,
    migrates,
  });
}

/** Returns a function that logs refused connections at most once a minute. */
function refusedConnections(log?: Logger) {
  const throttle = new Throttle();
  return (refused: RefusedConnection) =>
    throttle.run((leftOut) => log?.warn({ ...refused, ...leftOut }, REFUSED_CONNECTIONS));
}

interface Dependencies {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  metrics: Metrics | undefined;
}

/** Opens the quota engine: in memory, or in Valkey for several processes. `fallbackNote` returns a note while Valkey is unavailable. */
async function openQuotas({ config, database, clock, log, metrics }: Dependencies) {
  const onWriteFault = throttledFault(
    log,
    'request counters could not be written; they are kept and written later',
  );
  const valkeyLog = new Throttle();
  if (config.valkeyUrl === undefined) {
    return {
      accountQuotas: await MemoryQuotas.open(database, clock, onWriteFault),
      fallbackNote: () => undefined,
    };
  }
  const { ValkeyQuotas } = await import('../quota/valkey/valkey-quota.ts');
  const accountQuotas = await ValkeyQuotas.open({
    url: config.valkeyUrl,
    timeoutMs: config.valkeyTimeoutMs,
    database,
    clock,
    // With a fake clock, Valkey must use that clock, too.
    time: clock === systemClock ? 'valkey' : 'caller',
    onWriteFault,
    onUnavailable: (err) => {
      metrics?.setValkeyUp(false);
      // Only the message, because the error contains the script.
      const why = err instanceof Error ? err.message : String(err);
      valkeyLog.run((leftOut) => log.error({ why, ...leftOut }, VALKEY_UNAVAILABLE), 'away');
    },
    onConnected: () => {
      metrics?.setValkeyUp(true);
      valkeyLog.run(
        (leftOut) => log.info(leftOut, 'Valkey is back and counts the requests of all processes'),
        'back',
      );
    },
  });
  metrics?.setValkeyUp(true);
  return { accountQuotas, fallbackNote: () => (accountQuotas.usesFallback ? VALKEY_UNAVAILABLE : undefined) };
}

function countingDependencies(
  accountQuotas: QuotaEngine,
  { config, database, log, metrics }: Dependencies,
): CountingDependencies {
  return {
    accountQuotas,
    addresses: new AddressQuotas(),
    persons: new PersonQuotas(),
    addressOf: clientAddressReader(config.trustProxy),
    ban: (keyId, now, growth) =>
      database.write((queries) => banUnlessLastAdmin(queries, keyId, now, growth), { locks: [ACCESS_LOCK] }),
    onRefusal: (by) => metrics?.countRefusal(by),
    onBan: ({ key, account }, { endsAt }) => {
      metrics?.countBan();
      const until = timeText(endsAt);
      log.warn({ keyId: String(key.id), account: account.name, until }, 'an API key was banned');
    },
    onBanFault: throttledFault(log, 'a ban could not be written; the key is refused for a second'),
  };
}

/** Starts to send e-mails, while they are set up. */
function startMailSender(
  { config, database, clock, log }: Dependencies,
  current: CurrentMail,
  settings: CurrentSettings,
): MailSender {
  const throttle = new Throttle();
  return new MailSender({
    database,
    clock,
    current,
    writeLetter: letterWriter({ database, clock, settings, publicUrl: config.publicUrl }),
    onFault: throttledFault(log, 'the e-mails that wait could not be read or written; it is tried again'),
    onRefused: (refused) =>
      throttle.run((leftOut) => log.error({ ...refused, ...leftOut }, NOT_SENT), refused.reason),
  });
}

/** Starts to send the feed to webhooks. */
function startWebhookSender(
  { config, database, clock, log, metrics }: Dependencies,
  rest: { readonly outbound: Outbound; readonly secrets: Secrets; readonly settings: CurrentSettings },
): WebhookSender {
  const { outbound, secrets, settings } = rest;
  const urls = animalUrls(config.publicUrl);
  return new WebhookSender({
    database,
    clock,
    outbound,
    secrets,
    urlOf: () => andThen(settings.refresh(), ({ publicPages: isOn }) => (isOn ? urls : undefined)),
    onFault: throttledFault(log, 'webhooks could not be read or written; it is tried again'),
    onAttempt: (result) => metrics?.countWebhookAttempt(result),
    onSwitchedOff: ({ webhookId, accountId, reason }) =>
      log.warn(
        { webhookId: String(webhookId), accountId: String(accountId), reason },
        'a webhook was switched off, because nothing can be delivered',
      ),
  });
}

/** Looks for events while someone waits for them. */
function watchFeed(
  { config, database, clock, log, metrics }: Dependencies,
  settings: CurrentSettings,
  expiry: HoldExpiry,
): FeedWatch {
  const urls = animalUrls(config.publicUrl);
  const watch = new FeedWatch({
    database,
    clock,
    urlOf: () => andThen(settings.refresh(), ({ publicPages: isOn }) => (isOn ? urls : undefined)),
    beforeLook: expiry.expireBeforeRead,
    onFault: throttledFault(log, 'the feed could not be read for those who wait; it is tried again'),
    onSlowReader: () => metrics?.countClosedConnection('slow_reader'),
  });
  metrics?.addGauge(
    'petstore_feed_followers',
    'Requests that wait for events, and streams.',
    async () => watch.size,
  );
  return watch;
}

/** Starts to read the catalogues of partners. */
function startPartnerReader(
  { config, database, clock, log }: Dependencies,
  rest: { readonly outbound: Outbound; readonly processor: PhotoProcessor },
): PartnerReader {
  const throttle = new Throttle();
  return new PartnerReader({
    database,
    clock,
    ...rest,
    publicUrl: config.publicUrl,
    onFault: throttledFault(log, 'partners could not be read or written in the store; it is tried again'),
    onFailed: (failed) =>
      throttle.run(
        (leftOut) => log.warn({ ...failed, ...leftOut }, 'a partner could not be read; it is tried again'),
        failed.failure,
      ),
  });
}

/** Starts to send animals to listing sites, while an account has turned one on. */
function startPublishing(
  { config, database, clock, log }: Dependencies,
  rest: { readonly outbound: Outbound; readonly secrets: Secrets; readonly settings: CurrentSettings },
): PublishingWorker {
  const { outbound, secrets, settings } = rest;
  const throttle = new Throttle();
  const timeZone = () => andThen(settings.refresh(), timeZoneOf);
  return new PublishingWorker({
    database,
    clock,
    outbound,
    ...siteSources({ clock, secrets, publicUrl: config.publicUrl, timeZone }),
    onFault: throttledFault(log, 'a run to a listing site could not be done; it is tried again'),
    onFailed: (failed) =>
      throttle.run((leftOut) => log.warn({ ...failed, ...leftOut }, NOT_PUBLISHED), failed.reason),
  });
}

/** Starts the jobs that maintain the store. Returns the functions that stop them. */
function startBackgroundJobs({ config, database, clock, log }: Dependencies) {
  const onRetentionFault = throttledFault(
    log,
    'expired records could not be deleted; the next run deletes them',
  );
  return [
    deleteExpiredRecords(
      database,
      clock,
      { events: config.eventsKeptDays, applications: config.applicationsKeptDays },
      onRetentionFault,
    ),
    emptyWalAfterErasures(database, clock, onRetentionFault),
    fillSearchIndex(
      database,
      clock,
      throttledFault(log, 'the search index could not be filled; the next run continues', 'warn'),
    ),
    removeStaleEntries(
      database,
      clock,
      throttledFault(log, 'old entries of the search could not be removed; the next run continues', 'warn'),
    ),
    foldCategories(
      database,
      clock,
      throttledFault(
        log,
        'the category counts could not be folded; they stay correct, and are folded later',
        'warn',
      ),
    ),
  ];
}

/** Imported only if it is used, because prom-client slows down the start noticeably. */
async function loadMetrics(): Promise<PrometheusMetrics> {
  const { PrometheusMetrics } = await import('../http/prometheus-metrics.ts');
  return new PrometheusMetrics();
}

async function loadTelemetry({ telemetry }: Config, log: Logger) {
  if (telemetry === undefined) return undefined;
  const { startTelemetry } = await import('./telemetry/telemetry.ts');
  return startTelemetry(telemetry, log);
}

async function listen(app: App, { host, port }: Config, sockets: readonly number[]): Promise<Address> {
  const [first, ...others] = sockets;
  if (first === undefined) return app.listen({ host, port });
  const address = await app.listenOn(first, ...others);
  if (address.port === port && isSameHost(host, address.host)) return address;
  throw new ConfigError(
    `HOST and PORT are ${hostInUrl(host)}:${port}, but the socket unit of systemd listens on ${hostInUrl(address.host)}:${address.port}: set ListenStream= to the same address`,
  );
}

/** A name such as localhost may mean any address. */
function isSameHost(configured: string, actual: string): boolean {
  return isIP(configured) === 0 || configured === actual;
}
