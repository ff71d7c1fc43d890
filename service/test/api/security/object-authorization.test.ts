import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestAccount } from '@petstore/testing/accounts.ts';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, at, nextOf } from '@petstore/testing/http/expect-response.ts';
import { addPerson, storePasskey } from '@petstore/testing/people.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { applicationOf } from '../applications/application-fixture.ts';
import { PICTURE, PICTURE_HEADERS, storePhoto } from '../photos/photo-fixture.ts';
import { OPERATIONS } from './published-operations.ts';

/** Requests of one account for objects of another: one rule for every operation that takes an id. */

interface Fixture {
  service: TestService;
  owner: TestAccount;
  stranger: TestAccount;
  manager: TestAccount;
  /** An available pet of the owner. */
  pet: number;
  /** A pet of the owner that the owner's order holds. */
  held: number;
  /** A pet of the owner in the bin. */
  removed: number;
  /** A movement of `pet`. */
  movement: number;
  order: number;
  /** For `pet`. */
  application: number;
  /** A person of the owner, who is signed in on the first device. */
  person: string;
}

interface Rule {
  path(fixture: Fixture): string;
  method?: string;
  body?(fixture: Fixture): object;
  headers?: Record<string, string>;
  /** The status for the owner. */
  owner: number;
  /** The error for another account; without it both get the same status. */
  refusal?: [status: number, code: string];
  /** Whether the owner sees the order; another account never does. */
  showsOrder?: true;
}

function photoIdOf(pet: number): string {
  return String(pet).padStart(32, '0');
}

const FOUND = { type: 'intake', reason: 'stray', date: '2026-01-02' };
const DIED = { type: 'outcome', reason: 'died', date: '2026-01-03' };
const REFERENCE = 'application 2026-118';

const PERSON_RULES = [
  ['getPerson', 'GET', '', 200],
  ['updatePerson', 'PATCH', '', 200],
  ['removePerson', 'DELETE', '', 204],
  ['invitePerson', 'POST', '/invitations', 201],
  ['listDevices', 'GET', '/devices', 200],
  ['signOutEverywhere', 'DELETE', '/devices', 204],
  ['signOutDevice', 'DELETE', '/devices/1', 204],
  ['listPasskeys', 'GET', '/passkeys', 200],
  ['removePasskey', 'DELETE', '/passkeys/of-{person}', 204],
] as const;

const APPLICATION_RULES = [
  ['getApplication', 'GET', '', undefined, 200],
  ['changeApplication', 'PATCH', '', { state: 'accepted' }, 200],
  ['eraseApplication', 'DELETE', '', undefined, 204],
  ['sendApplicationMessage', 'POST', '/messages', { text: 'When could you come?' }, 201],
  ['addApplicationNote', 'POST', '/notes', { text: 'Called twice.' }, 201],
] as const;

const WEBHOOK_RULES = [
  ['getWebhook', 'GET', '', undefined, 200],
  ['changeWebhook', 'PATCH', '', { isOn: false }, 200],
  ['removeWebhook', 'DELETE', '', undefined, 204],
  ['rotateWebhookSecret', 'POST', '/rotation', {}, 201],
  ['testWebhook', 'POST', '/test', undefined, 200],
  ['listWebhookDeliveries', 'GET', '/deliveries', undefined, 200],
  ['retryWebhookDelivery', 'POST', '/deliveries/1/retry', undefined, 200],
] as const;

