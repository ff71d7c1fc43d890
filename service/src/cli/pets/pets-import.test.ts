// Waits for processes.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startPetstore } from '@petstore/testing/processes/petstore-process.ts';
import { openStore, temporaryStore } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import sharp from 'sharp';

const EXAMPLES = new URL('../../../../examples/', import.meta.url);
const AUSTIN = fileURLToPath(new URL('austin.csv', EXAMPLES));
const MAPPING = fileURLToPath(new URL('austin.mapping.json', EXAMPLES));

const WITH_PHOTOS = JSON.stringify({
  reference: { column: 'id' },
  name: { column: 'name' },
  categoryId: { column: 'kind' },
  photos: { column: 'pictures' },
});

/** Creates a folder for files, and a store without pets that has the account `default`. */
async function commands(t: TestContext) {
  const [folder, store] = [await temporaryFolder(t), await temporaryStore(t)];
  const petstore = (...args: string[]) => runCommand(store, args);
  const file = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  await petstore('accounts', 'create', 'default', '--plan', 'business', '--role', 'manager');
  return { folder, store, petstore, file };
}

test('an import prints an aligned summary and exits with status 0', async (t) => {
  const { petstore } = await commands(t);
  const { status, out, err } = await petstore('pets', 'import', AUSTIN, '--mapping', MAPPING);
  assert.deepEqual([status, err], [0, '']);
  assert.equal(
    out,
    `rows          1,000
  created       719
  updated         0
  unchanged       0
  kept            0
  held            0
  deleted         0
  superseded      1  a newer or later row has the same reference
  older           0
  skipped       280
                181  not for adoption: Return to Owner
                 87  not for adoption: Euthanasia
                 10  not for adoption: Died
                  2  not for adoption: Disposal
  failed          0
`,
  );
});

test('--dry-run prints the same summary and writes nothing', async (t) => {
  const { petstore, folder } = await commands(t);
  const dry = await petstore('pets', 'import', AUSTIN, '--mapping', MAPPING, '--dry-run');
  const { out } = await petstore('pets', 'export', join(folder, 'pets.csv'));
  assert.match(out, /^0 pets written to /);
  const real = await petstore('pets', 'import', AUSTIN, '--mapping', MAPPING);
  assert.equal(dry.out, `Dry run: nothing was written. The import would do the following:\n${real.out}`);
});

test('an import with failed rows lists them after the summary and exits with status 1', async (t) => {
  const { petstore, file } = await commands(t);
  const path = await file('pets.csv', 'name,categoryId\nRex,1\n,x\n"Tom,2\n');
  const { status, out } = await petstore('pets', 'import', path);
  assert.equal(status, 1);
  assert.match(
    out,
    /\n\nFailed rows: 2\n {2}line 3, name is missing or empty\n {2}line 3, categoryId must be an integer between -2\^63 and 2\^63-1; got "x"\n {2}line 4 has an unclosed quote\n/,
  );
  assert.match(out, /\n\nPets without a reference: 1; another import of the file adds them again\.\n$/);
  const asJson = await petstore('pets', 'import', path, '--json');
  assert.equal(asJson.status, 1);
  assert.partialDeepStrictEqual(asJson.json, { rows: 3, created: 1, failed: { count: 2 } });
});

test('Ctrl-C ends an import after its transaction, and another import applies the rest', async (t) => {
  const { file, store, petstore } = await commands(t);
  const rows = Array.from({ length: 5_000 }, (_, n) => `A${n},Rex ${n},1\n`);
  const csv = await file('many.csv', `id,name,categoryId\n${rows.join('')}`);
  const members = { reference: 'id', name: 'name', categoryId: 'categoryId' };
  const mapping = Object.entries(members).map(([name, column]) => [name, { column }]);
  const args = [
    'pets',
    'import',
    csv,
    '--mapping',
    await file('m.json', JSON.stringify(Object.fromEntries(mapping))),
  ];
  const importing = startPetstore(t, args, { DATABASE_URL: store });
  const { read } = await openStore(t, store);
  const count = async () => (await read.selectFrom('pets').select('id').execute()).length;
  await until(async () => (await count()) > 0);
  importing.kill('SIGINT');
  const { status, out, err } = await importing.ended;
  assert.deepEqual([status, out], [1, '']);
  assert.match(
    err,
    /^petstore: The import was interrupted\. The file was imported up to line \d+: import it again to add the rest\.\n$/,
  );
  assert.ok((await count()) < rows.length);
  assert.equal((await petstore(...args)).status, 0);
  assert.equal(await count(), rows.length);
});

test('a file of a whole export is rejected with the command that imports the folder', async (t) => {
  const { petstore, file, folder } = await commands(t);
  await petstore('pets', 'import', await file('pets.csv', 'name,categoryId\nRex,1\n'));
  const whole = join(folder, 'whole');
  assert.equal((await petstore('export', whole)).status, 0);
  const { status, out, err } = await petstore('pets', 'import', join(whole, 'pets.ndjson'));
  assert.deepEqual([status, out], [1, '']);
  assert.ok(err.endsWith(`import the folder into an empty store with "petstore import ${whole}"\n`), err);
  assert.match((await petstore('pets', 'export', join(folder, 'again.csv'))).out, /^1 pets? written to /);
});

