import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { type RunningProcess, startProcess } from '@petstore/testing/processes/running-process.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';
import { debianRoot, noDebian, npmSettings, USER_ID } from './debian-root.ts';

/** Images by buildah, without a registry: the bases that the Dockerfile names are made of debootstrap's Debian and npm's Node. */

const STORAGE = join(tmpdir(), 'petstore-images');
const BUILDAH = '/usr/bin/buildah';
const RUNC = '/usr/sbin/runc';
const NAME = 'localhost/petstore';
/** What the slim image of Debian lacks, too, and what the other tests add to their Debian. */
const LEFT_OUT = [
  ...['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'var/cache/apt', 'var/lib/apt/lists', 'var/log'],
  ...['proc', 'dev', 'sys', 'tmp', 'home', 'usr/local/lib/node_modules', 'usr/local/bin'],
];

/** For `skip`: false if an image can be built and run, else why not. */
export const noImage: string | false = noDebian || explainMissing();

function explainMissing(): string | false {
  const missing = [BUILDAH, RUNC].find((program) => !existsSync(program));
  return missing === undefined ? false : skipReason('Tests of the image', `${missing} is not installed`);
}

/** The configuration of an image, as Docker names its members. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Volumes: Readonly<Record<string, unknown>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface Image {
  readonly config: ImageConfig;
  /** The size of its layers without compression, in MB, as `buildah images` prints it. */
  readonly megabytes: number;
  /** What is disposed of after the test, the last first. */
  readonly resources: DisposableStack;
}

export interface Container {
  readonly process: RunningProcess;
  /** Runs a program in the container. Returns its exit status and its output. */
  exec(...command: string[]): { status: number; out: string };
  /** Sends SIGTERM to the first process, as a container engine does. */
  terminate(): void;
}

function buildah(...args: string[]): string {
  const storage = ['--root', join(STORAGE, 'root'), '--runroot', join(STORAGE, 'run')];
  return execFileSync(BUILDAH, [...storage, '--storage-driver', 'overlay', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 26,
  }).trim();
}

/** Builds the image of the Dockerfile in a folder. */
export function buildImage(t: TestContext, folder: string): Image {
  const [, nodeTag = '', debianTag = ''] =
    /^FROM (node:\S+) AS build$[\s\S]*^FROM (debian:\S+)$/m.exec(
      readFileSync(join(folder, 'Dockerfile'), 'utf8'),
    ) ?? [];
  if (!nodeTag.startsWith(`node:${process.versions.node}-`)) {
    throw new Error(`The Dockerfile uses ${nodeTag}, and the lockfile Node ${process.versions.node}`);
  }
  const resources = new DisposableStack();
  t.after(() => resources.dispose());
  resources.defer(() => buildah('rmi', '--all', '--force'));
  resources.defer(() => buildah('rm', '--all'));
  makeBase(debianTag, 'scratch', addDebian);
  makeBase(nodeTag, debianTag, addNode);
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  const flags = [
    '--isolation',
    'chroot',
    '--pull-never',
    '--format',
    'docker',
    '--volume',
    `${cache}:/root/.npm`,
  ];
  buildah('build', ...flags, '--tag', NAME, folder);
  const [listed] = JSON.parse(buildah('images', '--json', NAME));
  const [, megabytes] = /^([\d.]+) MB$/.exec(listed.size) ?? [];
  return {
    config: JSON.parse(buildah('inspect', '--type', 'image', NAME)).Docker.config,
    megabytes: Number(megabytes),
    resources,
  };
}

/** Makes an image by changing another one: `change` gets the folder of its root, and returns environment variables. */
function makeBase(name: string, from: string, change: (root: string) => Record<string, string>): void {
  const container = buildah('from', '--pull-never', from);
  const variables = Object.entries(change(buildah('mount', container)));
  buildah('umount', container);
  for (const [variable, value] of variables) buildah('config', '--env', `${variable}=${value}`, container);
  buildah('commit', '--quiet', '--rm', container, `docker.io/library/${name}`);
}

function addDebian(root: string): Record<string, string> {
  const excluded = LEFT_OUT.map((path) => `--exclude=./${path}/*`);
  const copy = 'tar -C "$1" --one-file-system "$@" -cf - . | tar -C "$0" -xf -';
  execFileSync('sh', ['-c', copy.replace('"$@"', excluded.join(' ')), root, debianRoot()]);
  // The Dockerfile makes this user.
  const passwd = join(root, 'etc/passwd');
  writeFileSync(passwd, readFileSync(passwd, 'utf8').replace(/^petstore:.*\n/m, ''));
  return {};
}

/** Adds the Node that runs this test, and the npm of the other tests. */
function addNode(root: string): Record<string, string> {
  cpSync(process.execPath, join(root, 'usr/local/bin/node'), { dereference: true });
  const npm = 'usr/local/lib/node_modules/npm';
  mkdirSync(join(root, npm), { recursive: true });
  execFileSync('cp', ['-a', `${join(debianRoot(), npm)}/.`, join(root, npm)]);
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name));
  }
  return npmSettings(root);
}

/**
 * Starts a container of the image as `docker run --read-only --cap-drop ALL` does, with a volume for its data and a network of
 * its own.
 */
export async function runContainer(
  t: TestContext,
  { config, resources }: Image,
  data: string,
): Promise<Container> {
  const working = buildah('from', '--pull-never', NAME);
  const root = buildah('mount', working);
  chownSync(data, USER_ID, USER_ID);
  const bundle = await temporaryFolder(t);
  const state = await mkdtemp(join(tmpdir(), 'petstore-runc-'));
  const id = `petstore-${process.pid}-${Date.now()}`;
  const runc = ['--root', state];
  execFileSync(RUNC, ['spec'], { cwd: bundle });
  const spec = join(bundle, 'config.json');
  writeFileSync(spec, JSON.stringify(specOf(JSON.parse(readFileSync(spec, 'utf8')), { config, root, data })));
  const container = startProcess(t, RUNC, [...runc, 'run', '--bundle', bundle, id]);
  resources.defer(() => execFileSync(RUNC, [...runc, 'delete', '--force', id], { stdio: 'ignore' }));
  return {
    process: container,
    exec: (...command) => {
      try {
        const out = execFileSync(RUNC, [...runc, 'exec', id, ...command], {
          encoding: 'utf8',
          stdio: 'pipe',
        });
        return { status: 0, out };
      } catch (error) {
        const { status, stderr } = Object(error);
        return { status: Number(status), out: String(stderr) };
      }
    },
    terminate: () => void execFileSync(RUNC, [...runc, 'kill', id, 'TERM']),
  };
}

interface Contents {
  readonly config: ImageConfig;
  readonly root: string;
  readonly data: string;
}

/** Changes the example of `runc spec`: the image decides what runs, the engine how it is restricted. */
function specOf(
  example: { process: object; mounts: object[]; linux: object },
  { config, root, data }: Contents,
) {
  const [uid, gid] = config.User.split(':').map(Number);
  const [volume] = Object.keys(config.Volumes);
  return {
    ...example,
    root: { path: root, readonly: true },
    process: {
      ...example.process,
      terminal: false,
      user: { uid, gid },
      args: [...config.Entrypoint, ...config.Cmd],
      env: config.Env,
      cwd: config.WorkingDir,
      capabilities: {},
      noNewPrivileges: true,
    },
    mounts: [
      ...example.mounts,
      { destination: volume, type: 'bind', source: data, options: ['rbind', 'rw'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
    ],
  };
}
