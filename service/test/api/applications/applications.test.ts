// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startSharedServiceAtNoon } from '@petstore/testing/service.ts';
import { applicationOf, shelterWithAnimal } from './application-fixture.ts';

const shared = await startSharedServiceAtNoon();
test('an acceptance places an approved order that holds the animal, and the adoption answers everyone', async () => {
  const service = shared();
  const { petId, apply, get, change, petStatus, state } = await shelterWithAnimal(service);
  const first = await apply();
  const second = await apply({ name: 'Ana' });
  const accepted = await change(`/v1/applications/${first}`, {
    state: 'accepted',
    reason: 'Come on Friday.',
  });
  assert.equal(accepted.status, 200, accepted.text);
  assert.equal(await petStatus(), 'pending');
  const order = await get(`/v1/store/orders/${at(accepted.json, 'orderId')}`);
  assert.deepEqual(
    [at(order.json, 'status'), at(order.json, 'reference'), at(order.json, 'expiresAt')],
    ['approved', `application:${first}`, undefined],
  );
  const other = await get(`/v1/applications/${second}`);
  assert.deepEqual([at(other.json, 'state'), at(other.json, 'someoneAhead')], ['received', true]);
  assertError(await change(`/v1/applications/${second}`, { state: 'accepted' }), 409, 'pet_not_available');
  const back = await change(`/v1/applications/${first}`, { state: 'in_review' });
  assert.deepEqual([at(back.json, 'state'), await petStatus()], ['in_review', 'available']);
  assert.equal((await change(`/v1/applications/${first}`, { state: 'accepted' })).status, 200);
  assert.equal((await change(`/v1/applications/${first}`, { state: 'adopted' })).status, 200);
  assert.deepEqual([await state(first), await petStatus()], ['adopted', 'sold']);
  assertError(
    await service.send('/v1/applications', {
      method: 'POST',
      key: (await shelterWithAnimal(service)).key,
      body: applicationOf(petId),
    }),
    409,
    'pet_not_available',
  );
});

test('a repeated request stores one application, and the response that is stored has its id and its state only', async () => {
  const service = shared();
  const { key, petId } = await shelterWithAnimal(service);
  const send = () =>
    service.send('/v1/applications', {
      method: 'POST',
      key,
      body: applicationOf(petId),
      headers: { 'idempotency-key': 'one' },
    });
  const first = await send();
  assert.match(String(at(first.json, 'url')), /\/application\/[\w-]{43}$/);
  const second = await send();
  assert.deepEqual(second.json, { id: at(first.json, 'id'), state: 'received' });
});

test('a key with the scope applications:create sends, and reads nothing; another shelter gets 404', async () => {
  const service = shared();
  const { id, petId, get } = await shelterWithAnimal(service);
  const { key: admin } = await service.account({ role: 'admin' });
  const issued = await service.send(`/v1/accounts/${id}/keys`, {
    method: 'POST',
    key: admin,
    body: { role: 'reader', scopes: ['applications:create'], allowedOrigins: ['https://shelter.example'] },
  });
  assert.equal(issued.status, 201, issued.text);
  const web = String(at(issued.json, 'secret'));
  const headers = { origin: 'https://shelter.example' };
  const sent = await service.send('/v1/applications', {
    method: 'POST',
    key: web,
    body: applicationOf(petId),
    headers,
  });
  assert.equal(sent.status, 201, sent.text);
  const path = `/v1/applications/${at(sent.json, 'id')}`;
  assert.equal(
    (await service.send(`/v1/application-questions?petId=${petId}`, { key: web, headers })).status,
    200,
  );
  for (const one of [path, '/v1/applications', '/v1/pets', '/v1/events'])
    assertError(await service.send(one, { key: web, headers }), 403, 'operation_not_allowed');
  assertError(
    await service.send('/v1/applications', { method: 'POST', key: web, body: applicationOf(petId) }),
    403,
    'origin_not_allowed',
  );
  assert.equal((await get(path)).status, 200);
  const other = await service.account({ role: 'manager' });
  for (const stranger of [other.key, admin]) {
    assertError(await get(path, stranger), 404, 'application_not_found');
    assert.deepEqual((await get('/v1/applications', stranger)).json, []);
    const { text } = await get(`/v1/events?petId=${petId}`, stranger);
    assert.doesNotMatch(text, /application/);
  }
  assert.match((await get(`/v1/events?petId=${petId}`)).text, /"application.created"/);
});

