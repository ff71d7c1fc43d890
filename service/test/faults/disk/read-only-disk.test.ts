// Runs in a process of its own.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { enterOwnMounts } from '../namespaces/mount-namespace.ts';
import {
  assertOneLine,
  assertSound,
  assertUnavailable,
  crash,
  makeStore,
  refusedStart,
  serveStore,
  stop,
} from './served-store.ts';
import { SmallDisk } from './small-disk.ts';

/** A real disk that is mounted read-only. */

const skip = enterOwnMounts();
const READ_ONLY = 'The store is on a read-only file system. The operator must make it writable.';

for (const before of ['a stop', 'a crash'] as const) {
  test(`after ${before} and a start on a read-only disk, reads succeed, and writes when it is writable`, {
    skip,
  }, async (t) => {
    const disk = new SmallDisk(t, 16);
    const path = disk.path('petstore.db');
    const { serving, key, send } = await serveStore(t, path);
    const body = { name: 'Bella', categoryId: 1 };
    assert.equal((await send('/v1/pets', { method: 'POST', key, body })).status, 201);
    if (before === 'a stop') await stop(serving);
    else await crash(serving);
    disk.makeReadOnly();
    const again = await serveStore(t, path, key);
    assert.equal((await again.send('/v1/pets/1', { key })).status, 200);
    const add = () => again.send('/v1/pets', { method: 'POST', key, body });
    assertUnavailable(await add(), READ_ONLY);
    const { json } = await again.send('/readyz');
    assert.equal(at(json, 'note'), `The store can be read, but not be written: ${READ_ONLY}`);
    disk.makeWritable();
    await until(async () => (await add()).status === 201);
    assert.match(await refusedStart(t, path), /another "petstore serve" is using/);
    await stop(again.serving);
    await assertSound(path);
  });
}

test('a start on a read-only disk fails with one line for a new store', { skip }, async (t) => {
  const disk = new SmallDisk(t, 16);
  disk.makeReadOnly();
  assert.equal(await refusedStart(t, disk.path('petstore.db')), `petstore: ${READ_ONLY}\n`);
});

test('on a read-only disk commands that read succeed, and the others fail with one line', {
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
  ]) {
    const { status, err } = await runCommand(`sqlite:${path}`, args);
    assert.equal(status, 0, err);
  }
  for (const args of [
    ['accounts', 'create', 'Other', '--plan', 'free'],
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
  assert.match(doctor.out, /wrong +store: The store is on a read-only file system/);
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
