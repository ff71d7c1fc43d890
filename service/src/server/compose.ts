import type { Logger } from 'pino';
import { keyKindOf } from '../access/accounts/api-key.ts';
import { ApiKeyCache } from '../access/accounts/api-key-cache.ts';
import { KeyUses } from '../access/accounts/key-uses.ts';
import type { Principal } from '../access/accounts/principal.ts';
import { environmentOf } from '../access/accounts/store-environment.ts';
import { addedMail } from '../access/mail/added-mail.ts';
import { CurrentMail } from '../access/mail/settings/current-mail.ts';
import { CurrentSettings } from '../access/settings/current-settings.ts';
import { timeZoneOf } from '../access/settings/settings.ts';
import { HoldExpiry } from '../catalogue/orders/hold-expiry.ts';
import { ImageProcess } from '../catalogue/photos/processing/image-process.ts';
import { PhotoProcessor } from '../catalogue/photos/processing/photo-processor.ts';
import { ImportRunner } from '../exchange/import-export/jobs/import-runner.ts';
import type { PartnerReader } from '../exchange/partners/partner-reader.ts';
import type { WebhookSender } from '../exchange/webhooks/webhook-sender.ts';
import type { Config } from '../platform/config/config.ts';
import type { Environment } from '../platform/config/options.ts';
import { baseUrl } from '../platform/config/urls.ts';
import { type Clock, withTimeout } from '../platform/core/clock.ts';
import { andThen } from '../platform/core/maybe-promise.ts';
import { ObservedStore } from '../platform/database/commit-mark.ts';
import type { Database } from '../platform/database/database.ts';
import { ErasureList } from '../platform/database/recovery/erasure-list.ts';
import { Secrets } from '../platform/database/secrets.ts';
import type { StoreSharing } from '../platform/database/sqlite/writable-side.ts';
import { listening } from '../platform/http/connections/acceptors.ts';
import { GracefulShutdown, MAX_SHUTDOWN_MS, PROXY_GRACE_MS } from '../platform/http/graceful-shutdown.ts';
import { combineMetrics } from '../platform/http/metrics.ts';
import type { PrometheusMetrics } from '../platform/http/prometheus-metrics.ts';
import { Outbound } from '../platform/outbound/outbound.ts';
import { addedEvents } from '../record/events/added-events.ts';
import type { FeedWatch } from '../record/events/live/feed-watch.ts';
import { type App, buildApp } from './app.ts';
import { readUsedKeys, startMaintenance } from './background/maintenance.ts';
import { repeatErasures } from './background/retention.ts';
import { logStalls } from './background/stalls.ts';
import {
  startMailSender,
  startPartnerReader,
  startPublishing,
  startWebhookSender,
  watchFeed,
} from './background/workers.ts';
import { openDatabase } from './open-database.ts';
import { countingDependencies, openQuotas } from './quotas.ts';
import { observeStoreFaults, serviceReadiness, storeReadiness } from './readiness.ts';
import { observeStore } from './store-metrics.ts';
import { divideSockets, listenAt } from './threads/places.ts';
import type { BackgroundWork, MainThread, ServingThread } from './threads/shared-memory.ts';
import type { StartThread } from './threads/start-worker.ts';
import { throttledFault } from './throttled-fault.ts';

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
   * @param bound the port that the main thread has bound, for another one.
   * @throws {ConfigError} if these sockets have another address than the configured one.
   */
  listen(
    sockets?: readonly number[],
    bound?: number,
  ): Promise<{ url: string; metricsUrl: string | undefined }>;
  /** Accepts no more connections, waits for requests in flight, and closes. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Builds the service from its configuration. `close` disposes of its parts in reverse order.
 *
 * @param thread undefined in the main thread.
 * @param startThread starts another one.
 */
