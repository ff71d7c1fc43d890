// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { exchange, RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startSharedService } from '@petstore/testing/service.ts';

/** docs/api-design.md#lists-and-cursors: `ETag`, `If-None-Match`, and HEAD equals GET. */

const service = await startSharedService();
const { key } = await service.account();
for (let pets = 0; pets < 2; pets += 1) await addPet(service, key);

const get = (path: string, headers: Record<string, string> = {}, by = key) =>
  service.send(path, { key: by, headers });

async function etagOf(path: string, by = key): Promise<string> {
  const etag = (await get(path, {}, by)).headers.get('etag') ?? '';
  assert.match(etag, /^"[\w-]+"$/);
  return etag;
}

test('returns 304 without a body, with the same ETag and Link, for an unchanged page, and counts it', async () => {
  const { key: other } = await service.account({ perMinute: 10 });
  const page = await get('/v1/pets?limit=1', {}, other);
  assert.equal(page.headers.get('cache-control'), 'private, no-cache');
  const again = await get('/v1/pets?limit=1', { 'if-none-match': page.headers.get('etag') ?? '' }, other);
  assert.deepEqual([again.status, again.text], [304, '']);
  for (const name of ['etag', 'link', 'cache-control', 'x-api-stability']) {
    assert.equal(again.headers.get(name), page.headers.get(name), name);
  }
  assert.match(again.headers.get('link') ?? '', /rel="next"/);
  assert.equal(again.headers.get('x-ratelimit-remaining'), '8');
});

test('If-None-Match accepts a list of tags, weak tags and *', async () => {
  const etag = await etagOf('/v1/pets');
  const statusFor = async (header: string) => (await get('/v1/pets', { 'if-none-match': header })).status;
  for (const header of [etag, `W/${etag}`, `"other", ${etag}`, `${etag},"other"`, '*', ` ${etag} `]) {
    assert.equal(await statusFor(header), 304, header);
  }
  for (const header of ['"other"', etag.slice(1, -1), 'W/"other"', '""', 'nonsense', etag.toUpperCase()]) {
    assert.equal(await statusFor(header), 200, header);
  }
});

test('changes the ETag with the page, with its Link alone and with its parameters', async () => {
  const add = () => addPet(service, key, { categoryId: 5 });
  const path = '/v1/pets?categoryId=5&sort=id&limit=1';
  const seen = new Set([await etagOf(path)]);
  await add();
  seen.add(await etagOf(path));
  await add(); // the page keeps its one animal and gets a Link
  seen.add(await etagOf(path));
  seen.add(await etagOf(`${path}&status=available`));
  seen.add(await etagOf('/v1/pets?categoryId=5&limit=1'));
  assert.equal(seen.size, 5);
});

test('returns errors despite If-None-Match: *, with Cache-Control: no-store', async () => {
  const any = { 'if-none-match': '*' };
  const missing = await service.send('/v1/pets', { headers: any });
  assertError(missing, 401, 'missing_api_key');
  assert.equal(missing.headers.get('cache-control'), 'no-store');
  assertError(await get('/v1/pets?limit=0', any), 400, 'invalid_parameter');
  assertError(await get('/v1/pets/99', any), 404, 'pet_not_found');
});

/** Every kind of response to a GET. */
const GETS: Record<string, { path: string; withKey?: boolean; headers?: string[] }> = {
  'a page with a Link': { path: '/v1/pets?limit=1' },
  'an animal': { path: '/v1/pets/1' },
  'a 304': { path: '/v1/pets', headers: ['If-None-Match: *'] },
  'a missing key': { path: '/v1/pets', withKey: false },
  'a wrong parameter': { path: '/v1/pets?limit=0' },
  'an animal that does not exist': { path: '/v1/pets/99' },
  'a path that does not exist': { path: '/v1/nothing' },
  'an unknown expectation': { path: '/v1/pets', headers: ['Expect: miracles'] },
  'the reference page': { path: '/docs/', withKey: false },
  'the script of the reference page': { path: '/docs/js/scalar.js', withKey: false },
  'the OpenAPI document': { path: '/openapi.json', withKey: false },
  'the health of the process': { path: '/healthz', withKey: false },
  'the readiness of the process': { path: '/readyz', withKey: false },
  'the way from / to the reference': { path: '/', withKey: false },
  'a page outside of the interface that does not exist': { path: '/nothing', withKey: false },
};

/** Headers that differ between any two responses. */
const OF_ITS_OWN = ['date', 'x-request-id', 'x-ratelimit-remaining', 'ratelimit'];

function comparable(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => !OF_ITS_OWN.includes(name));
}

test('HEAD returns the status and headers of GET without a body', async () => {
  for (const [what, { path, withKey = true, headers = [] }] of Object.entries(GETS)) {
    const ask = (method: string) => {
      const request = { method, path, headers: [...headers, 'Connection: close'] };
      return exchange(service.url, rawRequest(withKey ? { ...request, key } : request), method);
    };
    const full = await ask('GET');
    const head = await ask('HEAD');
    assert.equal(head.status, full.status, what);
    assert.deepEqual(comparable(head.headers), comparable(full.headers), what);
  }
});

test('sends no body on the connection after HEAD', async () => {
  for (const options of [{ key }, {}]) {
    const connection = await RawConnection.open(service.url);
    connection.write(rawRequest({ method: 'HEAD', ...options }));
    connection.write(rawRequest({ path: '/v1/pets/1', key, headers: ['Connection: close'] }));
    const head = await connection.readResponse({ to: 'HEAD' });
    assert.match(head.headers.get('content-length') ?? '', /^[1-9]/);
    assert.equal(
      (await connection.readResponse()).text,
      '{"id":1,"name":"Frank","categoryId":1,"status":"available"}',
    );
    assert.equal(await connection.rest(), '');
  }
});
