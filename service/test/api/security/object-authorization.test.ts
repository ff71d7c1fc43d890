import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { addPet } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertError, at, nextOf } from '@petstore/testing/http/expect-response.ts';
import { addPerson, storePasskey } from '@petstore/testing/people.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { applicationOf } from '../applications/application-fixture.ts';
import { PICTURE, PICTURE_HEADERS, storePhoto } from '../photos/photo-fixture.ts';
import { OPERATIONS } from './published-operations.ts';

/** Requests of one account for objects of another: one rule for every operation that takes an id. */

const service = await startSharedService();
const manager = await service.account({ role: 'manager', ...UNLIMITED });

const FOUND = { type: 'intake', reason: 'stray', date: '2026-01-02' };
const DIED = { type: 'outcome', reason: 'died', date: '2026-01-03' };
const REFERENCE = 'application 2026-118';

/** A request of the API without `/v1`, the status for the owner, and a body. `{pet}` and the like are ids of the fixture. */
type Rule = readonly [request: string, owner: number, body?: object];

/** What another account does with its own objects, or reads of those that all accounts see. */
const FOR_ALL: Record<string, Rule> = {
  listPets: ['GET /pets?categoryId=1', 200],
  createPet: ['POST /pets', 201, { name: 'Bella', categoryId: 1 }],
  getPet: ['GET /pets/{held}', 200],
  listListings: ['GET /listings?petId={held}', 200],
  getListing: ['GET /listings/{held}', 200],
  listOrders: ['GET /store/orders?petId={held}', 200],
  placeOrder: ['POST /store/orders', 201, { petId: '{pet}' }],
  listEvents: ['GET /events?petId={held}', 200],
  listApplications: ['GET /applications?petId={pet}', 200],
  sendApplication: ['POST /applications', 201, { ...applicationOf(0), petId: '{pet}' }],
  getApplicationQuestions: ['GET /application-questions?petId={pet}', 200],
  createWebhook: ['POST /webhooks', 201, { url: 'https://localhost/hook', afterEventId: 0 }],
  listCategories: ['GET /categories?ids=1', 200],
  listMicrochips: ['GET /microchips?ids={held}', 200],
  listPermissions: ['GET /permissions?petIds={held}', 200],
};

