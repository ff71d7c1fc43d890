// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { DAY, HOUR } from '../../../src/platform/core/clock.ts';
import { MAPPING, markedTextOf, startImports } from './import-fixture.ts';

test('an import is 202 with its place, and ends with the summary of the command', async (t) => {
  const { send, ended, names, service, key } = await startImports(t);
  const response = await send({ file: 'id,name,kind\nA1,Rex,Dog\nA2,,Cat\nA3,Tom,Cat\n' });
  assert.equal(response.status, 202, response.text);
  const path = response.headers.get('location') ?? '';
  const { createdAt, finishedAt, owner, ...found } = await ended(path);
  assert.deepEqual(
    [createdAt, finishedAt],
    [1, 1].map(() => new Date(service.clock.now()).toISOString()),
  );
  assert.equal(typeof owner, 'number');
  assert.deepEqual(found, {
    id: Number(path.split('/').at(-1)),
    state: 'done',
    dryRun: false,
    fileName: 'animals.csv',
    rows: 2,
    processed: 2,
    summary: {
      ...{ rows: 3, created: 2, updated: 0, unchanged: 0, kept: 0, held: 0, deleted: 0, superseded: 0 },
      older: 0,
      ...{ skipped: [], failed: 1, left: [], leftInCatalogue: 0, withoutReference: 0 },
      ...{ movementsAdded: 0, movementsChanged: 0, movementsUnchanged: 0, movementsFailed: 0 },
      ...{ bondsChanged: 0, bondsUnchanged: 0, bondsFailed: 0 },
    },
    badRows: [{ row: 3, reason: 'name is missing or empty' }],
  });
  assert.deepEqual(await names(), ['Rex', 'Tom']);
  assert.deepEqual(
    listOf(await service.send('/v1/imports', { key })).map(({ id }) => id),
    [found.id],
  );
});

test('a dry run counts the effects and changes nothing', async (t) => {
  const { add, ended, names } = await startImports(t);
  const found = await ended(await add({}, { query: '?dryRun=true' }));
  assert.deepEqual([found.dryRun, found.processed], [true, 2]);
  assert.deepEqual(await names(), []);
});

test('a file that is imported again changes nothing, and one without a mapping has the columns of an export', async (t) => {
  const { add, ended, names } = await startImports(t);
  await ended(await add());
  const again = await ended(await add());
  assert.deepEqual((again.summary as { unchanged: number }).unchanged, 2);
  await ended(await add({ file: '{"name":"Polly","categoryId":3}', fileName: 'a.jsonl', mapping: '' }));
  assert.deepEqual(await names(), ['Rex', 'Tom', 'Polly']);
});

test('pets belong to the account that imports them, or to the owner that it names', async (t) => {
  const { add, ended, service } = await startImports(t);
  const shelter = await service.account();
  await ended(await add({}, { query: `?owner=${shelter.id}` }));
  const pets = listOf(await service.send('/v1/pets?sort=id', { key: shelter.key }));
  const removed = await service.send(`/v1/pets/${pets[0]?.id}`, { method: 'DELETE', key: shelter.key });
  assert.equal(removed.status, 204);
});

test('all bad rows can be downloaded as CSV with a byte order mark in which no text is a formula, and imported when they are corrected', async (t) => {
  const { add, ended, service, key, names } = await startImports(t);
  const file = 'id,name,kind\n=1+1,,Dog\n"A,2",Tom,=Bird\n';
  const path = await add({ file });
  await ended(path);
  const response = await service.send(`${path}/bad-rows.csv`, { key });
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.equal(
    response.text,
    `line,reason,id,name,kind
2,name is missing or empty,'=1+1,,Dog
3,"kind must be one of ""Dog"", ""Cat""; got ""=Bird""","A,2",Tom,'=Bird
`,
  );
  const text = await markedTextOf({ service, key }, `${path}/bad-rows.csv`);
  assert.equal(text, `\uFEFF${response.text}`);
  await ended(await add({ file: text.replace("'=Bird", 'Cat').replace(',,Dog', ',Rex,Dog') }));
  assert.deepEqual(await names(), ['Rex', 'Tom']);
});

test('a file that cannot be imported fails with the message of the command, and has no bad rows', async (t) => {
  const { add, ended, service, key } = await startImports(t);
  const path = await add({ file: 'a,b\n1,2\n' });
  const found = await ended(path);
  assert.equal(found.state, 'failed');
  assert.match(
    String(found.failure),
    /^the file has no column "name", "kind", "id"; its columns are "a", "b"/,
  );
  assert.equal((await service.send(`${path}/bad-rows.csv`, { key })).status, 200);
});

