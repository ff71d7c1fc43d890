import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { installedFaults } from './audit-installed.ts';
import type { LockedPackage, Lockfile } from './audit-lockfile.ts';

const SOUND: LockedPackage = { version: '1.2.3', integrity: `sha512-${'A'.repeat(86)}==` };

function locking(packages: Lockfile['packages']): Lockfile {
  return { lockfileVersion: 3, packages };
}

/** A folder in which npm has installed the package `cat`. */
async function installation(t: TestContext, version = '1.2.3'): Promise<string> {
  const folder = await temporaryFolder(t);
  const record = { lockfileVersion: 3, packages: { 'node_modules/cat': { ...SOUND, version } } };
  await mkdir(join(folder, 'node_modules', 'cat'), { recursive: true });
  await writeFile(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify(record));
  await writeFile(join(folder, 'node_modules', 'cat', 'package.json'), JSON.stringify({ version }));
  return folder;
}

test('accepts an installation that equals the lockfile, without an optional package', async (t) => {
  const locked = locking({ 'node_modules/cat': SOUND, 'node_modules/dog': { ...SOUND, optional: true } });
  assert.deepEqual(await installedFaults(await installation(t), locked), []);
});

test('rejects an installation that differs from the lockfile', async (t) => {
  const other = await installedFaults(await installation(t, '1.2.4'), locking({ 'node_modules/cat': SOUND }));
  assert.match(other.join(), /^node_modules\/cat differs from the lockfile/);
  const different = locking({ 'node_modules/cat': { ...SOUND, integrity: `sha512-${'B'.repeat(86)}==` } });
  assert.match((await installedFaults(await installation(t), different)).join(), /differs from the lockfile/);
  const missing = await installedFaults(
    await installation(t),
    locking({ 'node_modules/cat': SOUND, 'node_modules/dog': SOUND }),
  );
  assert.match(missing.join(), /node_modules\/dog is in the lockfile but not installed/);
  const replaced = await installation(t);
  await writeFile(join(replaced, 'node_modules', 'cat', 'package.json'), '{"version":"6.6.6"}');
  assert.match(
    (await installedFaults(replaced, locking({ 'node_modules/cat': SOUND }))).join(),
    /has version 6\.6\.6 instead of 1\.2\.3/,
  );
  assert.match(
    (await installedFaults(await temporaryFolder(t), locking({ 'node_modules/cat': SOUND }))).join(),
    /node_modules is missing/,
  );
});
