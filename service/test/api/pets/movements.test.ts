// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { createAccounts } from '../accounts.ts';

/** The movements of a pet, and how its status follows. Today is 2026-11-21 in UTC, at noon. */

const FOUND = { type: 'intake', reason: 'stray', date: '2026-03-01' };
const LOST = { type: 'outcome', reason: 'lost', date: '2026-11-20' };
const TODAY = '2026-11-21';

/** Of all tests but that of the day of the shelter. Its clock stands still. */
const shared = await startSharedService();

async function setUp(pet: object = {}, service = shared) {
  const keys = await createAccounts(service);
  const id = await addPet(service, keys.shelter, pet);
  const send = (method: string, path: string, body?: object, key = keys.shelter, headers = {}) =>
    service.send(`/v1/pets/${id}${path}`, { method, key, body, headers });
  const add = async (movement: object, key = keys.shelter) => {
    const added = await send('POST', '/movements', movement, key);
    assert.equal(added.status, 201, added.text);
    return Number(at(added.json, 'id'));
  };
  const movements = () => readAll(service, keys.shelter, `/v1/pets/${id}/movements?limit=1`);
  const status = async () => at((await service.send(`/v1/pets/${id}`, { key: keys.reader })).json, 'status');
  const setStatus = (value: string | null) => send('PATCH', '', { status: value });
  const order = async (steps: string[]) => {
    const orderId = await placeOrder(service, keys.family, id);
    for (const step of steps) {
      const sent = { method: 'PATCH', key: keys.shelter, body: { status: step } };
      assert.equal((await service.send(`/v1/store/orders/${orderId}`, sent)).status, 200);
    }
    return orderId;
  };
  return { service, keys, id, send, add, movements, status, setStatus, order };
}

test('null removes the status: the pet matches no filter, and can get any status again', async () => {
  const { service, keys, id, setStatus, movements } = await setUp({ categoryId: 77 });
  for (const from of ['available', 'pending'] as const) {
    assert.equal((await setStatus(from)).status, 200);
    const removed = await setStatus(null);
    assert.deepEqual([removed.status, removed.json], [200, { id, name: 'Frank', categoryId: 77 }]);
    const read = await service.send(`/v1/pets/${id}`, { key: keys.reader });
    assert.equal(removed.headers.get('etag'), read.headers.get('etag'));
  }
  assert.deepEqual(await readAll(service, keys.reader, '/v1/pets?status=available&categoryId=77'), []);
  assert.deepEqual(await readAll(service, keys.reader, '/v1/categories?ids=77'), [{ id: 77, available: 0 }]);
  const [last] = (await readAll(service, keys.reader, `/v1/events?petId=${id}`)).slice(-1);
  assert.deepEqual(at(last, 'pet'), { id, name: 'Frank', categoryId: 77 });
  assert.deepEqual(await movements(), [], 'the pet was never away');
});

test('null while an order holds the pet is 409, like every other status', async () => {
  const { setStatus, order } = await setUp();
  await order([]);
  const refused = await setStatus(null);
  assertError(refused, 409, 'invalid_transition');
  assert.match(refused.text, /is held by order \d+ and cannot lose its status: complete or cancel the order/);
});

test('a completed order records the adoption, and a pet that is set to available again its return', async () => {
  const { id, order, movements, setStatus, status } = await setUp();
  const orderId = await order(['approved', 'completed']);
  const first = Number(at((await movements())[0], 'id'));
  const adoption = { id: first, petId: id, type: 'outcome', reason: 'adoption', date: TODAY, orderId };
  assert.deepEqual(await movements(), [adoption]);
  assert.equal((await setStatus('available')).status, 200);
  const back = { id: first + 1, petId: id, type: 'intake', reason: 'return', date: TODAY };
  assert.deepEqual(await movements(), [back, adoption]);
  assert.equal(await status(), 'available');
});

test('the day is that of the shelter', async (t) => {
  const { service, order, movements, send } = await setUp({}, await startService(t));
  const admin = await service.account({ role: 'admin' });
  const settings = { publicPages: false, timeZone: 'Pacific/Auckland' };
  const set = await service.send('/v1/settings', { method: 'PUT', key: admin.key, body: settings });
  assert.equal(set.status, 200, set.text);
  await order(['approved', 'completed']);
  assert.equal(at((await movements())[0], 'date'), '2026-11-22');
  for (const [date, expected] of [
    ['2026-11-22', 201],
    ['2026-11-23', 400],
  ] as const) {
    assert.equal((await send('POST', '/movements', { ...FOUND, date })).status, expected);
  }
});

