import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import type { Scope } from '../folders.ts';
import { freePort } from '../http/free-port.ts';
import { startProcess } from '../processes/running-process.ts';
import { skipReason } from '../skip-reason.ts';

/** A real PgBouncer in front of a PostgreSQL. */
export interface PgBouncer {
  /** The address of a database through it. */
  url: string;
  /** Runs a command of its console, such as `show pools`. */
  show(command: string): Promise<Record<string, unknown>[]>;
  start(): Promise<void>;
  /** Ends it with all of its connections. */
  stop(): Promise<void>;
}

/** With Debian's folder of PgBouncer, which is not on every user's PATH. */
const PATH = [process.env.PATH, '/usr/sbin', '/usr/local/sbin'].join(delimiter);

/** For `skip`: false if PgBouncer is installed, else why not. */
export const noPgBouncer: string | false = explainMissing();

function explainMissing(): string | false {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore', env: { PATH } });
    return false;
  } catch {
    return skipReason('Tests behind PgBouncer', 'pgbouncer is not on the PATH');
  }
}

/**
 * Starts PgBouncer in transaction mode in front of the server of `database`, and stops it after the test.
 *
 * @param settings lines for its section `pgbouncer`.
 */
export async function startPgBouncer(
  t: Scope,
  database: string,
  settings: readonly string[] = [],
): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(database);
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'petstore-pgbouncer-')), await freePort()];
  const [config, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users')];
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    `admin_users = ${username}`,
    'pool_mode = transaction',
    ...settings,
  ];
  await writeFile(config, lines.join('\n'));
  await writeFile(users, `"${username}" "${password}"\n`);
  // It refuses to run as root, and reads its files as the other user.
  await chmod(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []; // cspell:disable-line
  const start = () => startProcess(t, 'pgbouncer', [...user, config], { env: { PATH } });
  const isUp = /process up: /;
  let running = start();
  t.after(() => running.stop().then(() => rm(folder, { recursive: true })));
  await running.printed(isUp);
  const url = new URL(database);
  url.port = `${port}`;
  return {
    url: url.href,
    show: (command) => ask(url, command),
    start: async () => {
      running = start();
      await running.printed(isUp);
    },
    stop: async () => {
      // SIGINT and SIGTERM have other meanings in newer versions.
      running.kill('SIGQUIT');
      await running.ended;
    },
  };
}

async function ask(url: URL, command: string): Promise<Record<string, unknown>[]> {
  const console = new URL(url);
  console.pathname = 'pgbouncer';
  const client = new pg.Client({ connectionString: console.href });
  await client.connect();
  try {
    return (await client.query(command)).rows;
  } finally {
    await client.end();
  }
}
