import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startSharedService } from '@petstore/testing/service.ts';

/** docs/api-design.md#pets: the type, the size, the encoding and the JSON of a body. */

const LIMIT_BYTES = 64 * 1024;
const FRANK = '{"name":"Frank","categoryId":1}';

const service = await startSharedService();
const { key } = await service.account();
const post = (body: unknown, headers: Record<string, string> = {}) =>
  service.send('/v1/pets', { method: 'POST', key, body, headers });
/** Sends a head as it is, and bytes after it. */
const postRaw = (headers: readonly string[], body: string | Uint8Array = '') =>
  exchange(
    service.url,
    Buffer.concat([Buffer.from(rawRequest({ method: 'POST', key, headers })), Buffer.from(body)]),
  );

/** Returns a NewPet of exactly `bytes` bytes. */
function bodyOf(bytes: number): string {
  const frame = '{"name":"Frank","categoryId":1,"extra":""}';
  return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
}

test('accepts application/json, with or without charset=utf-8', async () => {
  for (const type of [
    'application/json',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'Application/JSON',
    'application/json ; charset=utf-8',
  ])
    assert.equal((await post(FRANK, { 'content-type': type })).status, 201, type);
});

test('rejects every other Content-Type, and none (415), with Accept-Post', async () => {
  for (const type of [
    'text/json',
    'application/json-patch+json',
    'application/vnd.api+json',
    'application/jsonx',
    'application/json; charset=utf-16',
    'application/json, text/plain',
    'json',
    '*/*',
    'application/',
    '/json',
  ]) {
    const response = await post(FRANK, { 'content-type': type });
    assertError(response, 415, 'unsupported_media_type');
    assert.match(response.text, /must be application\/json/, type);
    assert.equal(response.headers.get('accept-post'), 'application/json');
  }
  for (const headers of [[], ['Content-Type:'], ['Content-Type:  ']]) {
    const request = rawRequest({ method: 'POST', key, headers, body: FRANK });
    assertError(await exchange(service.url, request), 415, 'unsupported_media_type');
  }
});

