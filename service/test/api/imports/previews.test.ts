// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertError, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService, type TestService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { HOUR } from '../../../src/platform/core/clock.ts';
import { importApi, startImports } from './import-fixture.ts';

const FILE = 'id,name,kind,status\nA1,Rex,Dog,Available\nA2,Tom,Cat,Resting\nA3,,Cat,Adopted\n';
const MAPPING = {
  reference: { column: 'id' },
  name: { column: 'name' },
  categoryId: { column: 'kind', values: { Dog: '1', Cat: '2' } },
  status: { column: 'status', values: { Available: 'available', Adopted: 'sold' } },
};

/** Of the tests that add no animals. */
const shared = await startSharedService();

/** Returns functions that send and change previews of an account, on a new service for a test that adds animals. */
async function startPreviews(t?: TestContext) {
  const { service, key, ...api } =
    t === undefined
      ? importApi(shared, (await shared.account({ role: 'admin' })).key)
      : await startImports(t);
  const preview = (file: string, query = '', fileName = 'animals.csv') =>
    api.add({ file, fileName, mapping: '' }, { query: `?preview=true${query}` });
  const change = (path: string, body: object) => service.send(path, { method: 'PATCH', key, body });
  const changed = async (path: string, body: object) => {
    const response = await change(path, body);
    assert.equal(response.status, 200, response.text);
    return api.ended(path);
  };
  return { ...api, service, key, preview, change, changed };
}

test('a preview is checked and then imported without another upload, and changes nothing until then', async (t) => {
  const { preview, ended, change, changed, names, service, key } = await startPreviews(t);
  const path = await preview(FILE);
  const found = await ended(path);
  assert.equal(found.state, 'preview');
  assert.equal(Object(found.preview).rows, 3);
  const starts = async () => {
    const audit = listOf(await service.send('/v1/audit', { key }));
    return audit.filter(({ action }) => action === 'import.created').length;
  };
  assert.equal(await starts(), 0);
  const checked = await changed(path, { mapping: MAPPING, dryRun: true });
  assert.deepEqual([checked.state, checked.dryRun], ['preview', true]);
  assert.deepEqual(checked.badRows, [
    { row: 3, reason: 'status must be one of "Available", "Adopted"; got "Resting"' },
    { row: 4, reason: 'name is missing or empty' },
  ]);
  assert.deepEqual(Object(checked.preview).sample[0].pet, {
    name: 'Rex',
    categoryId: '1',
    status: 'available',
    reference: 'A1',
    profile: {},
  });
  assert.deepEqual(await names(), []);
  const done = await changed(path, { mapping: MAPPING });
  assert.equal(await starts(), 2, 'the check and the import');
  assert.deepEqual([done.state, Object(done.summary).created], ['done', 1]);
  assert.deepEqual(await names(), ['Rex']);
  await until(async () => (await pieces(service)) === 0);
  assert.match(
    (await service.send(`${path}/bad-rows.csv`, { key })).text,
    /3,.*,A2,Tom,Cat,Resting\n4,.*,A3,,Cat,Adopted/,
  );
  assertError(await change(path, { mapping: MAPPING }), 409, 'invalid_transition');
  assertError(await change('/v1/imports/99', { mapping: MAPPING }), 404, 'import_not_found');
});

test('guesses the column of animals that go together if they have numbers, and the check and the import report who cannot', async (t) => {
  const { preview, ended, changed, service, key } = await startPreviews(t);
  const unnumbered = await ended(await preview('name,kind,Pareja\nRex,Dog,Tom\n'));
  assert.equal(Object(unnumbered.preview).mapping.goesTogetherWith, undefined);
  const path = await preview('id,name,kind,Pareja\nA1,Rex,Dog,Tom\nA2,Tom,Dog,A3\nA3,Kit,Dog,"A2, A9"\n');
  const { mapping, sample } = Object((await ended(path)).preview);
  assert.deepEqual(mapping.goesTogetherWith, { column: 'Pareja' });
  assert.deepEqual(sample[2].pet.goesTogetherWith, ['A2', 'A9']);
  const checked = await changed(path, { mapping, dryRun: true });
  const done = await changed(path, { mapping });
  const reason = (animal: string) =>
    `Pareja names animal "${animal}", which is not in the catalogue: correct the number, or import its row, too`;
  assert.deepEqual(done.badRows, [
    { row: 2, reason: reason('Tom') },
    { row: 4, reason: reason('A9') },
  ]);
  assert.deepEqual([checked.summary, checked.badRows], [done.summary, done.badRows]);
  const { created, failed, bondsChanged, bondsFailed } = Object(done.summary);
  assert.deepEqual([created, failed, bondsChanged, bondsFailed], [3, 0, 1, 2]);
  const listings = listOf(await service.send('/v1/listings?sort=id', { key }));
  assert.deepEqual(
    listings.map((listing) => Object(listing.profile).bondedWith),
    [undefined, [3], [2]],
  );
});

