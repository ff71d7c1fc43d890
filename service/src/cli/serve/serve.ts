import { Command, Option } from 'commander';
import { type Logger, pino } from 'pino';
import type { Config } from '../../platform/config/config.ts';
import { DEPRECATED_OPTIONS, OPTIONS } from '../../platform/config/options.ts';
import { describeStore } from '../../platform/config/store-address.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { explainAccess } from '../../platform/database/sqlite/file-access.ts';
import { takeInstanceLock } from '../../platform/database/sqlite/instance-lock.ts';
import { describeMissing, missingEvents } from '../../platform/database/sqlite/journal/last-event.ts';
import { requireStorePath } from '../../platform/database/sqlite/paths/store-look.ts';
import { describeShared, restrictPermissions } from '../../platform/database/sqlite/private-files.ts';
import { isReadOnlyFileSystem } from '../../platform/database/sqlite/read-only-address.ts';
import { freeStartMemory } from '../../server/background/start-memory.ts';
import { compose, type Service } from '../../server/compose.ts';
import { withChosenThreads } from '../../server/threads/chosen-threads.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { locationOf, mistakenStore } from '../store/store-presence.ts';
import { notifySystemd, socketsOfSystemd } from './systemd.ts';
import { welcome } from './welcome.ts';

/** The service promises to stop within ten seconds; requests in flight may take eight of them. */
const SHUTDOWN_TIMEOUT_MS = 9_500;
/** A service that listens on all addresses expects clients on other machines. */
const EVERYWHERE = ['0.0.0.0', '::'];

export function serveCommand(context: CommandContext): Command {
  const command = new Command('serve').description('serve the API and the console until SIGTERM or Ctrl-C');
  for (const [name, { flag, meaning, default: preset }] of Object.entries(OPTIONS)) {
    command.option(flag, `${meaning} (${name}${preset === '' ? '' : `, default ${preset}`})`);
  }
  for (const { flag } of Object.values(DEPRECATED_OPTIONS)) command.addOption(new Option(flag).hideHelp());
  return command
    .addHelpText(
      'after',
      '\nExamples:\n  petstore serve\n  petstore serve --port 9000 --database sqlite:/var/lib/petstore/petstore.db\n  petstore serve --config /etc/petstore/petstore.env',
    )
    .action(async (flags: Record<string, unknown>) => {
      const sockets = socketsOfSystemd(context);
      await serve(context, withChosenThreads(context.config(flags), sockets.length), sockets);
    });
}

/** Serves until SIGTERM or SIGINT. Resolves when everything is closed. */
async function serve(context: CommandContext, config: Config, sockets: readonly number[]): Promise<void> {
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
  for (const warning of config.warnings) log.warn(warning);
  const stopped = firstSignal();
  // Set before the start, because a store that does not respond can block the start, too.
  void stopped.then(() => limitShutdown(context.clock, log));
  const release = await lock(config, log);
  try {
    if (config.store.engine === 'sqlite') inspectFiles(config.store.path, log);
    const service = await compose(config, context.clock, log);
    await start(context, config, { service, sockets, log });
    freeStartMemory(context.clock);
    const signal = await stopped;
    log.info({ signal }, 'shutting down');
    await service.drain();
  } finally {
    await release();
  }
}

async function lock({ store, valkeyUrl }: Config, log: Logger): Promise<() => Promise<void> | void> {
  if (store.engine === 'sqlite') {
    requireStorePath(store.path);
    // The store is only read. Its lock is taken when it can be written.
    if (isReadOnlyFileSystem(store.path)) return () => {};
    const denied = explainAccess(store.path) ?? (await mistakenStore(store));
    if (denied !== undefined) throw new CommandFailure(denied);
    const release = takeInstanceLock(store.path);
    if (release !== undefined) return release;
    throw new CommandFailure(
      `another "petstore serve" is using ${store.path}: stop it first, or use another file with --database sqlite:FILE`,
    );
  }
  const { takePostgresInstanceLock } = await import('../../platform/database/postgres/instance-lock.ts');
  const release = await takePostgresInstanceLock(
    store.url,
    valkeyUrl === undefined ? 'exclusive' : 'shared',
    () =>
      log.error(
        'another "petstore serve" uses this database: without VALKEY_URL each process enforces the full quotas by itself',
      ),
  );
  if (release !== undefined) return release;
  throw new CommandFailure(
    `another "petstore serve" is using ${describeStore(store)}: set the same VALKEY_URL for each process to share the quotas`,
  );
}