const RULES: Record<string, Rule> = {
  listPets: { path: () => '/v1/pets?categoryId=1', owner: 200 },
  createPet: {
    path: () => '/v1/pets',
    method: 'POST',
    body: () => ({ name: 'Bella', categoryId: 1 }),
    owner: 201,
  },
  getPet: { path: ({ held }) => `/v1/pets/${held}`, owner: 200 },
  changePet: {
    path: ({ pet }) => `/v1/pets/${pet}`,
    method: 'PATCH',
    body: () => ({ name: 'Bella', categoryId: 2 }),
    owner: 200,
    refusal: [403, 'not_owner'],
  },
  removePet: {
    path: ({ pet }) => `/v1/pets/${pet}`,
    method: 'DELETE',
    owner: 204,
    refusal: [403, 'not_owner'],
  },
  restorePet: {
    path: ({ removed }) => `/v1/pets/${removed}/restore`,
    method: 'POST',
    owner: 200,
    refusal: [403, 'not_owner'],
  },
  mergePet: {
    path: ({ pet }) => `/v1/pets/${pet}/merge`,
    method: 'POST',
    body: ({ held }) => ({ into: held }),
    owner: 200,
    refusal: [403, 'not_owner'],
  },
  erasePet: {
    path: ({ removed }) => `/v1/bin/${removed}`,
    method: 'DELETE',
    owner: 204,
    refusal: [403, 'not_owner'],
  },
  listMovements: {
    path: ({ pet }) => `/v1/pets/${pet}/movements`,
    owner: 200,
    refusal: [403, 'not_owner'],
  },
  addMovement: {
    path: ({ pet }) => `/v1/pets/${pet}/movements`,
    method: 'POST',
    body: () => DIED,
    owner: 201,
    refusal: [403, 'not_owner'],
  },
  changeMovement: {
    path: ({ pet, movement }) => `/v1/pets/${pet}/movements/${movement}`,
    method: 'PATCH',
    body: () => ({ note: 'Found at the river.' }),
    owner: 200,
    refusal: [403, 'not_owner'],
  },
  removeMovement: {
    path: ({ pet, movement }) => `/v1/pets/${pet}/movements/${movement}`,
    method: 'DELETE',
    owner: 204,
    refusal: [403, 'not_owner'],
  },
  listListings: { path: ({ held }) => `/v1/listings?petId=${held}`, owner: 200 },
  getListing: { path: ({ held }) => `/v1/listings/${held}`, owner: 200 },
  changeProfile: {
    path: ({ pet }) => `/v1/pets/${pet}/profile`,
    method: 'PATCH',
    body: () => ({ breed: 'Beagle' }),
    owner: 200,
    refusal: [403, 'not_owner'],
  },
  addPhoto: {
    path: ({ pet }) => `/v1/pets/${pet}/photos`,
    method: 'POST',
    headers: PICTURE_HEADERS,
    body: () => PICTURE,
    owner: 201,
    refusal: [403, 'not_owner'],
  },
  changePhoto: {
    path: ({ pet }) => `/v1/pets/${pet}/photos/${photoIdOf(pet)}`,
    method: 'PATCH',
    body: () => ({ alt: 'asleep' }),
    owner: 200,
    refusal: [403, 'not_owner'],
  },
  editPhoto: {
    path: ({ pet }) => `/v1/pets/${pet}/photos/${photoIdOf(pet)}/edits`,
    method: 'POST',
    body: () => ({ rotate: 90 }),
    owner: 201,
    refusal: [403, 'not_owner'],
  },
  removePhoto: {
    path: ({ pet }) => `/v1/pets/${pet}/photos/${photoIdOf(pet)}`,
    method: 'DELETE',
    owner: 204,
    refusal: [403, 'not_owner'],
  },
  listOrders: { path: ({ held }) => `/v1/store/orders?petId=${held}`, owner: 200, showsOrder: true },
  placeOrder: {
    path: () => '/v1/store/orders',
    method: 'POST',
    body: ({ pet }) => ({ petId: pet }),
    owner: 201,
  },
  getOrder: {
    path: ({ order }) => `/v1/store/orders/${order}`,
    owner: 200,
    refusal: [404, 'order_not_found'],
    showsOrder: true,
  },
  changeOrder: {
    path: ({ order }) => `/v1/store/orders/${order}`,
    method: 'PATCH',
    body: () => ({ status: 'cancelled' }),
    owner: 200,
    refusal: [404, 'order_not_found'],
    showsOrder: true,
  },
  listEvents: { path: ({ held }) => `/v1/events?petId=${held}`, owner: 200, showsOrder: true },
  nameCategory: {
    path: () => '/v1/categories/1',
    method: 'PUT',
    body: () => ({ name: 'Dog' }),
    owner: 403,
    refusal: [403, 'insufficient_role'],
  },
  getAccount: { path: () => '/v1/accounts/1', owner: 403, refusal: [403, 'insufficient_role'] },
  updateAccount: {
    path: () => '/v1/accounts/1',
    method: 'PATCH',
    body: () => ({ plan: 'pro' }),
    owner: 403,
    refusal: [403, 'insufficient_role'],
  },
  listAccountKeys: { path: () => '/v1/accounts/1/keys', owner: 403, refusal: [403, 'insufficient_role'] },
  createKey: {
    path: () => '/v1/accounts/1/keys',
    method: 'POST',
    body: () => ({}),
    owner: 403,
    refusal: [403, 'insufficient_role'],
  },
  listPeople: { path: () => '/v1/people?accountId=1', owner: 200, refusal: [404, 'account_not_found'] },
  addPerson: {
    path: () => '/v1/people',
    method: 'POST',
    body: () => ({ name: 'Ben', role: 'volunteer', accountId: 1 }),
    owner: 201,
    refusal: [404, 'account_not_found'],
  },
  ...Object.fromEntries(
    PERSON_RULES.map(([id, method, path, owner]) => [
      id,
      {
        path: ({ person }: Fixture) => `/v1/people/${person}${path.replace('{person}', person)}`,
        method,
        ...(method === 'PATCH' && { body: () => ({ name: 'Anna' }) }),
        owner,
        refusal: [404, 'person_not_found'] as [number, string],
      },
    ]),
  ),
  rotateKey: {
    path: () => '/v1/keys/1/rotation',
    method: 'POST',
    body: () => ({}),
    owner: 201,
    refusal: [404, 'key_not_found'],
  },
  updateKey: {
    path: () => '/v1/keys/1',
    method: 'PATCH',
    body: () => ({ label: 'x' }),
    owner: 403,
    refusal: [403, 'insufficient_role'],
  },
  revokeKey: {
    path: () => '/v1/keys/1',
    method: 'DELETE',
    owner: 403,
    refusal: [403, 'insufficient_role'],
  },
  liftBan: {
    path: () => '/v1/keys/1/ban',
    method: 'DELETE',
    owner: 403,
    refusal: [403, 'insufficient_role'],
  },
  listApplications: {
    path: ({ pet }) => `/v1/applications?petId=${pet}`,
    owner: 200,
  },
  sendApplication: {
    path: () => '/v1/applications',
    method: 'POST',
    body: ({ pet }) => applicationOf(pet),
    owner: 201,
  },
  getApplicationQuestions: { path: ({ pet }) => `/v1/application-questions?petId=${pet}`, owner: 200 },
  ...Object.fromEntries(
    APPLICATION_RULES.map(([id, method, path, body, owner]) => [
      id,
      {
        path: ({ application }: Fixture) => `/v1/applications/${application}${path}`,
        method,
        ...(body !== undefined && { body: () => body }),
        owner,
        refusal: [404, 'application_not_found'] as [number, string],
      },
    ]),
  ),
  ...Object.fromEntries(
    WEBHOOK_RULES.map(([id, method, path, body, owner]) => [
      id,
      {
        path: () => `/v1/webhooks/1${path}`,
        method,
        ...(body !== undefined && { body: () => body }),
        owner,
        refusal: [404, 'webhook_not_found'] as [number, string],
      },
    ]),
  ),
  createWebhook: {
    path: () => '/v1/webhooks',
    method: 'POST',
    body: () => ({ url: 'https://localhost/hook', afterEventId: 0 }),
    owner: 201,
  },
  getImport: { path: () => '/v1/imports/1', owner: 403, refusal: [403, 'insufficient_role'] },
  changeImport: {
    path: () => '/v1/imports/1',
    method: 'PATCH',
    body: () => ({}),
    owner: 403,
    refusal: [403, 'insufficient_role'],
  },
  cancelImport: {
    path: () => '/v1/imports/1',
    method: 'DELETE',
    owner: 403,
    refusal: [403, 'insufficient_role'],
  },
  getBadRows: { path: () => '/v1/imports/1/bad-rows.csv', owner: 403, refusal: [403, 'insufficient_role'] },
  listAudit: { path: () => '/v1/audit?petId=1', owner: 403, refusal: [403, 'insufficient_role'] },
  listCategories: { path: () => '/v1/categories?ids=1', owner: 200 },
  listMicrochips: { path: ({ held }) => `/v1/microchips?ids=${held}`, owner: 200 },
  listPermissions: { path: ({ held }) => `/v1/permissions?petIds=${held}`, owner: 200 },
};

