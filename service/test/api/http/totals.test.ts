// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { MAX_COUNTED } from '../../../src/platform/database/bounded-count.ts';

/** docs/api-design.md#lists-and-cursors: `Prefer: count=exact`. */

const service = await startSharedService();
const { key } = await service.account({ role: 'admin', perMinute: 10_000 });
const ANIMALS = [
  { categoryId: 1, status: 'available' },
  { categoryId: 1, status: 'available' },
  { categoryId: 1, status: 'sold' },
  { categoryId: 1, status: undefined },
  { categoryId: 2, status: 'available' },
  { categoryId: 2, status: 'pending' },
];
for (const animal of ANIMALS) await addPet(service, key, animal);

const read = (path: string, headers: Record<string, string> = { prefer: 'count=exact' }, method = 'GET') =>
  service.send(path, { key, headers, method });

function totalOf({ headers }: ApiResponse): [total: string | null, applied: string | null] {
  return [headers.get('x-total-count'), headers.get('preference-applied')];
}

const TOTALS: Readonly<Record<string, number>> = {
  '': 6,
  'limit=2': 6,
  'sort=id': 6,
  'status=available': 3,
  'categoryId=1': 4,
  'categoryId=1&status=available': 2,
  'categoryId=3': 0,
};

for (const [query, total] of Object.entries(TOTALS)) {
  test(`the lists of animals with "${query}" have the total ${total}`, async () => {
    for (const path of ['/v1/pets', '/v1/listings']) {
      const page = await read(`${path}?${query}`);
      assert.equal(page.status, 200);
      assert.deepEqual(totalOf(page), [String(total), 'count=exact'], path);
    }
  });
}

test('the lists of categories and accounts have their totals', async () => {
  assert.deepEqual(totalOf(await read('/v1/categories?limit=1')), ['2', 'count=exact']);
  assert.deepEqual(totalOf(await read('/v1/accounts?limit=1')), ['1', 'count=exact']);
});

test('a filter without a maintained count has no total', async () => {
  const paths = [
    '/v1/pets?status=sold',
    '/v1/pets?status=pending&categoryId=2',
    '/v1/pets?name=frank',
    '/v1/listings?ids=1,2',
    '/v1/listings?q=frank&status=available',
    '/v1/listings?sex=male',
    '/v1/categories?ids=1',
    '/v1/store/orders',
  ];
  for (const path of paths) {
    const page = await read(path);
    assert.equal(page.status, 200, path);
    assert.deepEqual(totalOf(page), [null, null], path);
  }
});

test('without the preference there is no total, cached or not, and the tag and the body are the same', async () => {
  // A page is cached on its second request.
  for (let n = 0; n < 3; n += 1) {
    const [counted, plain] = [await read('/v1/pets?limit=3'), await read('/v1/pets?limit=3', {})];
    assert.deepEqual(totalOf(counted), ['6', 'count=exact']);
    assert.deepEqual(totalOf(plain), [null, null]);
    assert.equal(counted.headers.get('etag'), plain.headers.get('etag'));
    assert.equal(counted.text, plain.text);
    for (const page of [counted, plain]) assert.equal(page.headers.get('vary'), 'Accept-Encoding, Prefer');
  }
});

test('HEAD and 304 have the total as well', async () => {
  assert.deepEqual(totalOf(await read('/v1/pets', undefined, 'HEAD')), ['6', 'count=exact']);
  const etag = (await read('/v1/pets')).headers.get('etag') ?? '';
  const unchanged = await read('/v1/pets', { prefer: 'count=exact', 'if-none-match': etag });
  assert.equal(unchanged.status, 304);
  assert.deepEqual(totalOf(unchanged), ['6', 'count=exact']);
});

test('a web page may send Prefer and read the total', async () => {
  const preflight = await service.send('/v1/pets', {
    method: 'OPTIONS',
    headers: { origin: 'https://shelter.example', 'access-control-request-method': 'GET' },
  });
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /\bPrefer\b/);
  const exposed = (await read('/v1/pets')).headers.get('access-control-expose-headers') ?? '';
  assert.match(exposed, /\bX-Total-Count\b.*\bPreference-Applied\b/);
});

test('the total follows each change of an animal', async (t) => {
  const own = await startService(t);
  const manager = await own.account({ role: 'manager' });
  const total = async (query: string) =>
    totalOf(await own.send(`/v1/pets${query}`, { key: manager.key, headers: { prefer: 'count=exact' } }))[0];
  const totals = async () => Promise.all(['', '?status=available', '?categoryId=2'].map(total));
  assert.deepEqual(await totals(), ['0', '0', '0']);
  const id = await addPet(own, manager.key);
  assert.deepEqual(await totals(), ['1', '1', '0']);
  const path = `/v1/pets/${id}`;
  await own.send(path, { method: 'PATCH', key: manager.key, body: { categoryId: 2, status: 'sold' } });
  assert.deepEqual(await totals(), ['1', '0', '1']);
  await own.send(path, { method: 'DELETE', key: manager.key });
  assert.deepEqual(await totals(), ['0', '0', '0']);
});

test(`more than ${MAX_COUNTED} categories have no total, and each of them has one`, async (t) => {
  const own = await startService(t);
  const admin = await own.account({ role: 'admin' });
  const add = (first: number, count: number) =>
    own.database.write((db) =>
      db
        .insertInto('categories')
        .values(Array.from({ length: count }, (_, n) => ({ id: BigInt(first + n), name: 'Dog' })))
        .execute(),
    );
  for (let first = 0; first < MAX_COUNTED; first += 1_000) await add(first, 1_000);
  const total = async (path: string) =>
    totalOf(await own.send(path, { key: admin.key, headers: { prefer: 'count=exact' } }))[0];
  assert.equal(await total('/v1/categories'), String(MAX_COUNTED));
  assert.equal(await total('/v1/pets'), '0');
  await add(MAX_COUNTED, 1);
  assert.equal(await total('/v1/categories'), null);
  assert.equal(await total('/v1/pets'), null);
  assert.equal(await total('/v1/pets?categoryId=7'), '0');
});