test('an outcome takes the pet off the pages, and a return makes it available or not, as chosen', async () => {
  const { add, status } = await setUp();
  await add(FOUND);
  assert.equal(await status(), 'available', 'an intake of an animal that is there changes nothing');
  await add(LOST);
  assert.equal(await status(), undefined);
  await add({ type: 'intake', reason: 'return', date: TODAY, status: 'available' });
  assert.equal(await status(), 'available');
  await add({ type: 'outcome', reason: 'adoption', date: TODAY, note: 'To a family in town.' });
  assert.equal(await status(), 'sold');
  await add({ type: 'intake', reason: 'return', date: TODAY });
  assert.equal(await status(), undefined);
});

test('a movement before the last one changes no status, and cannot choose one (409)', async () => {
  const { add, send, status } = await setUp();
  const last = await add({ ...FOUND, reason: 'return', date: TODAY });
  await add(LOST);
  await add({ type: 'foster', date: '2026-04-01', endDate: '2026-12-24' });
  assert.equal(await status(), 'available');
  const refused = await send('POST', '/movements', { ...FOUND, status: 'pending' });
  assertError(refused, 409, 'invalid_transition');
  assert.match(refused.text, new RegExp(`has a later movement, ${last}, which decides its status`));
});

test('a correction lets the status follow: another reason, another day, a deletion', async () => {
  const { add, send, status } = await setUp();
  await add(FOUND);
  const lost = await add(LOST);
  const change = (body: object) => send('PATCH', `/movements/${lost}`, body);
  assert.equal((await change({ reason: 'adoption' })).status, 200);
  assert.equal(await status(), 'sold');
  assert.equal((await change({ date: TODAY })).status, 200);
  assert.equal(await status(), 'sold');
  assert.equal((await send('DELETE', `/movements/${lost}`)).status, 204);
  assert.equal(await status(), undefined, 'no animal is published by a correction');
  assertError(await send('DELETE', `/movements/${lost}`), 404, 'movement_not_found');
});

test('movements that contradict each other are 409 with the reason, and an outcome without an intake is recorded', async () => {
  const { add, send, movements, status } = await setUp();
  const refused = async (answer: ReturnType<typeof send>, reason: RegExp) => {
    const { text, ...response } = await answer;
    assertError({ text, ...response }, 409, 'invalid_transition');
    assert.match(text, reason);
  };
  const post = (body: object) => send('POST', '/movements', body);
  const found = await add({ ...FOUND, date: '2026-05-10' });
  await refused(
    post({ ...FOUND, date: '2026-06-01' }),
    /came in on 2026-05-10 \(movement \d+\) and again on 2026-06-01/,
  );
  await refused(post({ ...FOUND, date: '2026-05-10' }), /again on 2026-05-10/);
  await refused(
    post({ ...LOST, date: '2026-05-09' }),
    /outcome on 2026-05-09 is before the intake on 2026-05-10/,
  );
  const gone = await add({ ...LOST, date: '2026-05-20' });
  await refused(send('PATCH', `/movements/${gone}`, { date: '2026-05-01' }), /is before the intake/);
  await refused(send('PATCH', `/movements/${found}`, { date: '2026-05-21' }), /is before the intake/);
  await refused(
    post({ type: 'foster', date: '2026-05-21' }),
    /was not in care on 2026-05-21: it had left on 2026-05-20/,
  );
  await add({ type: 'foster', date: '2026-05-12', endDate: '2026-05-15' });
  await refused(post({ type: 'foster', date: '2026-05-14' }), /until 2026-05-15, and again from 2026-05-14/);
  const again = await add({ ...FOUND, date: '2026-07-01' });
  await refused(send('DELETE', `/movements/${gone}`), /came in on 2026-05-10 .* and again on 2026-07-01/);
  // It had been here before, and no one knows since when.
  await refused(post({ ...LOST, date: '2026-04-01' }), /change the reason of the intake to return first/);
  assert.equal((await send('PATCH', `/movements/${found}`, { reason: 'return' })).status, 200);
  await add({ ...LOST, date: '2026-04-01' });
  // The intake of that day comes before the outcome, and an explicit place after it.
  const first = await add({ ...FOUND, date: '2026-04-01' });
  const intake = (await movements()).find(({ id }) => id === first);
  assert.equal(at(intake, 'dayOrder'), -1);
  assert.equal(await status(), undefined);
  assert.equal((await send('PATCH', `/movements/${again}`, { dayOrder: 7 })).status, 200);
});

