import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assertError, assertQuotaHeaders, at } from '@petstore/testing/http/expect-response.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';

/**
 * Request smuggling: requests whose framing two parsers may read differently, each followed by a second request, which
 * must not be done. Either the connection is closed, or the declared body is read as a body.
 */

const HOST = 'Host: petstore.example';
const JSON_TYPE = 'Content-Type: application/json';
const CHUNKED = 'Transfer-Encoding: chunked';
const FRANK = '{"name":"Frank","categoryId":1}';
const LENGTH = `Content-Length: ${FRANK.length}`;
const EMPTY = '0\r\n\r\n';
const CHUNK = `${FRANK.length.toString(16)}\r\n${FRANK}\r\n${EMPTY}`;

interface Sent {
  headers: readonly string[];
  body: string;
  method?: string;
  /** Changes the whole request where headers alone cannot make it ambiguous. */
  corrupt?: (request: string) => string;
}

/** Requests with ambiguous or invalid framing. */
const AMBIGUOUS: Record<string, Sent> = {
  'both framings, length first': { headers: ['Content-Length: 5', CHUNKED], body: EMPTY },
  'both framings, length last': { headers: [CHUNKED, 'Content-Length: 5'], body: EMPTY },
  'two lengths': { headers: [LENGTH, 'Content-Length: 0'], body: FRANK },
  'the same length twice': { headers: [LENGTH, LENGTH], body: FRANK },
  'a list of lengths': { headers: [`${LENGTH}, ${FRANK.length}`], body: FRANK },
  'a length with a sign': { headers: [`Content-Length: +${FRANK.length}`], body: FRANK },
  'a negative length': { headers: ['Content-Length: -1'], body: FRANK },
  'a length with a space in it': { headers: ['Content-Length: 3 1'], body: FRANK },
  'a hexadecimal length': { headers: ['Content-Length: 0x1f'], body: FRANK },
  'a length with a fraction': { headers: ['Content-Length: 31.0'], body: FRANK },
  'a length with an exponent': { headers: ['Content-Length: 31e0'], body: FRANK },
  'a length beyond 64 bits': { headers: ['Content-Length: 18446744073709551647'], body: FRANK },
  'an empty length': { headers: ['Content-Length:'], body: FRANK },
  'a space before the colon of the length': { headers: [`Content-Length : ${FRANK.length}`], body: FRANK },
  'a space before the colon of the coding': { headers: ['Transfer-Encoding : chunked'], body: EMPTY },
  'a folded length': { headers: [`Content-Length:\r\n ${FRANK.length}`], body: FRANK },
  'a folded coding': { headers: ['Transfer-Encoding:\r\n chunked'], body: EMPTY },
  'a first header that begins with a space': {
    headers: [LENGTH],
    body: FRANK,
    corrupt: (r) => r.replace('Host', ' Host'),
  },
  'lines that end in LF': { headers: [LENGTH], body: FRANK, corrupt: (r) => r.replaceAll('\r\n', '\n') },
  'one line that ends in LF': { headers: [LENGTH], body: FRANK, corrupt: (r) => r.replace('\r\n', '\n') },
  'one line that ends in CR': {
    headers: [LENGTH],
    body: FRANK,
    corrupt: (r) => r.replace(`${HOST}\r\n`, `${HOST}\r`),
  },
  'headers that end in LF': {
    headers: [LENGTH],
    body: FRANK,
    corrupt: (r) => r.replace('\r\n\r\n', '\r\n\n'),
  },
  'U+0000 in a header': { headers: ['X-Y: a\u0000b', LENGTH], body: FRANK },
  'chunked, then identity': { headers: ['Transfer-Encoding: chunked, identity'], body: EMPTY },
  'identity, then chunked': { headers: ['Transfer-Encoding: identity, chunked'], body: EMPTY },
  'gzip, then chunked': { headers: ['Transfer-Encoding: gzip, chunked'], body: CHUNK },
  'identity alone': { headers: ['Transfer-Encoding: identity'], body: '' },
  'an unknown coding': { headers: ['Transfer-Encoding: xchunked'], body: EMPTY },
  'a coding in quotes': { headers: ['Transfer-Encoding: "chunked"'], body: EMPTY },
  'a coding with a parameter': { headers: ['Transfer-Encoding: chunked;q=1'], body: EMPTY },
  'a coding after a vertical tab': { headers: ['Transfer-Encoding: \u000bchunked'], body: EMPTY },
  'two codings': { headers: [CHUNKED, 'Transfer-Encoding: identity'], body: EMPTY },
  'chunked twice': { headers: [CHUNKED, CHUNKED], body: EMPTY },
  'chunked in HTTP/1.0 that is kept alive': {
    headers: [CHUNKED, 'Connection: keep-alive'],
    body: CHUNK,
    corrupt: (r) => r.replace('HTTP/1.1', 'HTTP/1.0'),
  },
  'a coding on a GET': { method: 'GET', headers: ['Transfer-Encoding: gzip'], body: '' },
  'a coding on a DELETE': { method: 'DELETE', headers: ['Transfer-Encoding: gzip'], body: '' },
  'HTTP/0.9': { headers: [LENGTH], body: FRANK, corrupt: (r) => r.replace('HTTP/1.1', 'HTTP/0.9') },
  'HTTP/2.0 in the words of HTTP/1.1': {
    headers: [LENGTH],
    body: FRANK,
    corrupt: (r) => r.replace('HTTP/1.1', 'HTTP/2.0'),
  },
  'a line without a version': { headers: [LENGTH], body: FRANK, corrupt: (r) => r.replace(' HTTP/1.1', '') },
  'a chunk of a negative length': { headers: [CHUNKED], body: '-1\r\n\r\n' },
  'a chunk length with 0x': { headers: [CHUNKED], body: `0x${CHUNK}` },
  'a chunk length before a space': { headers: [CHUNKED], body: CHUNK.replace('\r\n', ' \r\n') },
  'a chunk length that ends in LF': { headers: [CHUNKED], body: CHUNK.replace('\r\n', '\n') },
  'a chunk extension that ends in LF': { headers: [CHUNKED], body: CHUNK.replace('\r\n', ';x\n') },
  'a chunk without a length': { headers: [CHUNKED], body: `\r\n${CHUNK}` },
  'a chunk without an end': { headers: [CHUNKED], body: CHUNK.replace('}\r\n', '}') },
  'a chunk length beyond 64 bits': { headers: [CHUNKED], body: `100000000000000${CHUNK}` },
  'a trailer that is a length': {
    headers: [CHUNKED],
    body: CHUNK.replace('0\r\n\r\n', '0\r\nContent-Length: 9\r\n\r\n'),
  },
};

