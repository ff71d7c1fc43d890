import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, assertError, assertQuotaHeaders } from '@petstore/testing/http/expect-response.ts';
import { exchange, RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { createResponseChecker } from '../../api/response-checker.ts';

/** Bytes that no HTTP client sends. */

interface Case {
  bytes: (key: string) => string | Uint8Array;
  status: number;
  code: string;
}

const BAD_REQUEST = { status: 400, code: 'invalid_parameter' };
const TOO_LARGE = { status: 431, code: 'headers_too_large' };
const HOST = 'Host: petstore.example';

const withKey = (line: string, ...headers: string[]) => ({
  bytes: (key: string) => [line, HOST, `Authorization: Bearer ${key}`, ...headers, '', ''].join('\r\n'),
});
const raw = (bytes: string | Uint8Array) => ({ bytes: () => bytes });

/** After these bytes the service closes the connection. `smuggling.test.ts` has ambiguous framing. */
const CLOSING: Record<string, Case> = {
  'no request at all': { ...raw('\r\n\r\nhello\r\n\r\n'), ...BAD_REQUEST },
  'a target with a space': { ...withKey('GET /v1/pets x HTTP/1.1'), ...BAD_REQUEST },
  'a method that does not exist': { ...withKey('FETCH /v1/pets HTTP/1.1'), ...BAD_REQUEST },
  'the preface of HTTP/2': { ...raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), ...BAD_REQUEST },
  'the hello of TLS': { ...raw(Buffer.from('160301020001000001fc0303', 'hex')), ...BAD_REQUEST },
  'a header without a colon': { ...withKey('GET /v1/pets HTTP/1.1', 'Nonsense'), ...BAD_REQUEST },
  'headers of more than 16 KiB': {
    ...withKey('GET /v1/pets HTTP/1.1', `X-Long: ${'x'.repeat(17_000)}`),
    ...TOO_LARGE,
  },
  'a request line of more than 16 KiB': {
    ...withKey(`GET /v1/pets?x=${'x'.repeat(17_000)} HTTP/1.1`),
    ...TOO_LARGE,
  },
  CONNECT: {
    ...raw(`CONNECT petstore.example:443 HTTP/1.1\r\n${HOST}\r\n\r\n`),
    status: 405,
    code: 'method_not_allowed',
  },
};

/** What the parser accepts, and the service rejects. */
const REJECTED: Record<string, Case> = {
  'no Host': {
    bytes: (key) => `GET /v1/pets HTTP/1.1\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    ...BAD_REQUEST,
  },
  'two Hosts': { ...withKey('GET /v1/pets HTTP/1.1', 'Host: other.example'), ...BAD_REQUEST },
  'an unknown expectation': {
    ...withKey('GET /v1/pets HTTP/1.1', 'Expect: miracles'),
    status: 417,
    code: 'expectation_failed',
  },
};

async function assertNextIsServed(service: TestService, key: string): Promise<void> {
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
}

function assertRejected(service: TestService, response: ApiResponse, { status, code }: Omit<Case, 'bytes'>) {
  assertError(response, status, code);
  assertQuotaHeaders(response, service.clock.now());
  assert.match(response.headers.get('x-request-id') ?? '', /^[\w-]+$/);
  assert.equal(response.headers.get('cache-control'), 'no-store');
}

/** Returns a function that checks a response against the OpenAPI document. */
async function checkerOf(service: TestService) {
  return createResponseChecker((await service.send('/openapi.json')).json);
}

test('malformed HTTP gets one documented error of the API, and the next valid request is served', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const check = await checkerOf(service);
  for (const [what, broken] of Object.entries({ ...CLOSING, ...REJECTED })) {
    await t.test(what, async () => {
      const connection = await RawConnection.open(service.url);
      connection.write(broken.bytes(key));
      const response = await connection.readResponse();
      assertRejected(service, response, broken);
      if (broken.status === 400 || broken.status === 431) check('listPets', response);
      if (Object.hasOwn(CLOSING, what)) {
        assert.equal(response.headers.get('connection'), 'close');
        assert.equal(await connection.rest(), '');
      }
      connection.close();
      await assertNextIsServed(service, key);
    });
  }
});

const POST = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];

/** A malformed body is found after authentication: the response has the quota of the account. */
const BODIES: Record<string, { body: string; status: number; code: string }> = {
  'a chunk without a valid length': { body: 'zz\r\n{}\r\n0\r\n\r\n', ...BAD_REQUEST },
  'chunk extensions of more than 16 KiB': {
    body: `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    status: 413,
    code: 'payload_too_large',
  },
};

test('a malformed body gets one documented response with the quota of its account, and adds nothing', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ perMinute: 500 });
  const check = await checkerOf(service);
  await assertNextIsServed(service, key); // The key is cached for a second.
  for (const [what, { body, ...expected }] of Object.entries(BODIES)) {
    await t.test(what, async () => {
      const connection = await RawConnection.open(service.url);
      connection.write(rawRequest({ method: 'POST', key, headers: POST }) + body);
      const response = await connection.readResponse();
      assertRejected(service, response, expected);
      check('createPet', response);
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

test('an absolute request target is served by its path, whatever its host', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const origin of [service.url, 'http://petstore.example', 'HTTPS://other.example:8443']) {
    const found = await exchange(service.url, rawRequest({ path: `${origin}/v1/pets?limit=5`, key }));
    assert.equal(found.status, 200, origin);
    const refused = await exchange(service.url, rawRequest({ path: `${origin}/v1/nothing` }));
    assertError(refused, 401, 'missing_api_key');
  }
});

test('HTTP/1.0 needs no Host', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const request = `GET /v1/pets HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  assert.equal((await exchange(service.url, request)).status, 200);
});
