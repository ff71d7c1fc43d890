import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';

/** docs/api-design.md#numbers: which JSON a body may be. */

const INT64_FORMS: Record<string, string> = {
  '5': '5',
  '5.0': '5',
  '5.000000000000000000000': '5',
  '5e0': '5',
  '5E+00': '5',
  '50e-1': '5',
  '0.5e1': '5',
  '-5': '-5',
  '0': '0',
  '-0': '0',
  '0e999999999': '0',
  '1e18': '1000000000000000000',
  '9007199254740991': '9007199254740991',
  '9007199254740992': '9007199254740992',
  '9007199254740993': '9007199254740993',
  '-9007199254740993': '-9007199254740993',
  '9007199254740993.0': '9007199254740993',
  '9007199254740993e0': '9007199254740993',
  '922337203685477580.7e1': '9223372036854775807',
  '9223372036854775807': '9223372036854775807',
  '-9223372036854775808': '-9223372036854775808',
};

test('accepts every JSON spelling of an int64 categoryId and returns it digit by digit', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const [sent, stored] of Object.entries(INT64_FORMS)) {
    await t.test(sent, async () => {
      const body = `{"name":"Frank","categoryId":${sent}}`;
      const created = await service.send('/v1/pets', { method: 'POST', key, body });
      assert.equal(created.status, 201, created.text);
      assert.match(created.text, new RegExp(`"categoryId":${stored}}`));
      const listed = await service.send(`/v1/pets?categoryId=${stored}&limit=1`, { key });
      assert.equal(listed.text, `[${created.text}]`);
    });
  }
});

const NO_INT64 = [
  '5.5',
  '1e-1',
  '5.00000000000000000001',
  '900719925474099.99999',
  '9223372036854775808',
  '-9223372036854775809',
  '9223372036854775807.5',
  '1e19',
  '1e999999999',
  '-1e999999999',
  '1e-999999999',
  '99999999999999999999999999999999999999999',
  '"5"',
  'true',
  'null',
  '[5]',
  '{"value":5}',
];

test('rejects a categoryId that is not an int64 (400) and states the range', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const sent of NO_INT64) {
    await t.test(sent, async () => {
      const body = `{"name":"Frank","categoryId":${sent}}`;
      const response = await service.send('/v1/pets', { method: 'POST', key, body });
      assertError(response, 400, 'invalid_body');
      assert.match(
        response.text,
        /categoryId must be an integer between -9223372036854775808 and 9223372036854775807/,
      );
    });
  }
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
});

/** A NewPet with an unknown member that holds arrays in arrays; the object itself is the first level. */
function nested(levels: number): string {
  return `{"name":"Frank","categoryId":1,"extra":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
}

test('accepts JSON of 32 levels and rejects 33 levels (400)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const send = (body: string) => service.send('/v1/pets', { method: 'POST', key, body });
  assert.equal((await send(nested(32))).status, 201);
  const response = await send(nested(33));
  assertError(response, 400, 'malformed_json');
  assert.match(response.text, /32 levels/);
  assertError(await send('['.repeat(65_536)), 400, 'malformed_json');
  assertError(await send('{"a":'.repeat(13_000)), 400, 'malformed_json');
  const inText = `{"name":"${'['.repeat(100)}\\"${'{'.repeat(100)}","categoryId":1}`;
  assert.equal((await send(inText)).status, 201);
});

const HARMLESS: Record<string, string> = {
  'unknown members': '{"name":"Frank","categoryId":1,"age":3,"tags":[{"id":1}],"":0}',
  'unknown members with numbers that nothing holds': '{"name":"Frank","categoryId":1,"x":1e999999999}',
  'a member __proto__': '{"name":"Frank","categoryId":1,"__proto__":{"status":"sold","isAdmin":true}}',
  'a member constructor': '{"name":"Frank","categoryId":1,"constructor":{"prototype":{"status":"sold"}}}',
  'the names of inherited methods': '{"name":"Frank","categoryId":1,"toString":1,"hasOwnProperty":null}',
  'an id': '{"id":99,"name":"Frank","categoryId":1}',
  'a member given twice, of which the last counts':
    '{"name":"Bob","name":"Frank","categoryId":2,"categoryId":1}',
  'white space around the JSON': ' \r\n\t{ "name" : "Frank" , "categoryId" : 1 } \n',
  'escapes in names of members': '{"n\\u0061me":"Frank","categoryId":1}',
};

test('ignores unknown members, __proto__, duplicates and white space', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const [what, body] of Object.entries(HARMLESS)) {
    await t.test(what, async () => {
      const created = await service.send('/v1/pets', { method: 'POST', key, body });
      assert.equal(created.status, 201, created.text);
      assert.match(created.text, /^\{"id":\d+,"name":"Frank","categoryId":1\}$/);
    });
  }
});

test('rejects a body whose required members are in __proto__ (400)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const body = '{"__proto__":{"name":"Frank","categoryId":1}}';
  const response = await service.send('/v1/pets', { method: 'POST', key, body });
  assertError(response, 400, 'invalid_body');
  assert.match(response.text, /name is required\. categoryId is required\./);
});

const NO_JSON = [
  '{',
  '{"name":"Frank","categoryId":1',
  '{"name":"Frank","categoryId":1}}',
  '{"name":"Frank","categoryId":1,}',
  '{"name":"Frank",categoryId:1}',
  "{'name':'Frank','categoryId':1}",
  '{"name":"Frank","categoryId":01}',
  '{"name":"Frank","categoryId":+1}',
  '{"name":"Frank","categoryId":.5}',
  '{"name":"Frank","categoryId":NaN}',
  '{"name":"Frank","categoryId":Infinity}',
  '{"name":"Fr\nank","categoryId":1}',
  '{"name":"\\x46","categoryId":1}',
  '// a comment\n{"name":"Frank","categoryId":1}',
  'name=Frank&categoryId=1',
  'undefined',
  '\u0000',
];

test('rejects a body that is not JSON (400 malformed_json)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const body of NO_JSON) {
    await t.test(JSON.stringify(body), async () => {
      assertError(await service.send('/v1/pets', { method: 'POST', key, body }), 400, 'malformed_json');
    });
  }
});

test('rejects JSON that is not an object (400 invalid_body)', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const body of ['[]', '[{"name":"Frank","categoryId":1}]', '"Frank"', '5', '1e999', 'true', 'null']) {
    await t.test(body, async () => {
      const response = await service.send('/v1/pets', { method: 'POST', key, body });
      assertError(response, 400, 'invalid_body');
      assert.match(response.text, /a JSON object/);
    });
  }
});