/** The operations that need a person. Adding one takes as long as the other requests of a test. */
const OF_PEOPLE = /person|people|device|passkey|everywhere/i;

async function setUp(service: TestService, id = ''): Promise<Fixture> {
  const [owner, stranger] = [await service.account(), await service.account()];
  const manager = await service.account({ role: 'manager' });
  const [pet, held] = [await addPet(service, owner.key), await addPet(service, owner.key)];
  const removed = await addPet(service, owner.key);
  await service.send(`/v1/pets/${removed}`, { method: 'DELETE', key: owner.key });
  await storePhoto(service, pet, photoIdOf(pet));
  const body = { petId: held, reference: REFERENCE };
  const placed = await service.send('/v1/store/orders', { method: 'POST', key: owner.key, body });
  const order = Number(at(placed.json, 'id'));
  const found = { method: 'POST', key: owner.key, body: FOUND };
  const movement = Number(at((await service.send(`/v1/pets/${pet}/movements`, found)).json, 'id'));
  const sent = { method: 'POST', key: owner.key, body: applicationOf(pet) };
  const application = Number(at((await service.send('/v1/applications', sent)).json, 'id'));
  if (/webhook/i.test(id)) await addWebhook(service, owner.key);
  const person = OF_PEOPLE.test(id) ? (await addPerson(service, owner.key)).id : '';
  if (person !== '') await storePasskey(service, person, `of-${person}`);
  return { service, owner, stranger, manager, pet, held, removed, movement, order, application, person };
}

