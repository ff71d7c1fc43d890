import assert from 'node:assert/strict';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, at, nextOf } from '@petstore/testing/http/expect-response.ts';
import type { TestService } from '@petstore/testing/service.ts';
import { banKey } from '../../src/access/accounts/ban-queries.ts';
import { HOUR, SECOND } from '../../src/platform/core/clock.ts';
import { applicationOf } from '../api/applications/application-fixture.ts';
import { PICTURE, PICTURE_HEADERS, storePhoto } from '../api/photos/photo-fixture.ts';

const LETTER = { kind: 'declined', language: 'en', subject: 'Hello', body: 'Hello' };
/** No one listens there. */
const MAIL_SERVER = { host: '127.0.0.1', port: 1, security: 'none', from: 'hello@shelter.example' };

/** A service with an admin and a member. */
interface Setting {
  readonly service: TestService;
  readonly adminKey: string;
  readonly memberId: bigint;
}

/** The requests of one account, and the ids that they are for, which differ in each round. */
interface Client extends Setting {
  readonly key: string;
  readonly petId: number;
  readonly orderId: number;
  get(path: string): Promise<ApiResponse>;
  send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<ApiResponse>;
}

let writes = 0;

const FOUND = { type: 'intake', reason: 'stray', date: '2026-01-02' };

/** Adds a pet that came in and left. */
async function petWithMovements({ service, send, key }: Client): Promise<number> {
  const id = await addPet(service, key);
  const left = { type: 'outcome', reason: 'lost', date: '2026-01-03' };
  for (const movement of [FOUND, left]) {
    assert.equal((await send('POST', `/pets/${id}/movements`, movement)).status, 201);
  }
  return id;
}

/** Sends an application for the pet, and returns its path below /v1. */
async function apply({ send, service, key }: Client): Promise<string> {
  const petId = await addPet(service, key);
  const sent = await send('POST', '/applications', applicationOf(petId));
  assert.equal(sent.status, 201, sent.text);
  return `/applications/${at(sent.json, 'id')}`;
}

/** Adds a pet with an open order. The holds of earlier rounds end, because a member may not have many. */
export async function addResources(setting: Setting, key: string): Promise<Client> {
  const { service } = setting;
  service.clock.advance(48 * HOUR);
  const petId = await addPet(service, key, { categoryId: ++writes });
  const orderId = await placeOrder(service, key, petId);
  // So that the requests read the key again.
  service.clock.advance(SECOND);
  return {
    ...setting,
    key,
    petId,
    orderId,
    get: (path) => service.send(`/v1${path}`, { key }),
    send: (method, path, body, headers = {}) => service.send(`/v1${path}`, { method, key, body, headers }),
  };
}

/** Reads two pages of a list. */
async function readPages({ service, get, key }: Client, path: string): Promise<void> {
  const next = nextOf(await get(path));
  if (next !== undefined) await service.send(next, { key });
}

/** Adds a person. Returns the path; that of no person for the member, who adds one to another account. */
async function newPerson(send: Client['send']): Promise<string> {
  const { headers } = await send('POST', '/people', { name: `person ${++writes}`, role: 'volunteer' });
  return headers.get('location')?.replace('/v1', '') ?? '/people/999999';
}

/** Sends a write with and without a key, and once again. */
async function writeTwice({ send }: Client, path: string, bodyOf: () => Promise<object>): Promise<void> {
  if ((await send('POST', path, await bodyOf())).status === 403) return; // the member
  for (const key of [`key-${++writes}`, `"quoted-${writes}"`]) {
    const body = await bodyOf();
    const headers = { 'idempotency-key': key };
    assert.equal((await send('POST', path, body, headers)).status, 201);
    assert.equal((await send('POST', path, body, headers)).headers.get('idempotent-replayed'), 'true');
  }
}

/** Adds a key, and returns its path without `/v1`. */
async function addKey({ service, adminKey, memberId }: Client): Promise<string> {
  const path = `/v1/accounts/${memberId}/keys`;
  const { headers } = await service.send(path, { method: 'POST', key: adminKey, body: {} });
  return headers.get('location')?.replace('/v1', '') ?? assert.fail('no Location');
}

