import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startSharedServiceAtNoon } from '@petstore/testing/service.ts';
import { asForm, formOf, write } from '../request-variants.ts';

/** docs/api-design.md#errors: an error names every invalid field, in its message and in `Invalid-Fields`. */

/** Returns the service of the tests that use only accounts of their own. */
const atNoon = await startSharedServiceAtNoon();

/** Fails unless the error has these fields in its header, and a sentence about each. */
function assertFields(response: ApiResponse, code: string, fields: readonly string[]): void {
  assertError(response, 400, code);
  const named = response.headers.get('invalid-fields')?.split(', ') ?? [];
  assert.deepEqual(named.toSorted(), fields.toSorted(), response.text);
  const message = String(at(response.json, 'message'));
  for (const field of fields) assert.ok(message.includes(field), `${field}: ${message}`);
  if (code !== 'invalid_mapping') assert.match(message, /\.$/);
}

test('names every invalid field of a body, also those that code checks after the schema', async () => {
  const service = atNoon();
  const { key, id: accountId } = await service.account({ role: 'admin' });
  const pet = await addPet(service, key);
  const past = '2020-01-01T00:00:00Z';
  for (const [method, path, body, ...fields] of [
    ['POST', '/pets', { name: '' }, 'name', 'categoryId'],
    ['POST', '/pets', { name: 1, categoryId: 'x', status: 'gone' }, 'name', 'categoryId', 'status'],
    ['PATCH', `/pets/${pet}`, { name: null, status: 'gone' }, 'name', 'status'],
    [
      'PATCH',
      `/pets/${pet}/profile`,
      { birthDate: '2999-01-01', sex: 'x', adoptionFee: { amount: '1,5', price: 1 }, colour: 'red' },
      ...['birthDate', 'sex', 'adoptionFee.amount', 'adoptionFee.price', 'colour'],
    ],
    ['PATCH', `/pets/${pet}/profile`, { tags: 'calm', mixed: 'yes' }, 'tags', 'mixed'],
    [
      'PATCH',
      `/pets/${pet}/profile`,
      { birthDate: '2999-01-01', intakeDate: '2999-01-01' },
      'birthDate',
      'intakeDate',
    ],
    ['PATCH', `/pets/${pet}/photos/x`, { alt: 1, position: 99 }, 'alt', 'position'],
    ['POST', '/store/orders', { petId: 'x', reference: 1 }, 'petId', 'reference'],
    ['PUT', '/categories/1', { name: ' ', color: 'red' }, 'name', 'color'],
    ['PUT', '/settings', { contactUrl: 'x', shelterName: '' }, 'contactUrl', 'shelterName', 'publicPages'],
    ['POST', '/accounts', { name: '', plan: 'enterprise' }, 'name', 'quota'],
    [
      'POST',
      '/accounts',
      { name: 'a', plan: 'free', role: 'x', quota: { perMinute: 1, perDay: 1 } },
      'role',
      'quota',
    ],
    [
      'POST',
      '/accounts',
      { plan: 'enterprise', quota: { perMinute: 0 } },
      'name',
      'quota.perMinute',
      'quota.perDay',
    ],
    [
      'PATCH',
      `/accounts/${accountId}`,
      { name: '', plan: 'pro', quota: { perMinute: 1, perDay: 1 } },
      ...['name', 'quota'],
    ],
    ['PATCH', `/accounts/${accountId}`, { plan: 'enterprise' }, 'quota'],
    [
      'POST',
      `/accounts/${accountId}/keys`,
      { label: '', role: 'member', allowedOrigins: ['https://a.example'], expiresAt: past },
      ...['label', 'allowedOrigins', 'expiresAt'],
    ],
    [
      'POST',
      `/accounts/${accountId}/keys`,
      { allowedOrigins: ['https://a.example/x', 'b'], expiresAt: 'soon' },
      ...['allowedOrigins.0', 'allowedOrigins.1', 'expiresAt'],
    ],
    ['POST', '/keys/1/rotation', { overlapSeconds: -1, expiresAt: past }, 'overlapSeconds', 'expiresAt'],
    ['PATCH', '/imports/1', { dryRun: 1, headerRow: 0 }, 'dryRun', 'headerRow'],
  ] as const) {
    const response = await service.send(`/v1${path}`, { method, key, body });
    assertFields(response, 'invalid_body', fields);
  }
});

