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

/** A folder in which the package `cat` is installed, as npm notes it. */
async function installation(t: TestContext, version = '1.2.3'): Promise<string> {
  const folder = await temporaryFolder(t);
  const noted = { lockfileVersion: 3, packages: { 'node_modules/cat': { ...SOUND, version } } };
  await mkdir(join(folder, 'node_modules', 'cat'), { recursive: true });
  await writeFile(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify(noted));
  await writeFile(join(folder, 'node_modules', 'cat', 'package.json'), JSON.stringify({ version }));
  return folder;
}

test('an installation passes that is what was locked, without what is optional', async (t) => {
  const locked = locking({ 'node_modules/cat': SOUND, 'node_modules/dog': { ...SOUND, optional: true } });
  assert.deepEqual(await installedFaults(await installation(t), locked), []);
});

test('an installation is refused that is another than was locked', async (t) => {
  const other = await installedFaults(await installation(t, '1.2.4'), locking({ 'node_modules/cat': SOUND }));
  assert.match(other.join(), /^node_modules\/cat is installed otherwise than it is locked/);
  const different = locking({ 'node_modules/cat': { ...SOUND, integrity: `sha512-${'B'.repeat(86)}==` } });
  assert.match((await installedFaults(await installation(t), different)).join(), /otherwise/);
  const missing = await installedFaults(
    await installation(t),
    locking({ 'node_modules/cat': SOUND, 'node_modules/dog': SOUND }),
  );
  assert.match(missing.join(), /node_modules\/dog is locked and not installed/);
  const replaced = await installation(t);
  await writeFile(join(replaced, 'node_modules', 'cat', 'package.json'), '{"version":"6.6.6"}');
  assert.match(
    (await installedFaults(replaced, locking({ 'node_modules/cat': SOUND }))).join(),
    /has version 6\.6\.6, and 1\.2\.3/,
  );
  assert.match(
    (await installedFaults(await temporaryFolder(t), locking({ 'node_modules/cat': SOUND }))).join(),
    /node_modules is missing/,
  );
});