/** The end of these is certain, and what is announced as a body stays one although it is not read. */
const BODIES: Record<string, { status: number; line: string; headers: (key: string) => string[] }> = {
  'a body on a GET': { status: 200, line: 'GET /v1/pets', headers: (key) => [bearer(key)] },
  'a body on a HEAD': { status: 200, line: 'HEAD /v1/pets', headers: (key) => [bearer(key)] },
  'a body on a DELETE': { status: 404, line: 'DELETE /v1/pets/99', headers: (key) => [bearer(key)] },
  'a body without a key': { status: 401, line: 'POST /v1/pets', headers: () => [JSON_TYPE] },
  'a body of another type': {
    status: 415,
    line: 'POST /v1/pets',
    headers: (key) => [bearer(key), 'Content-Type: text/plain'],
  },
  'a body at an unknown path': {
    status: 404,
    line: 'POST /v1/nothing',
    headers: (key) => [bearer(key), JSON_TYPE],
  },
  'a body with a wrong method': {
    status: 405,
    line: 'PUT /v1/pets',
    headers: (key) => [bearer(key), JSON_TYPE],
  },
  'a body behind an unknown expectation': {
    status: 417,
    line: 'POST /v1/pets',
    headers: (key) => [bearer(key), JSON_TYPE, 'Expect: x'],
  },
};

