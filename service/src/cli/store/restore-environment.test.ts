import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { readEnvironment } from '../../platform/database/sqlite/store-facts.ts';

/** Creates a production store, and a backup of a staging store. */
async function begin(t: TestContext) {
  const folder = await temporaryFolder(t);
  const [store, path, backup] = [sqliteIn(folder), join(folder, 'petstore.db'), join(folder, 'staging.db')];
  for (const [file, environment] of [
    [`sqlite:${backup}`, 'staging'],
    [store, 'production'],
  ] as const) {
    await runCommand(file, ['accounts', 'create', 'Zoo', '--plan', 'free', '--env', environment]);
  }
  const restore = (...args: string[]) => runCommand(store, ['restore', backup, '--force', '--yes', ...args]);
  return { path, restore };
}

test('restore rejects a backup of the other environment, unless a flag decides which one the store keeps', async (t) => {
  const { path, restore } = await begin(t);
  for (const flags of [[], ['--env', 'production']]) {
    const { status, out, err } = await restore(...flags);
    assert.deepEqual([status, out], [1, '']);
    assert.match(err, /^petstore: the backup is of a staging store, but this one is for production: .*\n$/);
    assert.equal(readEnvironment(path), 'production');
  }
  for (const [environment, ...flags] of [
    ['production', '--change-environment'],
    ['staging', '--env', 'staging'],
  ] as const) {
    const { status, err } = await restore(...flags);
    assert.deepEqual([status, err], [0, '']);
    assert.equal(readEnvironment(path), environment);
  }
});