/** Reports what is visible only before SQLite opens the store. None of it prevents the start. */
function inspectFiles(path: string, log: Logger): void {
  const missing = missingEvents(path);
  if (missing !== undefined) log.error(describeMissing(path, missing));
  const { restricted, unchanged } = restrictPermissions(path);
  for (const file of restricted) {
    log.warn(`${file.path} was open to other users (mode ${file.mode}): removed their access`);
  }
  for (const file of unchanged) log.warn(describeShared(file));
}

/** Listens before it creates the first account, so that a failed start does not lose the key, which is printed once. */
async function start(
  context: CommandContext,
  config: Config,
  { service, sockets, log }: { service: Service; sockets: readonly number[]; log: Logger },
): Promise<void> {
  try {
    const { url, metricsUrl } = await service.listen(sockets);
    if (config.configFile !== undefined) context.out(`Settings: ${config.configFile}`);
    if (config.workers > 1) context.out(`Threads: ${config.workers} (WORKERS)`);
    context.out(`Console: ${url}/`);
    context.out(`Reference: ${url}/docs/`);
    if (service.settings.values.publicPages) context.out(`Public pages: ${url}/adopt`);
    if (metricsUrl !== undefined) context.out(`Metrics: ${metricsUrl}`);
    const publicUrl = config.publicUrl === config.localUrl ? undefined : config.publicUrl;
    const isReachable = publicUrl !== undefined || !EVERYWHERE.includes(config.host);
    await welcome(context, config.store, service, { url, publicUrl: publicUrl ?? url, isReachable });
    await notifySystemd(context, log);
    context.out(`Petstore listens on ${url} and keeps its catalogue in ${locationOf(config.store)}.`);
  } catch (error) {
    await service.close();
    throw explainListenError(error, config);
  }
}

/** Returns a failure that names the option to change; returns any other error unchanged. */
function explainListenError(error: unknown, { host, port, metricsPort }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const failedPort = error instanceof Error && 'port' in error ? error.port : port;
  const isMetrics = failedPort === metricsPort && failedPort !== port;
  const [flag, variable] = isMetrics ? ['--metrics-port', 'METRICS_PORT'] : ['--port', 'PORT'];
  if (code === 'EADDRINUSE') {
    return new CommandFailure(
      `port ${failedPort} on ${host} is already in use: stop the other program, or choose another port with ${flag} NUMBER ("npm start -- ${flag} NUMBER" or "${variable}=NUMBER npm start")`,
    );
  }
  if (code === 'EACCES') {
    return new CommandFailure(
      `permission denied for port ${failedPort}: choose a port above 1023 with ${flag} NUMBER`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new CommandFailure(
      `${host} is not an address of this machine: choose another with --host ADDRESS, such as 127.0.0.1 or 0.0.0.0`,
    );
  }
  return error;
}

/** Ends the process if something, such as a connection to an unresponsive server, blocks the shutdown. */
function limitShutdown(clock: Clock, log: Logger): void {
  clock.after(SHUTDOWN_TIMEOUT_MS, () => {
    log.error('shutdown timed out: closing the remaining connections');
    process.exit();
  });
}

/** Resolves with the first signal. A second signal ends the process immediately, as Ctrl-C twice should. */
function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let seen = false;
    const stop = (signal: NodeJS.Signals) => {
      if (seen) process.exit(1);
      seen = true;
      resolve(signal);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}
