import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { keyKindOf } from '../accounts/api-key.ts';
import { ApiKeyCache } from '../accounts/api-key-cache.ts';
import { banKey } from '../accounts/ban-store.ts';
import type { Config } from '../config/config.ts';
import { hostInUrl } from '../config/urls.ts';
import { type Clock, MINUTE, SECOND, systemClock } from '../core/clock.ts';
import { Throttle } from '../core/throttle.ts';
import { withTimeout } from '../core/with-timeout.ts';
import type { Database } from '../database/database.ts';
import { openSqlite } from '../database/sqlite/sqlite.ts';
import { GracefulShutdown } from '../http/graceful-shutdown.ts';
import type { Readiness } from '../http/health.ts';
import type { Metrics } from '../http/metrics.ts';
import { HoldExpiry } from '../orders/hold-expiry.ts';
import { foldCategories } from '../pets/category-folding.ts';
import { PetPages } from '../pets/pet-pages.ts';
import { AddressQuotas } from '../quota/address-quota.ts';
import { MemoryQuotas } from '../quota/memory/memory-quota.ts';
import { buildApp } from './app.ts';
import { deleteExpiredRecords } from './retention.ts';
import { observeStore } from './store-metrics.ts';

/** How long requests in flight may take to end when the process is to stop. */
const DRAIN_LIMIT_MS = 8 * SECOND;
/** How long connections may take to close by themselves after that. */
const FORCE_AFTER_MS = SECOND / 2;
/** How long the store may take to show that it is there. */
const ANSWER_WITHIN_MS = SECOND;
const FAULT_LOGGED_EVERY = MINUTE;
const VALKEY_AWAY = 'Valkey is away: this process counts by itself, against its share of the quotas';

export interface Service {
  app: FastifyInstance;
  database: Database;
  /** Starts to listen; returns the addresses to use. */
  listen(): Promise<{ url: string; metricsUrl: string | undefined }>;
  /** Turns new requests away, lets those in flight end, then closes. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Builds the service from its settings, top to bottom; `close` unwinds it in reverse. */
export async function compose(config: Config, clock: Clock, log: Logger): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const database = opened.adopt(await openDatabase(config), (store) => store.close());
  const keys = new ApiKeyCache(database.read, keyKindOf(config.environment));
  const metrics = config.metricsPort === undefined ? undefined : await loadMetrics();
  const { accounts, awayNote } = await openQuotas({ config, database, clock, log, metrics });
  opened.defer(() =>
    // Counts that cannot be written are lost with the process; the store is closed all the same.
    accounts.close().catch((err) => log.error({ err }, 'the last counts of requests could not be written')),
  );
  const addresses = new AddressQuotas();
  if (metrics !== undefined) observeStore(metrics, database, clock);
  const metricsServer = metrics?.createServer();
  opened.defer(() => void metricsServer?.close());
  const shutdown = new GracefulShutdown();
  const expiry = await HoldExpiry.open(database, clock);
  opened.defer(
    deleteExpiredRecords(
      database,
      clock,
      config.eventsKeptDays,
      throttledFault(log, 'old events could not be removed; they are removed later'),
    ),
  );
  opened.defer(
    foldCategories(database, clock, (err) =>
      log.warn(
        { err },
        'the counts of categories could not be folded; they stay right, and are folded later',
      ),
    ),
  );
  const app = await buildApp({
    ...config,
    clock,
    log,
    database,
    pages: new PetPages(database),
    keys,
    addresses,
    metrics,
    shutdown,
    expiry,
    readiness: readiness(database, awayNote),
    meter: {
      clock,
      accounts,
      addresses,
      ban: (keyId, now, growth) => database.write((queries) => banKey(queries, keyId, now, growth)),
      onRefusal: (by) => metrics?.countRefusal(by),
      onBan: () => metrics?.countBan(),
      onBanFault: throttledFault(log, 'a ban could not be written; the key is refused for a second'),
    },
  });
  opened.defer(() => app.close());