test('--owner sets the account that owns the new pets', async (t) => {
  const { petstore, file } = await commands(t);
  await petstore('accounts', 'create', 'City shelter', '--plan', 'free');
  const path = await file('pets.csv', 'name,categoryId\nRex,1\n');
  assert.equal((await petstore('pets', 'import', path, '--owner', 'City shelter')).status, 0);
});

test('--photos adds the pictures of a folder, and lists rows with photos that were not added (status 1)', async (t) => {
  const { petstore, file, folder } = await commands(t);
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#804000' } });
  await file('rex.png', await picture.png().toBuffer());
  const csv = await file('pets.csv', 'id,name,kind,pictures\n1,Rex,1,rex.png\n2,Tom,2,none.png\n');
  const mapping = await file('photos.json', WITH_PHOTOS);
  const args = ['pets', 'import', csv, '--mapping', mapping, '--photos', folder];
  const dry = await petstore(...args, '--dry-run');
  const real = await petstore(...args);
  assert.deepEqual([real.status, real.err], [1, '']);
  assert.equal(dry.out, `Dry run: nothing was written. The import would do the following:\n${real.out}`);
  const missing =
    '\nRows with photos that were not added: 1\n  line 3, pictures "none.png" is not in the folder\n';
  assert.ok(
    real.out.endsWith(`\nPhotos added: 1; added by an earlier import: 0\n${missing}`),
    JSON.stringify(real.out),
  );
  const again = JSON.parse((await petstore(...args, '--json')).out);
  assert.deepEqual([again.photosAdded, again.photosUnchanged, again.photosFailed.count], [0, 1, 1]);
});

test('an import rejects photos without their folder, and a folder without photos', async (t) => {
  const { petstore, file, folder } = await commands(t);
  const csv = await file('pets.csv', 'id,name,kind,pictures\n1,Rex,1,rex.png\n');
  const mapping = await file('photos.json', WITH_PHOTOS);
  const results = await Promise.all([
    petstore('pets', 'import', csv, '--mapping', mapping),
    petstore('pets', 'import', csv, '--photos', folder),
    petstore('pets', 'import', csv, '--mapping', mapping, '--photos', csv),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    [2, 2, 1],
  );
  const [unnamed, unmapped, noFolder] = results.map(({ err }) => err);
  assert.match(
    unnamed ?? '',
    /^petstore: the mapping has photos: name the folder of their files with --photos/,
  );
  assert.match(unmapped ?? '', /^petstore: --photos needs a mapping with photos, which names their column/);
  assert.match(noFolder ?? '', /^petstore: cannot read the folder ".*" of --photos: it is a file\n/);
});

const REJECTED: Record<string, [string[], number, RegExp]> = {
  'a file that does not exist': [['none.csv'], 1, /^petstore: cannot read ".*none\.csv": no such file\n$/],
  'a folder': [['', '--format', 'csv'], 1, /^petstore: cannot read ".*": it is a folder\n$/],
  'an unknown ending': [
    ['pets.xls'],
    2,
    /^petstore: unknown format of ".*pets\.xls": use --format csv\|ndjson\|xlsx\n$/,
  ],
  'an account that does not exist': [
    ['pets.csv', '--owner', 'Unknown'],
    1,
    /^petstore: account "Unknown" not found: name another one with --owner; existing accounts: default\n$/,
  ],
  'a file without the columns': [
    ['other.csv'],
    1,
    /^petstore: the file has no column "name", "categoryId"; its columns are "title"\. Use a mapping that names the columns of this file \(--mapping FILE\)\n$/,
  ],
  'a mapping that does not exist': [
    ['pets.csv', '--mapping', 'none.json'],
    1,
    /^petstore: cannot read "none\.json": no such file\n$/,
  ],
  'a mapping larger than 4 MiB': [
    ['pets.csv', '--mapping', 'FOLDER/large.json'],
    1,
    /^petstore: the mapping ".*large\.json" is larger than 4,194,304 bytes: remove values/,
  ],
};

test('an import rejects what it cannot read with one line', async (t) => {
  const { petstore, file, folder } = await commands(t);
  await file('pets.csv', 'name,categoryId\nRex,1\n');
  await file('other.csv', 'title\nRex\n');
  await file('large.json', ' '.repeat(4 * 1024 * 1024 + 1));
  for (const [what, [[path = '', ...flags], expected, message]] of Object.entries(REJECTED)) {
    const args = flags.map((flag) => flag.replace('FOLDER', folder));
    const { status, out, err } = await petstore('pets', 'import', join(folder, path), ...args);
    assert.deepEqual([status, out], [expected, ''], what);
    assert.match(err, message, what);
  }
});

test('an import rejects a mapping with a line for each error', async (t) => {
  const { petstore, file } = await commands(t);
  const csv = await file('pets.csv', 'name,categoryId\nRex,1\n');
  const mapping = await file('m.json', '{"name": {"colum": "n"}}');
  const { status, err } = await petstore('pets', 'import', csv, '--mapping', mapping);
  assert.equal(status, 1);
  assert.match(
    err,
    /^petstore: the mapping ".*" has errors:\n {2}name has the unknown member "colum"; .*\n {2}name\.column must .*\n {2}categoryId is missing: .*\n$/,
  );
  const broken = await file('broken.json', Buffer.of(0xff));
  assert.match(
    (await petstore('pets', 'import', csv, '--mapping', broken)).err,
    /is not UTF-8: save it as UTF-8\n$/,
  );
});
