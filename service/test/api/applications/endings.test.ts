// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedServiceAtNoon } from '@petstore/testing/service.ts';
import { DAY, HOUR } from '../../../src/platform/core/clock.ts';
import { applicationOf, shelterWithAnimal } from './application-fixture.ts';

const shared = await startSharedServiceAtNoon();

/** Two applications of an animal, of which the first is accepted. */
async function accepted() {
  const service = shared();
  const shelter = await shelterWithAnimal(service);
  const { apply, change } = shelter;
  const [first, second] = [await apply(), await apply({ name: 'Ana' })];
  const { json } = await change(`/v1/applications/${first}`, { state: 'accepted' });
  const states = async () => [await shelter.state(first), await shelter.state(second)];
  return { ...shelter, service, first, second, states, order: `/v1/store/orders/${at(json, 'orderId')}` };
}

test('an order that is completed in any place adopts its application and closes the others, by name of who did it', async () => {
  const { change, order, states, first, get, petId } = await accepted();
  assert.equal((await change(order, { status: 'completed' })).status, 200);
  assert.deepEqual(await states(), ['adopted', 'closed']);
  const { json } = await get(`/v1/applications/${first}`);
  assert.deepEqual(at(json, 'states', '2', 'author'), 'service');
  const events = listOf(await get(`/v1/events?petId=${petId}&limit=100`));
  const ofApplications = events.filter(({ type }) => String(type).startsWith('application.'));
  assert.deepEqual(
    ofApplications.map(({ application }) => at(application, 'state')),
    ['received', 'received', 'accepted', 'adopted', 'closed'],
  );
  assert.deepEqual(Object.keys(ofApplications[0]?.application ?? {}).toSorted(), ['id', 'petId', 'state']);
});

test('an order that ends without an adoption returns its application to the shelter, and the other one is next', async () => {
  const { change, order, states, get, service, key, second, petId } = await accepted();
  service.clock.advance(3 * DAY);
  assert.deepEqual(await states(), ['accepted', 'received'], 'it does not expire');
  assert.equal((await change(order, { status: 'cancelled' })).status, 200);
  assert.deepEqual(await states(), ['in_review', 'received']);
  const summary = await get('/v1/summary');
  assert.deepEqual(at(summary.json, 'applications', 'next'), [{ applicationId: second, petId }]);
  assert.deepEqual(at(summary.json, 'applications', 'waiting'), { count: 2, more: false });
  assert.deepEqual(at(summary.json, 'applications', 'pastPromise'), { count: 0, more: false });
  service.clock.advance(5 * DAY);
  const late = await service.send('/v1/summary', { key });
  assert.deepEqual(at(late.json, 'applications', 'pastPromise'), { count: 1, more: false });
});

test('animals that go together have one who is next, also if that one asked for the other animal', async () => {
  const { petId, apply, change, get } = await shelterWithAnimal(shared());
  const body = { name: 'Bruno', categoryId: 1, status: 'available' };
  const other = Number(at((await change('/v1/pets', body, 'POST')).json, 'id'));
  assert.equal((await change(`/v1/pets/${petId}/profile`, { bondedWith: [other] })).status, 200);
  const first = await apply();
  const second = await apply({ petId: other, name: 'Ana' });
  await apply({ name: 'Eva' });
  const { json } = await change(`/v1/applications/${first}`, { state: 'accepted' });
  await change(`/v1/store/orders/${at(json, 'orderId')}`, { status: 'cancelled' });
  const next = async () => at((await get('/v1/summary')).json, 'applications', 'next');
  assert.deepEqual(await next(), [{ applicationId: second, petId: other }]);
  assert.equal((await change(`/v1/pets/${petId}/profile`, { bondedWith: null })).status, 200);
  assert.deepEqual(await next(), [{ applicationId: second + 1, petId }]);
});

test('the hold of another order refuses an acceptance, and its end lets it through', async () => {
  const service = shared();
  const { petId, apply, change, key } = await shelterWithAnimal(service);
  const placed = await service.send('/v1/store/orders', { method: 'POST', key, body: { petId } });
  const id = await apply();
  assertError(await change(`/v1/applications/${id}`, { state: 'accepted' }), 409, 'pet_not_available');
  service.clock.advance(49 * HOUR);
  assert.equal((await change(`/v1/applications/${id}`, { state: 'accepted' })).status, 200, placed.text);
});

