import assert from 'node:assert/strict';
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { storePath } from './store-path.ts';

test('resolves links to a file, to a missing file and through a folder to the same path', async (t) => {
  const folder = await realpath(await temporaryFolder(t));
  const at = (name: string) => join(folder, name);
  await mkdir(at('data'));
  await symlink('data/store.db', at('link.db'));
  await symlink(at('link.db'), at('second.db'));
  await symlink('data', at('folder'));
  const paths = ['data/store.db', 'link.db', 'second.db', 'folder/store.db'].map(at);
  for (const path of paths) assert.equal(storePath(path), at('data/store.db'), path);
  await writeFile(at('data/store.db'), '');
  for (const path of paths) assert.equal(storePath(path), at('data/store.db'), path);
});

test('returns a path that cannot be resolved unchanged', async (t) => {
  const folder = await realpath(await temporaryFolder(t));
  await symlink('loop.db', join(folder, 'loop.db'));
  assert.equal(storePath(join(folder, 'loop.db')), join(folder, 'loop.db'));
  assert.equal(storePath(join(folder, 'none/store.db')), join(folder, 'none/store.db'));
});
