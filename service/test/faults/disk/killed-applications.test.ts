// Waits for processes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { addPet } from '@petstore/testing/api-calls.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { mailVia, startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { until } from '@petstore/testing/until.ts';
import { openSqlite } from '../../../src/platform/database/sqlite/sqlite.ts';
import { applicationOf } from '../../api/applications/application-fixture.ts';
import { crash, type ServedStore, serveStore, stop } from './served-store.ts';

/** The way of an application, with `kill -9` after each step: the process ends as soon as another one can see the commit. */

const JSON_TYPE = 'Content-Type: application/json';
const COMMIT_LIMIT_MS = 10_000;

interface Step {
  readonly method: string;
  readonly path: string;
  readonly body: object;
  readonly headers?: readonly string[];
}

async function start(t: TestContext) {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const database = await openSqlite(path);
  const { key } = await addAccount(database, 'shelter', Date.now(), { ...UNLIMITED, role: 'manager' });
  await database.close();
  const smtp = await startSmtpServer(t);
  const rows = new DatabaseSync(path);
  t.after(() => rows.close());
  return { key, smtp, rows, serve: () => serveStore(t, path, key, mailVia(smtp)) };
}

/** What the store has of applications, and of what belongs to them. */
function contentsOf(rows: DatabaseSync) {
  const values = (query: string) => rows.prepare(query).all().flatMap(Object.values);
  return {
    applications: values("select email || ' ' || state from applications order by id"),
    states: values("select application_id || ' ' || state from application_states order by id"),
    orders: values("select status || ' ' || reference from orders order by id"),
    pets: values('select status from pets'),
    letters: values("select kind || ' ' || application_id from outbox order by id"),
  };
}

/** Sends a request, and ends the process as soon as its first change can be seen. */
async function killedAfter(rows: DatabaseSync, { serving, key }: ServedStore, step: Step): Promise<void> {
  const { body, headers = [], ...line } = step;
  const before = JSON.stringify(contentsOf(rows));
  const connection = await RawConnection.open(serving.url);
  const request = { ...line, key, body: JSON.stringify(body), headers: [JSON_TYPE, ...headers] };
  connection.write(rawRequest(request));
  // Without a turn of the event loop, so that the process has no time for a second transaction.
  const limit = performance.now() + COMMIT_LIMIT_MS;
  while (JSON.stringify(contentsOf(rows)) === before && performance.now() < limit);
  await crash(serving);
  connection.close();
}

test('after kill -9 between any two steps an application is whole with its order and its pet, and each letter arrives', async (t) => {
  const { key, smtp, rows, serve } = await start(t);
  const sentAll = () => until(async () => contentsOf(rows).letters.length === 0);
  smtp.behaviour = 'silent';
  let store = await serve();
  const petId = await addPet(store, key);
  const path = '/v1/applications';
  const ana = { ...applicationOf(petId), name: 'Ana', email: 'ana@mail.example' };
  await killedAfter(rows, store, { method: 'POST', path, body: ana, headers: ['Idempotency-Key: ana'] });
  const received = {
    applications: ['ana@mail.example received'],
    states: ['1 received'],
    orders: [],
    pets: ['available'],
    letters: ['received 1'],
  };
  assert.deepEqual(contentsOf(rows), received);

  smtp.behaviour = 'unconfirmed';
  store = await serve();
  const headers = { 'idempotency-key': 'ana' };
  const repeated = await store.send(path, { method: 'POST', key, body: ana, headers });
  assert.deepEqual([repeated.status, repeated.json], [201, { id: 1, state: 'received' }]);
  await smtp.arrived(1);
  await crash(store.serving);
  assert.deepEqual(contentsOf(rows), received);

  smtp.behaviour = 'accept';
  store = await serve();
  const bo = { ...applicationOf(petId), name: 'Bo', email: 'bo@mail.example' };
  assert.equal((await store.send(path, { method: 'POST', key, body: bo })).status, 201);
  await sentAll();
  smtp.behaviour = 'silent';
  await killedAfter(rows, store, { method: 'PATCH', path: `${path}/1`, body: { state: 'accepted' } });
  assert.deepEqual(contentsOf(rows), {
    applications: ['ana@mail.example accepted', 'bo@mail.example received'],
    states: ['1 received', '2 received', '1 accepted'],
    orders: ['approved application:1'],
    pets: ['pending'],
    letters: ['accepted 1'],
  });

  smtp.behaviour = 'accept';
  store = await serve();
  await sentAll();
  smtp.behaviour = 'silent';
  const complete = { method: 'PATCH', path: '/v1/store/orders/1', body: { status: 'completed' } };
  await killedAfter(rows, store, complete);
  assert.deepEqual(contentsOf(rows), {
    applications: ['ana@mail.example adopted', 'bo@mail.example closed'],
    states: ['1 received', '2 received', '1 accepted', '1 adopted', '2 closed'],
    orders: ['completed application:1'],
    pets: ['sold'],
    letters: ['closed 2'],
  });

  smtp.behaviour = 'accept';
  store = await serve();
  await sentAll();
  await stop(store.serving);
  const letters = smtp.received.map(({ to, source }) => [to[0], /^Message-ID: (.*)\r$/im.exec(source)?.[1]]);
  assert.deepEqual(
    letters.map(([to]) => to),
    ['ana', 'ana', 'bo', 'ana', 'bo'].map((name) => `${name}@mail.example`),
  );
  // Mail programs show a repetition once.
  assert.equal(letters[0]?.[1], letters[1]?.[1]);
  assert.equal(new Set(letters.map(([, id]) => id)).size, 4);
});