/** What another account may not do, by the error that it gets. */
const FOR_THE_OWNER: Record<string, Record<string, Rule>> = {
  not_owner: {
    changePet: ['PATCH /pets/{pet}', 200, { name: 'Bella', categoryId: 2 }],
    removePet: ['DELETE /pets/{pet}', 204],
    restorePet: ['POST /pets/{removed}/restore', 200],
    mergePet: ['POST /pets/{pet}/merge', 200, { into: '{held}' }],
    erasePet: ['DELETE /bin/{removed}', 204],
    listMovements: ['GET /pets/{pet}/movements', 200],
    addMovement: ['POST /pets/{pet}/movements', 201, DIED],
    changeMovement: ['PATCH /pets/{pet}/movements/{movement}', 200, { note: 'Found at the river.' }],
    removeMovement: ['DELETE /pets/{pet}/movements/{movement}', 204],
    changeProfile: ['PATCH /pets/{pet}/profile', 200, { breed: 'Beagle' }],
    addPhoto: ['POST /pets/{pet}/photos', 201, PICTURE],
    changePhoto: ['PATCH /pets/{pet}/photos/{photo}', 200, { alt: 'asleep' }],
    editPhoto: ['POST /pets/{pet}/photos/{photo}/edits', 201, { rotate: 90 }],
    removePhoto: ['DELETE /pets/{pet}/photos/{photo}', 204],
  },
  order_not_found: {
    getOrder: ['GET /store/orders/{order}', 200],
    changeOrder: ['PATCH /store/orders/{order}', 200, { status: 'cancelled' }],
  },
  account_not_found: {
    listPeople: ['GET /people?accountId={account}', 200],
    addPerson: ['POST /people', 201, { name: 'Ben', role: 'volunteer', accountId: '{account}' }],
  },
  person_not_found: {
    getPerson: ['GET /people/{person}', 200],
    updatePerson: ['PATCH /people/{person}', 200, { name: 'Anna' }],
    removePerson: ['DELETE /people/{person}', 204],
    invitePerson: ['POST /people/{person}/invitations', 201],
    listDevices: ['GET /people/{person}/devices', 200],
    signOutEverywhere: ['DELETE /people/{person}/devices', 204],
    signOutDevice: ['DELETE /people/{person}/devices/{device}', 204],
    listPasskeys: ['GET /people/{person}/passkeys', 200],
    removePasskey: ['DELETE /people/{person}/passkeys/of-{person}', 204],
  },
  key_not_found: { rotateKey: ['POST /keys/{key}/rotation', 201, {}] },
  application_not_found: {
    getApplication: ['GET /applications/{application}', 200],
    changeApplication: ['PATCH /applications/{application}', 200, { state: 'accepted' }],
    eraseApplication: ['DELETE /applications/{application}', 204],
    sendApplicationMessage: [
      'POST /applications/{application}/messages',
      201,
      { text: 'When could you come?' },
    ],
    addApplicationNote: ['POST /applications/{application}/notes', 201, { text: 'Called twice.' }],
  },
  webhook_not_found: {
    getWebhook: ['GET /webhooks/{webhook}', 200],
    changeWebhook: ['PATCH /webhooks/{webhook}', 200, { isOn: false }],
    removeWebhook: ['DELETE /webhooks/{webhook}', 204],
    rotateWebhookSecret: ['POST /webhooks/{webhook}/rotation', 201, {}],
    testWebhook: ['POST /webhooks/{webhook}/test', 200],
    listWebhookDeliveries: ['GET /webhooks/{webhook}/deliveries', 200],
    retryWebhookDelivery: ['POST /webhooks/{webhook}/deliveries/{delivery}/retry', 200],
  },
};

/** The operations whose response shows an order to the owner; they never show it to another account. */
const SHOWING_ORDERS = ['listOrders', 'getOrder', 'changeOrder', 'listEvents'];

/** Ids of what the owner has. The order holds `held`; `removed` is in the bin; the person is signed in on a device. */
interface Fixture {
  readonly owner: TestAccount;
  readonly stranger: TestAccount;
  readonly ids: Readonly<Record<string, unknown>>;
}

/** Adding a person takes as long as the other requests of a test. */
async function addPersonOf({ key }: TestAccount): Promise<Record<string, unknown>> {
  const { id: person } = await addPerson(service, key);
  await storePasskey(service, person, `of-${person}`);
  const devices = await service.send(`/v1/people/${person}/devices`, { key });
  return { person, device: at(devices.json, '0', 'id') };
}

async function setUp(id = ''): Promise<Fixture> {
  const [owner, stranger] = [await service.account(UNLIMITED), await service.account(UNLIMITED)];
  const { key } = owner;
  const post = async (path: string, body: object = {}) =>
    at((await service.send(`/v1${path}`, { method: 'POST', key, body })).json, 'id');
  const [pet, held] = [await addPet(service, key), await addPet(service, key)];
  const removed = await addPet(service, key);
  await service.send(`/v1/pets/${removed}`, { method: 'DELETE', key });
  const photo = String(pet).padStart(32, '0');
  await storePhoto(service, pet, photo);
  const webhook = await post('/webhooks', { url: 'https://localhost/hook' });
  const ids = {
    ...{ account: owner.id, key: owner.keyId, pet, held, removed, photo, webhook },
    order: await post('/store/orders', { petId: held, reference: REFERENCE }),
    movement: await post(`/pets/${pet}/movements`, FOUND),
    application: await post('/applications', applicationOf(pet)),
    ...(/webhook/i.test(id) && { delivery: await post(`/webhooks/${webhook}/test`) }),
    ...(/person|people|device|passkey|everywhere/i.test(id) && (await addPersonOf(owner))),
  };
  return { owner, stranger, ids };
}

