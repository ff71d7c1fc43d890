// Runs in a process of its own.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { enterOwnMounts } from '../namespaces/mount-namespace.ts';
import { assertOneLine, makeStore, refusedStart, serveStore, stop } from './served-store.ts';
import { SmallDisk } from './small-disk.ts';

/** A real disk that is mounted read-only. */

const skip = enterOwnMounts();

test('a start on a read-only disk fails with one line, and succeeds when the disk is writable', {
  skip,
}, async (t) => {
  const disk = new SmallDisk(t, 16);
  const path = disk.path('petstore.db');
  const key = await makeStore(path);
  disk.makeReadOnly();
  assert.match(await refusedStart(t, path), /^petstore: The store cannot be .*\. The operator must .*\n$/);
  disk.makeWritable();
  const { serving, send } = await serveStore(t, path, key);
  assert.equal((await send('/v1/pets', { key })).status, 200);
  await stop(serving);
  disk.makeReadOnly();
  assert.match(await refusedStart(t, path), /^petstore: The store cannot be .*\. The operator must .*\n$/);
});

test('every command on a read-only disk fails with one line that calls the store neither damaged nor missing', {
  skip,
}, async (t) => {
  const disk = new SmallDisk(t, 16);
  const path = disk.path('petstore.db');
  await makeStore(path);
  const elsewhere = await temporaryFolder(t);
  disk.makeReadOnly();
  for (const args of [
    ['accounts', 'list'],
    ['pets', 'export', join(elsewhere, 'pets.csv')],
    ['backup', join(elsewhere, 'backup.db')],
    ['restore', path, '--force'],
  ]) {
    const { status, out, err } = await runCommand(`sqlite:${path}`, args);
    assert.deepEqual([status, out], [1, ''], err);
    assertOneLine(err);
    assert.doesNotMatch(err, /damaged|no store|no such file/, args.join(' '));
  }
  const doctor = await runCommand(`sqlite:${path}`, ['doctor']);
  assert.equal(doctor.status, 1);
  assert.match(doctor.out, /wrong +store: The store cannot be /);
});

test('a backup and an export to a read-only disk fail with one line', { skip }, async (t) => {
  const disk = new SmallDisk(t, 1);
  const store = sqliteIn(await temporaryFolder(t));
  await makeStore(store.replace('sqlite:', ''));
  disk.makeReadOnly();
  for (const args of [
    ['backup', disk.path('backup.db')],
    ['pets', 'export', disk.path('pets.csv')],
  ]) {
    const { status, out, err } = await runCommand(store, args);
    assert.deepEqual([status, out], [1, ''], err);
    assertOneLine(err);
    assert.match(err, /read-only|only be read/);
  }
  assert.deepEqual(disk.files(), []);
});
