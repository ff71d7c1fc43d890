import assert from 'node:assert/strict';
import { mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';

/** Creates a folder with a configuration file, and runs commands without a store in their environment. */
async function begin(t: TestContext, text: string | Uint8Array, name = 'petstore.env') {
  const folder = await realpath(await temporaryFolder(t));
  const file = join(folder, name);
  await writeFile(file, text);
  const run = (args: readonly string[], env: Record<string, string> = {}) => runCommand('', args, env);
  const settingsOf = async (args: readonly string[], env: Record<string, string> = {}) => {
    const { json, err } = await run([...args, 'doctor', '--json'], env);
    assert.equal(err, '');
    return at(json, 'settings');
  };
  return { folder, file, run, settingsOf };
}

test('a file beside the store is read, and the environment and flags override it', async (t) => {
  const { folder, file, settingsOf } = await begin(
    t,
    '\ufeffSHELTER_NAME=Happy#Paws\r\n# Comment\n\nPORT=9000\nLOG_LEVEL="warn"\nACCESS_LOG=true\nOTEL_SERVICE_NAME=zoo\n',
  );
  const database = ['--database', `sqlite:${folder}/petstore.db`];
  const env = { LOG_LEVEL: 'error', ACCESS_LOG: '' };
  const settings = await settingsOf([...database], env);
  assert.partialDeepStrictEqual(settings, {
    settingsFile: file,
    shelterName: 'Happy#Paws',
    port: 9000,
    logLevel: 'error',
    accessLog: true,
  });
  const inVariable = await settingsOf([], { DATABASE_URL: `sqlite://${folder}/petstore.db` });
  assert.partialDeepStrictEqual(inVariable, { settingsFile: file, logLevel: 'warn' });
});

test('--config and PETSTORE_CONFIG name a file, whose relative store is beside it', async (t) => {
  const { folder, file, run, settingsOf } = await begin(t, 'DATABASE_URL=sqlite:zoo.db\n', 'zoo.conf');
  const store = join(folder, 'zoo.db');
  assert.partialDeepStrictEqual(await settingsOf(['--config', file]), { settingsFile: file, store });
  assert.partialDeepStrictEqual(await settingsOf([], { PETSTORE_CONFIG: file }), { store });
  const { status, err } = await run(['accounts', 'create', 'Zoo', '--plan', 'free', '--config', file]);
  assert.deepEqual([status, err.split('\n')[0]], [0, `Created a new store: ${store}`]);
});

test('an unknown option, an invalid value or a file that is not UTF-8 is one line with status 2', async (t) => {
  for (const [text, message] of [
    ['PORT=1\nCOLOUR=red\n', /line 2: COLOUR is not a setting of petstore: remove it; /],
    ['PROT=9000\n', /line 1: PROT is not a setting of petstore: use PORT\n$/],
    ['PETSTORE_PORT=9000\n', /line 1: PETSTORE_PORT is not .*: use PORT\n$/],
    ['PORT=http\n', /^petstore: PORT must be an integer between 0 and 65535/],
    [
      Buffer.from('\ufeffPORT=9000\r\n', 'utf16le'),
      /^petstore: the settings file \S+ is not UTF-8: save it as UTF-8\n$/,
    ],
  ] as const) {
    const { file, run } = await begin(t, text);
    const { status, out, err } = await run(['accounts', 'list', '--config', file]);
    assert.deepEqual([status, out], [2, '']);
    assert.match(err, /^petstore: [^\n]*\n$/);
    assert.match(err, message);
  }
});

test('a named file that cannot be read is one line with status 2', async (t) => {
  const { folder, run } = await begin(t, '');
  await mkdir(join(folder, 'folder'));
  for (const [name, reason] of [
    ['missing.env', 'it does not exist. Name another file with --config'],
    ['folder', 'it is a folder. Name a file with --config'],
  ] as const) {
    const { status, err } = await run(['usage', '--config', join(folder, name)]);
    assert.equal(status, 2);
    assert.equal(err, `petstore: cannot read the settings file ${join(folder, name)}: ${reason}\n`);
  }
});

test('an empty settings file, or a link to none beside the store, is one line with status 2 and creates no store', async (t) => {
  const { folder, file, run } = await begin(t, '\n', 'zoo.conf');
  const create = ['accounts', 'create', 'Zoo', '--plan', 'free'];
  const store = ['--database', `sqlite:${folder}/petstore.db`];
  const named = await run([...create, '--config', file]);
  assert.deepEqual([named.status, named.out], [2, '']);
  assert.match(named.err, /^petstore: the settings file \S+zoo\.conf is empty: [^\n]*\n$/);
  await symlink(join(folder, 'missing'), join(folder, 'petstore.env'));
  const linked = await run([...store, ...create]);
  assert.deepEqual([linked.status, linked.out], [2, '']);
  assert.match(linked.err, /^petstore: cannot read the settings file \S+petstore\.env: it does not exist\./);
  assert.deepEqual((await readdir(folder)).toSorted(), ['petstore.env', 'zoo.conf']);
  for (const empty of ['/dev/null', file]) {
    const other = ['accounts', 'create', `of ${empty}`, '--plan', 'free'];
    assert.equal((await run([...store, ...other, '--config', empty])).status, 0);
  }
});