test('guesses how animals came in and left, leaves out what is no stay of a living animal, and needs no number of each', async (t) => {
  const { preview, ended, changed, service, key } = await startPreviews(t);
  const path = await preview(
    [
      'id,name,kind,intake type,intake date,outcome type,outcome date',
      'A1,Rex,Dog,STRAY,05/01/2026,ADOPTION,05/20/2026',
      ',Milo,Dog,STRAY,05/15/2026,,',
      ',Tom,Cat,OWNER SURRENDER,05/15/2026,RETURN TO OWNER,05/15/2026',
      'A1,Rex,Dog,STRAY,05/30/2026,DEAD ON ARRIVAL,05/30/2026',
      'A3,,Dog,DISPOSAL,05/14/2026,DISPOSAL,05/14/2026',
      'A4,Kit,Dog,FOSTER,05/14/2026,FOSTER,05/15/2026',
    ].join('\n'),
  );
  const { mapping, sample, problems } = Object((await ended(path)).preview);
  assert.deepEqual(problems, []);
  const reason = (word: string) => `no stay of a living animal: ${word}`;
  assert.deepEqual(
    sample.map(
      ({ skipped, pet }: { skipped?: string; pet?: object }) => skipped ?? Object(pet).movements?.length ?? 0,
    ),
    [2, 1, 2, reason('DEAD ON ARRIVAL'), reason('DISPOSAL'), 0],
  );
  const checked = await changed(path, { mapping, dryRun: true });
  const done = await changed(path, { mapping });
  assert.deepEqual(checked.summary, done.summary);
  const { created, skipped, movementsAdded, withoutReference } = Object(done.summary);
  assert.deepEqual([created, movementsAdded, withoutReference], [4, 5, 2]);
  assert.deepEqual(skipped, [
    { reason: reason('DEAD ON ARRIVAL'), rows: 1 },
    { reason: reason('DISPOSAL'), rows: 1 },
  ]);
  const report = await service.send('/v1/reports/stays?from=2026-05&to=2026-05', { key });
  const { intakesByReason, outcomesByReason, liveReleaseRate, withoutIntake } = Object(
    Object(report.json).total,
  );
  assert.deepEqual(
    [intakesByReason, outcomesByReason, liveReleaseRate, withoutIntake],
    [{ stray: 2, surrender: 1 }, { adoption: 1, return_to_owner: 1 }, 1, 0],
  );
});

test('a preview is imported with a mapping of more than 64 KiB, as an upload accepts it', async (t) => {
  const { preview, ended, changed, names } = await startPreviews(t);
  const path = await preview(FILE);
  assert.equal((await ended(path)).state, 'preview');
  const breeds = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`Breed number ${n}`, '1']));
  const categoryId = { column: 'kind', values: { ...MAPPING.categoryId.values, ...breeds } };
  const mapping = { ...MAPPING, categoryId };
  assert.ok(JSON.stringify(mapping).length > 100_000);
  assert.equal((await changed(path, { mapping })).state, 'done');
  assert.deepEqual(await names(), ['Rex']);
});

test('a preview of an export needs no mapping', async (t) => {
  const { preview, ended, changed, service, key, names } = await startPreviews(t);
  const other = await startService(t);
  const { key: otherKey } = await other.account({ role: 'admin' });
  await other.send('/v1/pets', { method: 'POST', key: otherKey, body: { name: 'Frank', categoryId: 1 } });
  const file = (await other.send('/v1/exports/pets.csv', { key: otherKey })).text;
  const path = await preview(file);
  assert.equal(Object((await ended(path)).preview).isExport, true);
  assert.equal((await changed(path, {})).state, 'done');
  assert.deepEqual(await names(), ['Frank']);
  assert.equal(listOf(await service.send('/v1/imports', { key })).length, 1);
});

