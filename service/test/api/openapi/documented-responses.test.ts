import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { type Scope, sharedScope, temporaryFolder } from '@petstore/testing/folders.ts';
import { type ApiResponse, at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { addPerson, storePasskey } from '@petstore/testing/people.ts';
import {
  type ServiceOptions,
  startService,
  startSharedService,
  type TestService,
} from '@petstore/testing/service.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { digestOfApiKey } from '../../../src/access/accounts/api-key.ts';
import { applicationOf } from '../applications/application-fixture.ts';
import { storeImport } from '../imports/import-fixture.ts';
import { storePhoto } from '../photos/photo-fixture.ts';
import type { Keys } from '../request-variants.ts';
import { createResponseChecker, findOperation, resolve } from '../response-checker.ts';
import { FRANK, REQUESTS } from '../sample-requests.ts';
import { OPERATIONS, type Operation, resolved } from '../security/published-operations.ts';

/** The service returns what its OpenAPI document states, and the document states what the service returns. */

const REMOVED_AT = Date.UTC(2030, 11, 5);
/** Statuses of protocol errors and of failures of the service, which `test/faults` covers. */
const ELSEWHERE = ['408', '431', '500', '503'];
/** POST /v1/pets is 409 only while a request with the same idempotency key runs. */
const ALSO_ELSEWHERE: Readonly<Record<string, string[]>> = {
  createPet: ['409'],
  // It also answers when the quota is used up: count-request-address.test.ts has its 429.
  getUsage: ['429'],
  // Another process would have to apply the same batch, restore the same animal, or edit the same photo.
  applyBatch: ['409'],
  editPhoto: ['409'],
  restorePet: ['409'],
  // Orders must hold both animals: test/api/pets/merge.test.ts places them.
  mergePet: ['409'],
  // The last admin: test/api/people has it.
  removePerson: ['409'],
  removePasskey: ['409'],
  // The environment must set up e-mail, or PostgreSQL lack a key: test/api/mail has both.
  changeEmailSettings: ['409'],
  removeEmailSettings: ['409'],
  // PostgreSQL must lack a key.
  changePublishingSite: ['409'],
  // Another process would have to send the same application; also for an animal that is not for adoption, which applications.test.ts has.
  sendApplicationMessage: ['409'],
  addApplicationNote: ['409'],
  sendApplication: ['409'],
  // It needs a mail server: test/api/mail has one.
  sendTestEmail: ['200'],
  // The events of a delivery must be gone: test/api/webhooks has that, and what a key without SECRETS_KEY gets.
  retryWebhookDelivery: ['410'],
  // There must be 1,000 categories: test/api/security/limits.test.ts has them.
  nameCategory: ['409'],
  // A sample request has no picture: test/api/photos sends some.
  addPhoto: ['201', '409', '413', '422', '507'],
  // These need a large body, or two requests: test/api/imports sends some.
  createImport: ['409', '413', '422'],
};

const { json: document } = await (await startSharedService()).send('/openapi.json');
/** Compiles the schemas once: that takes longer than the requests of an operation. */
const check = createResponseChecker(document);

/** Pet 2 was lost and is available again. */
const MOVEMENTS = [
  [1, { type: 'intake', reason: 'stray', date: '2026-11-01' }],
  [2, { type: 'outcome', reason: 'lost', date: '2026-11-01' }],
  [2, { type: 'intake', reason: 'return', date: '2026-11-02', status: 'available' }],
] as const;

/** Makes a store with all that the requests name, and returns its file and the keys. */
async function prepare(): Promise<{ file: Buffer; keys: Keys; names: string[] }> {
  const service = await startSharedService({ clock: new FakeClock(REMOVED_AT - 1) });
  const exhausted = await service.account({ perMinute: 1 });
  await service.send('/v1/pets', { key: exhausted.key });
  const [valid, reader] = [await service.account(), await service.account({ role: 'reader' })];
  const manager = await service.account({ role: 'manager' });
  const admin = await service.account({ role: 'admin' });
  const on = { method: 'PATCH', key: manager.key, body: { isOn: true, username: 'XX123' } };
  assert.equal((await service.send('/v1/publishing/rescue_groups', on)).status, 200);
  for (let n = 0; n < 6; n += 1) {
    await service.send('/v1/pets', { method: 'POST', key: valid.key, body: FRANK });
  }
  for (const [petId, movement] of MOVEMENTS) {
    const sent = { method: 'POST', key: valid.key, body: movement };
    assert.equal((await service.send(`/v1/pets/${petId}/movements`, sent)).status, 201);
  }
  await service.send('/v1/store/orders', { method: 'POST', key: valid.key, body: { petId: 2 } });
  for (const id of [5, 6]) await service.send(`/v1/pets/${id}`, { method: 'DELETE', key: valid.key });
  await storePhoto(service, 1);
  await addPeople(service, admin.key);
  await storeImport(service);
  await addWebhook(service, valid.key);
  const partner = { method: 'POST', key: manager.key, body: { url: 'https://localhost' } };
  assert.equal((await service.send('/v1/partners', partner)).status, 201);
  await sendApplication(service, valid.key);
  await service.database.write((db) => db.updateTable('event_feed').set({ last_purged: 1n }).execute());
  const accounts = await service.database.read.selectFrom('accounts').select('name').execute();
  await service.close();
  const keys = {
    valid: valid.key,
    manager: manager.key,
    admin: admin.key,
    reader: reader.key,
    exhausted: exhausted.key,
  };
  const file = await readFile(service.store.replace(/^sqlite:/, ''));
  return { file, keys, names: accounts.map(({ name }) => name) };
}

/** Webhook 1, whose host is not allowed, with delivery 1, and webhook 2, which belongs to no one. */
async function addWebhook(service: TestService, key: string): Promise<void> {
  const sent = { method: 'POST', key, body: { url: 'https://localhost/hook' } };
  for (let n = 0; n < 2; n += 1) assert.equal((await service.send('/v1/webhooks', sent)).status, 201);
  await service.database.write((db) =>
    db.updateTable('webhooks').set({ api_key_id: null }).where('id', '=', 2n).execute(),
  );
  assert.equal((await service.send('/v1/webhooks/1/test', { method: 'POST', key })).status, 200);
}

/** Application 1, for pet 3. */
async function sendApplication(service: TestService, key: string): Promise<void> {
  const sent = { method: 'POST', key, body: applicationOf(3) };
  const { status, text } = await service.send('/v1/applications', sent);
  assert.equal(status, 201, text);
}

async function addPeople(service: TestService, key: string): Promise<void> {
  for (const name of ['Ana', 'Ben', 'Cleo']) await addPerson(service, key, { name });
  const body = { email: 'ben@shelter.example' };
  await service.send('/v1/people/2', { method: 'PATCH', key, body });
  await storePasskey(service, '2', 'a');
}

/** Replaces the parts of a message that differ between responses: numbers, quoted values and times. */
function shapeOf(message: string): string {
  return message.replaceAll(/"[^"]*"/g, '""').replaceAll(/\d[\d:TZ-]*/g, '0');
}

/** Fails unless the documented example of each returned error has a message that the service sends. */
function checkMessages(document: unknown, id: string, responses: readonly ApiResponse[]): void {
  const errors = responses.filter(({ status }) => status >= 400);
  const documentedResponses = membersOf(at(findOperation(document, id), 'responses'));
  for (const { status, json } of errors) {
    const code = String(at(json, 'code'));
    const documented = resolve(document, documentedResponses[status]);
    const example = at(documented, 'content', 'application/json', 'examples', code, 'value', 'message');
    const sent = errors
      .filter((error) => at(error.json, 'code') === code)
      .map((error) => shapeOf(String(at(error.json, 'message'))));
    assert.ok(sent.includes(shapeOf(String(example))), `${id} ${code}: ${example} is not one of ${sent}`);
  }
}

/** Returns the schema, or the member of its `oneOf` that the discriminator selects. */
function variantOf(schema: unknown, value: unknown): unknown {
  const name = at(schema, 'discriminator', 'propertyName');
  if (typeof name !== 'string') return schema;
  return resolved({ $ref: at(schema, 'discriminator', 'mapping', String(at(value, name))) });
}

/** Returns the places where a value has a member that its schema does not have, though a later version may have it. */
function undocumented(schema: unknown, value: unknown, place: string): string[] {
  const actual = variantOf(resolved(schema), value);
  if (Array.isArray(value))
    return value.flatMap((item) => undocumented(at(actual, 'items'), item, `${place}[]`));
  if (typeof value !== 'object' || value === null) return [];
  const properties = at(actual, 'properties');
  // An object without properties in the document may have any.
  if (properties === undefined && at(actual, 'type') === 'object') return [];
  const documented = membersOf(properties ?? {});
  return Object.entries(value).flatMap(([name, member]) =>
    name in documented ? undocumented(documented[name], member, `${place}.${name}`) : [`${place}.${name}`],
  );
}

const prepared = await prepare();
/** Parts of the keys and their digests, and the names of accounts, which only admins may see; those of test accounts are random. */
const SECRETS = Object.values(prepared.keys).flatMap((key) => [
  key.slice(18, 40),
  key.slice(40, 57),
  digestOfApiKey(key),
]);

/** Fails if a response has an undocumented member, or something of a key or of another account. */
function checkMembers(operation: Operation, response: ApiResponse): void {
  const { id, responses, isAdministration } = operation;
  const schema = responses.get(response.status);
  assert.deepEqual(undocumented(schema, response.json, `${id} ${response.status}`), []);
  const content = response.text + JSON.stringify([...response.headers]);
  const secrets = isAdministration ? SECRETS : [...SECRETS, ...prepared.names];
  for (const text of secrets) assert.ok(!content.includes(text), `${text} in ${content}`);
  const hidden = isAdministration ? /digest/i : /owner_?id|account_?id|api_?key_?id|digest|placed_?by/i;
  assert.doesNotMatch(response.text, hidden);
}

/** Sends the first sample request in ways that every operation rejects. */
async function rejectedByAll(service: TestService, id: string, keys: Keys): Promise<ApiResponse[]> {
  const [request = {}] = REQUESTS[id]?.(keys) ?? [];
  const allowedOrigins = ['https://shelter.example'];
  const { key } = await service.account({ role: 'reader', allowedOrigins });
  const from = (origin: string) =>
    rawRequest({ ...request, key, headers: [...(request.headers ?? []), `Origin: ${origin}`] });
  return Promise.all(
    [
      rawRequest(request).replace(/Host: .*\r\n/, ''),
      from('https://other.example'),
      from('https://shelter.example'),
    ].map((text) => exchange(service.url, text)),
  );
}

/** Returns options for a service on a copy of the prepared store. */
async function copyOfStore(scope: Scope): Promise<ServiceOptions> {
  const store = sqliteIn(await temporaryFolder(scope));
  await writeFile(store.replace(/^sqlite:/, ''), prepared.file, { mode: 0o600 });
  return { store, clock: new FakeClock(REMOVED_AT - 1) };
}

/** Of the operations that change nothing. */
const reading = await startSharedService(await copyOfStore(sharedScope()));

for (const operation of OPERATIONS) {
  const { id } = operation;
  test(`${id} returns exactly the documented statuses, headers and members, and nothing of keys or of other accounts`, async (t) => {
    const isShared = operation.method === 'GET' && id !== 'getPet';
    const service = isShared ? reading : await startService(t, await copyOfStore(t));
    const { keys } = prepared;
    const responses = await rejectedByAll(service, id, keys);
    const requests = REQUESTS[id]?.(keys) ?? [];
    for (const request of requests) responses.push(await exchange(service.url, rawRequest(request)));
    if (id === 'getPet') {
      service.clock.advance(1);
      responses.push(await service.send('/v1/pets/1', { key: keys.valid }));
    }
    for (const response of responses) {
      check(id, response);
      checkMembers(operation, response);
    }
    checkMessages(document, id, responses);
    const met = new Set([
      ...responses.map(({ status }) => String(status)),
      ...ELSEWHERE,
      ...(ALSO_ELSEWHERE[id] ?? []),
    ]);
    const documented = Object.keys(membersOf(at(findOperation(document, id), 'responses')));
    assert.deepEqual([...met].sort(), documented.sort());
  });
}

test('has sample requests for operations of the document only', () => {
  const ids = OPERATIONS.map(({ id }) => id);
  assert.deepEqual(
    Object.keys(REQUESTS).filter((id) => !ids.includes(id)),
    [],
  );
});