test('an animal that is sold or erased closes its applications, and one in the bin does not', async () => {
  const service = shared();
  const sold = await shelterWithAnimal(service);
  const ofSold = await sold.apply();
  assert.equal((await sold.change(`/v1/pets/${sold.petId}`, { status: 'sold' })).status, 200);
  assert.equal(await sold.state(ofSold), 'closed');
  const { petId, apply, change, state } = await shelterWithAnimal(service);
  const id = await apply();
  assert.equal((await change(`/v1/pets/${petId}`, {}, 'DELETE')).status, 204);
  assert.equal(await state(id), 'received');
  assert.equal((await change(`/v1/bin/${petId}`, {}, 'DELETE')).status, 204);
  assert.equal(await state(id), 'closed');
});

test('a merge moves applications to the animal that remains, with an acceptance and its order', async () => {
  const { service, key, petId, first, change, get, states } = await accepted();
  const body = { name: 'Bela', categoryId: 1, status: 'available' };
  const other = Number(at((await service.send('/v1/pets', { method: 'POST', key, body })).json, 'id'));
  assert.equal((await change(`/v1/pets/${petId}/merge`, { into: other }, 'POST')).status, 200);
  assert.equal(at((await get(`/v1/applications/${first}`)).json, 'petId'), other);
  assert.deepEqual(await states(), ['accepted', 'received']);
  assert.equal((await change(`/v1/applications/${first}`, { state: 'adopted' })).status, 200);
  assert.deepEqual(await states(), ['adopted', 'closed']);
});

test('an application for one animal is for all that it goes together with', async () => {
  const service = shared();
  const { key, petId, apply, change, get, state, petStatus } = await shelterWithAnimal(service);
  const body = { name: 'Rex', categoryId: 1, status: 'available' };
  const rex = Number(at((await service.send('/v1/pets', { method: 'POST', key, body })).json, 'id'));
  await change(`/v1/pets/${rex}/profile`, { bondedWith: [petId] });
  const [first, second] = [await apply(), await apply({ petId: rex })];
  const listed = listOf(await get(`/v1/applications?petId=${petId}`));
  assert.deepEqual(
    listed.map(({ id }) => id),
    [second, first],
  );
  assert.equal((await change(`/v1/applications/${first}`, { state: 'accepted' })).status, 200);
  assert.equal(at((await get(`/v1/pets/${rex}`)).json, 'status'), 'pending');
  assert.equal(at((await get(`/v1/applications/${second}`)).json, 'someoneAhead'), true);
  assertError(await change(`/v1/applications/${second}`, { state: 'accepted' }), 409, 'pet_not_available');
  assert.equal((await change(`/v1/applications/${first}`, { state: 'in_review' })).status, 200);
  assert.deepEqual(
    [await petStatus(), at((await get(`/v1/pets/${rex}`)).json, 'status')],
    ['available', 'available'],
  );
  assert.equal((await change(`/v1/applications/${second}`, { state: 'accepted' })).status, 200);
  assert.equal((await change(`/v1/applications/${second}`, { state: 'adopted' })).status, 200);
  assert.deepEqual([await state(first), await state(second)], ['closed', 'adopted']);
});

test('beyond fifty open ones of an animal, an application waits in the second queue until another one ends', async () => {
  const service = shared();
  const { petId, apply, change, get } = await shelterWithAnimal(service);
  const first = await apply();
  const row = await service.database.read
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', BigInt(first))
    .executeTakeFirstOrThrow();
  const others = Array.from({ length: 49 }, () => ({ ...row, id: undefined, secret: null, token_id: null }));
  await service.database.write((db) =>
    db
      .insertInto('applications')
      .values(others.map(({ id: _, ...other }) => other))
      .execute(),
  );
  const late = await apply({ name: 'Late' });
  const withdrawn = await apply({ name: 'Later' });
  assert.equal((await change(`/v1/applications/${withdrawn}`, { state: 'declined' })).status, 200);
  const queue = async () => at((await get(`/v1/applications/${late}`)).json, 'queue');
  assert.equal(await queue(), 2);
  assert.equal((await change(`/v1/applications/${first}`, { state: 'declined' })).status, 200);
  assert.equal(await queue(), 1);
  assert.equal(applicationOf(petId).petId, petId);
});

test('an applicant who looks for any animal cannot get one that is sold', async (t) => {
  const { petId, apply, change } = await shelterWithAnimal(await startService(t));
  const id = await apply({ petId: undefined });
  assert.equal((await change(`/v1/pets/${petId}`, { status: 'sold' })).status, 200);
  assertError(await change(`/v1/applications/${id}`, { petId }), 409, 'pet_not_available');
});