export async function compose(
  config: Config,
  clock: Clock,
  log: Logger,
  thread?: ServingThread,
  startThread?: StartThread,
): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  // What several threads need is imported only for them.
  const own =
    thread ?? (config.workers === 1 ? undefined : (await import('./threads/shared-memory.ts')).mainThread());
  const main = own?.main;
  const share = 1 / config.workers;
  const sharing = own && storeSharing(own, share);
  const store = opened.adopt(
    await openDatabase(config, { log, sharing, migrates: main === undefined }),
    (found) => found.close(),
  );
  const telemetry = await loadTelemetry(config, log, main);
  const observed = new ObservedStore(telemetry?.stores?.observe(store) ?? store);
  const { database } = observed;
  // Closed before the store, from which the last metrics are read.
  opened.defer(() => telemetry?.close());
  const environment = await environmentOf(database, config.environment);
  const keyKind = keyKindOf(environment);
  const onRevoked = ({ key, account }: Principal) => {
    // A browser asks for a new token when its session has ended.
    if (key !== undefined)
      log.warn({ keyId: String(key.id), account: account.name }, 'a revoked API key is still in use');
  };
  const keys = new ApiKeyCache(database.read, keyKind, onRevoked, share);
  const prometheus = config.metricsPort === undefined || main !== undefined ? undefined : await loadMetrics();
  const metrics = combineMetrics(
    [prometheus, telemetry?.metrics, main?.metrics].filter((one) => one !== undefined),
  );
  const dependencies = { config, database, clock, log, metrics };
  const { accountQuotas, fallbackNote } = await openQuotas(dependencies, own);
  opened.defer(() =>
    // If the last counters cannot be written, they are lost, and the store is closed all the same.
    accountQuotas
      .close()
      .catch((err) => log.error({ err }, 'the last request counters could not be written')),
  );
  if (metrics !== undefined && main === undefined) observeStore(metrics, database, clock);
  observeStoreFaults(dependencies);
  const metricsServer = prometheus?.createServer(async () => threads?.measure());
  opened.defer(() => void metricsServer?.close());
  const shutdown = new GracefulShutdown();
  const expiry = await HoldExpiry.open(database, clock);
  if (main === undefined) {
    opened.defer(await repeatErasures(dependencies, ErasureList.of(config)));
    for (const stop of startMaintenance(dependencies)) opened.defer(stop);
    opened.defer(logStalls(log));
  }
  const settings = new CurrentSettings({ database, config: config.publicPages, clock });
  await settings.refresh();
  const keyUses = new KeyUses(database);
  const onUseFault = throttledFault(log, 'the uses of keys could not be written; they are written later');
  opened.defer(() => keyUses.write().catch(onUseFault));
  opened.defer(keyUses.start(clock, onUseFault));
  opened.defer(readUsedKeys(keys, dependencies));
  const processor = new PhotoProcessor(clock, new ImageProcess(clock, { turns: own?.pictureTurns }));
  opened.defer(() => processor.close());
  const delegated = (work: BackgroundWork) => ({ delegate: main && (() => main.wake(work)) });
  const imports = new ImportRunner({
    ...delegated('imports'),
    database,
    clock,
    publicUrl: config.publicUrl,
    timeZone: () => andThen(settings.refresh(), timeZoneOf),
    onFault: throttledFault(log, 'an import could not be run; it is tried again'),
  });
  opened.defer(() => imports.stop());
  const secrets = new Secrets(config);
  const currentMail = new CurrentMail({ database, clock, secrets, fixed: config.mail });
  const sender = startMailSender(dependencies, {
    ...delegated('mail'),
    delegateRestart: delegated('mailSettings').delegate,
    current: currentMail,
    settings,
  });
  observed.after(addedMail, () => sender.wake());
  opened.defer(() => sender.stop());
  const outbound = new Outbound(config.outbound, { clock });
  const webhooks = startWebhookSender(dependencies, {
    ...delegated('webhooks'),
    outbound,
    secrets,
    settings,
  });
  opened.defer(() => webhooks.stop());
  const watch = watchFeed(dependencies, {
    settings,
    expiry,
    addedEvents: own?.addedEvents,
    othersWaiting: () => threads?.followers ?? 0,
  });
  observed.after(addedEvents, () => {
    watch.wake();
    own?.addedEvents.raise();
    webhooks.wakeSoon();
  });
  opened.defer(() => watch.stop());
  const publishing = startPublishing(dependencies, {
    ...delegated('publishing'),
    outbound,
    secrets,
    settings,
  });
  opened.defer(() => publishing.stop());
  const partners = startPartnerReader(dependencies, { ...delegated('partners'), outbound, processor });
  opened.defer(() => partners.stop());
  const mailSettings = { wake: () => sender.restart() };
  const background = { mail: sender, mailSettings, webhooks, imports, publishing, partners };
  const threads =
    own === undefined || main !== undefined
      ? undefined
      : new (await import('./threads/serving-threads.ts')).ServingThreads({
          ...dependencies,
          own,
          startThread,
          wake: (work) => background[work].wake(),
        });
  const app = buildApp({
    ...config,
    tables: own?.tables,
    share,
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
    readiness: serviceReadiness(storeReadiness(database, clock, fallbackNote), own),
    counting: countingDependencies(
      config.valkeyUrl === undefined
        ? accountQuotas
        : (telemetry?.stores?.observeQuotas(accountQuotas) ?? accountQuotas),
      dependencies,
      { keys, tables: own?.tables },
    ),
  });
  opened.defer(() => app.close());
  opened.defer(() => threads?.end('close'));
  await threads?.start();

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
    listen: async (sockets = [], bound?: number) => {
      const [first = [], ...others] = main === undefined ? divideSockets(sockets, config.workers) : [sockets];
      const address = await listenAt(app, config, first, bound);
      await threads?.listen(others.map((theirs) => ({ sockets: theirs, port: address.port })));
      if (main === undefined) own?.allListen.raise();
      const url = baseUrl(address);
      if (metricsServer === undefined) return { url, metricsUrl: undefined };
      const { metricsHost: host, metricsPort: port } = config;
      const { port: found } = await listening(metricsServer, { host, port });
      return { url, metricsUrl: `${baseUrl({ host, port: found })}/metrics` };
    },
    drain: async () => {
      shutdown.begin();
      watch.stop();
      const ended = threads?.end('drain');
      // Hosts that do not answer: one after another, each would be waited for after the requests.
      const left = Promise.all([sender, webhooks, publishing, partners].map((work) => work.stop()));
      const served = app.stopListening(config.trustProxy.length > 0 ? PROXY_GRACE_MS : 0);
      await withTimeout(
        MAX_SHUTDOWN_MS,
        served.then(() => shutdown.finish()),
      );
      await ended;
      await left;
      await close();
    },
    close,
  };
}

function storeSharing({ turns, main }: ServingThread, share: number): StoreSharing {
  return { turns, share, isFirst: main === undefined };
}

/** Imported only if it is used, because prom-client slows down the start noticeably. */
async function loadMetrics(): Promise<PrometheusMetrics> {
  const { PrometheusMetrics } = await import('../platform/http/prometheus-metrics.ts');
  return new PrometheusMetrics();
}

/** Metrics are sent by the main thread only. */
async function loadTelemetry({ telemetry }: Config, log: Logger, main: MainThread | undefined) {
  if (telemetry === undefined) return undefined;
  const { startTelemetry } = await import('./telemetry/telemetry.ts');
  return startTelemetry(main === undefined ? telemetry : { ...telemetry, metrics: undefined }, log);
}
