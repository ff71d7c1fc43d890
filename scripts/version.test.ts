import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { VERSION } from '../service/src/core/version.ts';

const ROOT = join(import.meta.dirname, '..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Manifest {
  readonly version: string;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest => JSON.parse(textOf(join(folder, 'package.json')));

test('every package of the repository has the version of the service, also where another depends on it', () => {
  for (const folder of ['.', ...(manifestOf('.').workspaces ?? [])]) {
    const { version, dependencies, devDependencies } = manifestOf(folder);
    assert.equal(version, VERSION, `${folder}/package.json`);
    for (const [name, required] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (name.startsWith('@petstore/')) assert.equal(required, VERSION, `${folder}: ${name}`);
    }
  }
});

test('the lockfile, compose.yaml and the README of the client name the same version', () => {
  const lock: { version: string; packages: Record<string, Manifest> } = JSON.parse(
    textOf('package-lock.json'),
  );
  assert.deepEqual([lock.version, lock.packages['']?.version], [VERSION, VERSION]);
  assert.match(textOf('compose.yaml'), new RegExp(`image: petstore:${RegExp.escape(VERSION)}\n`));
  const tarballs = [...textOf('client/README.md').matchAll(/petstore-client-([^\s`]+)\.tgz/g)];
  assert.ok(tarballs.length > 0);
  for (const [file, version] of tarballs) assert.equal(version, VERSION, file);
});
