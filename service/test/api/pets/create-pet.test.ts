import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';

/** `POST /v1/pets`, and which names are valid. */

test('returns 201 with the created pet and its Location', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const body = { name: 'Frank', categoryId: 7, status: 'pending' };
  const created = await service.send('/v1/pets', { method: 'POST', key, body });
  assert.equal(created.status, 201);
  assert.deepEqual(created.json, { id: 1, ...body });
  assert.equal(created.headers.get('content-type'), 'application/json; charset=utf-8');
  const location = created.headers.get('location') ?? '';
  assert.equal(location, '/v1/pets/1');
  assert.deepEqual((await service.send(location, { key })).json, created.json);
});

test('rejects a body without a required member (400), names it, and adds nothing', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const [body, missing] of [
    [{}, 'name is required. categoryId is required.'],
    [{ name: 'Frank' }, 'categoryId is required'],
    [{ categoryId: 1 }, 'name is required'],
    [{ Name: 'Frank', categoryid: 1 }, 'name is required. categoryId is required.'],
  ] as const) {
    const response = await service.send('/v1/pets', { method: 'POST', key, body });
    assertError(response, 400, 'invalid_body');
    assert.ok(response.text.includes(missing), response.text);
  }
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
});

test('rejects invalid values (400) and adds nothing', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const good = { name: 'Frank', categoryId: 1, status: 'sold' };
  for (const wrong of [
    { name: '' },
    { name: 5 },
    { categoryId: '1' },
    { categoryId: 1.5 },
    { status: 'x' },
  ]) {
    const body = { ...good, ...wrong };
    assertError(await service.send('/v1/pets', { method: 'POST', key, body }), 400, 'invalid_body');
  }
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
});

test('rejects a missing or wrong key (401) whatever the body, and adds nothing', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const body of [{ name: 'Frank', categoryId: 1 }, 'no json', {}]) {
    assertError(await service.send('/v1/pets', { method: 'POST', body }), 401, 'missing_api_key');
    assertError(
      await service.send('/v1/pets', { method: 'POST', key: 'wrong', body }),
      401,
      'invalid_api_key',
    );
  }
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
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

test('stores a name exactly as it was sent', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const [what, name] of Object.entries(KEPT_NAMES)) {
    await t.test(what, async () => {
      const body = { name, categoryId: 1 };
      const created = await service.send('/v1/pets', { method: 'POST', key, body });
      assert.equal(created.status, 201, created.text);
      const id = Number(created.headers.get('location')?.split('/').at(-1));
      assert.deepEqual(created.json, { id, ...body });
      assert.deepEqual((await service.send('/v1/pets?limit=1', { key })).json, [{ id, ...body }]);
    });
  }
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

test('rejects an invalid name (400) and states the rule', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  for (const [what, name] of Object.entries(REFUSED_NAMES)) {
    await t.test(what, async () => {
      const body = `{"name":${name},"categoryId":1}`;
      const response = await service.send('/v1/pets', { method: 'POST', key, body });
      assertError(response, 400, 'invalid_body');
      assert.match(response.text, /name must (?:not|have)/);
    });
  }
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
});

test('reads a pair of surrogate escapes as one character', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const body = '{"name":"\\ud83d\\udc15","categoryId":1}';
  assert.deepEqual((await service.send('/v1/pets', { method: 'POST', key, body })).json, {
    id: 1,
    name: '🐕',
    categoryId: 1,
  });
});