/** Adds a webhook whose host is not allowed, unless there are too many. */
async function addWebhook({ send }: Client): Promise<string> {
  const added = await send('POST', '/webhooks', { url: 'https://localhost/hook' });
  return `/webhooks/${at(added.json, 'id') ?? 1}`;
}

/** Returns the list with each filter, in both orders. */
function sorted(list: string, filters: readonly string[]): string[] {
  return filters.flatMap((filter) => ['id', '-id'].map((sort) => `${list}?limit=1&sort=${sort}${filter}`));
}

const NO_FILTER = [''];
const OF_PET = '&petId=:pet';

/** Requests of operations that read, with every shape of their queries. Of a list, two pages are read. */
const READS: Readonly<Record<string, readonly string[]>> = {
  listPets: sorted('/pets', [
    '',
    '&status=available',
    '&categoryId=7',
    '&status=pending&categoryId=7',
    '&name=fra',
  ]),
  listBin: sorted('/bin', NO_FILTER),
  listCategories: [...sorted('/categories', NO_FILTER), '/categories?limit=50&ids=:pet,7'],
  listAccounts: sorted('/accounts', NO_FILTER),
  getAccount: ['/accounts/1', '/accounts/999999'],
  listPeople: sorted('/people', NO_FILTER),
  listKeys: sorted('/keys', NO_FILTER),
  listAccountKeys: sorted('/accounts/1/keys', NO_FILTER),
  listAudit: ['/audit?after=1', ...sorted('/audit', ['', '&after=1'])],
  listListings: sorted('/listings', [
    '',
    '&status=available',
    '&categoryId=7',
    OF_PET,
    '&q=fra',
    '&sex=male',
  ]),
  getListing: ['/listings/:pet', '/listings/999999'],
  listOrders: sorted('/store/orders', [
    '',
    '&status=placed',
    OF_PET,
    `&status=placed${OF_PET}`,
    `&status=expired${OF_PET}`,
  ]),
  getOrder: ['/store/orders/:order', '/store/orders/999999'],
  listMicrochips: ['/microchips?ids=:pet', '/microchips?ids=:pet,1', '/microchips?microchip=985112003456789'],
  listPermissions: ['/permissions?petIds=:pet', '/permissions?petIds=:pet,1'],
  listEvents: ['', 'after=latest', 'limit=1&after=3', 'petId=:pet', 'petId=:pet&limit=1'].map(
    (query) => `/events?${query}`,
  ),
  listApplications: ['limit=1', 'sort=id', 'waiting=true', 'state=received', 'petId=:pet'].map(
    (query) => `/applications?${query}`,
  ),
  getApplicationQuestions: ['/application-questions', '/application-questions?petId=:pet'],
  getApplicationSettings: ['/application-settings'],
  exportPets: ['/exports/pets.csv'],
  getStaysReport: ['/reports/stays'],
  exportStaysReport: ['/reports/stays.csv?from=2026-01'],
  getApplicationsReport: ['/reports/applications'],
  exportApplicationsReport: ['/reports/applications.csv?from=2026-01'],
  getAnimalsCount: ['/reports/animals-count'],
  exportAnimalsCount: ['/reports/animals-count.csv?month=2026-01'],
  listImports: sorted('/imports', NO_FILTER),
  getImport: ['/imports/1'],
  getBadRows: ['/imports/1/bad-rows.csv'],
  getSettings: ['/settings'],
  getEmailSettings: ['/settings/email'],
  getEmailTexts: ['/settings/email-texts'],
  listPartners: ['/partners'],
  getPartner: ['/partners/1'],
  listWebhooks: ['/webhooks'],
  getSummary: ['/summary'],
  getUsage: ['/usage'],
};

const SITE = '/publishing/petfinder';
const WORD = { kind: 'breed', categoryId: 1, word: 'Lab', siteWord: 'Labrador Retriever' };

