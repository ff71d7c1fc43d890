// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { sql } from 'kysely';
import { addMessage, correctAddress } from '../../../src/adoption/applications/private-link.ts';
import { DAY, HOUR, MINUTE } from '../../../src/platform/core/clock.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { TRANSFERRED_TABLES } from '../../../src/platform/database/transfer/transfer-tables.ts';
import { applicationOf, shelterWithAnimal } from './application-fixture.ts';

/** In every text of an application. */
const MARKER = 'Persimmon';
const MAY_HAVE_IT = new Set(['applications', 'application_states', 'application_messages']);

/** The tables with a row that has the marker. */
async function tablesWithMarker({ read }: Database): Promise<string[]> {
  const found: string[] = [];
  for (const table of [...TRANSFERRED_TABLES, 'idempotency_keys', 'outbox'] as const) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(read);
    const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    if (text.includes(MARKER)) found.push(table);
  }
  return [...new Set(found)].toSorted();
}

/** Whether the file of SQLite or its WAL has the marker. */
function isInFiles(store: string): boolean {
  const file = store.replace('sqlite:', '');
  return [file, `${file}-wal`].some((name) => existsSync(name) && readFileSync(name).includes(MARKER));
}

test('what an applicant writes is in the tables of applications only, and after its erasure nowhere, also not in free pages', async (t) => {
  const service = await startService(t, { env: { APPLICATIONS_KEPT_DAYS: '30', LOG_LEVEL: 'trace' } });
  const { database, clock } = service;
  const { key, petId, apply, change, get, state } = await shelterWithAnimal(service);
  const paths: string[] = [];
  for (let number = 0; number < 30; number += 1) {
    const answers = applicationOf(petId).answers.map((answer) =>
      answer.questionId === 'reason' || answer.questionId === 'people'
        ? { ...answer, value: `${MARKER} ${'because '.repeat(35)}` }
        : answer,
    );
    const body = {
      ...applicationOf(petId),
      name: `${MARKER} ${number}`,
      email: `${MARKER}${number}@shelter.example`,
      answers,
      message: `${MARKER} `.repeat(20),
    };
    const headers = { 'idempotency-key': `key ${number}` };
    const sent = await service.send('/v1/applications', { method: 'POST', key, body, headers });
    assert.equal(sent.status, 201, sent.text);
    const path = `/v1/applications/${at(sent.json, 'id')}`;
    const secret = String(at(sent.json, 'url')).split('/').at(-1) ?? '';
    await database.write((db) => addMessage(db, secret, `${MARKER} again`, clock.now()));
    const corrected = { name: `${MARKER} Lee`, email: undefined, telephone: undefined };
    await database.write((db) => correctAddress(db, secret, corrected, clock.now()));
    await change(`${path}/notes`, { text: `${MARKER} called` }, 'POST');
    await change(path, { state: 'declined', reason: `Sorry, ${MARKER}` });
    paths.push(path);
  }
  // Two wait, and one of them gets a note later. An accepted one holds its animal.
  const [forgotten, looked, accepted] = [await apply(), await apply(), await apply()];
  await change(`/v1/applications/${accepted}`, { state: 'accepted' });
  assert.deepEqual(await tablesWithMarker(database), [...MAY_HAVE_IT].toSorted());
  assert.doesNotMatch((await get('/v1/events?limit=100')).text, new RegExp(MARKER));
  for (const path of paths.slice(0, 10)) assert.equal((await change(path, {}, 'DELETE')).status, 204);
  clock.advance(31 * DAY);
  clock.advance(HOUR);
  await until(async () => (await tablesWithMarker(database)).length === 0);
  assert.equal((await get(paths[20] ?? '')).status, 404);
  assert.doesNotMatch(service.logged.join(''), new RegExp(MARKER));
  if (database.wal !== undefined) {
    assert.ok(isInFiles(service.store), 'until the WAL is emptied');
    await until(async () => {
      clock.advance(MINUTE);
      return !isInFiles(service.store);
    });
  }
  clock.advance(600 * DAY);
  await change(`/v1/applications/${looked}/notes`, { text: 'Still looking.' }, 'POST');
  clock.advance(100 * DAY);
  await until(async () => (await get(`/v1/applications/${forgotten}`)).status === 404);
  assert.deepEqual([await state(looked), await state(accepted)], ['received', 'accepted']);
});
