import assert from 'node:assert/strict';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, at, nextOf } from '@petstore/testing/http/expect-response.ts';
import type { TestService } from '@petstore/testing/service.ts';
import { banKey } from '../../src/accounts/ban-queries.ts';
import { HOUR, SECOND } from '../../src/core/clock.ts';
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

/** Sends a write with and without a key, and once again. */
/** Adds a person. Returns the path; that of no person for the member, who adds one to another account. */
async function newPerson(send: Client['send']): Promise<string> {
  const { headers } = await send('POST', '/people', { name: `person ${++writes}`, role: 'volunteer' });
  return headers.get('location')?.replace('/v1', '') ?? '/people/999999';
}

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

/** Requests of each operation, with every shape of its queries. */
export const REQUESTS: Record<string, (client: Client) => Promise<unknown>> = {
  listPets: async (client) => {
    for (const filter of [
      '',
      '&status=available',
      '&categoryId=7',
      '&status=pending&categoryId=7',
      '&name=fra',
    ]) {
      for (const sort of ['id', '-id']) await readPages(client, `/pets?limit=1&sort=${sort}${filter}`);
    }
  },
  createPet: async (client) => {
    await client.send('POST', '/pets', { name: 'Frank', categoryId: ++writes });
    await writeTwice(client, '/pets', async () => ({ name: 'Bella', categoryId: ++writes, status: 'sold' }));
  },
  getPet: async ({ get, petId }) => {
    for (const id of [petId, 999_999]) await get(`/pets/${id}`);
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
  listBin: async (client) => {
    for (const query of ['limit=1', 'limit=1&sort=id']) await readPages(client, `/bin?${query}`);
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
  listCategories: async (client) => {
    for (const query of ['limit=1', 'limit=1&sort=-id', `limit=50&ids=${client.petId},7`]) {
      await readPages(client, `/categories?${query}`);
    }
  },
  listAccounts: async (client) => {
    for (const query of ['limit=1', 'limit=1&sort=id']) await readPages(client, `/accounts?${query}`);
  },
  getAccount: async ({ get }) => {
    for (const id of [1, 999_999]) await get(`/accounts/${id}`);
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
  listPeople: async (client) => {
    for (const query of ['limit=1', 'limit=1&sort=id']) await readPages(client, `/people?${query}`);
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
  listKeys: async (client) => {
    for (const query of ['limit=1', 'limit=1&sort=id']) await readPages(client, `/keys?${query}`);
  },
  listAccountKeys: async (client) => {
    for (const query of ['limit=1', 'limit=1&sort=id']) await readPages(client, `/accounts/1/keys?${query}`);
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
  listAudit: async (client) => {
    for (const query of ['limit=1', 'limit=1&sort=id', 'after=1', 'limit=1&sort=id&after=1']) {
      await readPages(client, `/audit?${query}`);
    }
  },
  nameCategory: async ({ send, petId }) => {
    for (const name of ['Dog', 'Dog', 'Cat']) await send('PUT', `/categories/${petId}`, { name });
  },
  listListings: async (client) => {
    for (const filter of [
      '',
      '&status=available',
      '&categoryId=7',
      `&petId=${client.petId}`,
      '&q=fra',
      '&sex=male',
    ]) {
      for (const sort of ['id', '-id']) await readPages(client, `/listings?limit=1&sort=${sort}${filter}`);
    }
  },
  getListing: async ({ get, petId }) => {
    for (const id of [petId, 999_999]) await get(`/listings/${id}`);
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
  listOrders: async (client) => {
    const { petId } = client;
    const ofPet = `&petId=${petId}`;
    for (const filter of ['', '&status=placed', ofPet, `&status=placed${ofPet}`, `&status=expired${ofPet}`]) {
      for (const sort of ['id', '-id'])
        await readPages(client, `/store/orders?limit=1&sort=${sort}${filter}`);
    }
  },
  placeOrder: async (client) => {
    await writeTwice(client, '/store/orders', async () => ({
      petId: await addPet(client.service, client.key),
    }));
    for (const petId of [client.petId, 999_999]) await client.send('POST', '/store/orders', { petId });
  },
  getOrder: async ({ get, orderId }) => {
    for (const id of [orderId, 999_999]) await get(`/store/orders/${id}`);
  },
  changeOrder: async ({ send, orderId }) => {
    for (const status of ['approved', 'completed', 'cancelled']) {
      await send('PATCH', `/store/orders/${orderId}`, { status });
    }
  },
  listMicrochips: async ({ get, petId }) => {
    for (const query of [`ids=${petId}`, `ids=${petId},1`, 'microchip=985112003456789'])
      await get(`/microchips?${query}`);
  },
  listPermissions: async ({ get, petId }) => {
    for (const ids of [`${petId}`, `${petId},1`]) await get(`/permissions?petIds=${ids}`);
  },
  listEvents: async (client) => {
    const { petId } = client;
    for (const query of ['', 'after=latest', 'limit=1&after=3', `petId=${petId}`, `petId=${petId}&limit=1`]) {
      await readPages(client, `/events?${query}`);
    }
  },
  listApplications: async (client) => {
    for (const query of ['limit=1', 'sort=id', 'waiting=true', 'state=received', `petId=${client.petId}`])
      await readPages(client, `/applications?${query}`);
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
  getApplicationQuestions: async ({ get, petId }) => {
    for (const query of ['', `?petId=${petId}`]) await get(`/application-questions${query}`);
  },
  changeApplicationQuestions: async ({ service, adminKey: key }) => {
    const body = { questions: [] };
    await service.send('/v1/application-questions', { method: 'PUT', key, body });
  },
  getApplicationSettings: async ({ get }) => {
    await get('/application-settings');
  },
  changeApplicationSettings: async ({ service, adminKey: key }) => {
    const body = { isOpen: true, takesGeneral: true, promiseDays: 7, showAnswerTime: false };
    await service.send('/v1/application-settings', { method: 'PUT', key, body });
  },
  getPublishing: async ({ service, adminKey: key }) => {
    await service.send('/v1/publishing', { key });
  },
  getPublishingSite: async ({ service, adminKey: key }) => {
    await service.send('/v1/publishing/petfinder', { key });
  },
  changePublishingSite: async ({ service, adminKey: key }) => {
    const body = { username: 'XX123' };
    await service.send('/v1/publishing/petfinder', { method: 'PATCH', key, body });
  },
  listPublishedAnimals: async ({ service, adminKey: key }) => {
    await service.send('/v1/publishing/petfinder/animals', { key });
  },
  getPublishingFile: async ({ service, adminKey: key }) => {
    await service.send('/v1/publishing/petfinder/files/animals', { key });
  },
  getPublishingWords: async ({ service, adminKey: key }) => {
    await service.send('/v1/publishing/petfinder/words', { key });
  },
  changePublishingWords: async ({ service, adminKey: key }) => {
    const body = { words: [{ kind: 'breed', categoryId: 1, word: 'Lab', siteWord: 'Labrador Retriever' }] };
    await service.send('/v1/publishing/petfinder/words', { method: 'PUT', key, body });
  },
  listPublishingRuns: async ({ service, adminKey: key }) => {
    await service.send('/v1/publishing/petfinder/runs', { key });
    await service.send('/v1/publishing/petfinder/runs?sort=id', { key });
  },
  startPublishingRun: async ({ service, adminKey: key }) => {
    await service.send('/v1/publishing/petfinder/runs', { method: 'POST', key, body: {} });
  },
  exportPets: async ({ get }) => {
    await get('/exports/pets.csv');
  },
  getStaysReport: async ({ get }) => {
    await get('/reports/stays');
  },
  exportStaysReport: async ({ get }) => {
    await get('/reports/stays.csv?from=2026-01');
  },
  getApplicationsReport: async ({ get }) => {
    await get('/reports/applications');
  },
  exportApplicationsReport: async ({ get }) => {
    await get('/reports/applications.csv?from=2026-01');
  },
  getAnimalsCount: async ({ get }) => {
    await get('/reports/animals-count');
  },
  exportAnimalsCount: async ({ get }) => {
    await get('/reports/animals-count.csv?month=2026-01');
  },
  // An import takes far longer than compiling its queries.
  createImport: async () => {},
  listImports: async (client) => {
    for (const sort of ['id', '-id']) await readPages(client, `/imports?limit=1&sort=${sort}`);
  },
  getImport: async ({ get }) => {
    await get('/imports/1');
  },
  changeImport: async ({ send }) => {
    for (const body of [{}, { dryRun: true }, { headerRow: 1 }]) await send('PATCH', '/imports/999999', body);
  },
  cancelImport: async ({ send }) => {
    await send('DELETE', '/imports/999999');
  },
  getBadRows: async ({ get }) => {
    await get('/imports/1/bad-rows.csv');
  },
  getSettings: ({ get }) => get('/settings'),
  changeSettings: async ({ send }) => {
    writes += 1;
    await send('PUT', '/settings', { shelterName: `Shelter ${writes}`, publicPages: false });
    await send('PUT', '/settings', { publicPages: false });
  },
  getEmailSettings: ({ get }) => get('/settings/email'),
  changeEmailSettings: async ({ send }) => {
    for (const user of [undefined, 'hello'])
      await send('PUT', '/settings/email', { ...MAIL_SERVER, user, ...(user && { password: 'x' }) });
    await send('PUT', '/settings/email', { ...MAIL_SERVER, from: `x${++writes}@shelter.example` });
  },
  removeEmailSettings: async ({ send }) => {
    await send('PUT', '/settings/email', MAIL_SERVER);
    await send('DELETE', '/settings/email');
  },
  getEmailTexts: ({ get }) => get('/settings/email-texts'),
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
  listPartners: ({ get }) => get('/partners'),
  getPartner: ({ get }) => get('/partners/1'),
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
  listWebhooks: ({ get }) => get('/webhooks'),
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
  getSummary: ({ get }) => get('/summary'),
  getUsage: ({ get }) => get('/usage'),
};
