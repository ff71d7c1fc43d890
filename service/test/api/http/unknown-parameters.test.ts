import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { recordQueries } from '@petstore/testing/queries/recorded-queries.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { FOREIGN, FOREIGN_QUERY } from '../security/foreign-members.ts';
import { OPERATIONS } from '../security/published-operations.ts';

/** Unknown query parameters (docs/adr/0022). */

const service = await startSharedService();

/** The documented interface has these. Do not add an operation. */
const DOCUMENTED = ['listPets', 'createPet', 'getPet'];

/** Operations of 1.0.0 with a body, which ignore unknown members of it. Do not add an operation. */
const OPEN_BODIES = ['createPet', 'changePet', 'placeOrder', 'changeOrder'];

test('documented operations ignore an unknown parameter, and all others refuse it (400)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ role: 'admin' });
  for (const { id, method, path, hasBody } of OPERATIONS) {
    const target = `/v1${path.replaceAll(/\{\w+\}/g, '1')}`;
    const send = (query: string) =>
      service.send(`${target}?${query}`, { method, key, ...(hasBody ? { body: {} } : {}) });
    const response = await send('utm_source=1');
    const isRefused = response.status === 400 && response.text.includes('utm_source');
    assert.equal(isRefused, !DOCUMENTED.includes(id), `${id}: ${response.text}`);
    // Names of what no client may set are refused by every operation.
    assertError(await send(FOREIGN_QUERY), 400, 'invalid_parameter');
    assert.equal(response.headers.get('invalid-fields')?.startsWith('utm_source') ?? false, isRefused, id);
  }
});

test('refuses names that mislead (400), also in operations that ignore other names', async () => {
  const { key } = await service.account();
  for (const query of [
    'after=719',
    'status[]=sold',
    'sex=female',
    'petId=77',
    'limit[0]=1',
    'breed=Beagle',
  ]) {
    const response = await service.send(`/v1/pets?utm_source=x&${query}`, { key });
    assertError(response, 400, 'invalid_parameter');
    assert.doesNotMatch(response.text, /utm_source/);
  }
  for (const path of ['/v1/events?cursor=9', '/v1/store/orders?petIdx=77', '/v1/usage?limit=1']) {
    assertError(await service.send(path, { key }), 400, 'invalid_parameter');
  }
});

test('createPet ignores the parameters of the list of 1.0.0, and refuses other names that mislead (400)', async () => {
  const { key } = await service.account();
  const add = (query: string) =>
    service.send(`/v1/pets?${query}`, { method: 'POST', key, body: { name: 'Frank', categoryId: 1 } });
  const list = await add('limit=0&sort=id&cursor=x&status=sold&categoryId=2&utm_source=x');
  assert.equal(list.status, 201, list.text);
  assert.equal(at(list.json, 'categoryId'), 1);
  for (const query of ['name=Eve', 'Limit=1', 'status[]=sold', 'limit=1&after=2', 'ids=1']) {
    assertError(await add(query), 400, 'invalid_parameter');
  }
});

test('operations of 1.0.0 ignore unknown members of a body, and all others refuse them and name theirs (400)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ role: 'admin' });
  for (const { id, method, path, hasBody } of OPERATIONS) {
    if (!hasBody) continue;
    const body = `{"colour":"red","a, b":1,${FOREIGN}}`;
    const response = await service.send(`/v1${path.replaceAll(/\{\w+\}/g, '1')}`, { method, key, body });
    const isRefused = /"colour\\", .* are not fields of this operation.*Its fields are \w/.test(
      response.text,
    );
    assert.equal(isRefused, !OPEN_BODIES.includes(id), `${id}: ${response.text}`);
    const fields = response.headers.get('invalid-fields')?.split(', ') ?? [];
    assert.equal(fields.includes('colour') && fields.includes('a%2C%20b'), isRefused, id);
  }
});

test('rejects parameters that are common in other services (400) and lists the existing ones', async () => {
  const { key } = await service.account();
  await addPet(service, key);
  for (const query of [
    'nAme=Bella',
    'ids=1,2',
    'q=dog',
    'search=dog',
    'unknownName=1&q=Bella',
    '%71=Bella',
  ]) {
    for (const method of ['GET', 'HEAD']) {
      const response = await service.send(`/v1/pets?${query}`, { key, method });
      assert.equal(response.status, 400, `${method} ${query}`);
    }
    const response = await service.send(`/v1/pets?${query}`, { key });
    assertError(response, 400, 'invalid_parameter');
    assert.match(response.text, /limit, sort, cursor, status, categoryId, name/);
    assert.doesNotMatch(response.text, /unknownName/);
  }
});

test('rejects page and offset (400) and refers to the Link header', async () => {
  const { key } = await service.account();
  for (const path of ['/v1/pets', '/v1/store/orders', '/v1/categories', '/v1/events']) {
    for (const name of ['page', 'offset']) {
      const response = await service.send(`${path}?${name}=2`, { key });
      assertError(response, 400, 'invalid_parameter');
      const position = path === '/v1/events' ? 'after' : 'cursor';
      assert.match(response.text, new RegExp(`Link header of the response, which contains ${position}`));
    }
  }
});

test('rejects a name that differs from a parameter only by case (400)', async () => {
  const { key } = await service.account();
  for (const query of ['Limit=1', 'LIMIT=1', 'limit=1&Status=sold', 'categoryid=1', 'CategoryId=1']) {
    const response = await service.send(`/v1/pets?${query}`, { key });
    assertError(response, 400, 'invalid_parameter');
    assert.match(response.text, /names are case-sensitive/);
  }
  assertError(await service.send('/v1/store/orders?petid=1', { key }), 400, 'invalid_parameter');
  assertError(await service.send('/v1/events?After=1', { key }), 400, 'invalid_parameter');
});

test('checks key, path and role before the names of parameters', async () => {
  const { key } = await service.account({ role: 'reader' });
  assertError(await service.send('/v1/pets?page=2'), 401, 'missing_api_key');
  assertError(await service.send('/v1/nothing?page=2', { key }), 404, 'route_not_found');
  const write = { method: 'POST', key, body: { name: 'Frank', categoryId: 1 } };
  assertError(await service.send('/v1/pets?page=2', write), 403, 'insufficient_role');
});

test('an unknown parameter, another order and another spelling of a value find the cached page', async () => {
  const { key } = await service.account({ plan: 'business' });
  const petId = await addPet(service, key);
  const queries = recordQueries(service.database);
  const get = (path: string) => service.send(`/v1${path}`, { key });
  const same = [
    ['/pets?limit=5&categoryId=1', '/pets?x=1&categoryId=1&limit=5', '/pets?categoryId=01&limit=%35'],
    ['/listings?limit=5&sort=id', '/listings?sort=id&limit=5', '/listings?sort=%69d&limit=5'],
    [`/pets/${petId}`, `/pets/${petId}?x=1`, `/pets/%3${petId}`],
  ];
  for (const [first = '', ...others] of same) {
    // A page is cached on its second request.
    const expected = [await get(first), await get(first)][1];
    assert.equal(expected?.status, 200, first);
    const before = queries.of('pets');
    for (const path of others) assert.equal((await get(path)).text, expected?.text, path);
    assert.equal(queries.of('pets'), before, first);
  }
  for (const path of ['/pets?limit=5&categoryId=1&q=x', '/listings?limit=5&sort=id&x=1'])
    assertError(await get(path), 400, 'invalid_parameter');
});
