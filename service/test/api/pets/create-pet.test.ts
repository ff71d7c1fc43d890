import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';

/** `POST /v1/pets`: the fields of a pet, which names are valid, and which numbers (docs/api-design.md#numbers). */

const service = await startSharedService();
const { key } = await service.account();
const post = (body: unknown) => service.send('/v1/pets', { method: 'POST', key, body });
const get = (path: string) => service.send(path, { key });

/** Runs requests that are rejected, and fails if one of them adds a pet. */
async function addingNothing(requests: () => Promise<void>): Promise<void> {
  const before = (await get('/v1/pets?limit=1')).text;
  await requests();
  assert.equal((await get('/v1/pets?limit=1')).text, before);
}

function assertInvalid(response: ApiResponse, message: RegExp, what: string): void {
  assertError(response, 400, 'invalid_body');
  assert.match(response.text, message, what);
}

test('returns 201 with the pet and its Location, ids from 1 upwards, and only the documented members', async (t) => {
  const own = await startService(t);
  const account = await own.account();
  const empty = await own.send('/v1/pets', account);
  assert.equal(empty.text, '[]');
  assert.equal(empty.headers.get('content-type'), 'application/json; charset=utf-8');
  const body = { name: 'Frank', categoryId: 7, status: 'pending' };
  const others = { owner: 3, owner_id: 4, category_id: 5, extra: {} };
  for (const [index, id] of [undefined, 77, 1, 'x', null].entries()) {
    const created = await own.send('/v1/pets', {
      method: 'POST',
      key: account.key,
      body: { id, ...body, ...others },
    });
    assert.equal(created.status, 201, created.text);
    assert.deepEqual(created.json, { id: index + 1, ...body });
    assert.equal(created.headers.get('content-type'), 'application/json; charset=utf-8');
    const location = created.headers.get('location') ?? '';
    assert.equal(location, `/v1/pets/${index + 1}`);
    assert.deepEqual((await own.send(location, account)).json, created.json);
    assert.deepEqual((await own.send('/v1/pets?limit=1', account)).json, [created.json]);
  }
});