test('rejects a POST without a body (400), whatever its Content-Type', async () => {
  const types = [[], ['Content-Type: application/json'], ['Content-Type: text/plain'], ['Content-Type: ;;;']];
  for (const type of types) {
    for (const [length, body] of [
      [[], ''],
      [['Content-Length: 0'], ''],
      [['Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ] as const) {
      const response = await postRaw([...type, ...length], body);
      assertError(response, 400, 'invalid_body');
      assert.match(response.text, /needs a body: a JSON object/);
    }
  }
});

test('accepts a body of 64 KiB and rejects one byte more (413)', async () => {
  const chunked = ['Transfer-Encoding: chunked', 'Content-Type: application/json'];
  const sendChunk = (bytes: number) =>
    postRaw(chunked, `${bytes.toString(16)}\r\n${bodyOf(bytes)}\r\n0\r\n\r\n`);
  assert.equal((await post(bodyOf(LIMIT_BYTES))).status, 201);
  assert.equal((await sendChunk(LIMIT_BYTES)).status, 201);
  for (const response of [await post(bodyOf(LIMIT_BYTES + 1)), await sendChunk(LIMIT_BYTES + 1)]) {
    assertError(response, 413, 'payload_too_large');
    assert.match(response.text, /at most 65536 bytes/);
  }
  assert.equal((await post(FRANK)).status, 201);
});

test('rejects a Content-Length above 64 KiB before the body arrives (413)', async () => {
  for (const length of ['65537', '99999999999999']) {
    const response = await postRaw([`Content-Length: ${length}`, 'Content-Type: application/json']);
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

test('rejects a body that is not UTF-8 (400 malformed_json), and ignores a byte order mark', async () => {
  const sendBytes = (body: Uint8Array) =>
    postRaw(['Content-Type: application/json', `Content-Length: ${body.length}`], body);
  for (const [what, bytes] of Object.entries(INVALID_UTF8)) {
    const [begin, end] = [Buffer.from('{"categoryId":1,"name":"Frank'), Buffer.from('"}')];
    const response = await sendBytes(Buffer.concat([begin, Buffer.from(bytes), end]));
    assertError(response, 400, 'malformed_json');
    assert.match(response.text, /not valid UTF-8/, what);
  }
  assertError(await sendBytes(Buffer.from(`\ufeff${FRANK}`, 'utf16le')), 400, 'malformed_json');
  // RFC 8259, section 8.1.
  assert.equal((await post(`\ufeff${FRANK}`)).status, 201);
});

test('ignores the body of a GET', async () => {
  for (const type of ['application/json', 'text/plain', ';;;']) {
    const request = rawRequest({ key, headers: [`Content-Type: ${type}`], body: 'no json' });
    assert.equal((await exchange(service.url, request)).status, 200);
  }
});

/** A NewPet with an unknown member that holds arrays in arrays; the object itself is the first level. */
function nested(levels: number): string {
  return `{"name":"Frank","categoryId":1,"extra":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
}

test('accepts JSON of 32 levels and rejects 33 levels (400)', async () => {
  assert.equal((await post(nested(32))).status, 201);
  const response = await post(nested(33));
  assertError(response, 400, 'malformed_json');
  assert.match(response.text, /32 levels/);
  assertError(await post('['.repeat(65_536)), 400, 'malformed_json');
  assertError(await post('{"a":'.repeat(13_000)), 400, 'malformed_json');
  const inText = `{"name":"${'['.repeat(100)}\\"${'{'.repeat(100)}","categoryId":1}`;
  assert.equal((await post(inText)).status, 201);
});

const HARMLESS: Record<string, string> = {
  'unknown members': '{"name":"Frank","categoryId":1,"age":3,"tags":[{"id":1}],"":0}',
  'unknown members with numbers that nothing holds': '{"name":"Frank","categoryId":1,"x":1e999999999}',
  'a member __proto__': '{"name":"Frank","categoryId":1,"__proto__":{"status":"sold","isAdmin":true}}',
  'a member constructor': '{"name":"Frank","categoryId":1,"constructor":{"prototype":{"status":"sold"}}}',
  'the names of inherited methods': '{"name":"Frank","categoryId":1,"toString":1,"hasOwnProperty":null}',
  'a member given twice, of which the last counts':
    '{"name":"Bob","name":"Frank","categoryId":2,"categoryId":1}',
  'white space around the JSON': ' \r\n\t{ "name" : "Frank" , "categoryId" : 1 } \n',
  'escapes in names of members': '{"n\\u0061me":"Frank","categoryId":1}',
};

test('ignores unknown members, __proto__, duplicates and white space', async () => {
  for (const [what, body] of Object.entries(HARMLESS))
    assert.match((await post(body)).text, /^\{"id":\d+,"name":"Frank","categoryId":1\}$/, what);
});

test('rejects a body whose required members are in __proto__ (400)', async () => {
  const response = await post('{"__proto__":{"name":"Frank","categoryId":1}}');
  assertError(response, 400, 'invalid_body');
  assert.match(response.text, /name is required\. categoryId is required\./);
});

test('rejects a body that is not JSON (400 malformed_json), and JSON that is not an object (400 invalid_body)', async () => {
  for (const body of [
    '{"name":"Frank","categoryId":1',
    '{"name":"Frank","categoryId":1}}',
    '{"name":"Frank","categoryId":1,}',
    '{"name":"Frank",categoryId:1}',
    "{'name':'Frank','categoryId':1}",
    '{"name":"Frank","categoryId":01}',
    '{"name":"Frank","categoryId":NaN}',
    '{"name":"Fr\nank","categoryId":1}',
    '// a comment\n{"name":"Frank","categoryId":1}',
    'name=Frank&categoryId=1',
    '\u0000',
  ])
    assertError(await post(body), 400, 'malformed_json');
  for (const body of ['[]', '[{"name":"Frank","categoryId":1}]', '"Frank"', '5', '1e999', 'true', 'null']) {
    const response = await post(body);
    assertError(response, 400, 'invalid_body');
    assert.match(response.text, /a JSON object/, body);
  }
});
