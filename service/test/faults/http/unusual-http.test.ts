import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, assertQuotaHeaders } from '@petstore/testing/http/expect-response.ts';
import { exchange, RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService } from '@petstore/testing/service.ts';

/** Valid HTTP that few clients send. */

const FRANK = '{"name":"Frank","categoryId":1}';
const JSON_TYPE = 'Content-Type: application/json';

test('Expect: 100-continue gets a 100, and then the response', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const connection = await RawConnection.open(service.url);
  const headers = [JSON_TYPE, 'Expect: 100-continue', `Content-Length: ${FRANK.length}`];
  connection.write(rawRequest({ method: 'POST', key, headers }));
  assert.equal((await connection.readResponse()).status, 100);
  connection.write(FRANK);
  assert.equal((await connection.readResponse()).status, 201);
  connection.close();
});

test('Expect: 100-continue before a body that is too large gets a 413', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const connection = await RawConnection.open(service.url);
  const headers = [JSON_TYPE, 'Expect: 100-continue', 'Content-Length: 104857600'];
  connection.write(rawRequest({ method: 'POST', key, headers }));
  assertError(await connection.readResponse(), 413, 'payload_too_large');
  assert.equal(await connection.rest(), '');
});

test('an absolute request target is served by its path, whatever its host', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const origin of [service.url, 'http://petstore.example', 'HTTPS://other.example:8443']) {
    const response = await exchange(service.url, rawRequest({ path: `${origin}/v1/pets?limit=5`, key }));
    assert.equal(response.status, 200, origin);
    assertError(
      await exchange(service.url, rawRequest({ path: `${origin}/v1/nothing` })),
      401,
      'missing_api_key',
    );
  }
});

test('HTTP/1.0 needs no Host', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const connection = await RawConnection.open(service.url);
  connection.write(`GET /v1/pets HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  assert.equal((await connection.readResponse()).status, 200);
  assert.equal(await connection.rest(), '');
});

test('Upgrade to another protocol is ignored', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const protocol of ['websocket', 'h2c']) {
    const headers = [
      'Connection: Upgrade, HTTP2-Settings',
      `Upgrade: ${protocol}`,
      'HTTP2-Settings: AAMAAABk',
    ];
    const response = await exchange(service.url, rawRequest({ key, headers }));
    assert.equal(response.status, 200);
    assertError(await exchange(service.url, rawRequest({ headers })), 401, 'missing_api_key');
  }
});

test('a body in many small chunks, with extensions and a trailer, is read completely', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const chunks = [...FRANK].map((character) => `1;a=b\r\n${character}\r\n`).join('');
  const headers = [JSON_TYPE, 'Transfer-Encoding: chunked'];
  const request = `${rawRequest({ method: 'POST', key, headers })}${chunks}0\r\nX-Trailer: y\r\n\r\n`;
  assert.equal((await exchange(service.url, request)).text, '{"id":1,"name":"Frank","categoryId":1}');
});

test('a request that arrives byte by byte is served', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const connection = await RawConnection.open(service.url);
  for (const byte of rawRequest({ method: 'POST', key, headers: [JSON_TYPE], body: FRANK }))
    connection.write(byte);
  assert.equal((await connection.readResponse()).status, 201);
  connection.close();
});

test('pipelined requests get their responses in order', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const connection = await RawConnection.open(service.url);
  const requests = [
    rawRequest({ method: 'POST', key, headers: [JSON_TYPE], body: FRANK }),
    rawRequest({ key }),
    rawRequest({}),
    rawRequest({ path: '/v1/pets?limit=0', key }),
    rawRequest({ path: '/v1/pets/99', key }),
  ];
  connection.write(requests.join(''));
  const statuses = [];
  for (const _request of requests) statuses.push((await connection.readResponse()).status);
  assert.deepEqual(statuses, [201, 200, 401, 400, 404]);
  connection.close();
});

const BROKEN = [
  'GET /v1/pets HTTP/9.9\r\n\r\n',
  'nonsense\r\n\r\n',
  `GET / HTTP/1.1\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
];

test('a malformed pipelined request leaves the response before it complete', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const post = rawRequest({ method: 'POST', key, headers: [JSON_TYPE], body: FRANK });
  for (const broken of BROKEN) {
    const connection = await RawConnection.open(service.url);
    connection.write(post + broken);
    const first = await connection.readResponse();
    assert.equal(first.status, 201);
    assert.match(first.text, /^\{"id":\d+,"name":"Frank","categoryId":1\}$/);
    const second = await connection.readResponse();
    assert.ok(second.status === 400 || second.status === 431);
    assertQuotaHeaders(second, service.clock.now());
    assert.equal(await connection.rest(), '');
  }
});

test('the unread body of a GET is not taken for a request', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const connection = await RawConnection.open(service.url);
  const smuggled = 'GET /v1/pets/1 HTTP/1.1\r\nHost: x\r\n\r\n';
  connection.write(rawRequest({ key, headers: [`Content-Length: ${smuggled.length}`] }) + smuggled);
  assert.equal((await connection.readResponse()).status, 200);
  connection.write(rawRequest({ key, path: '/v1/pets/7', headers: ['Connection: close'] }));
  assertError(await connection.readResponse(), 404, 'pet_not_found');
  assert.equal(await connection.rest(), '');
});

test('X-Forwarded-For of an untrusted client is ignored', async (t) => {
  const service = await startService(t);
  for (let sent = 0; sent < 5; sent += 1) {
    const response = await service.send('/v1/pets', { headers: { 'x-forwarded-for': `192.0.2.${sent}` } });
    assert.equal(response.headers.get('x-ratelimit-remaining'), String(299 - sent));
  }
});

test('X-Forwarded-For of a trusted proxy determines the counted address', async (t) => {
  const service = await startService(t, { env: { TRUST_PROXY: '127.0.0.0/8,::1' } });
  const remaining = async (forwarded: string) => {
    const response = await service.send('/v1/pets', { headers: { 'x-forwarded-for': forwarded } });
    assertError(response, 401, 'missing_api_key');
    return response.headers.get('x-ratelimit-remaining');
  };
  assert.equal(await remaining('192.0.2.1'), '299');
  assert.equal(await remaining('192.0.2.1'), '298');
  assert.equal(await remaining('192.0.2.2'), '299');
  assert.equal(
    await remaining('198.51.100.9, 192.0.2.1'),
    '297',
    'the last address that is not a trusted proxy',
  );
  assert.equal(await remaining('192.0.2.1, 127.0.0.9'), '296', 'a chain of trusted proxies');
  assert.equal(await remaining('2001:db8:1:2::1'), '299');
  assert.equal(await remaining('2001:db8:1:2:ffff::2'), '298', 'IPv6 is counted by its /64');
  assert.equal(await remaining('::ffff:192.0.2.2'), '298', 'IPv4-mapped is IPv4');
});

test('an invalid X-Forwarded-For of a trusted proxy is ignored', async (t) => {
  const service = await startService(t, { env: { TRUST_PROXY: '127.0.0.0/8,::1' } });
  for (const forwarded of ['', ',', 'unknown', '999.999.999.999', '_hidden', 'a'.repeat(5000), '127.0.0.1']) {
    const headers = [`X-Forwarded-For: ${forwarded}`];
    const response = await exchange(service.url, rawRequest({ headers }));
    assertError(response, 401, 'missing_api_key');
    assertQuotaHeaders(response, service.clock.now());
  }
});
