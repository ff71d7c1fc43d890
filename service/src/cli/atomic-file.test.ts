import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { ExportError, writeFileAtomically } from './atomic-file.ts';

async function* texts(...parts: (string | Error)[]): AsyncGenerator<string> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

test('replaces a file once it is complete, and leaves no other file', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'pets.csv');
  await writeFile(path, 'old');
  await writeFileAtomically(path, texts('new', ' text'));
  assert.equal(await readFile(path, 'utf8'), 'new text');
  assert.deepEqual(await readdir(folder), ['pets.csv']);
});

test('a source that fails leaves the old file unchanged and no other file', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'pets.csv');
  await writeFile(path, 'old');
  await assert.rejects(
    writeFileAtomically(path, texts('new', new Error('the store broke'))),
    /the store broke/,
  );
  assert.equal(await readFile(path, 'utf8'), 'old');
  assert.deepEqual(await readdir(folder), ['pets.csv']);
});

test('replaces the target of a symbolic link and keeps the link', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'elsewhere'));
  await writeFile(join(folder, 'elsewhere', 'pets.csv'), 'old');
  await symlink(join('elsewhere', 'pets.csv'), join(folder, 'pets.csv'));
  await writeFileAtomically(join(folder, 'pets.csv'), texts('new'));
  assert.equal(await readFile(join(folder, 'elsewhere', 'pets.csv'), 'utf8'), 'new');
});

test('a full disk, a missing folder and a folder as target fail with a message that states what to do', async (t) => {
  const folder = await temporaryFolder(t);
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
  const cases: [string, RegExp, (string | Error)[]][] = [
    [join(folder, 'pets.csv'), /cannot write ".*": the disk is full: free some space/, ['text', full]],
    [
      join(folder, 'missing', 'pets.csv'),
      /cannot write ".*": its folder does not exist: create the folder first$/,
      ['text'],
    ],
    [folder, /cannot write ".*": it is a folder: name a file in it$/, ['text']],
  ];
  for (const [path, message, parts] of cases) {
    await assert.rejects(
      writeFileAtomically(path, texts(...parts)),
      (error) => error instanceof ExportError && message.test(error.message),
    );
  }
  assert.deepEqual(await readdir(folder), []);
});
