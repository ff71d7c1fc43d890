import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import {
  type ApiResponse,
  assertError,
  assertQuotaHeaders,
  at,
} from '@petstore/testing/http/expect-response.ts';
import { RawConnection, type RawRequest, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';

/** Requests that are sent without waiting for earlier responses, valid and malformed. */

const JSON_TYPE = 'Content-Type: application/json';
const CHUNKED = [JSON_TYPE, 'Transfer-Encoding: chunked'];

const add = (key: string, name: string, headers: string[] = []): RawRequest => ({
  method: 'POST',
  key,
  headers: [JSON_TYPE, ...headers],
  body: JSON.stringify({ name, categoryId: 1 }),
});

async function start(t: Parameters<typeof startService>[0]) {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 100_000 });
  return { service, key };
}

async function startConnected(t: Parameters<typeof startService>[0]) {
  const { service, key } = await start(t);
  return { service, key, connection: await RawConnection.open(service.url) };
}

async function responsesTo(connection: RawConnection, count: number): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  while (responses.length < count) responses.push(await connection.readResponse());
  return responses;
}

async function namesOf(service: TestService, key: string): Promise<unknown[]> {
  const { json } = await service.send('/v1/pets?sort=id&limit=100', { key });
  assert.ok(Array.isArray(json));
  return json.map((pet) => at(pet, 'name'));
}

test('1,000 pipelined requests get their responses in order, and each is counted', async (t) => {
  const { service, key, connection } = await startConnected(t);
  const paths = Array.from({ length: 1_000 }, (_, index) => `/v1/pets/${index + 1}`);
  connection.write(paths.map((path) => rawRequest({ path, key })).join(''));
  const responses = await responsesTo(connection, paths.length);
  for (const [index, response] of responses.entries()) {
    assertError(response, 404, 'pet_not_found');
    assert.match(response.text, new RegExp(`\\b${index + 1}\\b`));
  }
  const remaining = responses.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  assert.deepEqual(
    remaining,
    paths.map((_, index) => 99_999 - index),
  );
  const usage = (await service.send('/v1/usage', { key })).json;
  assert.equal(at(usage, 'minute', 'used'), 1_001);
  connection.close();
});

test('a pipelined request sees the writes of those before it', async (t) => {
  const { key, connection } = await startConnected(t);
  const names = Array.from({ length: 20 }, (_, index) => `pet ${index}`);
  connection.write(names.map((name) => rawRequest(add(key, name)) + rawRequest({ key })).join(''));
  for (const [index, name] of names.entries()) {
    assert.equal(at((await connection.readResponse()).json, 'name'), name);
    const { json } = await connection.readResponse();
    assert.ok(Array.isArray(json));
    assert.deepEqual([json.length, at(json[0], 'name')], [index + 1, name]);
  }
  connection.close();
});

const BROKEN: Record<string, (key: string) => string> = {
  'a malformed body': (key) => `${rawRequest({ method: 'POST', key, headers: CHUNKED })}zz\r\n`,
  'a malformed request line': () => 'nonsense\r\n\r\n',
  'headers that are too large': () => `GET / HTTP/1.1\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
};

test('a malformed pipelined request leaves the responses before it complete and in order', async (t) => {
  const { service, key } = await start(t);
  for (const [what, broken] of Object.entries(BROKEN)) {
    const connection = await RawConnection.open(service.url);
    const names = ['a', 'b', 'c'].map((name) => `${what} ${name}`);
    connection.write(names.map((name) => rawRequest(add(key, name))).join('') + broken(key));
    const responses = await responsesTo(connection, names.length);
    assert.deepEqual(
      responses.map(({ status, json }) => [status, at(json, 'name')]),
      names.map((name) => [201, name]),
    );
    const { status, headers } = await connection.readResponse();
    assert.equal(status, what.startsWith('headers') ? 431 : 400, what);
    assertQuotaHeaders({ headers }, service.clock.now());
    assert.equal(await connection.rest(), '');
    assert.deepEqual((await namesOf(service, key)).slice(-3), names);
  }
});

test('requests after a response that closes the connection are not done', async (t) => {
  const tooLarge = `10000\r\n${' '.repeat(65_536)}\r\n1\r\n \r\n0\r\n\r\n`;
  const closing: Record<string, (key: string) => string> = {
    'a body that is too large': (key) => rawRequest({ method: 'POST', key, headers: CHUNKED }) + tooLarge,
    'Connection: close': (key) => rawRequest({ key, headers: ['Connection: close'] }),
    'HTTP/1.0': (key) => rawRequest({ key }).replace('HTTP/1.1', 'HTTP/1.0'),
    CONNECT: (key) => rawRequest({ method: 'CONNECT', path: 'petstore.example:443', key }),
  };
  const { service, key } = await start(t);
  for (const [what, request] of Object.entries(closing)) {
    const connection = await RawConnection.open(service.url);
    connection.write(request(key) + rawRequest(add(key, 'not done')).repeat(3));
    assert.equal((await connection.readResponse()).headers.get('connection'), 'close', what);
    assert.equal(await connection.rest(), '', what);
    assert.deepEqual(await namesOf(service, key), [], what);
  }
});

test('a DELETE with a malformed body has the response of what was done', async (t) => {
  const { service, key } = await start(t);
  for (const body of ['zz\r\n', '2\r\n{}}\r\n0\r\n\r\n']) {
    const { json } = await service.send('/v1/pets', {
      method: 'POST',
      key,
      body: { name: 'x', categoryId: 1 },
    });
    const path = `/v1/pets/${at(json, 'id')}`;
    const connection = await RawConnection.open(service.url);
    connection.write(rawRequest({ method: 'DELETE', path, key, headers: CHUNKED }) + body);
    assert.equal((await connection.readResponse()).status, 204);
    assert.equal(await connection.rest(), '');
    assertError(await service.send(path, { key }), 404, 'pet_not_found');
  }
});

test('the service stops reading a connection whose pipelined requests wait, and responds to each of them', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 100_000 });
  const accepted = once(service.app.server, 'connection');
  const connection = await RawConnection.open(service.url);
  const [socket] = await accepted;
  const [count, request] = [2_000, rawRequest({ path: '/v1/usage', key })];
  connection.write(request.repeat(count));
  let [reached, max] = [0, 0];
  for (; reached < count; reached += 1) {
    assert.equal((await connection.readResponse()).status, 200);
    max = Math.max(max, socket.bytesRead / request.length - reached);
  }
  assert.ok(max < 1_500, `${max} requests were read without a response`);
  connection.close();
});

test('a pipelined request with Expect: 100-continue gets its 100 before its complete response', async (t) => {
  const { service, key, connection } = await startConnected(t);
  await service.send('/v1/pets', { method: 'POST', key, body: { name: 'Łucja', categoryId: 1 } });
  const headers = ['Expect: 100-continue'];
  const requests = [
    { key },
    { key, headers },
    add(key, 'Frank', headers),
    { path: '/openapi.json', headers },
  ];
  connection.write(requests.map(rawRequest).join(''));
  const responses = await responsesTo(connection, 7);
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 100, 200, 100, 201, 100, 200],
  );
  assert.equal(responses[2]?.text, responses[0]?.text);
  assert.equal(at(responses[6]?.json, 'openapi'), '3.1.0');
  connection.close();
});