test('each answer that is missing or wrong is named by its question', async () => {
  const service = shared();
  const { key, petId } = await shelterWithAnimal(service);
  const answers = [
    { questionId: 'home', value: 'castle' },
    { questionId: 'hours_alone', value: 'three' },
    { questionId: 'unknown', value: 1 },
  ];
  const { status, json, headers } = await service.send('/v1/applications', {
    method: 'POST',
    key,
    body: { ...applicationOf(petId), answers },
  });
  assert.deepEqual([status, at(json, 'code')], [400, 'invalid_body']);
  const named = String(headers.get('invalid-fields')).split(', ').toSorted();
  assert.deepEqual(
    named,
    ['allowed', 'home', 'hours_alone', 'people', 'reason', 'unknown'].map((id) => `answers.${id}`),
  );
});

test('a message answers, a note is for the shelter, and an erasure leaves nothing that was written', async () => {
  const service = shared();
  const { key, apply, get, change } = await shelterWithAnimal(service);
  const id = await apply();
  const path = `/v1/applications/${id}`;
  assert.equal((await change(`${path}/notes`, { text: 'Called twice.' }, 'POST')).status, 201);
  assert.equal(at((await get(path)).json, 'answeredAt'), undefined);
  assert.equal((await change(`${path}/messages`, { text: 'When could you come?' }, 'POST')).status, 201);
  const { json } = await get(path);
  assert.notEqual(at(json, 'answeredAt'), undefined);
  assert.deepEqual(
    [at(json, 'messages', '0', 'author'), at(json, 'notes', '0', 'text')],
    ['shelter', 'Called twice.'],
  );
  assert.equal((await change(path, { assignedTo: null })).status, 200);
  assertError(await change(path, { reason: 'No state' }), 400, 'invalid_body');
  const stale = await service.send(path, { method: 'DELETE', key, headers: { 'if-match': '"old"' } });
  assertError(stale, 412, 'precondition_failed');
  const erased = await change(path, {}, 'DELETE');
  assert.equal(erased.status, 204);
  assertError(await get(path), 404, 'application_not_found');
  const rows = await service.database.read
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', BigInt(id))
    .execute();
  assert.deepEqual(
    [rows[0]?.name, rows[0]?.email, rows[0]?.answers, rows[0]?.state],
    [null, null, null, 'declined'],
  );
});

test('the questions can be sent to another account as they were read, and are asked for their category only', async () => {
  const service = shared();
  const { key, petId, get, change } = await shelterWithAnimal(service);
  const read = await get('/v1/application-questions');
  const questions = at(read.json, 'questions') as object[];
  const cats = { id: 'cats', kind: 'yes_no', required: true, categoryId: 2, text: { en: 'Cats?' } };
  const body = { questions: [...questions, cats] };
  assert.deepEqual((await change('/v1/application-questions', body, 'PUT')).json, body);
  const asked = await get(`/v1/application-questions?petId=${petId}`);
  assert.deepEqual(at(asked.json, 'questions'), questions);
  // A category beyond 2^53 keeps its digits, and what no int64 is does not pass.
  const far = JSON.rawJSON('9007199254740993');
  const kept = await change(
    '/v1/application-questions',
    { questions: [{ ...cats, categoryId: far }] },
    'PUT',
  );
  assert.equal(kept.status, 200, kept.text);
  assert.match((await get('/v1/application-questions')).text, /"categoryId":9007199254740993,/);
  const none = { questions: [{ ...cats, categoryId: JSON.rawJSON('9223372036854775808') }] };
  assert.match((await change('/v1/application-questions', none, 'PUT')).text, /got 9223372036854775808/);
  const wrong = { questions: [cats, { ...cats, kind: 'choice' }] };
  assertError(await change('/v1/application-questions', wrong, 'PUT'), 400, 'invalid_body');
  const silent = await change('/v1/application-questions', { questions: [{ ...cats, text: {} }] }, 'PUT');
  assertError(silent, 400, 'invalid_body');
  assert.match(silent.text, /questions\.0\.text must have at least one language/);
  const settings = { isOpen: false, takesGeneral: true, promiseDays: 3, showAnswerTime: true };
  assert.deepEqual((await change('/v1/application-settings', settings, 'PUT')).json, settings);
  assertError(
    await service.send('/v1/applications', { method: 'POST', key, body: applicationOf(petId) }),
    409,
    'applications_closed',
  );
});
