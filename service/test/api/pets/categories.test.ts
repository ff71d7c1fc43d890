// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readAll } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { type ApiResponse, assertError, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { HOUR, MINUTE } from '../../../src/platform/core/clock.ts';
import { importRows } from '../import-rows.ts';

/** docs/api-design.md#lists-and-cursors: `GET /v1/categories`. */

const LIST = '/v1/categories';

async function start(t: TestContext) {
  const store = await temporaryStore(t);
  const service = await startService(t, { store });
  const { key } = await service.account({ role: 'manager' });
  const change = async (method: string, path: string, body?: unknown): Promise<ApiResponse> => {
    const response = await service.send(path, { method, key, body });
    assert.ok(response.status < 300, response.text);
    return response;
  };
  const add = (categoryId: unknown, status?: string) =>
    change('POST', '/v1/pets', { name: 'Frank', categoryId, status });
  const categories = async () => listOf(await service.send(LIST, { key }));
  return { service, key, store, change, add, categories };
}

test('lists id and available of each category with an animal, and follows each change; no name that only a POST named', async (t) => {
  const { service, key, change, add, categories } = await start(t);
  assert.deepEqual(await categories(), []);
  await add(7, 'available');
  await add(-3);
  await add(7, 'available');
  await add(7, 'pending');
  await add(9, 'sold');
  const others = [{ id: 9, available: 0 }];
  assert.deepEqual(await categories(), [{ id: -3, available: 0 }, { id: 7, available: 2 }, ...others]);
  const { headers } = await service.send(LIST, { key });
  assert.equal(headers.get('x-api-stability'), 'experimental');
  const again = () => service.send(LIST, { key, headers: { 'if-none-match': headers.get('etag') ?? '' } });
  await change('PATCH', '/v1/pets/1', { name: 'Franz' });
  assert.equal((await again()).status, 304);
  await change('PATCH', '/v1/pets/1', { status: 'pending' });
  assert.equal((await again()).status, 200);
  assert.deepEqual(await categories(), [{ id: -3, available: 0 }, { id: 7, available: 1 }, ...others]);
  await change('PATCH', '/v1/pets/1', { status: 'available', categoryId: -3 });
  assert.deepEqual(await categories(), [{ id: -3, available: 1 }, { id: 7, available: 1 }, ...others]);
  for (const pet of [1, 2]) await change('DELETE', `/v1/pets/${pet}`);
  assert.deepEqual(await categories(), [{ id: 7, available: 1 }, ...others], 'one lost its last animal');
  // On PostgreSQL counts are folded in the background.
  await until(async () => {
    service.clock.advance(MINUTE);
    const rows = await service.database.read
      .selectFrom('categories')
      .select('id')
      .where('id', '=', -3n)
      .execute();
    return rows.length === 0;
  });
  for (const id of ['9223372036854775807', '-9223372036854775808']) {
    await change('POST', '/v1/pets', `{"name":"Rex","categoryId":${id},"status":"available"}`);
  }
  const { text } = await service.send(LIST, { key });
  assert.match(
    text,
    /^\[\{"id":-9223372036854775808,"available":1\},.*\{"id":9223372036854775807,"available":1\}\]$/,
  );
});

test('available follows orders that are cancelled, expired and completed', async (t) => {
  const { service, change, add, categories } = await start(t);
  const available = async () => (await categories()).map((category) => category.available);
  await add(1, 'available');
  const seen = [];
  for (const end of ['cancelled', 'expired', 'completed']) {
    const { headers } = await change('POST', '/v1/store/orders', { petId: 1 });
    seen.push(await available());
    const order = headers.get('location') ?? '';
    if (end === 'expired') service.clock.advance(48 * HOUR);
    if (end === 'completed') await change('PATCH', order, { status: 'approved' });
    if (end !== 'expired') await change('PATCH', order, { status: end });
    seen.push(await available());
  }
  assert.deepEqual(seen.flat(), [0, 1, 0, 1, 0, 0]);
});

test('an import sets the names of its mapping and counts its pets, and a later POST keeps the names', async (t) => {
  const { store, add, categories } = await start(t);
  await add(1, 'available');
  await runCommand(store, ['accounts', 'create', 'default', '--plan', 'business']);
  await importRows(t, store, 'a,Rex,Dog,available\nb,Tom,Cat,sold\n');
  await add(2, 'available');
  assert.deepEqual(
    (await categories()).filter(({ id }) => id !== 3),
    [
      { id: 1, name: 'Dog', available: 2 },
      { id: 2, name: 'Cat', available: 1 },
    ],
  );
});

test('pages by Link return each category once, in the order of ids or its reverse, and ids selects some', async (t) => {
  const { service, key, add } = await start(t);
  const ids = Array.from({ length: 23 }, (_, n) => (n * 7) % 23);
  for (const id of ids) await add(id, 'available');
  const first = await service.send(LIST, { key });
  assert.equal(listOf(first).length, 20);
  assert.match(nextOf(first) ?? '', /^\/v1\/categories\?.*limit=20&cursor=/);
  const counted = (some: readonly number[]) => some.map((id) => ({ id, available: 1 }));
  const expected = counted(ids.sort((one, other) => one - other));
  for (const limit of [1, 5, 22, 23, 100]) {
    assert.deepEqual(await readAll(service, key, `${LIST}?limit=${limit}`), expected);
  }
  assert.deepEqual(await readAll(service, key, `${LIST}?limit=9&sort=-id`), expected.toReversed());
  assert.deepEqual(await readAll(service, key, `${LIST}?ids=4,99,1,3,1&limit=2`), counted([1, 3, 4]));
  const many = Array.from({ length: 100 }, (_, n) => n);
  assert.equal(listOf(await service.send(`${LIST}?ids=${many}&limit=100`, { key })).length, 23);
  for (const wrong of ['', '1,', 'x', '9223372036854775808', [...many, 100].join()]) {
    const response = await service.send(`${LIST}?ids=${wrong}`, { key });
    assertError(response, 400, 'invalid_parameter');
    assert.match(response.text, /ids must be 1 to 100 integers between/);
  }
  const pets = nextOf(await service.send('/v1/pets?limit=1', { key })) ?? '';
  const foreign = pets.replace('/v1/pets', LIST);
  for (const path of [foreign, `${LIST}?cursor=x`, `${LIST}?limit=0`, `${LIST}?limit=101`]) {
    assertError(await service.send(path, { key }), 400, 'invalid_parameter');
  }
});