/** Requests of an admin. */
const OF_ADMIN: Readonly<Record<string, readonly [method: string, path: string, body?: object]>> = {
  changeApplicationQuestions: ['PUT', '/application-questions', { questions: [] }],
  changeApplicationSettings: [
    'PUT',
    '/application-settings',
    { isOpen: true, takesGeneral: true, promiseDays: 7, showAnswerTime: false },
  ],
  getPublishing: ['GET', '/publishing'],
  getPublishingSite: ['GET', SITE],
  changePublishingSite: ['PATCH', SITE, { username: 'XX123' }],
  listPublishedAnimals: ['GET', `${SITE}/animals`],
  getPublishingFile: ['GET', `${SITE}/files/animals`],
  getPublishingWords: ['GET', `${SITE}/words`],
  changePublishingWords: ['PUT', `${SITE}/words`, { words: [WORD] }],
  listPublishingRuns: ['GET', `${SITE}/runs?sort=id`],
  startPublishingRun: ['POST', `${SITE}/runs`, {}],
};

type Send = (client: Client) => Promise<unknown>;

function reading(paths: readonly string[]): Send {
  return async (client) => {
    for (const path of paths) {
      const filled = path.replace(':pet', `${client.petId}`).replace(':order', `${client.orderId}`);
      await readPages(client, filled);
    }
  };
}

