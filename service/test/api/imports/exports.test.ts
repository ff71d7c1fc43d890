// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, membersOf } from '@petstore/testing/http/expect-response.ts';
import { send } from '@petstore/testing/http/send.ts';
import { markedTextOf, startImports } from './import-fixture.ts';

const NAMES = ['Rex', '=cmd|A1', '+1', '-1', '@SUM(A1)', "'=1", 'Zoë, "the cat"', 'two\nlines'];

test('an export is CSV with a byte order mark and without formulas, and imports change nothing here and add each name unchanged elsewhere', async (t) => {
  const here = await startImports(t);
  for (const name of NAMES) await addPet(here.service, here.key, { name });
  const response = await here.service.send('/v1/exports/pets.csv', { key: here.key });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="pets.csv"');
  assert.doesNotMatch(response.text, /(^|,)"?[=+\-@]/m);
  const file = await markedTextOf(here, '/v1/exports/pets.csv');
  assert.equal(file, `\uFEFF${response.text}`);
  const parts = { file, fileName: 'pets.csv', mapping: '' };
  const again = await here.ended(await here.add(parts));
  assert.equal(membersOf(again.summary).unchanged, NAMES.length);
  const elsewhere = await startImports(t);
  await elsewhere.ended(await elsewhere.add(parts));
  assert.deepEqual(await elsewhere.names(), NAMES);
});

test('an export of more than one page has every animal once', async (t) => {
  const { service, key } = await startImports(t);
  const pets = Array.from({ length: 2_001 }, (_, n) => ({ name: `pet ${n}`, category_id: 1n }));
  await service.database.write((db) => db.insertInto('pets').values(pets).execute());
  const { text } = await service.send('/v1/exports/pets.csv', { key });
  const names = text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('"')[1]);
  assert.deepEqual(
    names,
    pets.map(({ name }) => name),
  );
});

test('HEAD of an export has its header fields and no body', async (t) => {
  const { service, key } = await startImports(t);
  const response = await send(`${service.url}/v1/exports/pets.csv`, { method: 'HEAD', key });
  assert.deepEqual([response.status, response.text], [200, '']);
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
});

test('only a manager or an admin may export', async (t) => {
  const { service } = await startImports(t);
  for (const role of ['reader', 'member'] as const) {
    const { key } = await service.account({ role });
    assertError(await service.send('/v1/exports/pets.csv', { key }), 403, 'insufficient_role');
  }
  const { key } = await service.account({ role: 'manager' });
  assert.equal((await service.send('/v1/exports/pets.csv', { key })).status, 200);
});