function bearer(key: string): string {
  return `Authorization: Bearer ${key}`;
}

function second(key: string): string {
  return rawRequest({
    method: 'POST',
    key,
    headers: [JSON_TYPE],
    body: '{"name":"Smuggled","categoryId":1}',
  });
}

function first(
  { method = 'POST', headers, body, corrupt = (request) => request }: Sent,
  key: string,
): string {
  const path = method === 'DELETE' ? '/v1/pets/1' : '/v1/pets';
  const lines = [`${method} ${path} HTTP/1.1`, HOST, bearer(key), JSON_TYPE, ...headers];
  return corrupt(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

async function usedBy(service: TestService, key: string): Promise<number> {
  return Number(at((await service.send('/v1/usage', { key })).json, 'minute', 'used'));
}

suite('a second request behind one with ambiguous framing', () => {
  test('is not done: there is one 400, and the connection is closed', async (t) => {
    const service = await startService(t);
    const { key } = await service.account({ perMinute: 100_000 });
    const { text } = await service.send('/v1/pets', { method: 'POST', key, body: FRANK });
    for (const [what, sent] of Object.entries(AMBIGUOUS)) {
      await t.test(what, async () => {
        const before = await usedBy(service, key);
        const connection = await RawConnection.open(service.url);
        connection.write(first(sent, key) + second(key));
        const response = await connection.readResponse();
        assertError(response, 400, 'invalid_parameter');
        assertQuotaHeaders(response, service.clock.now());
        assert.equal(response.headers.get('connection'), 'close');
        assert.equal(await connection.rest(), '');
        const counted = (await usedBy(service, key)) - before - 1;
        assert.ok(counted <= 1, `${counted} requests were counted`);
        assert.equal((await service.send('/v1/pets', { key })).text, `[${text}]`, 'nothing was done');
      });
    }
  });
});

suite('a request inside an unread body', () => {
  test('is not done, and the next request on the connection is served', async (t) => {
    const service = await startService(t);
    const { key } = await service.account({ perMinute: 100_000 });
    for (const [what, { status, line, headers }] of Object.entries(BODIES)) {
      await t.test(what, async () => {
        const inner = second(key);
        const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n${EMPTY}`;
        const framed = { [`Content-Length: ${inner.length}`]: inner, [CHUNKED]: chunk };
        for (const [framing, body] of Object.entries(framed)) {
          const before = await usedBy(service, key);
          const connection = await RawConnection.open(service.url);
          const lines = [`${line} HTTP/1.1`, HOST, ...headers(key), framing];
          connection.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
          assert.equal((await connection.readResponse({ to: line.split(' ')[0] })).status, status);
          connection.write(rawRequest({ path: '/v1/pets/7', key }));
          assertError(await connection.readResponse(), 404, 'pet_not_found');
          connection.close();
          const counted = (await usedBy(service, key)) - before - 1;
          assert.equal(counted, status === 401 ? 1 : 2, 'exactly two requests are counted');
          assert.equal((await service.send('/v1/pets', { key })).text, '[]');
        }
      });
    }
  });
});

test('a request behind one with Upgrade is not done, and the connection is closed', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const inner = second(key);
  const upgrade = ['Connection: Upgrade', 'Upgrade: h2c'];
  for (const request of [
    rawRequest({ key, headers: upgrade }),
    rawRequest({ key, headers: upgrade, body: inner }),
    rawRequest({ path: '/docs', headers: upgrade }),
  ]) {
    const connection = await RawConnection.open(service.url);
    connection.write(request + inner);
    const response = await connection.readResponse();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('connection'), 'close');
    assert.equal(await connection.rest(), '');
  }
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
});