test('another line can be chosen as the header, and the preview is made again', async () => {
  const { preview, ended, changed } = await startPreviews();
  const path = await preview('id,name\nname,kind\nRex,Dog\n');
  assert.equal(Object((await ended(path)).preview).headerRow, 1);
  const again = await changed(path, { headerRow: 2 });
  assert.deepEqual(
    Object(again.preview).columns.map(({ name }: { name: string }) => name),
    ['name', 'kind'],
  );
});

test('a mapping that the dates contradict leaves the preview, with the reason, to be corrected', async (t) => {
  const { preview, ended, changed, names } = await startPreviews(t);
  const path = await preview('name,kind,born\nRex,Dog,25/12/2019\nTom,Cat,04/30/2020\n');
  await ended(path);
  const { name, categoryId } = MAPPING;
  const failed = await changed(path, { mapping: { name, categoryId, birthDate: { column: 'born' } } });
  assert.equal(failed.state, 'preview');
  assert.match(String(failed.failure), /^the dates of the file have two orders: row 2 .* row 3 /);
  assert.deepEqual(await names(), []);
  assert.equal((await changed(path, { mapping: { name, categoryId } })).state, 'done');
});

test('a file that cannot be read is no preview, and fails with the reason', async () => {
  const { preview, ended, change } = await startPreviews();
  const path = await preview('');
  const failed = await ended(path);
  assert.deepEqual(
    [failed.state, failed.failure],
    ['failed', 'the file is empty: its first line must name the columns'],
  );
  assertError(await change(path, { mapping: MAPPING }), 409, 'invalid_transition');
});

test('an invalid mapping, or one that is sent with the file, is 400, and the preview stays', async () => {
  const { preview, ended, change, send } = await startPreviews();
  const path = await preview(FILE);
  await ended(path);
  assertError(await change(path, { mapping: { nam: {} } }), 400, 'invalid_mapping');
  assertError(await change(path, { mapping: [] }), 400, 'invalid_body');
  assertError(await change(path, { headerRow: 0 }), 400, 'invalid_body');
  assertError(await send({}, { query: '?preview=true' }), 400, 'invalid_parameter');
  assert.equal((await ended(path)).state, 'preview');
});

test('reasons and problems are in the language of the import', async () => {
  const { preview, ended, changed } = await startPreviews();
  const path = await preview(FILE, '&language=es');
  const { problems } = Object((await ended(path)).preview);
  assert.match(problems[0].message, /^Elija qué significan estos valores del estado: "Resting"/);
  const checked = await changed(path, { mapping: MAPPING, dryRun: true });
  assert.deepEqual(
    (checked.badRows as { reason: string }[]).map(({ reason }) => reason),
    ['status debe ser uno de "Available", "Adopted"; es "Resting"', 'name falta o está vacío'],
  );
});

test('a fourth preview of an account replaces its oldest one, and those of others stay', async () => {
  const { preview, ended, service, key } = await startPreviews();
  const { key: otherKey } = await service.account({ role: 'admin' });
  const other = importApi(service, otherKey);
  const ofOther = await other.add({ file: FILE, mapping: '' }, { query: '?preview=true' });
  await other.ended(ofOther);
  const paths: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const path = await preview(FILE);
    await ended(path);
    paths.push(path);
  }
  const statuses = await Promise.all(
    [ofOther, ...paths].map(async (path) => (await service.send(path, { key })).status),
  );
  assert.deepEqual(statuses, [200, 404, 200, 200, 200]);
});

test('a preview is deleted with its file an hour after it was made', async (t) => {
  const { preview, ended, service, key } = await startPreviews(t);
  const path = await preview(FILE);
  await ended(path);
  service.clock.advance(HOUR + 1);
  await service.close();
  const { clock, store } = service;
  const later = await startService(t, { clock, store });
  await until(async () => (await later.send(path, { key })).status !== 200);
  assertError(await later.send(path, { key }), 404, 'import_not_found');
  assert.equal(await pieces(later), 0);
});

test('a preview does not take the place of an import that waits', async (t) => {
  const { preview, ended, add, service } = await startPreviews(t);
  for (let n = 0; n < 3; n += 1) await ended(await preview(FILE));
  const paths = await Promise.all(Array.from({ length: 5 }, () => add()));
  for (const path of paths) await ended(path);
  assert.equal(service.logged.filter((line) => line.includes('"level":50')).length, 0);
});

/** Returns the number of stored pieces of uploads. */
async function pieces({ database }: Pick<TestService, 'database'>): Promise<number> {
  const uploads = database.read.selectFrom('import_files').select('position').where('name', '=', 'upload');
  return (await uploads.execute()).length;
}
