import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, assertError, assertQuotaHeaders } from '@petstore/testing/http/expect-response.ts';
import { exchange, RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';

/** Bytes that no HTTP client sends. */

interface Case {
  bytes: (key: string) => string | Uint8Array;
  status: number;
  code: string;
}

const BAD_REQUEST = { status: 400, code: 'invalid_parameter' };
const HOST = 'Host: petstore.example';

const withKey = (line: string, ...headers: string[]) => ({
  bytes: (key: string) => [line, HOST, `Authorization: Bearer ${key}`, ...headers, '', ''].join('\r\n'),
});
const raw = (bytes: string | Uint8Array) => ({ bytes: () => bytes });

const CASES: Record<string, Case> = {
  'no request at all': { ...raw('\r\n\r\nhello\r\n\r\n'), ...BAD_REQUEST },
  'a line without a target': { ...raw('GET\r\n\r\n'), ...BAD_REQUEST },
  'a target with a space': { ...withKey('GET /v1/pets x HTTP/1.1'), ...BAD_REQUEST },
  'a target with a control character': { ...withKey('GET /v1/\u0001 HTTP/1.1'), ...BAD_REQUEST },
  'a method that does not exist': { ...withKey('FETCH /v1/pets HTTP/1.1'), ...BAD_REQUEST },
  'a method in lower case': { ...withKey('get /v1/pets HTTP/1.1'), ...BAD_REQUEST },
  'a version that does not exist': { ...withKey('GET /v1/pets HTTP/9.9'), ...BAD_REQUEST },
  'another protocol': { ...withKey('GET /v1/pets FTP/1.1'), ...BAD_REQUEST },
  'the preface of HTTP/2': { ...raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), ...BAD_REQUEST },
  'the hello of TLS': { ...raw(Buffer.from('160301020001000001fc0303', 'hex')), ...BAD_REQUEST },
  noise: {
    ...raw(Buffer.from(Array.from({ length: 256 }, (_, index) => (index * 89 + 1) % 256))),
    ...BAD_REQUEST,
  },
  'no Host': {
    bytes: (key) => `GET /v1/pets HTTP/1.1\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    ...BAD_REQUEST,
  },
  'two Hosts': { ...withKey('GET /v1/pets HTTP/1.1', 'Host: other.example'), ...BAD_REQUEST },
  'a header without a colon': { ...withKey('GET /v1/pets HTTP/1.1', 'Nonsense'), ...BAD_REQUEST },
  'a header name with a space': { ...withKey('GET /v1/pets HTTP/1.1', 'X Y: z'), ...BAD_REQUEST },
  'a header value with U+0000': { ...withKey('GET /v1/pets HTTP/1.1', 'X-Y: a\u0000b'), ...BAD_REQUEST },
  'a header that is folded': { ...withKey('GET /v1/pets HTTP/1.1', 'X-Y: a\r\n b'), ...BAD_REQUEST },
  'two lengths': {
    ...withKey('POST /v1/pets HTTP/1.1', 'Content-Length: 2', 'Content-Length: 3'),
    ...BAD_REQUEST,
  },
  'a length that is not a number': {
    ...withKey('POST /v1/pets HTTP/1.1', 'Content-Length: two'),
    ...BAD_REQUEST,
  },
  'a negative length': { ...withKey('POST /v1/pets HTTP/1.1', 'Content-Length: -1'), ...BAD_REQUEST },
  'both framings': {
    ...withKey('POST /v1/pets HTTP/1.1', 'Content-Length: 2', 'Transfer-Encoding: chunked'),
    ...BAD_REQUEST,
  },
  'an unknown transfer coding': {
    ...withKey('POST /v1/pets HTTP/1.1', 'Transfer-Encoding: chunked, identity'),
    ...BAD_REQUEST,
  },
  'headers of more than 16 KiB': {
    ...withKey('GET /v1/pets HTTP/1.1', `X-Long: ${'x'.repeat(17_000)}`),
    status: 431,
    code: 'headers_too_large',
  },
  'many headers of more than 16 KiB together': {
    ...withKey(
      'GET /v1/pets HTTP/1.1',
      ...Array.from({ length: 900 }, (_, index) => `X-${index}: ${'y'.repeat(20)}`),
    ),
    status: 431,
    code: 'headers_too_large',
  },
  'a request line of more than 16 KiB': {
    ...withKey(`GET /v1/pets?x=${'x'.repeat(17_000)} HTTP/1.1`),
    status: 431,
    code: 'headers_too_large',
  },
  'an unknown expectation': {
    ...withKey('GET /v1/pets HTTP/1.1', 'Expect: miracles'),
    status: 417,
    code: 'expectation_failed',
  },
  'an unknown expectation of an unknown path': {
    ...withKey('GET /v1/nothing HTTP/1.1', 'Expect: 200-ok'),
    status: 417,
    code: 'expectation_failed',
  },
  CONNECT: {
    bytes: () => `CONNECT petstore.example:443 HTTP/1.1\r\n${HOST}\r\n\r\n`,
    status: 405,
    code: 'method_not_allowed',
  },
};

async function assertNextIsServed(service: TestService, key: string): Promise<void> {
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
}

function assertRejected(service: TestService, response: ApiResponse, { status, code }: Case): void {
  assertError(response, status, code);
  assertQuotaHeaders(response, service.clock.now());
  assert.match(response.headers.get('x-request-id') ?? '', /^[\w-]+$/);
  assert.equal(response.headers.get('cache-control'), 'no-store');
}

test('malformed HTTP gets an error of the API, and the next valid request is served', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const [what, broken] of Object.entries(CASES)) {
    await t.test(what, async () => {
      assertRejected(service, await exchange(service.url, broken.bytes(key)), broken);
      await assertNextIsServed(service, key);
    });
  }
});

/** After these bytes the service closes the connection. */
const CLOSING = Object.entries(CASES).filter(([, { status }]) => status === 400 || status === 431);

test('malformed HTTP gets one response, and the connection is closed', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const [what, { bytes }] of CLOSING.filter(([name]) => !/Host/.test(name))) {
    await t.test(what, async () => {
      const connection = await RawConnection.open(service.url);
      connection.write(bytes(key));
      assert.equal((await connection.readResponse()).headers.get('connection'), 'close');
      assert.equal(await connection.rest(), '');
    });
  }
});

const POST = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];

/** A malformed body is found after authentication: the response has the quota of the account. */
const BODIES: Record<string, { body: string; status: number; code: string }> = {
  'a chunk without a valid length': { body: 'zz\r\n{}\r\n0\r\n\r\n', ...BAD_REQUEST },
  'a chunk longer than its length': { body: '2\r\n{}}\r\n0\r\n\r\n', ...BAD_REQUEST },
  'a chunk length beyond all bounds': { body: 'fffffffffffffffff\r\n', ...BAD_REQUEST },
  'chunk extensions of more than 16 KiB': {
    body: `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    status: 413,
    code: 'payload_too_large',
  },
};