test('an invalid mapping is 400 with a line for each error, and leaves nothing', async (t) => {
  const { send, service, key } = await startImports(t);
  const response = await send({ mapping: '{"nam": {}}' });
  assertError(response, 400, 'invalid_mapping');
  assert.match(response.text, /name is missing.*\\ncategoryId is missing/);
  const photos = MAPPING.replace('{', '{"photos":{"column":"p"},');
  const withPhotos = await send({ mapping: photos });
  assertError(withPhotos, 400, 'invalid_mapping');
  assert.match(withPhotos.text, /photos cannot be imported over HTTP/);
  assert.deepEqual(listOf(await service.send('/v1/imports', { key })), []);
  await until(async () => (await countPieces(service)) === 0);
});

test('the same import with the same idempotency key runs once', async (t) => {
  const { add, service, key } = await startImports(t);
  const headers = { 'idempotency-key': 'monday' };
  assert.equal(await add({}, { headers }), await add({}, { headers }));
  assert.equal(listOf(await service.send('/v1/imports', { key })).length, 1);
});

test('an import and its bad rows are deleted 7 days after its end', async (t) => {
  const { add, ended, service, key } = await startImports(t);
  const path = await add();
  await ended(path);
  service.clock.advance(7 * DAY + HOUR);
  await service.close();
  const { clock, store } = service;
  const later = await startService(t, { clock, store });
  await until(async () => (await later.send(path, { key })).status !== 200);
  assertError(await later.send(path, { key }), 404, 'import_not_found');
  assert.deepEqual(await countPieces(later), 0);
});

test('the hundredth import of an account that has ended goes with its bad rows when another one is sent', async (t) => {
  const { add, ended, service, key } = await startImports(t);
  const first = await add();
  await ended(first);
  const { database } = service;
  const { account_id, owner_id } = await database.read
    .selectFrom('imports')
    .select(['account_id', 'owner_id'])
    .executeTakeFirstOrThrow();
  const old = { account_id, owner_id, state: 'done' as const, dry_run: 0n, file_name: 'a', format: 'csv' };
  const rows = Array.from({ length: 98 }, () => ({ ...old, created_at: 0n, finished_at: 1n << 50n }));
  await database.write((db) => db.insertInto('imports').values(rows).execute());
  await ended(await add());
  assert.equal((await service.send(first, { key })).status, 200);
  await ended(await add());
  assertError(await service.send(first, { key }), 404, 'import_not_found');
});

/** Returns the number of stored pieces of files. */
async function countPieces({ database }: TestService): Promise<number> {
  return (await database.read.selectFrom('import_files').select('position').execute()).length;
}

test('the bad rows have all cells of rows that could not be read, and are imported when they are corrected', async (t) => {
  const { add, ended, service, key, names } = await startImports(t);
  const file = 'id,name,kind,notes\nA1,Rex,Dog\nA2,"Tom,Cat,shy\nA3,Kit,Cat,-fine,too many\nA4,,Cat,=1+1\n';
  const path = await add({ file });
  await ended(path);
  const { text } = await service.send(`${path}/bad-rows.csv`, { key });
  assert.equal(
    text,
    `line,reason,id,name,kind,notes
2,"has 3 values, but the header has 4 columns",A1,Rex,Dog,
3,has an unclosed quote,A2,"""Tom",Cat,shy
4,"has 5 values, but the header has 4 columns: quote values that contain the separator",A3,Kit,Cat,'-fine,too many
5,name is missing or empty,A4,,Cat,'=1+1
`,
  );
  const corrected = text.replace('"""Tom"', 'Tom').replace(',too many', '').replace('A4,,', 'A4,Ivy,');
  const again = await add({
    file: corrected,
    mapping: MAPPING.replace('{', '{"description":{"column":"notes"},'),
  });
  assert.equal(Object((await ended(again)).summary).created, 4);
  assert.deepEqual(await names(), ['Rex', 'Tom', 'Kit', 'Ivy']);
  const { profile } = await service.database.read
    .selectFrom('profiles')
    .select('profile')
    .orderBy('pet_id', 'desc')
    .executeTakeFirstOrThrow();
  assert.equal(profile, '{"description":"=1+1"}');
});

test('an error of a formula fails its row and never removes a value', async (t) => {
  const { add, ended, service } = await startImports(t);
  const mapping = MAPPING.replace('{', '{"breed":{"column":"breed"},');
  await ended(await add({ file: 'id,name,kind,breed\nA1,Rex,Dog,Beagle\n', mapping }));
  const again = await ended(
    await add({ file: 'id,name,kind,breed,notes\nA1,Rex,Dog,#REF!,\nA2,Tom,Cat,,#N/A\n', mapping }),
  );
  assert.deepEqual(again.badRows, [
    { row: 2, reason: 'breed has the error #REF! of a formula: correct the formula, or empty the cell' },
  ]);
  const profiles = await service.database.read.selectFrom('profiles').select('profile').execute();
  assert.deepEqual(profiles, [{ profile: '{"breed":"Beagle"}' }]);
});