  const parts = opened.move();
  const close = () => parts.disposeAsync();
  return {
    app,
    database,
    listen: async () => ({
      url: await app.listen({ host: config.host, port: config.port }),
      metricsUrl: metricsServer && (await listen(metricsServer, config.metricsHost, config.metricsPort ?? 0)),
    }),
    drain: async () => {
      await withTimeout(DRAIN_LIMIT_MS, shutdown.begin());
      // What is left is a request that does not end, or a connection that never became one.
      const force = setTimeout(() => app.server.closeAllConnections(), FORCE_AFTER_MS);
      await close();
      clearTimeout(force);
    },
    close,
  };
}

/** The store that the settings name. */
export async function openDatabase({ store, databaseConnections }: Config): Promise<Database> {
  if (store.engine === 'sqlite') return openSqlite(store.path);
  // Only where it is used: most stores are one file.
  const { openPostgres } = await import('../database/postgres/postgres.ts');
  return openPostgres(store.url, databaseConnections);
}

interface QuotaParts {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  metrics: Metrics | undefined;
}

/** The quotas of accounts, counted by this process alone or by all together; `awayNote` says what is amiss with that. */
async function openQuotas({ config, database, clock, log, metrics }: QuotaParts) {
  const onWriteFault = throttledFault(
    log,
    'the counts of requests could not be written; they are kept and written later',
  );
  const valkeyLog = new Throttle(FAULT_LOGGED_EVERY);
  if (config.valkeyUrl === undefined) {
    return { accounts: await MemoryQuotas.open(database, clock, onWriteFault), awayNote: () => undefined };
  }
  const { ValkeyQuotas } = await import('../quota/valkey/valkey-quota.ts');
  const accounts = await ValkeyQuotas.open({
    url: config.valkeyUrl,
    timeoutMs: config.valkeyTimeoutMs,
    database,
    clock,
    // A clock that is not this machine's has its own idea of the time, and so must Valkey.
    time: clock === systemClock ? 'valkey' : 'caller',
    onWriteFault,
    onAway: (err) => {
      metrics?.setValkeyUp(false);
      // Its message alone: the whole has the script in it that was asked.
      const why = err instanceof Error ? err.message : String(err);
      valkeyLog.run((leftOut) => log.error({ why, ...leftOut }, VALKEY_AWAY), 'away');
    },
    onBack: () => {
      metrics?.setValkeyUp(true);
      valkeyLog.run(
        (leftOut) => log.info(leftOut, 'Valkey is back and counts the requests of all processes together'),
        'back',
      );
    },
  });
  metrics?.setValkeyUp(true);
  return { accounts, awayNote: () => (accounts.isAway ? VALKEY_AWAY : undefined) };
}

/** Logs a fault that may repeat every second for as long as it lasts. */
function throttledFault(log: Logger, message: string): (err: unknown) => void {
  const throttle = new Throttle(FAULT_LOGGED_EVERY);
  return (err) => throttle.run((leftOut) => log.error({ err, ...leftOut }, message));
}

function readiness(database: Database, note: () => string | undefined) {
  const answers = () => database.read.selectFrom('accounts').select('id').limit(1).execute();
  return async (): Promise<Readiness> => {
    const rows = await withTimeout(ANSWER_WITHIN_MS, answers()).catch(() => undefined);
    if (rows === undefined) return { ready: false, why: 'The store does not answer.' };
    return { ready: true, note: note() };
  };
}

/** Only where they are read: what they are made with is a part of every start that can be felt. */
async function loadMetrics(): Promise<Metrics> {
  const { Metrics } = await import('../http/metrics.ts');
  return new Metrics();
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const { port: bound } = server.address() as AddressInfo; // a TCP server has no other kind
      resolve(`http://${hostInUrl(host)}:${bound}/metrics`);
    });
  });
}
