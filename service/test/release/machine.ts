import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { skipReason } from '@petstore/testing/skip-reason.ts';
import { until } from '@petstore/testing/until.ts';
import { debianRoot, noDebian } from './debian-root.ts';

/** Bytes that a command may print: more than openapi.json has. */
const MAX_OUTPUT = 16 * 1024 * 1024;

/** A Debian 12 that boots with systemd in a container of systemd-nspawn, with a network of its own. */
export interface Machine {
  /** The folder that is its root. */
  readonly root: string;
  /** Runs shell commands as root, and returns what they printed. Throws if one fails. */
  run(script: string): string;
  /** Stops it as by the power button, and boots it again. */
  reboot(): Promise<void>;
}

/** What the root has besides a minimal Debian. Caddy and nginx are installed before, because the machine has no network. */
const PACKAGES = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates', 'curl', 'caddy', 'nginx-light'];
const READY = `.ready-${PACKAGES.join('-')}`;
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** For `skip`: false if such a machine can be started, else why not. */
export const noMachine: string | false = noDebian || explainMissing();

function explainMissing(): string | false {
  const what = 'Tests on a Debian with systemd';
  if (!existsSync('/usr/bin/systemd-nspawn')) {
    return skipReason(what, 'systemd-nspawn (Debian: systemd-container) is not installed');
  }
  try {
    accessSync('/sys/fs/cgroup', constants.W_OK);
    return false;
  } catch {
    return skipReason(what, '/sys/fs/cgroup is read-only');
  }
}

export async function startMachine(t: TestContext): Promise<Machine> {
  const root = join(tmpdir(), 'petstore-machine');
  rmSync(root, { recursive: true, force: true });
  execFileSync('cp', ['-a', '--reflink=auto', baseRoot(), root]);
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  let booted = await boot(root);
  t.after(async () => {
    await booted.stop();
    rmSync(root, { recursive: true, force: true });
  });
  return {
    root,
    run: (script) => booted.run(script),
    reboot: async () => {
      await booted.stop();
      booted = await boot(root);
    },
  };
}

/** Makes the root that each machine starts from. It is kept among the temporary files. */
function baseRoot(): string {
  const minimal = debianRoot();
  const root = join(tmpdir(), 'petstore-machine-base');
  if (existsSync(join(root, READY))) return root;
  rmSync(root, { recursive: true, force: true });
  execFileSync('cp', ['-a', minimal, root]);
  copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'));
  const inRoot = (line: string) =>
    execFileSync(
      'chroot',
      [root, 'env', `PATH=${PATH}`, 'DEBIAN_FRONTEND=noninteractive', 'sh', '-ec', line],
      {
        stdio: 'ignore',
      },
    );
  inRoot(`apt-get update -qq && apt-get install -y -qq --no-install-recommends ${PACKAGES.join(' ')}`);
  // The document starts it after Caddy, which has the same ports.
  inRoot('systemctl disable --quiet nginx');
  // The document makes this user.
  inRoot("sed -i '/^petstore:/d' /etc/passwd");
  writeFileSync(join(root, READY), '');
  return root;
}

async function boot(root: string) {
  const flags = ['--quiet', '--boot', '--private-network', '--register=no', '--keep-unit', '--console=pipe'];
  const container = spawn('systemd-nspawn', [...flags, '-D', root], { stdio: 'ignore' });
  const ended = once(container, 'exit');
  const leader = () => {
    const children = `/proc/${container.pid}/task/${container.pid}/children`;
    return existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ')[0] : undefined;
  };
  const shell = (script: string) =>
    spawnSync(
      'nsenter',
      [
        ...[
          '-t',
          leader() ?? '',
          '-m',
          '-p',
          '-u',
          '-i',
          '-n',
          'env',
          '-i',
          `PATH=${PATH}`,
          'HOME=/root',
          'LANG=C.UTF-8',
        ],
        ...['sh', '-ec', `cd /root\n${script}`],
      ],
      { encoding: 'utf8', timeout: 120_000, maxBuffer: MAX_OUTPUT },
    );
  await until(async () => {
    if (container.exitCode !== null) throw new Error('systemd-nspawn ended');
    return /running|degraded/.test(shell('systemctl is-system-running').stdout ?? '');
  });
  return {
    run: (script: string): string => {
      const { status, stdout, stderr } = shell(script);
      if (status !== 0) throw new Error(`status ${status} of:\n${script}\n${stdout}${stderr}`);
      return stdout;
    },
    stop: async () => {
      container.kill('SIGTERM');
      await ended;
    },
  };
}
