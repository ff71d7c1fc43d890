import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { VERSION } from '../service/src/platform/core/version.ts';

const ROOT = join(import.meta.dirname, '..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Manifest {
  readonly version?: string;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest => JSON.parse(textOf(join(folder, 'package.json')));

test('package.json and the published client have the version of the service, and no other package has one', () => {
  assert.equal(manifestOf('.').version, VERSION);
  for (const folder of manifestOf('.').workspaces ?? []) {
    const { version, dependencies, devDependencies } = manifestOf(folder);
    assert.equal(version, folder === 'client' ? VERSION : undefined, `${folder}/package.json`);
    for (const [name, required] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (name.startsWith('@petstore/')) assert.equal(required, '*', `${folder}: ${name}`);
    }
  }
});

test('the manifests, compose files and commands of the deployment name the same version', () => {
  const files = ['compose.yaml', ...globSync('deploy/{compose/compose,kubernetes/*}.yaml', { cwd: ROOT })];
  assert.equal(files.length, 4);
  for (const file of files) {
    const images = [...textOf(file).matchAll(/ image: petstore:(\S+)/g)].map(([, version]) => version);
    assert.deepEqual(images, [VERSION], file);
  }
  const guide = textOf('docs/deploy.md');
  const archive = `tar -xzf petstore-${VERSION}-linux-x64.tar.gz -C /opt\nln -sfn petstore-${VERSION} /opt/petstore\n`;
  for (const command of [archive, `docker build -t petstore:${VERSION} .\n`]) {
    assert.ok(guide.includes(command), command);
  }
});

test('the Python client and its README name the same version', () => {
  const [, version] = /^version = "(.+)"$/m.exec(textOf('python/pyproject.toml')) ?? [];
  const [, named] = /petstore_client-(.+)-py3-none-any\.whl/.exec(textOf('python/README.md')) ?? [];
  assert.deepEqual([version, named], [VERSION, VERSION]);
});

test('the lockfile and the README of the client name the same version', () => {
  const lock: { version: string; packages: Record<string, Manifest> } = JSON.parse(
    textOf('package-lock.json'),
  );
  assert.deepEqual([lock.version, lock.packages['']?.version], [VERSION, VERSION]);
  const tarballs = [...textOf('client/README.md').matchAll(/petstore-client-([^\s`]+)\.tgz/g)];
  assert.ok(tarballs.length > 0);
  for (const [file, version] of tarballs) assert.equal(version, VERSION, file);
});

test('the document of this version is kept, so that later ones are compared with it', () => {
  const [first, last, ...others] = globSync('service/test/release/published/*.json', { cwd: ROOT }).sort();
  const folder = 'service/test/release/published';
  assert.deepEqual([first, last, others], [`${folder}/1.0.0.json`, `${folder}/${VERSION}.json`, []]);
});