test('names every invalid parameter, also those that code checks after the schema', async () => {
  const service = atNoon();
  const { key } = await service.account({ role: 'admin' });
  for (const [path, ...fields] of [
    ['/pets?limit=0&name=-&status=x&cursor=x&Sort=id', 'limit', 'name', 'status', 'cursor', 'Sort'],
    ['/listings?q=-&sex=x&bornAfter=2024-13-01&petId=x&cursor=x', 'q', 'sex', 'bornAfter', 'petId', 'cursor'],
    ['/store/orders?limit=101&petId=x&since=1', 'limit', 'petId', 'since'],
    ['/categories?ids=x&limit=0&cursor=3', 'ids', 'limit', 'cursor'],
    ['/events?after=x&limit=0&petId=y&cursor=1', 'after', 'limit', 'petId', 'cursor'],
    ['/audit?after=x&limit=0', 'after', 'limit'],
    ['/permissions?limit=1&petIds=x', 'petIds', 'limit'],
  ] as const) {
    assertFields(await service.send(`/v1${path}`, { key }), 'invalid_parameter', fields);
  }
});

test('names the parameters of an upload together, before its body is read', async () => {
  const service = atNoon();
  const { key } = await service.account({ role: 'admin' });
  const form = asForm(
    write('POST', '/v1/imports?dryRun=x&language=xx&other=1', key, formOf({ file: 'name\n' })),
  );
  const response = await exchange(service.url, rawRequest(form));
  assertFields(response, 'invalid_parameter', ['dryRun', 'language', 'other']);
  const parts = asForm(write('POST', '/v1/imports', key, formOf({ mapping: '{}' })));
  assertFields(await exchange(service.url, rawRequest(parts)), 'invalid_body', ['file']);
  // Its message has a line for each error.
  const mapping = asForm(write('POST', '/v1/imports', key, formOf({ file: 'name\n', mapping: '{}' })));
  assertFields(await exchange(service.url, rawRequest(mapping)), 'invalid_mapping', ['mapping']);
});

test('names invalid headers', async () => {
  const service = atNoon();
  const { key } = await service.account();
  const pet = await addPet(service, key);
  const conditions = { 'if-match': 'a', 'if-none-match': 'b' };
  const changed = { method: 'PATCH', key, body: { name: 'Rex' }, headers: conditions };
  assertFields(await service.send(`/v1/pets/${pet}`, changed), 'invalid_parameter', [
    'If-Match',
    'If-None-Match',
  ]);
  const added = {
    method: 'POST',
    key,
    body: { name: 'Rex', categoryId: 1 },
    headers: { 'idempotency-key': '' },
  };
  assertFields(await service.send('/v1/pets', added), 'invalid_parameter', ['Idempotency-Key']);
});

test('an error of the whole body has no Invalid-Fields, and scripts of web pages may read the header', async () => {
  const service = atNoon();
  const { key } = await service.account();
  const response = await service.send('/v1/pets', { method: 'POST', key, body: [] });
  assertError(response, 400, 'invalid_body');
  assert.equal(response.headers.get('invalid-fields'), null);
  assert.match(response.headers.get('access-control-expose-headers') ?? '', /\bInvalid-Fields\b/);
});

test('the message of a null explains what to do on a create, and that it removes nothing on a change', async () => {
  const service = atNoon();
  const { key } = await service.account();
  const messageOf = async (method: string, path: string, body: object) =>
    String(at((await service.send(path, { method, key, body })).json, 'message'));
  assert.equal(
    await messageOf('POST', '/v1/pets', { name: 'Rex', categoryId: null, status: null }),
    'categoryId must be an integer between -9223372036854775808 and 9223372036854775807; got null. status must be one of available, pending, sold; got null. Leave it out if it has no value.',
  );
  const pet = await addPet(service, key);
  assert.match(
    await messageOf('PATCH', `/v1/pets/${pet}`, { name: null }),
    /; got null, which removes nothing\.$/,
  );
});
