import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, listOf } from '@petstore/testing/http/expect-response.ts';
import { exchange, RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startSharedService } from '@petstore/testing/service.ts';

/** Requests that two programs could understand differently (docs/adr/0095). */

const service = await startSharedService();
const TYPE = 'Content-Type: application/json';
const PET = JSON.stringify({ name: 'Frank', categoryId: 1 });

async function namesOf(key: string): Promise<unknown[]> {
  return listOf(await service.send('/v1/pets', { key })).map(({ name }) => name);
}

test('a header with one value that is sent twice is 400, with the same value too, and nothing is changed', async () => {
  const { key } = await service.account();
  const id = await addPet(service, key);
  const { headers } = await service.send(`/v1/pets/${id}`, { key });
  const etag = headers.get('etag');
  const repeated: Record<string, readonly string[]> = {
    'Idempotency-Key': ['Idempotency-Key: k', 'idempotency-key: k', TYPE],
    'If-Match': [`If-Match: ${etag}`, 'IF-MATCH: "other"', TYPE],
    'Content-Type': [TYPE, TYPE],
    Authorization: [TYPE, 'Authorization: Bearer other'],
    Origin: [TYPE, 'Origin: https://a.example', 'Origin: https://a.example'],
    'X-Request-Id': [TYPE, 'X-Request-Id: a', 'X-Request-Id: b'],
    Host: [TYPE, 'Host: other.example'],
  };
  for (const [name, sent] of Object.entries(repeated)) {
    for (const [method, path] of [
      ['POST', '/v1/pets'],
      ['PATCH', `/v1/pets/${id}`],
    ]) {
      const response = await exchange(
        service.url,
        rawRequest({ method, path, key, headers: sent, body: PET }),
      );
      assertError(response, 400, 'invalid_parameter');
      assert.match(response.text, new RegExp(`more than one ${name} header. Send one.`));
    }
  }
  const twoHosts = ['Host: other.example'];
  assertError(
    await exchange(service.url, rawRequest({ path: '/adopt.json', headers: twoHosts })),
    400,
    'invalid_parameter',
  );
  assert.deepEqual(await namesOf(key), ['Frank'], 'no animal was added or changed');
  const list = [TYPE, `If-Match: "other", ${etag}`, 'Accept: text/html', 'Accept: application/json'];
  const once = await exchange(
    service.url,
    rawRequest({ method: 'PATCH', path: `/v1/pets/${id}`, key, headers: list, body: PET }),
  );
  assert.equal(once.status, 200, once.text);
});

test('a Prefer that contradicts itself is 400; two equal ones are one', async () => {
  const { key } = await service.account();
  for (const [second, status] of [
    ['count=exact', 200],
    ['count=none', 400],
  ] as const) {
    const headers = ['Prefer: count=exact', `Prefer: ${second}`];
    const response = await exchange(service.url, rawRequest({ key, headers }));
    assert.equal(response.status, status, response.text);
    if (status === 400)
      assert.match(response.text, /Prefer must have one value for count; got \\"exact\\" and/);
  }
});

test('a target that is no path is 400, but for OPTIONS *', async () => {
  for (const [method, path, status] of [
    ['GET', '*', 400],
    ['HEAD', '*', 400],
    ['POST', '*', 400],
    ['OPTIONS', '*', 204],
    ['GET', '*/v1/pets', 400],
    ['GET', 'ftp://petstore.example/v1/pets', 400],
    ['GET', 'http://petstore.example/healthz', 200],
  ] as const) {
    const response = await exchange(service.url, rawRequest({ method, path }), method);
    assert.equal(response.status, status, `${method} ${path} ${response.text}`);
    if (method === 'GET' && status === 400) assert.match(response.text, /target must be a path/);
  }
});

test('accepts the names of UTF-8 that browsers know, and no other character set (415)', async () => {
  const { key } = await service.account();
  for (const [charset, status] of [
    ['UTF8', 201],
    ['"utf8"', 201],
    ['utf-8', 201],
    ['utf-16', 415],
    ['utf88', 415],
    ['latin1', 415],
  ] as const) {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    const response = await service.send('/v1/pets', { method: 'POST', key, headers, body: PET });
    assert.equal(response.status, status, charset);
  }
});

test('412 for a weak ETag explains that it never matches; its strong form does', async () => {
  const { key } = await service.account();
  const path = `/v1/pets/${await addPet(service, key)}`;
  const etag = (await service.send(path, { key })).headers.get('etag') ?? '';
  const change = (ifMatch: string) =>
    service.send(path, { method: 'PATCH', key, headers: { 'if-match': ifMatch }, body: { name: 'Rex' } });
  const weak = await change(`W/${etag}`);
  assertError(weak, 412, 'precondition_failed');
  assert.match(weak.text, /a weak ETag never matches\. If a proxy has put W\/ in front/);
  const old = await change('"old"');
  assert.match(old.text, /has changed since you read it/);
  assert.equal((await change(etag)).status, 200);
});

test('a request is answered also after its client has closed its side of the connection', async () => {
  const { key } = await service.account();
  const headers = [TYPE, 'Idempotency-Key: half'];
  const post = rawRequest({ method: 'POST', key, headers, body: PET.replace('Frank', 'Half') });
  const get = rawRequest({ path: '/healthz' });
  for (const [sent, statuses] of [
    [post, [201]],
    [get, [200]],
    [post + get + post, [201, 200, 201]],
  ] as const) {
    const connection = await RawConnection.open(service.url);
    connection.write(sent);
    connection.endWriting();
    for (const status of statuses) assert.equal((await connection.readResponse()).status, status);
    assert.equal(await connection.rest(), '');
  }
  assert.equal((await namesOf(key)).filter((name) => name === 'Half').length, 1);
});