test('an outcome that is corrected from the adoption of an order to another reason is no longer of the order', async () => {
  const { id, order, send, movements, status } = await setUp();
  await order(['approved', 'completed']);
  const adopted = Number(at((await movements())[0], 'id'));
  const died = { id: adopted, petId: id, type: 'outcome', reason: 'died', date: TODAY };
  assert.deepEqual((await send('PATCH', `/movements/${adopted}`, { reason: 'died' })).json, died);
  assert.deepEqual(await movements(), [died]);
  assert.equal(await status(), undefined);
});

test('while an order holds the pet, no movement changes the status (409), and all others are recorded', async () => {
  const { add, send, order, status, movements } = await setUp();
  await order([]);
  await add({ type: 'foster', date: '2026-10-01' });
  await add(FOUND);
  const refused = await send('POST', '/movements', LOST);
  assertError(refused, 409, 'invalid_transition');
  assert.equal((await movements()).length, 2);
  assert.equal(await status(), 'pending');
});

const REGION = 'region is only for the reasons transfer_in and transfer_out';
const INVALID: Record<string, [body: object, fields: string, message: RegExp]> = {
  'an intake without a reason': [{ ...FOUND, reason: undefined }, 'reason', /reason is required for type in/],
  'the reason of an outcome in an intake': [
    { ...FOUND, reason: 'adoption' },
    'reason',
    /reason of type intake must be one of stray, surrender, .*; got "adoption"/,
  ],
  'a reason of a stay in foster care': [
    { ...FOUND, type: 'foster' },
    'reason',
    /reason is only for an intake and an outcome; got "stray"/,
  ],
  'a day after today': [{ ...FOUND, date: '2026-11-22' }, 'date', /must not be after today, 2026-11-21/],
  'a day that no calendar has': [{ ...FOUND, date: '2026-02-30' }, 'date', /must be a date/],
  'an end of an intake': [{ ...FOUND, endDate: TODAY }, 'endDate', /endDate is only for type foster/],
  'an end before the beginning': [
    { type: 'foster', date: TODAY, endDate: '2026-11-20' },
    'endDate',
    /must not be before date, 2026-11-21; got "2026-11-20"/,
  ],
  'a region without a transfer': [{ ...FOUND, region: 'same' }, 'region', new RegExp(REGION)],
  'a note of white space': [{ ...FOUND, note: ' ' }, 'note', /white space/],
  'a status of an outcome': [{ ...LOST, status: null }, 'status', /status is only for type intake/],
  'the status sold': [{ ...FOUND, status: 'sold' }, 'status', /status must be/],
  'an unknown member': [{ ...FOUND, orderId: 7 }, 'orderId', /orderId/],
};

test('an invalid movement is 400 with its fields and what is allowed', async () => {
  const { send, movements } = await setUp();
  for (const [what, [body, fields, message]] of Object.entries(INVALID)) {
    const refused = await send('POST', '/movements', body);
    assertError(refused, 400, 'invalid_body');
    assert.equal(refused.headers.get('invalid-fields'), fields, what);
    assert.match(String(at(refused.json, 'message')), message, what);
  }
  assert.deepEqual(await movements(), []);
});

test('a change removes members with null, keeps the others, and drops the region with the transfer', async () => {
  const { add, send, id } = await setUp();
  const transfer = {
    type: 'intake',
    reason: 'transfer_in',
    date: '2026-03-01',
    region: 'other',
    note: 'Van',
  };
  const movementId = await add(transfer);
  const change = (body: object) => send('PATCH', `/movements/${movementId}`, body);
  const whole = { id: movementId, petId: id, ...transfer };
  const { note: _, ...withoutNote } = whole;
  assert.deepEqual((await change({ note: null })).json, withoutNote);
  const { region: __, ...stray } = withoutNote;
  assert.deepEqual((await change({ reason: 'stray' })).json, { ...stray, reason: 'stray' });
  assertError(await change({ region: 'same' }), 400, 'invalid_body');
  assertError(await change({}), 400, 'invalid_body');
});