/** Webhook 1, whose host is not allowed, with delivery 1. */
async function addWebhook(service: TestService, key: string): Promise<void> {
  const body = { url: 'https://localhost/hook' };
  await service.send('/v1/webhooks', { method: 'POST', key, body });
  await service.send('/v1/webhooks/1/test', { method: 'POST', key });
}

/** Returns the objects of the owner as a manager sees them. */
async function objectsOfOwner({ service, manager, pet, held, order }: Fixture): Promise<string[]> {
  const paths = [
    `pets/${pet}`,
    `listings/${pet}`,
    `pets/${pet}/movements`,
    `pets/${held}`,
    `store/orders/${order}`,
    'bin',
    'events?limit=100',
  ];
  return Promise.all(paths.map(async (path) => (await service.send(`/v1/${path}`, manager)).text));
}

function sendAs({ key }: TestAccount, fixture: Fixture, { path, method, body, headers = {} }: Rule) {
  const request = { key, method: method ?? 'GET', headers, body: body?.(fixture) };
  return fixture.service.send(path(fixture), request);
}

for (const [id, rule] of Object.entries(RULES)) {
  test(`${id}: does not show or change objects of another account`, async (t) => {
    const fixture = await setUp(await startService(t), id);
    const before = await objectsOfOwner(fixture);
    const refused = await sendAs(fixture.stranger, fixture, rule);
    assert.ok(!refused.text.includes(REFERENCE), refused.text);
    if (rule.refusal === undefined) assert.equal(refused.status, rule.owner, refused.text);
    else {
      assertError(refused, ...rule.refusal);
      assert.deepEqual(await objectsOfOwner(fixture), before);
    }
    // The other account may have ordered the pet.
    const own = id === 'placeOrder' ? await setUp(fixture.service) : fixture;
    const response = await sendAs(own.owner, own, rule);
    assert.equal(response.status, rule.owner, response.text);
    assert.equal(response.text.includes(REFERENCE), rule.showsOrder ?? false);
  });
}

test('has a rule for every operation that takes an id', () => {
  // A site is the same for every account; publishing.test.ts shows that each account has its own settings of it. Partners belong to the shelter.
  const taking = OPERATIONS.filter(({ inputs }) =>
    inputs.some((name) => /Ids?$|^ids$/.test(name) && !['siteId', 'partnerId'].includes(name)),
  );
  assert.deepEqual(taking.map(({ id }) => id).sort(), Object.keys(RULES).sort());
});

test('an order of another account gets the same 404 as an unknown order', async (t) => {
  const fixture = await setUp(await startService(t));
  const none = fixture.order + 1;
  for (const rule of [RULES.getOrder, RULES.changeOrder]) {
    assert.ok(rule !== undefined);
    const there = await sendAs(fixture.stranger, fixture, rule);
    const absent = await sendAs(fixture.stranger, { ...fixture, order: none }, rule);
    assert.equal(there.text.replaceAll(String(fixture.order), String(none)), absent.text);
  }
});

test('a cursor of another account returns nothing of its list', async (t) => {
  const { service, owner, stranger, pet } = await setUp(await startService(t));
  await service.send('/v1/store/orders', { method: 'POST', key: owner.key, body: { petId: pet } });
  const next = nextOf(await service.send('/v1/store/orders?limit=1', owner));
  assert.ok(next !== undefined);
  assert.match((await service.send(next, owner)).text, /application/);
  assert.equal((await service.send(next, stranger)).text, '[]');
});
