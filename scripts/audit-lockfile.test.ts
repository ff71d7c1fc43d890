import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type LockedPackage, type Lockfile, lockfileFaults } from './audit-lockfile.ts';

const LINUX = { platform: 'linux', arch: 'x64' };
const INTEGRITY = `sha512-${'A'.repeat(86)}==`;
const SOUND: LockedPackage = { version: '1.2.3', integrity: INTEGRITY };

/** A lockfile with one workspace and one package with the fields of `changed`. */
function lockfile(changed: LockedPackage = {}, path = 'node_modules/cat'): Lockfile {
  return {
    lockfileVersion: 3,
    packages: {
      '': { workspaces: ['shop'], devDependencies: { cat: '1.2.3' } },
      shop: { dependencies: { cat: '1.2.3' } },
      'node_modules/shop': { resolved: 'shop', link: true },
      [path]: { ...SOUND, ...changed },
    },
  };
}

function faultsOf(locked: Lockfile, allowed: readonly string[] = []): string[] {
  return lockfileFaults(locked, new Set(allowed), LINUX);
}

const WITHIN_THE_RULES: Record<string, LockedPackage> = {
  'nothing but version and integrity': {},
  'a URL of a registry': { resolved: 'https://packages.example/cat/-/cat-1.2.3.tgz' },
  'a registry with a path of its own': { resolved: 'https://packages.example/npm/cat/-/cat-1.2.3.tgz' },
  'a version before a release': { version: '1.2.3-rc.1' },
  'ranges and aliases of others': { dependencies: { dog: '^1 || >=2.0', owl: 'npm:@farm/owl@^3', fly: '' } },
  'an install script for another system': { hasInstallScript: true, os: ['darwin'] },
  'an install script for another processor': { hasInstallScript: true, os: ['linux'], cpu: ['!x64'] },
};

for (const [what, changed] of Object.entries(WITHIN_THE_RULES)) {
  test(`accepts a lockfile with ${what}`, () => {
    assert.deepEqual(faultsOf(lockfile(changed)), []);
  });
}

const OUTSIDE_THE_RULES: Record<string, [LockedPackage, RegExp]> = {
  'no integrity': [{ integrity: '' }, /^node_modules\/cat has no integrity of SHA-512$/],
  'an integrity of SHA-1': [{ integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, /integrity/],
  'an integrity that is too short': [{ integrity: 'sha512-AAAA' }, /integrity/],
  'a second, weaker integrity': [
    { integrity: `sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk= ${INTEGRITY}` },
    /integrity/,
  ],
  'a range for a version': [{ version: '^1.2.3' }, /exact version/],
  'no version': [{ version: '' }, /exact version/],
  'a URL without TLS': [{ resolved: 'http://packages.example/cat/-/cat-1.2.3.tgz' }, /not resolved/],
  'the URL of another package': [
    { resolved: 'https://packages.example/dog/-/dog-1.2.3.tgz' },
    /not resolved/,
  ],
  'the URL of another version': [
    { resolved: 'https://packages.example/cat/-/cat-1.2.4.tgz' },
    /not resolved/,
  ],
  'a URL of git': [{ resolved: 'git+ssh://git@code.example/cat.git#0123abc' }, /not resolved/],
  'a URL of an archive': [{ resolved: 'https://code.example/cat/archive/main.tar.gz' }, /not resolved/],
  'a URL with a password': [{ resolved: 'https://a:b@p.example/cat/-/cat-1.2.3.tgz' }, /not resolved/],
  'a file': [{ resolved: 'file:../cat-1.2.3.tgz' }, /not resolved/],
  'a link outside of the workspaces': [{ link: true, resolved: '../cat' }, /no workspace/],
  'a dependency on git': [
    { dependencies: { dog: 'git+https://code.example/dog.git' } },
    /depends on dog from git/,
  ],
  'a dependency on a repository': [{ optionalDependencies: { dog: 'farm/dog' } }, /depends on dog from git/],
  'a dependency on a file': [{ dependencies: { dog: 'file:../dog' } }, /depends on dog from git/],
  'an install script': [{ hasInstallScript: true }, /install script/],
  'an install script for this system': [
    { hasInstallScript: true, os: ['linux'], cpu: ['x64'] },
    /install script/,
  ],
};

for (const [what, [changed, expected]] of Object.entries(OUTSIDE_THE_RULES)) {
  test(`rejects a lockfile with ${what}, and quotes no URL`, () => {
    const faults = faultsOf(lockfile(changed));
    assert.equal(faults.length, 1, faults.join());
    assert.match(faults.join(), expected);
    assert.doesNotMatch(faults.join(), /\.example/);
  });
}

test('accepts an install script of a package in allowScripts, but not of an alias with its name', () => {
  assert.deepEqual(faultsOf(lockfile({ hasInstallScript: true }), ['cat']), []);
  assert.deepEqual(
    faultsOf(lockfile({ hasInstallScript: true }, 'node_modules/a/node_modules/cat'), ['cat']),
    [],
  );
  const impostor = lockfile({ name: 'dog', hasInstallScript: true });
  assert.match(faultsOf(impostor, ['cat']).join(), /install script/);
});

test('rejects a range in our own dependencies, a folder that is no workspace, and another lockfile version', () => {
  const ranged = lockfile();
  ranged.packages.shop = { dependencies: { cat: '^1.2.3' } };
  assert.deepEqual(faultsOf(ranged), ['shop depends on cat without an exact version']);
  ranged.packages.shop = { dependencies: { cat: '*', shop: '*' } };
  ranged.packages['node_modules/shop'] = { resolved: 'shop', link: true };
  assert.deepEqual(faultsOf(ranged), ['shop depends on cat without an exact version']);
  const stray = lockfile();
  stray.packages.elsewhere = {};
  assert.deepEqual(faultsOf(stray), ['elsewhere is no workspace of package.json']);
  assert.match(faultsOf({ ...lockfile(), lockfileVersion: 1 }).join(), /version 1/);
});

test('accepts the lockfile of this repository', async () => {
  const root = join(import.meta.dirname, '..');
  const locked: Lockfile = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const manifest: { allowScripts: object } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  assert.ok(Object.keys(locked.packages).length > 100);
  assert.deepEqual(lockfileFaults(locked, new Set(Object.keys(manifest.allowScripts)), LINUX), []);
});