test('a repetition records one movement, and of two changes with one If-Match only the first is applied (412)', async () => {
  const { send, movements } = await setUp();
  const add = () => send('POST', '/movements', FOUND, undefined, { 'idempotency-key': 'a' });
  const [added, again] = [await add(), await add()];
  assert.equal(added.text, again.text);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal((await movements()).length, 1);
  const movementId = at(added.json, 'id');
  const change = (note: string, etag: string) =>
    send('PATCH', `/movements/${movementId}`, { note }, undefined, { 'if-match': etag });
  const first = await change('a', '*');
  const etag = first.headers.get('etag') ?? '';
  assert.equal((await change('b', etag)).status, 200);
  assertError(await change('c', etag), 412, 'precondition_failed');
  const removal = await send('DELETE', `/movements/${movementId}`, undefined, undefined, {
    'if-match': etag,
  });
  assertError(removal, 412, 'precondition_failed');
});

test('only accounts that may change the pet see its movements, in the list and in the feed; the audit has them', async () => {
  const { service, keys, id, add, send } = await setUp();
  const movementId = await add(FOUND);
  assert.equal((await send('PATCH', `/movements/${movementId}`, { note: 'At the river.' })).status, 200);
  await send('DELETE', `/movements/${movementId}`);
  const types = async (key: string) =>
    (await readAll(service, key, `/v1/events?petId=${id}`)).map(({ type }) => type);
  const seen = ['pet.created', 'movement.created', 'movement.updated', 'movement.deleted'];
  for (const key of [keys.shelter, keys.manager]) assert.deepEqual(await types(key), seen);
  for (const key of [keys.stranger, keys.reader]) {
    assert.deepEqual(await types(key), ['pet.created']);
    assertError(await send('GET', '/movements', undefined, key), 403, 'not_owner');
  }
  const admin = await service.account({ role: 'admin' });
  const [entry] = (await readAll(service, admin.key, '/v1/audit?limit=100')).filter(
    ({ action }) => action === 'movement.updated',
  );
  assert.deepEqual(at(entry, 'subject'), { type: 'movement', id: movementId });
  assert.equal(at(entry, 'details', 'note'), 'At the river.');
});

test('no other account sees the movements of a pet without an owner', async () => {
  const { service, keys, id, send } = await setUp();
  await service.database.write((db) =>
    db.updateTable('pets').set({ owner_id: null }).where('id', '=', BigInt(id)).execute(),
  );
  assert.equal((await send('POST', '/movements', FOUND, keys.manager)).status, 201);
  const types = async (key: string) =>
    (await readAll(service, key, `/v1/events?petId=${id}`)).map(({ type }) => type);
  assert.deepEqual(await types(keys.shelter), ['pet.created']);
  assert.deepEqual(await types(keys.manager), ['pet.created', 'movement.created']);
  const origin = 'https://shelter.example';
  const page = await service.account({ role: 'reader', allowedOrigins: [origin] });
  const feed = await service.send(`/v1/events?petId=${id}`, { key: page.key, headers: { origin } });
  assert.deepEqual(
    listOf(feed).map(({ type }) => type),
    ['pet.created'],
  );
});

test('an order holds for the chosen hours; only who may change the pet chooses more than the setting (403)', async () => {
  const { service, keys, id } = await setUp();
  const place = (key: string, holdHours: number) =>
    service.send('/v1/store/orders', { method: 'POST', key, body: { petId: id, holdHours } });
  assertError(await place(keys.family, 49), 403, 'not_owner');
  for (const hours of [0, 721, 1.5]) assertError(await place(keys.shelter, hours), 400, 'invalid_body');
  const short = await place(keys.family, 1);
  assert.equal(at(short.json, 'expiresAt'), '2026-11-21T13:00:00.000Z');
  const cancelled = { method: 'PATCH', key: keys.family, body: { status: 'cancelled' } };
  await service.send(`/v1/store/orders/${at(short.json, 'id')}`, cancelled);
  const long = await place(keys.shelter, 720);
  assert.equal(at(long.json, 'expiresAt'), '2026-12-21T12:00:00.000Z');
});
