// cspell:ignore seccomp xferlog XFSZ
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Scope } from '../folders.ts';
import { freePort } from '../http/free-port.ts';
import { startProcess } from '../processes/running-process.ts';
import { skipReason } from '../skip-reason.ts';
import { until } from '../until.ts';

/** With Debian's folder of vsftpd, which is not on every user's PATH. */
const PATH = [process.env.PATH, '/usr/sbin', '/usr/local/sbin'].join(delimiter);

/** For `skip`: false if vsftpd is installed, else why not. */
export const noVsftpd: string | false = explainMissing();

function explainMissing(): string | false {
  try {
    execFileSync('vsftpd', ['-v'], { stdio: 'ignore', env: { PATH } });
    return false;
  } catch {
    return skipReason('Tests with an FTP server', 'vsftpd is not on the PATH');
  }
}

export interface TestFtpServer {
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** What it has stored. */
  readonly files: string;
  /** Its log of commands so far. */
  log(): Promise<string>;
  /** Ends it with all of its connections. */
  dropAll(): Promise<void>;
  /** Starts it again, with settings that replace those that it had. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>;
}

/** The only user that vsftpd knows without PAM: its anonymous one, whose password is in a list. */
const USERNAME = 'ftp';
const PASSWORD = 'correct-horse';

/**
 * Starts a real vsftpd on a free port of 127.0.0.1, and stops it after the test. It runs as the user of the test, so that it needs
 * neither root nor accounts of the machine.
 *
 * @param settings what differs from the default, such as `{ anon_max_rate: '1000' }`.
 * @param maxFileBytes a file of more bytes does not fit, as on a full disk; its log neither.
 */
export async function startVsftpd(
  t: Scope,
  settings: Readonly<Record<string, string>> = {},
  maxFileBytes?: number,
): Promise<TestFtpServer> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'petstore-ftp-')), await freePort()];
  const [root, empty, passwords, config, log] = ['files', 'empty', 'passwords', 'vsftpd.conf', 'log'].map(
    (name) => join(folder, name),
  ) as [string, string, string, string, string]; // one for each name
  await Promise.all([mkdir(root), mkdir(empty), writeFile(passwords, `${PASSWORD}\n`)]);
  let all: Readonly<Record<string, string>> = {
    listen: 'YES',
    listen_address: '127.0.0.1',
    listen_port: `${port}`,
    background: 'NO',
    run_as_launching_user: 'YES',
    seccomp_sandbox: 'NO',
    anonymous_enable: 'YES',
    anon_root: root,
    secure_chroot_dir: empty,
    secure_email_list_enable: 'YES',
    email_password_file: passwords,
    write_enable: 'YES',
    anon_upload_enable: 'YES',
    anon_mkdir_write_enable: 'YES',
    anon_other_write_enable: 'YES',
    anon_world_readable_only: 'NO',
    // A wrong password costs a test no seconds.
    delay_failed_login: '0',
    // A new session for the data would be one that someone else could have opened.
    require_ssl_reuse: 'YES',
    log_ftp_protocol: 'YES',
    xferlog_enable: 'YES',
    xferlog_std_format: 'NO',
    vsftpd_log_file: log,
    ...settings,
  };
  // With its connections it is a group of processes of its own.
  const start = async () => {
    const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(config, lines.join(''));
    // A shell counts in blocks of 512 bytes. Without the trap, the kernel would end it.
    const limit = maxFileBytes === undefined ? '' : `trap '' XFSZ; ulimit -f ${maxFileBytes / 512};`;
    const command = `${limit} exec vsftpd ${config}`;
    const server = startProcess(t, 'sh', ['-c', command], { env: { PATH }, detached: true });
    // It does not report when it listens.
    await until(() => listens(port));
    return server;
  };
  let running = await start();
  const dropAll = async () => {
    process.kill(-running.pid, 'SIGKILL');
    await running.ended;
  };
  t.after(async () => {
    // Only then: it would write to its log while the folder is removed.
    await dropAll();
    await rm(folder, { recursive: true });
  });
  return {
    port,
    username: USERNAME,
    password: PASSWORD,
    files: root,
    log: () => readFile(log, 'utf8'),
    dropAll,
    start: async (changes = {}) => {
      all = { ...all, ...changes };
      running = await start();
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
