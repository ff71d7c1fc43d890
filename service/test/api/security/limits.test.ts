// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { applyFor } from '@petstore/testing/applications.ts';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { addPerson, invite, storePasskey } from '@petstore/testing/people.ts';
import { startService, startSharedServiceAtNoon } from '@petstore/testing/service.ts';
import { SessionBrowser } from '@petstore/testing/sign-in/session-browser.ts';
import type { Insertable } from 'kysely';
import { importPets } from '../../../src/exchange/import-export/import-pets.ts';
import { parseMapping } from '../../../src/exchange/import-export/mapping/mapping-file.ts';
import { DAY } from '../../../src/platform/core/clock.ts';
import type { Tables } from '../../../src/platform/database/tables.ts';

/** What can grow has an end: docs/threat-model.md has a row for each table. */

const shared = await startSharedServiceAtNoon();

function insert<Table extends keyof Tables>(table: Table, rows: Insertable<Tables[Table]>[]) {
  return shared().database.write((db) => db.insertInto(table).values(rows).execute());
}

const times = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));

test('docs/threat-model.md has what bounds each table of the store', async () => {
  const page = await readFile(new URL('../../../../docs/threat-model.md', import.meta.url), 'utf8');
  const section = /\n## What can grow\n(.*?)\n## /s.exec(page)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| (`.+?) \| (.+) \| (.+) \|$/gm)];
  const named = rows.flatMap(([, tables = '']) => [...tables.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const { database } = shared();
  const tables = await database.read.introspection.getTables();
  const existing = tables.filter(({ isView }) => !isView).map(({ name }) => name);
  assert.deepEqual(new Set(existing).difference(new Set(named)), new Set(), 'tables without a row');
  assert.equal(new Set(named).size, named.length, 'a table has two rows');
  for (const [, , bound, where] of rows) assert.ok(bound && where);
});

test('an animal with 500 movements gets no other one, by the API, a batch or a new status; they can be corrected and deleted', async () => {
  const service = shared();
  const { key } = await service.account({ role: 'manager' });
  const petId = await addPet(service, key);
  const stays = times(500, (index) => ({
    pet_id: BigInt(petId),
    type: index % 2 === 0 ? ('intake' as const) : ('outcome' as const),
    reason: index % 2 === 0 ? ('stray' as const) : ('lost' as const),
    date: new Date(Date.UTC(2020, 0, index)).toISOString().slice(0, 10),
  }));
  await insert('movements', stays);
  const send = (method: string, path: string, body?: object) =>
    service.send(`/v1/pets/${petId}${path}`, { method, key, body });
  const next = { type: 'intake', reason: 'return', date: '2026-11-20' };
  const refused = await send('POST', '/movements', next);
  assertError(refused, 409, 'limit_reached');
  assert.match(refused.text, /has 500 movements, which is the maximum/);
  assertError(await send('PATCH', '', { status: 'sold' }), 409, 'limit_reached');
  const items = [{ operation: 'changePet', petId, pet: { status: 'sold' } }];
  const batch = await service.send('/v1/batches', { method: 'POST', key, body: { items } });
  assert.equal(at(batch.json, 'results', '0', 'error', 'code'), 'limit_reached', batch.text);
  const twin = await addPet(service, key);
  await service.send(`/v1/pets/${twin}/movements`, { method: 'POST', key, body: next });
  const merged = await service.send(`/v1/pets/${twin}/merge`, { method: 'POST', key, body: { into: petId } });
  assertError(merged, 409, 'merge_conflict');
  assert.match(merged.text, /have 501 movements together, and a pet has at most 500/);
  const order = await placeOrder(service, key, petId);
  const completed = (status: string) =>
    service.send(`/v1/store/orders/${order}`, { method: 'PATCH', key, body: { status } });
  assert.equal((await completed('approved')).status, 200);
  assertError(await completed('completed'), 409, 'limit_reached');
  assert.equal((await completed('cancelled')).status, 200);
  const [last] = listOf(await send('GET', '/movements?limit=1'));
  assert.equal((await send('PATCH', `/movements/${last?.id}`, { note: 'x' })).status, 200);
  assert.equal((await send('DELETE', `/movements/${last?.id}`)).status, 204);
  assert.equal((await send('POST', '/movements', { ...next, type: 'outcome', reason: 'lost' })).status, 201);
});

test('a person has at most 20 passkeys; of more that an older store has, the newest are listed, and can be removed', async () => {
  const service = shared();
  const { key } = await service.account({ role: 'admin' });
  const { id, browser } = await addPerson(service, key);
  const home = new SessionBrowser(service.url.replace('127.0.0.1', 'localhost'));
  for (const [name, value] of browser.cookies) home.setCookie(name, value);
  for (const index of times(19, (one) => one)) await storePasskey(service, id, `${id}-${index}`);
  assert.equal((await home.send('/session/passkeys/options')).status, 200);
  for (const index of [19, 20, 21]) await storePasskey(service, id, `${id}-${index}`);
  const refused = await home.send('/session/passkeys/options');
  assertError(refused, 409, 'limit_reached');
  assert.match(refused.text, /20 passkeys, which is the maximum/);
  const list = async () => listOf(await service.send(`/v1/people/${id}/passkeys`, { key }));
  assert.equal((await list()).length, 20);
  for (let left = 22; left > 19; left -= 1) {
    const [one] = await list();
    const path = `/v1/people/${id}/passkeys/${one?.id}`;
    assert.equal((await service.send(path, { method: 'DELETE', key })).status, 204);
  }
  assert.equal((await home.send('/session/passkeys/options')).status, 200);
});

test('a person who signs in on one device more than 100 is signed out on the one that was not used for longest; of invitations the ten newest work', async () => {
  const service = shared();
  const { key } = await service.account({ role: 'admin' });
  const { id, browser } = await addPerson(service, key);
  const device = { person_id: BigInt(id), device: 'x', created_at: 0n, expires_at: 1n << 50n };
  await insert(
    'sessions',
    times(99, (index) => ({ ...device, digest: `${id} ${index}`, used_at: index === 7 ? 0n : 1n << 45n })),
  );
  const invitations: string[] = [];
  for (const _ of times(11, () => 0)) {
    service.clock.advance(1);
    invitations.push(await invite(service, key, id));
  }
  assertError(await new SessionBrowser(service.url).join(invitations[0] ?? ''), 410, 'link_expired');
  assert.equal((await browser.send('/session/token')).status, 200, 'the hundredth device stays');
  assert.equal((await new SessionBrowser(service.url).join(invitations[1] ?? '')).status, 201);
  const devices = listOf(await service.send(`/v1/people/${id}/devices`, { key }));
  assert.equal(devices.length, 100);
  const rows = await service.database.read
    .selectFrom('sessions')
    .select('digest')
    .where('person_id', '=', BigInt(id))
    .execute();
  assert.equal(rows.length, 100);
  assert.ok(!rows.some(({ digest }) => digest === `${id} 7`));
});

test('an account has at most 500 persons and 200 valid keys, and a key is replaced 1,000 times', async () => {
  const service = shared();
  const { key, id, keyId } = await service.account({ role: 'admin' });
  const person = { account_id: id, name: 'Ben', role: 'volunteer', created_at: 0n };
  await insert('people', [...times(499, () => person), ...times(3, () => ({ ...person, removed_at: 0n }))]);
  const add = () =>
    service.send('/v1/people', { method: 'POST', key, body: { name: 'Ana', role: 'volunteer' } });
  const last = await add();
  assert.equal(last.status, 201, last.text);
  assertError(await add(), 409, 'limit_reached');
  await service.send(`/v1/people/${at(last.json, 'id')}`, { method: 'DELETE', key });
  assert.equal((await add()).status, 201);

  const issue = () =>
    service.send(`/v1/accounts/${id}/keys`, { method: 'POST', key, body: { label: 'Web site' } });
  const another = { account_id: id, hint: 'x', created_at: 0n, expires_at: null, revoked_at: null };
  await insert('api_keys', [
    ...times(198, (index) => ({ ...another, digest: `${id} ${index}` })),
    ...times(3, (index) => ({ ...another, digest: `revoked ${id} ${index}`, revoked_at: 0n })),
  ]);
  assert.equal((await issue()).status, 201);
  assertError(await issue(), 409, 'limit_reached');

  const replaced = { ...another, revoked_at: 0n, rotated_from: keyId, chain_id: keyId };
  const rotate = () =>
    service.send(`/v1/keys/${keyId}/rotation`, { method: 'POST', key, body: { overlapSeconds: 3600 } });
  await insert(
    'api_keys',
    times(1_000, (index) => ({ ...replaced, digest: `replaced ${id} ${index}` })),
  );
  const refused = await rotate();
  assertError(refused, 409, 'limit_reached');
  assert.match(refused.text, /replaced 1000 times/);
});

test('an animal with 1,000 open applications takes no other one, and an application with 200 states can only end', async () => {
  const service = shared();
  const { key, id } = await service.account({ role: 'manager' });
  const petId = await addPet(service, key);
  const application = {
    account_id: id,
    pet_id: BigInt(petId),
    state: 'received' as const,
    queue: 2n,
    created_at: 0n,
    updated_at: 0n,
    due_at: 0n,
    language: 'en',
  };
  const first = await applyFor(service, key, petId, { name: 'Ana', email: 'ana@example.org' });
  await insert(
    'applications',
    times(999, () => application),
  );
  const body = { petId, language: 'en', name: 'Ben', email: 'ben@example.org', answers: [] };
  const refused = await service.send('/v1/applications', { method: 'POST', key, body });
  assertError(refused, 409, 'applications_closed');
  const state = { application_id: BigInt(first), state: 'in_review' as const, at: 0n };
  await insert(
    'application_states',
    times(199, () => ({ ...state, author: 'shelter' as const, reason: null })) as never,
  );
  const change = (next: string) =>
    service.send(`/v1/applications/${first}`, { method: 'PATCH', key, body: { state: next } });
  assertError(await change('in_review'), 409, 'limit_reached');
  assert.equal((await change('declined')).status, 200);
});

test('what would give an animal, or those that go together, more than 1,000 open applications is refused: a merge, a group, and one that is opened again or chosen', async () => {
  const service = shared();
  const { key, id } = await service.account({ role: 'manager' });
  const [one, other] = [await addPet(service, key), await addPet(service, key)];
  const dates = { created_at: 0n, updated_at: 0n, due_at: 0n };
  const add = (count: number, petId: number | null, state: 'received' | 'declined') => {
    const of = { account_id: id, pet_id: petId === null ? null : BigInt(petId), category_id: 1n, state };
    return insert(
      'applications',
      times(count, () => ({ ...of, ...dates, queue: 2n, language: 'en' })),
    );
  };
  await add(600, one, 'received');
  await add(401, other, 'received');
  await add(1, one, 'declined');
  await add(1, null, 'received');
  const ids = async (petId: number | null, state: 'received' | 'declined') => {
    const of = service.database.read.selectFrom('applications').select('id').where('account_id', '=', id);
    const rows = await of
      .where('pet_id', petId === null ? 'is' : '=', petId === null ? null : BigInt(petId))
      .where('state', '=', state)
      .execute();
    return rows.map((row) => row.id);
  };
  const send = (method: string, path: string, body: object) => service.send(path, { method, key, body });
  const merge = () => send('POST', `/v1/pets/${one}/merge`, { into: other });
  const group = () => send('PATCH', `/v1/pets/${one}/profile`, { bondedWith: [other] });
  for (const [refused, code] of [
    [await merge(), 'merge_conflict'],
    [await group(), 'bond_conflict'],
  ] as const) {
    assertError(refused, 409, code);
    assert.match(refused.text, /have more than 1000 open applications.*Decide about some of them first/);
  }
  const [declined] = await ids(one, 'declined');
  const [general] = await ids(null, 'received');
  const [last] = await ids(other, 'received');
  await send('PATCH', `/v1/applications/${last}`, { state: 'declined' });
  assert.equal((await group()).status, 200, '1,000 together are the maximum');
  for (const [application, body] of [
    [declined, { state: 'in_review' }],
    [general, { petId: other }],
  ] as const)
    assertError(await send('PATCH', `/v1/applications/${application}`, body), 409, 'limit_reached');
  assert.equal((await merge()).status, 200);
});

test('an account begins 50 categories a day, so that others find room for theirs', async (t) => {
  const { account, clock, send } = await startService(t);
  const [{ key }, polite] = [await account({ plan: 'free' }), await account()];
  const pet = (index: number) => ({ name: 'Rex', categoryId: 1_000 + index });
  const items = times(60, (index) => ({ operation: 'createPet', pet: pet(index) }));
  const begun = async () => {
    const { json } = await send('/v1/batches', { method: 'POST', key, body: { items } });
    const results = times(60, (index) => at(json, 'results', String(index), 'status'));
    return results.filter((status) => status === 201).length;
  };
  assert.equal(await begun(), 50);
  const add = (by: string, body: object) => send('/v1/pets', { method: 'POST', key: by, body });
  assertError(await add(key, pet(999)), 409, 'limit_reached');
  assert.equal((await add(polite.key, pet(999))).status, 201);
  assert.equal((await add(key, pet(999))).status, 201);
  clock.advance(DAY);
  assert.equal(await begun(), 60);
});

test('a store with 1,000 categories takes animals of those only; an import reports the row of another one', async (t) => {
  const service = await startService(t);
  const { key, id } = await service.account({ role: 'admin' });
  await service.database.write((db) =>
    db
      .insertInto('categories')
      .values(times(1_000, (index) => ({ id: BigInt(index + 1), name: `Kind ${index}` })))
      .execute(),
  );
  const send = (method: string, path: string, body: object) => service.send(path, { method, key, body });
  const petId = await addPet(service, key, { categoryId: 7 });
  const refused = await send('POST', '/v1/pets', { name: 'Rex', categoryId: 1_001 });
  assertError(refused, 409, 'limit_reached');
  assertError(await send('PATCH', `/v1/pets/${petId}`, { categoryId: 1_001 }), 409, 'limit_reached');
  assertError(await send('PUT', '/v1/categories/1001', { name: 'Dodo' }), 409, 'limit_reached');
  assert.equal((await send('PUT', '/v1/categories/8', { name: 'Dodo' })).status, 200);
  assert.equal((await send('PATCH', `/v1/pets/${petId}`, { categoryId: 8 })).status, 200);
  async function* open() {
    yield Buffer.from('id,kind\na,1001\nb,8\n');
  }
  const columns = { reference: { column: 'id' }, name: { column: 'id' }, categoryId: { column: 'kind' } };
  const { database, clock } = service;
  const { created, failed } = await importPets(
    database,
    { file: { format: 'csv', open }, mapping: parseMapping(JSON.stringify(columns)) },
    { ownerId: id, clock, publicUrl: 'https://pets.example' },
  );
  assert.deepEqual([created, failed.first.map(({ line }) => line)], [1, [2]]);
});
