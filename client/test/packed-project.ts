import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Scope, temporaryFolder } from '@petstore/testing/folders.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const NOT_COPIED = new Set(['dist', 'node_modules']);

/** A project with the packed client as its only dependency. */
export interface PackedProject {
  folder: string;
  /** Returns the paths of the installed files, relative to the package. */
  files(): Promise<string[]>;
  read(file: string): Promise<string>;
}

let shared: Promise<PackedProject> | undefined;

/**
 * Packs the client with `npm pack` and installs it in an empty project, both without a network. All test files of this
 * process share the project, and each adds files with names of its own.
 */
export function packedProject(): Promise<PackedProject> {
  shared ??= makeProject({ after });
  return shared;
}

async function makeProject(t: Scope): Promise<PackedProject> {
  const tarball = await pack(t);
  const folder = await temporaryFolder(t);
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'adopt', private: true, type: 'module' }),
  );
  await npm(t, folder, ['install', '--offline', '--no-audit', '--no-fund', tarball]);
  const client = join(folder, 'node_modules', '@petstore', 'client');
  return {
    folder,
    files: () => filesOf(client),
    read: (file) => readFile(join(client, file), 'utf8'),
  };
}

/** Packs a copy, because packing rewrites `dist/`, which other processes may be reading. */
async function pack(t: Scope): Promise<string> {
  const workspace = await temporaryFolder(t);
  const [client, copy] = [join(REPOSITORY, 'client'), join(workspace, 'client')];
  const filter = (path: string) => !NOT_COPIED.has(relative(client, path));
  await cp(client, copy, { recursive: true, filter });
  await cp(join(REPOSITORY, 'tsconfig.json'), join(workspace, 'tsconfig.json'));
  await symlink(join(REPOSITORY, 'node_modules'), join(workspace, 'node_modules'));
  const destination = join(workspace, 'packed');
  await mkdir(destination);
  await npm(t, copy, ['pack', '--pack-destination', destination]);
  const [tarball, ...others] = await readdir(destination);
  if (tarball === undefined || others.length > 0) throw new Error(`npm packed ${tarball}, ${others}`);
  return join(destination, tarball);
}

/** Runs npm with its default configuration and an empty cache. */
async function npm(t: Scope, folder: string, args: readonly string[]): Promise<void> {
  const home = await temporaryFolder(t);
  const env = {
    PATH: process.env.PATH,
    npm_config_cache: join(home, 'cache'),
    npm_config_userconfig: join(home, 'npmrc'),
    npm_config_update_notifier: 'false',
  };
  await promisify(execFile)('npm', [...args], { cwd: folder, env });
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
}
