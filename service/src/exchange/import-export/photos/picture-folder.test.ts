import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { examplePicture } from '@petstore/testing/pictures/example-pictures.ts';
import { PictureFileError, PictureFolder } from './picture-folder.ts';

const OTHER_USER_ID = 65_534;
const PNG = Buffer.from('\x89PNG\r\n', 'latin1');

/** A folder `pictures` with `rex.png` and `cats/tom.png`, next to a file that no name may reach. */
async function pictures(t: TestContext) {
  const parent = await temporaryFolder(t);
  const path = join(parent, 'pictures');
  await mkdir(join(path, 'cats'), { recursive: true });
  await writeFile(join(path, 'rex.png'), PNG);
  await writeFile(join(path, 'cats', 'tom.png'), PNG);
  await writeFile(join(parent, 'secret.png'), PNG);
  await mkdir(join(parent, 'pictures-of-others'));
  await writeFile(join(parent, 'pictures-of-others', 'rex.png'), PNG);
  const folder = await PictureFolder.open(path);
  const reason = (name: string) =>
    folder.read(name).then(
      () => 'read',
      (error: unknown) => {
        assert.ok(error instanceof PictureFileError, String(error));
        return error.message;
      },
    );
  return { parent, path, folder, reason };
}

test('reads a picture of the folder and of a folder in it, with its digest', async (t) => {
  const { folder } = await pictures(t);
  const rex = await folder.read('rex.png');
  assert.deepEqual([rex.content, rex.digest.length], [PNG, 64]);
  assert.equal((await folder.read('cats/tom.png')).digest, rex.digest);
});

test('finds a name in NFD of a file or folder whose name is in NFC, and the other way round', async (t) => {
  for (const [stored, sent] of [
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ] as const) {
    const { path, reason } = await pictures(t);
    const names = ['jalapeño.png', 'Zoë/Ångström.png'];
    // NFD of Hangul takes up to three times the bytes: more than the name of a file may have.
    if (stored === 'NFC') names.push(`${'강아지'.repeat(20)}.png`);
    for (const name of names) {
      const file = join(path, name.normalize(stored));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, PNG);
    }
    for (const name of names) assert.equal(await reason(name.normalize(sent)), 'read', name);
    assert.equal(await reason('Zoé.png'.normalize(sent)), 'is not in the folder');
  }
});

test('of two files whose names differ in code points only, each is found by its own name', async (t) => {
  const { path, folder } = await pictures(t);
  const other = Buffer.concat([PNG, PNG]);
  await writeFile(join(path, 'é.png'.normalize('NFC')), PNG);
  await writeFile(join(path, 'é.png'.normalize('NFD')), other);
  assert.deepEqual((await folder.read('é.png'.normalize('NFC'))).content, PNG);
  assert.deepEqual((await folder.read('é.png'.normalize('NFD'))).content, other);
});

test('a name in other code points does not lead out of the folder', async (t) => {
  const { parent, path, reason } = await pictures(t);
  const [composed, decomposed] = ['é'.normalize('NFC'), 'é'.normalize('NFD')];
  await writeFile(join(parent, `${decomposed}.png`), PNG);
  await symlink(`../${decomposed}.png`, join(path, `${decomposed}.png`));
  await symlink(parent, join(path, decomposed));
  for (const name of [
    `${composed}.png`,
    `${composed}/secret.png`,
    `${decomposed}/${composed}.png`,
    `../${composed}.png`,
  ])
    assert.equal(await reason(name), 'is outside of the folder', name);
  assert.equal(await reason(`${composed}/none.png`), 'is outside of the folder');
});

test('rejects every name that leads out of the folder', async (t) => {
  const { parent, reason } = await pictures(t);
  const names = [
    '../secret.png',
    '..',
    'cats/../../secret.png',
    'cats/../rex.png',
    '..\\secret.png',
    'cats\\..\\..\\secret.png',
    '../pictures-of-others/rex.png',
    join(parent, 'secret.png'),
    join(parent, 'pictures', 'rex.png'),
    '/etc/passwd',
  ];
  for (const name of names) assert.equal(await reason(name), 'is outside of the folder', name);
});

test('rejects a symbolic link that leaves the folder, and follows one that stays in it', async (t) => {
  const { parent, path, reason } = await pictures(t);
  await symlink('../secret.png', join(path, 'file'));
  await symlink(parent, join(path, 'folder'));
  await symlink('../pictures-of-others', join(path, 'sibling'));
  await symlink('folder', join(path, 'chain'));
  await symlink('rex.png', join(path, 'alias.png'));
  await symlink('circle', join(path, 'circle'));
  for (const name of ['file', 'folder/secret.png', 'sibling/rex.png', 'chain/secret.png'])
    assert.equal(await reason(name), 'is outside of the folder', name);
  assert.equal(await reason('alias.png'), 'read');
  assert.equal(await reason('circle'), 'is a symbolic link in a circle');
});

test('a folder that is itself a symbolic link is read', async (t) => {
  const { parent, path } = await pictures(t);
  await symlink(path, join(parent, 'link'));
  const folder = await PictureFolder.open(join(parent, 'link'));
  assert.deepEqual((await folder.read('rex.png')).content, PNG);
});

test('rejects what is no picture file, with the reason', async (t) => {
  const { path, reason } = await pictures(t);
  await writeFile(join(path, 'text.jpg'), 'hello');
  await writeFile(join(path, 'empty.jpg'), '');
  await writeFile(join(path, 'heic.jpg'), await examplePicture('iphone.heic'));
  await writeFile(join(path, 'large.png'), PNG);
  await truncate(join(path, 'large.png'), 10_000_001);
  execFileSync('mkfifo', [join(path, 'pipe.png')]);
  const noPicture = 'cannot be used: its content is no JPEG, PNG, WebP or AVIF picture';
  const expected = {
    'text.jpg': noPicture,
    'empty.jpg': noPicture,
    'heic.jpg':
      'cannot be used: it is a HEIC picture. On an iPhone, choose Settings > Camera > Formats > Most Compatible for new photos, or share or export this one as JPEG',
    'large.png': 'must have at most 10000000 bytes; it has 10000001',
    'pipe.png': 'is no file',
    cats: 'is no file',
    '.': 'is no file',
    'none.png': 'is not in the folder',
    'rex.png/none.png': 'is not in the folder',
    'rex\0.png': 'must not contain U+0000 or a lone surrogate',
    [`${'a'.repeat(300)}.png`]: 'is not in the folder',
    'https://example.com/rex.png': 'is an address: download the picture into the folder',
    'file:///etc/passwd': 'is an address: download the picture into the folder',
  };
  for (const [name, message] of Object.entries(expected)) assert.equal(await reason(name), message, name);
});

/** Root may read every file, so it becomes another user for a moment. */
async function asOrdinaryUser<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(OTHER_USER_ID);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test('names a file that must not be read', async (t) => {
  const { path, reason } = await pictures(t);
  await chmod(join(path, 'rex.png'), 0);
  assert.equal(await asOrdinaryUser(() => reason('rex.png')), 'must not be read: permission denied');
});

test('a folder that does not exist, or is a file, cannot be opened', async (t) => {
  const { path } = await pictures(t);
  await assert.rejects(
    PictureFolder.open(join(path, 'none')),
    /cannot read the folder ".*" of --photos: there is no such folder/,
  );
  await assert.rejects(PictureFolder.open(join(path, 'rex.png')), /of --photos: it is a file/);
});
