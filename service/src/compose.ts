import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { keyKindOf } from './accounts/api-key.ts';
import { banKey } from './accounts/ban-store.ts';
import { VerifiedKeys } from './accounts/verified-keys.ts';
import { buildApp } from './app.ts';
import { type Config, inUrl } from './config.ts';
import { type Clock, SECOND } from './core/clock.ts';
import type { Database } from './database/database.ts';
import { openSqlite } from './database/sqlite.ts';
import { forgetOldRecords } from './forgetting.ts';
import { Drain } from './http/drain.ts';
import type { Readiness } from './http/health.ts';
import type { Metrics } from './http/metrics.ts';
import { HoldExpiry } from './orders/hold-expiry.ts';
import { AddressQuotas } from './quota/address-quota.ts';
import { MemoryQuotas } from './quota/memory-quota.ts';

/** How long requests in flight may take to end when the process is to stop. */
const DRAIN_LIMIT_MS = 8 * SECOND;
/** How long connections may take to close by themselves after that. */
const FORCE_AFTER_MS = SECOND / 2;

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
  const database = await openDatabase(config);
  const keys = new VerifiedKeys(database.read, keyKindOf(config.environment));
  const accounts = await MemoryQuotas.open(database, clock, (err) =>
    log.error({ err }, 'the counts of requests could not be written; they are kept and written later'),
  );
  const addresses = new AddressQuotas();
  const metrics = config.metricsPort === undefined ? undefined : await loadMetrics();
  const metricsServer = metrics?.createServer();
  const drain = new Drain();
  const expiry = await HoldExpiry.open(database, clock);
  const stopForgetting = forgetOldRecords(database, clock, config.eventsKeptDays, (err) =>
    log.error({ err }, 'old events could not be removed; they are removed later'),
  );

  const readiness = async (): Promise<Readiness> => {
    if (drain.closing) return { ready: false, why: 'The service is shutting down.' };
    return database.read
      .selectFrom('accounts')
      .select('id')
      .limit(1)
      .execute()
      .then(
        () => ({ ready: true }),
        () => ({ ready: false, why: 'The store does not answer.' }),
      );
  };

  const app = await buildApp({
    ...config,
    clock,
    log,
    database,
    keys,
    addresses,
    metrics,
    drain,
    expiry,
    readiness,
    meter: {
      clock,
      accounts,
      addresses,
      ban: (keyId, now) => database.write((queries) => banKey(queries, keyId, now)),
      onRefusal: (by) => metrics?.countRefusal(by),
      onBan: () => metrics?.countBan(),
      onBanFault: (err) => log.error({ err }, 'a ban could not be written; the key is refused for a second'),
    },
  });

  const close = async () => {
    await app.close();
    await stopForgetting();
    metricsServer?.close();
    // Counts that cannot be written are lost with the process; the store is closed all the same.
    await accounts
      .close()
      .catch((err) => log.error({ err }, 'the last counts of requests could not be written'));
    await database.close();
  };
  return {
    app,
    database,
    listen: async () => ({
      url: await app.listen({ host: config.host, port: config.port }),
      metricsUrl: metricsServer && (await listen(metricsServer, config.metricsHost, config.metricsPort ?? 0)),
    }),
    drain: async () => {
      await Promise.race([drain.begin(), after(DRAIN_LIMIT_MS)]);
      // What is left is a request that does not end, or a connection that never became one.
      const force = setTimeout(() => app.server.closeAllConnections(), FORCE_AFTER_MS);
      await close();
      clearTimeout(force);
    },
    close,
  };
}

/** The store that the settings name. */
export function openDatabase(config: Config): Promise<Database> {
  return openSqlite(config.sqlitePath);
}

/** Only where they are read: what they are made with is a part of every start that can be felt. */
async function loadMetrics(): Promise<Metrics> {
  const { Metrics } = await import('./http/metrics.ts');
  return new Metrics();
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const { port: bound } = server.address() as AddressInfo; // a TCP server has no other kind
      resolve(`http://${inUrl(host)}:${bound}/metrics`);
    });
  });
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
