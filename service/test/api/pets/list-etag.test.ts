// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { exchange, RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';

/** docs/api-design.md#lists-and-cursors: `ETag`, `If-None-Match`, and HEAD equals GET. */

async function etagOf(service: TestService, key: string, path: string): Promise<string> {
  const etag = (await service.send(path, { key })).headers.get('etag') ?? '';
  assert.match(etag, /^"[\w-]+"$/);
  return etag;
}

test('returns 304 without a body, with the same ETag and Link, for an unchanged page', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPet(service, key);
  await addPet(service, key);
  const page = await service.send('/v1/pets?limit=1', { key });
  const etag = page.headers.get('etag') ?? '';
  const again = await service.send('/v1/pets?limit=1', { key, headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
  assert.equal(again.text, '');
  for (const name of ['etag', 'link', 'cache-control', 'x-api-stability']) {
    assert.equal(again.headers.get(name), page.headers.get(name), name);
  }
  assert.match(again.headers.get('link') ?? '', /rel="next"/);
});

test('counts a 304 against the quota', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 10 });
  const etag = await etagOf(service, key, '/v1/pets');
  const again = await service.send('/v1/pets', { key, headers: { 'if-none-match': etag } });
  assert.equal(again.status, 304);
  assert.equal(again.headers.get('x-ratelimit-remaining'), '8');
});

test('If-None-Match accepts a list of tags, weak tags and *', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const etag = await etagOf(service, key, '/v1/pets');
  const statusFor = async (header: string) =>
    (await service.send('/v1/pets', { key, headers: { 'if-none-match': header } })).status;
  for (const header of [etag, `W/${etag}`, `"other", ${etag}`, `${etag},"other"`, '*', ` ${etag} `]) {
    assert.equal(await statusFor(header), 304, header);
  }
  for (const header of ['"other"', etag.slice(1, -1), 'W/"other"', '""', 'nonsense', etag.toUpperCase()]) {
    assert.equal(await statusFor(header), 200, header);
  }
});

test('changes the ETag with the page, with its Link alone and with its parameters', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const seen = new Set([await etagOf(service, key, '/v1/pets?sort=id&limit=1')]);
  await addPet(service, key);
  seen.add(await etagOf(service, key, '/v1/pets?sort=id&limit=1'));
  await addPet(service, key); // the page keeps its one animal and gets a Link
  seen.add(await etagOf(service, key, '/v1/pets?sort=id&limit=1'));
  seen.add(await etagOf(service, key, '/v1/pets?sort=id&limit=1&status=available'));
  seen.add(await etagOf(service, key, '/v1/pets?limit=1'));
  assert.equal(seen.size, 5);
});

test('sends Cache-Control: private, no-cache with a page and no-store with an error', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const page = await service.send('/v1/pets', { key });
  assert.equal(page.headers.get('cache-control'), 'private, no-cache');
  assert.equal((await service.send('/v1/pets')).headers.get('cache-control'), 'no-store');
});

test('returns errors despite If-None-Match: *', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const headers = { 'if-none-match': '*' };
  assertError(await service.send('/v1/pets', { headers }), 401, 'missing_api_key');
  assertError(await service.send('/v1/pets?limit=0', { key, headers }), 400, 'invalid_parameter');
  assertError(await service.send('/v1/pets/9', { key, headers }), 404, 'pet_not_found');
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

test('HEAD returns the status and headers of GET without a body', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPet(service, key);
  await addPet(service, key);
  for (const [what, { path, withKey = true, headers = [] }] of Object.entries(GETS)) {
    await t.test(what, async () => {
      const ask = (method: string) => {
        const request = { method, path, headers: [...headers, 'Connection: close'] };
        return exchange(service.url, rawRequest(withKey ? { ...request, key } : request), method);
      };
      const get = await ask('GET');
      const head = await ask('HEAD');
      assert.equal(head.status, get.status);
      assert.deepEqual(comparable(head.headers), comparable(get.headers));
    });
  }
});

test('sends no body on the connection after HEAD', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPet(service, key);
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
