import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Scope } from '../folders.ts';
import { freePort } from '../http/free-port.ts';
import { skipReason } from '../skip-reason.ts';
import { until } from '../until.ts';

/** A real Valkey or Redis that stores nothing on disk. */
interface ValkeyServer {
  url: string;
  /** A client for the test itself. */
  admin: Redis;
  /** Starts it after `kill`, empty, on the same port. */
  start(): Promise<void>;
  kill(): Promise<void>;
}

const PROGRAMS = ['valkey-server', 'redis-server'];
const SETTINGS = [
  '--save',
  '',
  '--appendonly',
  'no',
  '--enable-debug-command',
  'local',
  '--databases',
  '4096',
];

/** Its input ends with this process, however that ends. Then it kills the server. */
const WATCHER = 'read -r _; kill -9 "$1"; rm -rf "$2"';

const program = PROGRAMS.find(isOnPath);

/** For `skip`: false if a server can be started, else why not. */
export const noValkey: string | false = explainMissing();

function isOnPath(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function explainMissing(): string | false {
  if (program !== undefined || process.env.TEST_VALKEY_URL !== undefined) return false;
  return skipReason('Tests with Valkey', `neither ${PROGRAMS.join(' nor ')} is on the PATH`);
}

/** Starts a server for one test, and kills it afterwards. */
export async function startValkey(test: Scope): Promise<ValkeyServer> {
  const server = await startServer();
  test.after(() => {
    server.admin.disconnect();
    return server.kill();
  });
  return server;
}

let shared: Promise<Redis> | undefined;
let cluster: Promise<Redis> | undefined;

/** Returns the URL of an empty database on a server that all tests of this file share. */
export async function freshValkey(test: Scope): Promise<string> {
  return (await freshValkeyDatabase(test)).url;
}

/** Returns an empty database on the shared server. A service waits until a new server has run for two seconds. */
export async function freshValkeyDatabase(test: Scope): Promise<Pick<ValkeyServer, 'url' | 'admin'>> {
  shared ??= sharedServer();
  const server = await shared;
  const url = urlOf(server, await server.incr('petstore:test-databases'));
  const admin = connect(url);
  await admin.flushdb();
  test.after(() => admin.flushdb().finally(() => admin.disconnect()));
  return { url, admin };
}

/**
 * Returns the URL of an empty cluster of one node, for one test at a time. A cluster refuses keys that a script did not
 * declare.
 */
export async function freshCluster(): Promise<string> {
  cluster ??= startCluster();
  const admin = await cluster;
  await admin.flushall();
  return urlOf(admin, 0);
}

/** By default the nodes of a cluster talk on a port that a connection of another test may have. */
async function startCluster(): Promise<Redis> {
  const nodesPort = await freePort();
  return takeAllSlots(await startServer(['--cluster-enabled', 'yes', '--cluster-port', `${nodesPort}`]));
}

async function sharedServer(): Promise<Redis> {
  const given = process.env.TEST_VALKEY_URL;
  if (given === undefined) return unreferenced((await startServer()).admin);
  return unreferenced(connect(given));
}

/** Waits for the two seconds that a new cluster takes. */
async function takeAllSlots({ admin }: ValkeyServer): Promise<Redis> {
  await admin.cluster('ADDSLOTSRANGE', 0, 16_383);
  await until(async () => String(await admin.cluster('INFO')).includes('cluster_state:ok'));
  return unreferenced(admin);
}

/** Lets this process end although the client is connected. */
async function unreferenced(client: Redis): Promise<Redis> {
  await client.ping();
  if ('unref' in client.stream && typeof client.stream.unref === 'function') client.stream.unref();
  return client;
}

function urlOf({ options }: Redis, database: number): string {
  const url = new URL(`redis://${options.host}:${options.port}/${database}`);
  url.username = options.username ?? '';
  url.password = options.password ?? '';
  return url.href;
}

/** Returns a client that reconnects until its server runs. */
function connect(url: string): Redis {
  const client = new Redis(url, { retryStrategy: () => 10, maxRetriesPerRequest: null });
  client.on('error', () => {}); // It reconnects.
  return client;
}

async function startServer(options: readonly string[] = []): Promise<ValkeyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-valkey-'));
  const port = await freePort();
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, ...SETTINGS, ...options];
  let stop = spawnServer(args, folder);
  const admin = connect(`redis://127.0.0.1:${port}`);
  await admin.ping();
  const start = async () => {
    stop = spawnServer(args, folder);
    await admin.ping();
  };
  return { url: urlOf(admin, 0), admin, start, kill: () => stop() };
}

/** Returns a function that kills the server. */
function spawnServer(args: readonly string[], folder: string): () => Promise<void> {
  if (program === undefined) throw new Error(`Neither ${PROGRAMS.join(' nor ')} is on the PATH`);
  const server = spawn(program, args, { stdio: 'ignore', cwd: folder });
  const watcher = spawn('sh', ['-c', WATCHER, 'watcher', `${server.pid}`, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  server.unref();
  watcher.unref();
  return async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.ref();
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  };
}
