import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService } from '@petstore/testing/service.ts';

/** docs/api-design.md#pets: the type, the size and the encoding of a body. */

const LIMIT_BYTES = 64 * 1024;
const FRANK = '{"name":"Frank","categoryId":1}';

/** Returns a NewPet of exactly `bytes` bytes. */
function bodyOf(bytes: number): string {
  const frame = '{"name":"Frank","categoryId":1,"extra":""}';
  return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
}

const JSON_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'Application/JSON',
  'application/json ; charset=utf-8',
];

test('accepts application/json, with or without charset=utf-8', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const type of JSON_TYPES) {
    await t.test(type, async () => {
      const headers = { 'content-type': type };
      const created = await service.send('/v1/pets', { method: 'POST', key, body: FRANK, headers });
      assert.equal(created.status, 201, created.text);
    });
  }
});

const OTHER_TYPES = [
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json-patch+json',
  'application/vnd.api+json',
  'application/jsonx',
  'application/xml',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json, text/plain',
  'json',
  '*/*',
  ';;;',
  'application/',
  '/json',
];

test('rejects every other Content-Type (415) with Accept-Post, and adds nothing', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const type of OTHER_TYPES) {
    await t.test(type, async () => {
      const headers = { 'content-type': type };
      const response = await service.send('/v1/pets', { method: 'POST', key, body: FRANK, headers });
      assertError(response, 415, 'unsupported_media_type');
      assert.match(response.text, /must be application\/json/);
      assert.equal(response.headers.get('accept-post'), 'application/json');
    });
  }
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
});

test('rejects a body with a missing or empty Content-Type (415)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const headers of [[], ['Content-Type:'], ['Content-Type:  ']]) {
    const request = rawRequest({ method: 'POST', key, headers, body: FRANK });
    assertError(await exchange(service.url, request), 415, 'unsupported_media_type');
  }
});

const WITHOUT_BODY: ReadonlyArray<readonly string[]> = [
  [],
  ['Content-Length: 0'],
  ['Content-Type: application/json'],
  ['Content-Type: application/json', 'Content-Length: 0'],
  ['Content-Type: text/plain'],
  ['Content-Type: text/plain', 'Content-Length: 0'],
  ['Content-Type: ;;;'],
  ['Content-Type: ;;;', 'Content-Length: 0'],
];

test('rejects a POST without a body (400), whatever its Content-Type', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const headers of WITHOUT_BODY) {
    await t.test(`headers: ${headers.join(', ')}`, async () => {
      const response = await exchange(service.url, rawRequest({ method: 'POST', key, headers }));
      assertError(response, 400, 'invalid_body');
      assert.match(response.text, /needs a body: a JSON object/);
    });
  }
});

test('treats an empty chunked body as a missing body (400)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const type of ['application/json', 'text/plain']) {
    const headers = ['Transfer-Encoding: chunked', `Content-Type: ${type}`];
    const response = await exchange(service.url, `${rawRequest({ method: 'POST', key, headers })}0\r\n\r\n`);
    assertError(response, 400, 'invalid_body');
  }
});

test('accepts a body of 64 KiB and rejects one byte more (413)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const send = (body: string) => service.send('/v1/pets', { method: 'POST', key, body });
  assert.equal((await send(bodyOf(LIMIT_BYTES))).status, 201);
  const response = await send(bodyOf(LIMIT_BYTES + 1));
  assertError(response, 413, 'payload_too_large');
  assert.match(response.text, /at most 65536 bytes/);
  assert.equal((await send(FRANK)).status, 201);
});

test('applies the same limit to a chunked body (413)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const [bytes, status] of [
    [LIMIT_BYTES, 201],
    [LIMIT_BYTES + 1, 413],
  ] as const) {
    const headers = ['Transfer-Encoding: chunked', 'Content-Type: application/json'];
    const chunk = `${bytes.toString(16)}\r\n${bodyOf(bytes)}\r\n0\r\n\r\n`;
    const response = await exchange(service.url, rawRequest({ method: 'POST', key, headers }) + chunk);
    assert.equal(response.status, status, response.text);
  }
});

test('rejects a Content-Length above 64 KiB before the body arrives (413)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const length of ['65537', '99999999999999']) {
    const headers = [`Content-Length: ${length}`, 'Content-Type: application/json'];
    const response = await exchange(service.url, rawRequest({ method: 'POST', key, headers }));
    assertError(response, 413, 'payload_too_large');
    assert.equal(response.headers.get('connection'), 'close');
  }
});

/** Bytes that replace a part of the name. */
const INVALID_UTF8: Record<string, number[]> = {
  'a continuation byte alone': [0x80],
  'a character that is cut off': [0xe2, 0x82],
  'an overlong slash': [0xc0, 0xaf],
  'an encoded surrogate': [0xed, 0xa0, 0x80],
  'a character beyond U+10FFFF': [0xf4, 0x90, 0x80, 0x80],
  'a byte that never occurs': [0xff],
};

function frankWith(name: readonly number[], prefix: readonly number[] = []): string {
  const bytes = [...prefix, ...Buffer.from('{"categoryId":1,"name":"Frank'), ...name, ...Buffer.from('"}')];
  return String.fromCharCode(...bytes);
}

test('rejects a body that is not UTF-8 (400 malformed_json)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const [what, bytes] of Object.entries(INVALID_UTF8)) {
    await t.test(what, async () => {
      const body = frankWith(bytes);
      const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
      const request = Buffer.from(rawRequest({ method: 'POST', key, headers }) + body, 'latin1');
      const response = await exchange(service.url, request);
      assertError(response, 400, 'malformed_json');
      assert.match(response.text, /not valid UTF-8/);
    });
  }
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
});

test('ignores a byte order mark before the JSON (RFC 8259, section 8.1)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const body = `\ufeff${FRANK}`;
  assert.equal((await service.send('/v1/pets', { method: 'POST', key, body })).status, 201);
});

test('rejects JSON in UTF-16 (400 malformed_json)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const body = Buffer.from(`\ufeff${FRANK}`, 'utf16le');
  const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  const request = Buffer.concat([Buffer.from(rawRequest({ method: 'POST', key, headers })), body]);
  assertError(await exchange(service.url, request), 400, 'malformed_json');
});

test('ignores the body of a GET', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const type of ['application/json', 'text/plain', ';;;']) {
    const request = rawRequest({ key, headers: [`Content-Type: ${type}`], body: 'no json' });
    assert.equal((await exchange(service.url, request)).status, 200);
  }
});