function mapValues<Value>(values: Readonly<Record<string, Value>>, map: (value: Value) => Send) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** Requests of operations that write, or that need resources of their own. */
const OTHERS: Record<string, Send> = {
  // Its Link is not that of a list.
  getPet: async ({ get, petId }) => {
    for (const id of [petId, 999_999]) await get(`/pets/${id}`);
  },
  createPet: async (client) => {
    await client.send('POST', '/pets', { name: 'Frank', categoryId: ++writes });
    await writeTwice(client, '/pets', async () => ({ name: 'Bella', categoryId: ++writes, status: 'sold' }));
  },
  changePet: async ({ service, send, key, petId }) => {
    const ownId = await addPet(service, key);
    for (const id of [ownId, petId, 999_999]) {
      await send('PATCH', `/pets/${id}`, { name: `Frank ${++writes}` });
      await send('PATCH', `/pets/${id}`, { status: 'sold' });
    }
  },
  removePet: async ({ service, send, key, petId }) => {
    for (const id of [await addPet(service, key), petId, 999_999]) await send('DELETE', `/pets/${id}`);
  },
  restorePet: async (client) => {
    const { service, send, key } = client;
    const bare = await addPet(service, key);
    const full = await addPet(service, key);
    await storePhoto(service, full, String(++writes));
    await send('PATCH', `/pets/${full}/profile`, { breed: 'Beagle' });
    for (const id of [bare, full]) {
      await send('DELETE', `/pets/${id}`);
      assert.equal((await send('POST', `/pets/${id}/restore`)).status, 200);
    }
    await send('POST', '/pets/999999/restore');
  },
  mergePet: async (client) => {
    const { service, send, key } = client;
    const [bare, full, into] = [
      await addPet(service, key),
      await addPet(service, key),
      await addPet(service, key),
    ];
    await storePhoto(service, full, String(++writes));
    await send('PATCH', `/pets/${full}/profile`, { breed: 'Beagle' });
    for (const id of [bare, full]) {
      assert.equal((await send('POST', `/pets/${id}/merge`, { into })).status, 200);
    }
    await readPages(client, `/events?petId=${into}&limit=2`);
    await send('POST', '/pets/999999/merge', { into });
  },
  erasePet: async ({ service, send, key }) => {
    const id = await addPet(service, key);
    await send('DELETE', `/pets/${id}`);
    assert.equal((await send('DELETE', `/bin/${id}`)).status, 204);
    await send('DELETE', '/bin/999999');
  },
  listMovements: async (client) => {
    await readPages(client, `/pets/${await petWithMovements(client)}/movements?limit=1`);
    await readPages(client, `/pets/${client.petId}/movements?limit=1&sort=id`);
    await client.get('/pets/999999/movements');
  },
  addMovement: async (client) => {
    await petWithMovements(client);
    await client.send('POST', '/pets/999999/movements', FOUND);
  },
  changeMovement: async (client) => {
    const path = `/pets/${await petWithMovements(client)}/movements`;
    const { json } = await client.get(path);
    const id = at(json, '0', 'id');
    assert.equal((await client.send('PATCH', `${path}/${id}`, { note: `Found ${++writes}` })).status, 200);
    await client.send('PATCH', `${path}/999999`, { note: null });
  },
  removeMovement: async (client) => {
    const path = `/pets/${await petWithMovements(client)}/movements`;
    const { json } = await client.get(path);
    for (const id of [at(json, '0', 'id'), 999_999]) await client.send('DELETE', `${path}/${id}`);
  },
  createAccount: async (client) => {
    await writeTwice(client, '/accounts', async () => ({ name: `account ${++writes}`, plan: 'free' }));
  },
  updateAccount: async ({ send }) => {
    const { headers } = await send('POST', '/accounts', { name: `account ${++writes}`, plan: 'free' });
    const path = headers.get('location')?.replace('/v1', '') ?? '';
    for (const plan of ['pro', 'pro', 'business']) await send('PATCH', path, { plan });
    await send('PATCH', path, { name: `account ${++writes}` });
    await send('PATCH', '/accounts/999999', { plan: 'free' });
  },
  addPerson: async (client) => {
    await writeTwice(client, '/people', async () => ({ name: `person ${++writes}`, role: 'volunteer' }));
  },
  getPerson: async ({ get, send }) => {
    for (const path of [await newPerson(send), '/people/999999']) await get(path);
  },
  updatePerson: async ({ send }) => {
    const path = await newPerson(send);
    for (const role of ['member', 'member', 'volunteer']) await send('PATCH', path, { role });
    await send('PATCH', path, { email: `person${++writes}@shelter.example` });
    await send('PATCH', '/people/999999', { role: 'member' });
  },
  removePerson: async ({ send }) => {
    const path = await newPerson(send);
    for (let time = 0; time < 2; time += 1) await send('DELETE', path);
  },
  invitePerson: async ({ send }) => {
    for (const path of [await newPerson(send), '/people/999999']) await send('POST', `${path}/invitations`);
  },
  listDevices: async ({ get, send }) => {
    for (const path of [await newPerson(send), '/people/999999']) await get(`${path}/devices`);
  },
  signOutEverywhere: async ({ send }) => {
    for (const path of [await newPerson(send), '/people/999999']) await send('DELETE', `${path}/devices`);
  },
  signOutDevice: async ({ send }) => {
    await send('DELETE', `${await newPerson(send)}/devices/999999`);
  },
  listPasskeys: async ({ get, send }) => {
    for (const path of [await newPerson(send), '/people/999999']) await get(`${path}/passkeys`);
  },
  removePasskey: async ({ send }) => {
    await send('DELETE', `${await newPerson(send)}/passkeys/a`);
  },
  createKey: async ({ send, memberId }) => {
    const path = `/accounts/${memberId}/keys`;
    if ((await send('POST', path, { label: `key ${++writes}` })).status === 403) return; // the member
    for (const header of [`key-${++writes}`, `"quoted-${writes}"`]) {
      for (const status of [201, 409]) {
        const headers = { 'idempotency-key': header };
        assert.equal((await send('POST', path, { role: 'reader' }, headers)).status, status);
      }
    }
  },
  rotateKey: async (client) => {
    for (const path of [await addKey(client), '/keys/999999']) {
      await client.send('POST', `${path}/rotation`, { overlapSeconds: 3600 });
    }
  },
  updateKey: async (client) => {
    const path = await addKey(client);
    for (const label of ['a', 'a', null]) await client.send('PATCH', path, { label });
  },
  revokeKey: async (client) => {
    const path = await addKey(client);
    for (const query of ['', '', '?withSuccessors=true']) await client.send('DELETE', `${path}${query}`);
  },
  liftBan: async (client) => {
    const path = await addKey(client);
    const id = BigInt(path.split('/').at(-1) ?? '');
    const { service } = client;
    await service.database.write((db) => banKey(db, id, service.clock.now()));
    for (let sent = 0; sent < 2; sent += 1) await client.send('DELETE', `${path}/ban`);
  },
  nameCategory: async ({ send, petId }) => {
    for (const name of ['Dog', 'Dog', 'Cat']) await send('PUT', `/categories/${petId}`, { name });
  },
  addPhoto: async ({ service, send, key }) => {
    const path = `/pets/${await addPet(service, key)}/photos`;
    await send('POST', path, PICTURE, PICTURE_HEADERS);
    const headers = { ...PICTURE_HEADERS, 'idempotency-key': `photo-${++writes}` };
    for (let sent = 0; sent < 2; sent += 1) {
      assert.equal((await send('POST', path, PICTURE, headers)).status, 201);
    }
  },
  changePhoto: async ({ service, send, key }) => {
    const petId = await addPet(service, key);
    const id = String(++writes);
    await storePhoto(service, petId, id);
    for (const body of [{ alt: 'asleep' }, { position: 1 }]) {
      assert.equal((await send('PATCH', `/pets/${petId}/photos/${id}`, body)).status, 200);
    }
  },
  editPhoto: async ({ service, send, key }) => {
    const petId = await addPet(service, key);
    const id = String(++writes);
    await storePhoto(service, petId, id);
    // The fixture has no picture that can be decoded.
    for (const path of [`/pets/${petId}/photos/${id}`, '/pets/999999/photos/none'])
      await send('POST', `${path}/edits`, { rotate: 90 });
  },
  removePhoto: async ({ service, send, key }) => {
    const petId = await addPet(service, key);
    const id = String(++writes);
    await storePhoto(service, petId, id);
    assert.equal((await send('DELETE', `/pets/${petId}/photos/${id}`)).status, 204);
  },
  changeProfile: async ({ service, send, key, petId }) => {
    const ownId = await addPet(service, key);
    for (const id of [ownId, petId, 999_999]) {
      await send('PATCH', `/pets/${id}/profile`, { breed: `Beagle ${++writes}` });
      await send('PATCH', `/pets/${id}/profile`, { breed: null });
    }
  },
  applyBatch: async (client) => {
    const ownId = await addPet(client.service, client.key);
    const pet = { name: 'Frank', categoryId: ++writes };
    const items = [ownId, client.petId, 999_999].flatMap((petId) => [
      { operation: 'createPet', pet, profile: { breed: `Beagle ${writes}` } },
      { operation: 'changePet', petId, pet },
      { operation: 'changeProfile', petId, profile: { sex: 'male' } },
      { operation: 'removePet', petId },
    ]);
    await client.send('POST', '/batches', { items });
    for (const sent of [items, items]) {
      await client.send('POST', '/batches', { items: sent }, { 'idempotency-key': `batch-${writes}` });
    }
  },
  placeOrder: async (client) => {
    await writeTwice(client, '/store/orders', async () => ({
      petId: await addPet(client.service, client.key),
    }));
    for (const petId of [client.petId, 999_999]) await client.send('POST', '/store/orders', { petId });
  },
  changeOrder: async ({ send, orderId }) => {
    for (const status of ['approved', 'completed', 'cancelled']) {
      await send('PATCH', `/store/orders/${orderId}`, { status });
    }
  },
  sendApplication: async (client) => {
    await apply(client);
  },
  getApplication: async (client) => {
    await client.get(await apply(client));
  },
  changeApplication: async (client) => {
    const path = await apply(client);
    for (const state of ['accepted', 'in_review', 'declined']) await client.send('PATCH', path, { state });
    await client.send('PATCH', await apply(client), { state: 'in_review', reason: 'Soon' });
    await client.send('PATCH', path, { assignedTo: null });
  },
  eraseApplication: async (client) => {
    await client.send('DELETE', await apply(client));
  },
  sendApplicationMessage: async (client) => {
    const path = await apply(client);
    for (const text of ['Hello', 'Again']) await client.send('POST', `${path}/messages`, { text });
  },
  addApplicationNote: async (client) => {
    await client.send('POST', `${await apply(client)}/notes`, { text: 'Called' });
  },
  // An import takes far longer than compiling its queries.
  createImport: async () => {},
  changeImport: async ({ send }) => {
    for (const body of [{}, { dryRun: true }, { headerRow: 1 }]) await send('PATCH', '/imports/999999', body);
  },
  cancelImport: async ({ send }) => {
    await send('DELETE', '/imports/999999');
  },
  changeSettings: async ({ send }) => {
    writes += 1;
    await send('PUT', '/settings', { shelterName: `Shelter ${writes}`, publicPages: false });
    await send('PUT', '/settings', { publicPages: false });
  },
  changeEmailSettings: async ({ send }) => {
    for (const user of [undefined, 'hello'])
      await send('PUT', '/settings/email', { ...MAIL_SERVER, user, ...(user && { password: 'x' }) });
    await send('PUT', '/settings/email', { ...MAIL_SERVER, from: `x${++writes}@shelter.example` });
  },
  removeEmailSettings: async ({ send }) => {
    await send('PUT', '/settings/email', MAIL_SERVER);
    await send('DELETE', '/settings/email');
  },
  changeEmailTexts: async ({ send }) => {
    await send('PUT', '/settings/email-texts', { texts: [LETTER] });
    await send('PUT', '/settings/email-texts', { texts: [{ ...LETTER, subject: `Text ${++writes}` }] });
    await send('PUT', '/settings/email-texts', { texts: [] });
  },
  previewEmailText: async ({ send }) => {
    await send('POST', '/settings/email-texts/preview', LETTER);
  },
  sendTestEmail: async ({ send }) => {
    await send('POST', '/settings/test-email', { to: 'ana@shelter.example' });
  },
  addPartner: async ({ send }) => {
    const added = await send('POST', '/partners', { url: `https://p${++writes}.invalid` });
    await send('DELETE', `/partners/${at(added.json, 'id')}`);
  },
  changePartner: async ({ send }) => {
    const added = await send('POST', '/partners', { url: `https://p${++writes}.invalid` });
    const path = `/partners/${at(added.json, 'id')}`;
    for (const isOn of [false, true]) await send('PATCH', path, { isOn });
    await send('DELETE', path);
  },
  removePartner: async ({ send }) => {
    await send('DELETE', '/partners/999999');
  },
  createWebhook: async (client) => {
    await addWebhook(client);
  },
  getWebhook: async (client) => client.get(await addWebhook(client)),
  changeWebhook: async (client) => {
    const path = await addWebhook(client);
    for (const change of [{ isOn: false }, { afterEventId: 0, isOn: true }, { eventTypes: ['pet.created'] }])
      await client.send('PATCH', path, change);
  },
  removeWebhook: async (client) => {
    await client.send('DELETE', await addWebhook(client));
  },
  rotateWebhookSecret: async (client) => {
    await client.send('POST', `${await addWebhook(client)}/rotation`, { overlapSeconds: 3600 });
  },
  testWebhook: async (client) => {
    await client.send('POST', `${await addWebhook(client)}/test`);
  },
  listWebhookDeliveries: async (client) => client.get(`${await addWebhook(client)}/deliveries`),
  retryWebhookDelivery: async (client) => {
    const path = await addWebhook(client);
    const { json } = await client.send('POST', `${path}/test`);
    await client.send('POST', `${path}/deliveries/${at(json, 'id') ?? 1}/retry`);
  },
};

/** Requests of each operation, with every shape of its queries. */
export const REQUESTS: Record<string, Send> = {
  ...mapValues(READS, reading),
  ...mapValues(
    OF_ADMIN,
    ([method, path, body]) =>
      ({ service, adminKey: key }) =>
        service.send(`/v1${path}`, { method, key, body }),
  ),
  ...OTHERS,
};