/** Returns the objects of the owner as a manager sees them. */
async function objectsOfOwner({ ids: { pet, held, order } }: Fixture): Promise<string[]> {
  const ofPets = [pet, held].flatMap((id) => [`pets/${id}`, `listings/${id}`, `pets/${id}/movements`]);
  const paths = [...ofPets, `store/orders/${order}`, 'bin', `events?petId=${pet}&limit=100`];
  return Promise.all(paths.map(async (path) => (await service.send(`/v1/${path}`, manager)).text));
}

function sendAs({ key }: TestAccount, ids: Fixture['ids'], [request, , body]: Rule) {
  const [method, path] = request.replaceAll(/\{(\w+)\}/g, (_, name) => String(ids[name])).split(' ');
  const json = JSON.stringify(body)?.replaceAll(/"\{(\w+)\}"/g, (_, name) => String(ids[name]));
  const sent = body === PICTURE ? { headers: PICTURE_HEADERS, body } : { body: json };
  return service.send(`/v1${path}`, { method: method ?? '', key, ...sent });
}

function testRule(id: string, rule: Rule, check: (refused: ApiResponse) => void): void {
  test(`${id}: does not show or change objects of another account`, async () => {
    const fixture = await setUp(id);
    const before = await objectsOfOwner(fixture);
    const refused = await sendAs(fixture.stranger, fixture.ids, rule);
    assert.ok(!refused.text.includes(REFERENCE), refused.text);
    check(refused);
    if (refused.status >= 400) assert.deepEqual(await objectsOfOwner(fixture), before);
    // The other account may have ordered the pet.
    const { owner, ids } = id === 'placeOrder' ? await setUp() : fixture;
    const response = await sendAs(owner, ids, rule);
    assert.equal(response.status, rule[1], response.text);
    assert.equal(response.text.includes(REFERENCE), SHOWING_ORDERS.includes(id));
  });
}

for (const [id, rule] of Object.entries(FOR_ALL))
  testRule(id, rule, ({ status, text }) => assert.equal(status, rule[1], text));
for (const [code, rules] of Object.entries(FOR_THE_OWNER)) {
  for (const [id, rule] of Object.entries(rules))
    testRule(id, rule, (refused) => assertError(refused, code === 'not_owner' ? 403 : 404, code));
}

test('has a rule for every operation that takes an id', () => {
  // role-matrix.test.ts has those of managers and admins, who may act on the objects of all accounts.
  const taking = OPERATIONS.filter(
    ({ inputs, neededRole }) =>
      inputs.some((name) => /Ids?$|^ids$/.test(name)) && neededRole !== 'manager' && neededRole !== 'admin',
  );
  const ruled = [FOR_ALL, ...Object.values(FOR_THE_OWNER)].flatMap((rules) => Object.keys(rules));
  assert.deepEqual(taking.map(({ id }) => id).sort(), ruled.sort());
});

test('an order of another account gets the same 404 as an unknown order', async () => {
  const { stranger, ids } = await setUp();
  for (const rule of Object.values(FOR_THE_OWNER.order_not_found ?? {})) {
    const there = await sendAs(stranger, ids, rule);
    const absent = await sendAs(stranger, { ...ids, order: 999_999 }, rule);
    assert.equal(there.text.replaceAll(String(ids.order), '999999'), absent.text);
  }
});

test('a cursor of another account returns nothing of its list', async () => {
  const { owner, stranger, ids } = await setUp();
  await service.send('/v1/store/orders', { method: 'POST', key: owner.key, body: { petId: ids.pet } });
  const next = nextOf(await service.send('/v1/store/orders?limit=1', owner));
  assert.ok(next !== undefined);
  assert.match((await service.send(next, owner)).text, /application/);
  assert.equal((await service.send(next, stranger)).text, '[]');
});