test('a malformed body gets one response with the quota of its account, and adds nothing', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 500 });
  await assertNextIsServed(service, key); // The key is cached for a second.
  for (const [what, { body, ...expected }] of Object.entries(BODIES)) {
    await t.test(what, async () => {
      const connection = await RawConnection.open(service.url);
      connection.write(rawRequest({ method: 'POST', key, headers: POST }) + body);
      const response = await connection.readResponse();
      assertRejected(service, response, { bytes: () => body, ...expected });
      assert.equal(response.headers.get('x-ratelimit-limit'), '500');
      assert.equal(await connection.rest(), '');
      await assertNextIsServed(service, key);
    });
  }
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
});

test('a response reaches a client that sends far more than the service reads', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const flood = 'x'.repeat(4 * 1024 * 1024);
  const headers = await exchange(service.url, `GET /v1/pets HTTP/1.1\r\n${HOST}\r\nX-Long: ${flood}`);
  assertError(headers, 431, 'headers_too_large');
  const body = rawRequest({ method: 'POST', key, headers: ['Content-Type: application/json'], body: flood });
  assertError(await exchange(service.url, body), 413, 'payload_too_large');
  await assertNextIsServed(service, key);
});

test('a connection cut in the middle of a request leaves nothing behind', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const whole = rawRequest({
    method: 'POST',
    key,
    headers: ['Content-Type: application/json'],
    body: '{"name":"Frank","categoryId":1}',
  });
  for (let length = 0; length < whole.length; length += 7) {
    const connection = await RawConnection.open(service.url);
    connection.write(whole.slice(0, length));
    connection.close();
  }
  await assertNextIsServed(service, key);
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
});