test('rejects a body without a required member (400), names it, and adds nothing', async () => {
  await addingNothing(async () => {
    for (const [body, missing] of [
      [{}, /name is required\. categoryId is required\./],
      [{ name: 'Frank' }, /"categoryId is required/],
      [{ categoryId: 1 }, /"name is required/],
      [{ Name: 'Frank', categoryid: 1 }, /name is required\. categoryId is required\./],
    ] as const)
      assertInvalid(await post(body), missing, JSON.stringify(body));
  });
});

test('status accepts exactly available, pending and sold; without it the member is absent', async () => {
  const categoryId = 9;
  const listed = async (status: string) => (await get(`/v1/pets?categoryId=9&status=${status}`)).json;
  const without = await post({ name: 'Frank', categoryId });
  assert.deepEqual(without.json, { id: at(without.json, 'id'), name: 'Frank', categoryId });
  assert.deepEqual((await get(`/v1/pets/${at(without.json, 'id')}`)).json, without.json);
  for (const status of ['available', 'pending', 'sold']) {
    assert.deepEqual(await listed(status), []);
    const created = await post({ name: 'Frank', categoryId, status });
    assert.deepEqual(created.json, { id: at(created.json, 'id'), name: 'Frank', categoryId, status });
    assert.deepEqual(await listed(status), [created.json]);
  }
  await addingNothing(async () => {
    for (const status of ['adopted', 'Available', ' sold', '', 0, 1, true, null, [], ['sold'], {}])
      assertInvalid(
        await post({ name: 'Frank', categoryId, status }),
        /status must be one of available, pending, sold/,
        JSON.stringify(status),
      );
  });
});

const KEPT_NAMES: Record<string, string> = {
  'one character': 'F',
  '1,000 characters': 'x'.repeat(1000),
  '1,000 characters outside the basic plane': '🐕'.repeat(1000),
  'white space around a name': '  Frank \t\n',
  'control characters': 'a\u0001b\u001f\u007f\r\n',
  'quotes and backslashes': '"\\/\b\f\'`;--',
  'an html tag': '<script>alert(1)</script>',
  'a text that is not normalised': 'e\u0301 and \u00e9 and \ufb01',
  'right-to-left marks and joiners': '\u202e\u200d\ufeffx\u2028\u2029',
  'a noncharacter': 'x\uffff\ufffe',
  'the replacement character': '\ufffd',
  'digits beyond a double': '9007199254740993',
  'the word null': 'null',
};

test('stores a name exactly as it was sent', async () => {
  for (const [what, name] of Object.entries(KEPT_NAMES)) {
    const created = await post({ name, categoryId: 1 });
    assert.deepEqual([created.status, at(created.json, 'name')], [201, name], what);
    assert.deepEqual((await get('/v1/pets?limit=1')).json, [created.json], what);
  }
  const escaped = await post('{"name":"\\ud83d\\udc15","categoryId":1}');
  assert.equal(at(escaped.json, 'name'), '🐕', 'a pair of surrogate escapes is one character');
});

/** JSON texts: a JavaScript string with a lone surrogate cannot be sent. */
const REFUSED_NAMES: Record<string, string> = {
  'an empty one': '""',
  'only spaces': '"   "',
  'only tabs and line ends': '"\\t\\r\\n"',
  'only Unicode white space': '"\\u00a0\\u2003\\u3000\\ufeff"',
  '1,001 characters': `"${'x'.repeat(1001)}"`,
  '1,001 characters outside the basic plane': `"${'🐕'.repeat(1001)}"`,
  'U+0000': '"Fr\\u0000ank"',
  'U+0000 alone': '"\\u0000"',
  'a lone high surrogate': '"Frank\\ud800"',
  'a lone low surrogate': '"\\udc00Frank"',
  'surrogates in the wrong order': '"\\udc00\\ud800"',
};

test('rejects an invalid name (400) and states the rule', async () => {
  await addingNothing(async () => {
    for (const [what, name] of Object.entries(REFUSED_NAMES))
      assertInvalid(await post(`{"name":${name},"categoryId":1}`), /name must (?:not|have)/, what);
    for (const name of [5, true, null, ['Frank'], { first: 'Frank' }])
      assertInvalid(await post({ name, categoryId: 1 }), /name must be a string/, JSON.stringify(name));
  });
});

const INT64_FORMS: Record<string, string> = {
  '5.000000000000000000000': '5',
  '5E+00': '5',
  '50e-1': '5',
  '0.5e1': '5',
  '-5': '-5',
  '-0': '0',
  '0e999999999': '0',
  '1e18': '1000000000000000000',
  '9007199254740993': '9007199254740993',
  '-9007199254740993': '-9007199254740993',
  '9007199254740993.0': '9007199254740993',
  '922337203685477580.7e1': '9223372036854775807',
  '9223372036854775807': '9223372036854775807',
  '-9223372036854775808': '-9223372036854775808',
};

test('accepts every JSON spelling of an int64 categoryId and returns it digit by digit', async () => {
  for (const [sent, stored] of Object.entries(INT64_FORMS)) {
    const created = await post(`{"name":"Frank","categoryId":${sent}}`);
    assert.equal(created.status, 201, created.text);
    assert.match(created.text, new RegExp(`"categoryId":${stored}}`));
    assert.equal((await get(`/v1/pets?categoryId=${stored}&limit=1`)).text, `[${created.text}]`, sent);
  }
});

const NO_INT64 = [
  '5.5',
  '1e-1',
  '5.00000000000000000001',
  '9223372036854775808',
  '-9223372036854775809',
  '9223372036854775807.5',
  '1e19',
  '-1e999999999',
  '1e-999999999',
  '"5"',
  'true',
  'null',
  '[5]',
  '{"value":5}',
];

test('rejects a categoryId that is not an int64 (400) and states the range', async () => {
  await addingNothing(async () => {
    for (const sent of NO_INT64)
      assertInvalid(
        await post(`{"name":"Frank","categoryId":${sent}}`),
        /categoryId must be an integer between -9223372036854775808 and 9223372036854775807/,
        sent,
      );
  });
});
