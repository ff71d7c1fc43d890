import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { insertPet } from '../../catalogue/pets/pet-queries.ts';
import { parseConfig } from '../../platform/config/config.ts';
import { systemClock } from '../../platform/core/clock.ts';
import { type CommandContext, CommandFailure } from '../context.ts';
import { petsExportCommand } from './pets-export.ts';

/** Runs the command on a store with `names`, by default two pets; returns its messages and its standard output. */
async function runExport(t: TestContext, args: readonly string[], failWith?: Error, names: string[] = []) {
  const database = await temporaryDatabase(t);
  await database.write(async (queries) => {
    for (const name of names) await insertPet(queries, { name, categoryId: 1n }, null, 0);
    if (names.length > 0) return;
    await insertPet(queries, { name: 'Rex', categoryId: 1n, status: 'sold' }, null, 0);
    await insertPet(queries, { name: 'Tom', categoryId: 2n }, null, 0);
  });
  const printed: string[] = [];
  await database.write((db) => db.updateTable('store_identity').set({ id: STORE }).execute());
  const context: CommandContext = {
    clock: systemClock,
    exitStatus: 0,
    config: () => parseConfig({}),
    isTerminal: false,
    ask: undefined,
    variable: () => assert.fail('not needed'),
    requireStore: async () => {},
    requirePlaceOfStore: () => assert.fail('not needed'),
    readDatabase: (work) => work(database),
    withDatabase: () => assert.fail('not needed'),
    withNewDatabase: () => assert.fail('not needed'),
    out: (line) => printed.push(line),
    json: () => assert.fail('not needed'),
    err: () => assert.fail('not needed'),
  };
  let standardOutput = '';
  const stream = new Writable({
    write: (chunk, _, done) => {
      standardOutput += String(chunk);
      done(failWith);
    },
  });
  await petsExportCommand(context, stream).parseAsync(args, { from: 'user' });
  return { printed, standardOutput };
}

const STORE = '00000000-0000-4000-8000-000000000001';
const CSV = `id,name,categoryId,status,store,origin,reference,goesTogetherWith
1,"Rex",1,"sold","${STORE}",,,
2,"Tom",2,,"${STORE}",,,
`;
const NDJSON = `{"id":1,"name":"Rex","categoryId":1,"status":"sold","store":"${STORE}"}
{"id":2,"name":"Tom","categoryId":2,"store":"${STORE}"}
`;

test('without a file, only the pets are written to standard output', async (t) => {
  assert.deepEqual(await runExport(t, []), { printed: [], standardOutput: CSV });
  assert.deepEqual(await runExport(t, ['-', '--format', 'ndjson']), { printed: [], standardOutput: NDJSON });
});

test('the name of the file determines the format, and --format overrides it', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'pets.jsonl');
  assert.deepEqual((await runExport(t, [path])).printed, [`2 pets written to ${path}`]);
  assert.equal(await readFile(path, 'utf8'), NDJSON);
  await runExport(t, [path, '--format', 'csv']);
  assert.equal(await readFile(path, 'utf8'), CSV);
});

test('a reader that closes the pipe early is not an error, any other error is', async (t) => {
  await runExport(t, [], Object.assign(new Error('write'), { code: 'EPIPE' }));
  await assert.rejects(runExport(t, [], Object.assign(new Error('broken'), { code: 'EIO' })), /broken/);
});

test('an export that fails prints one line and leaves no file', async (t) => {
  const folder = await temporaryFolder(t);
  const failed = (message: RegExp, exitStatus: number) => (error: unknown) =>
    error instanceof CommandFailure && message.test(error.message) && error.exitStatus === exitStatus;
  await assert.rejects(
    runExport(t, [join(folder, 'none', 'pets.csv')]),
    failed(/create the folder first$/, 1),
  );
  await assert.rejects(
    runExport(t, [join(folder, 'pets.xls')]),
    failed(/^unknown format of ".*": use --format csv\|ndjson$/, 2),
  );
  assert.deepEqual(await readdir(folder), []);
});

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'];

test('--for-spreadsheet writes a byte order mark, and escapes names that a spreadsheet would run as formulas', async (t) => {
  const names = [...FORMULAS, "'quoted", 'Rex =1'];
  const lines = (of: readonly string[]) =>
    of.map((name, index) => `${index + 1},"${name}",1,,"${STORE}",,,\n`).join('');
  const plain = await runExport(t, [], undefined, names);
  assert.equal(
    plain.standardOutput,
    `id,name,categoryId,status,store,origin,reference,goesTogetherWith\n${lines(names)}`,
  );
  const escaped = [
    ...FORMULAS.map((name) => [`'${name}`, ',"apostrophe"']),
    ["'quoted", ','],
    ['Rex =1', ','],
  ];
  const safe = await runExport(t, ['--for-spreadsheet'], undefined, names);
  assert.equal(
    safe.standardOutput,
    `\uFEFFid,name,categoryId,status,store,origin,reference,goesTogetherWith,escaped\n${escaped
      .map(([name, mark], index) => `${index + 1},"${name}",1,,"${STORE}",,,${mark}\n`)
      .join('')}`,
  );
});

test('--for-spreadsheet rejects NDJSON', async (t) => {
  for (const args of [['--format', 'ndjson'], [join(await temporaryFolder(t), 'pets.ndjson')]]) {
    await assert.rejects(runExport(t, [...args, '--for-spreadsheet']), (error) => {
      assert.ok(error instanceof CommandFailure);
      assert.equal(error.exitStatus, 2);
      return /--for-spreadsheet writes CSV/.test(error.message);
    });
  }
});
