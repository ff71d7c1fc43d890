// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ApiResponse, assertError, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService, type TestService } from '@petstore/testing/service.ts';
import { encodeCursor } from '../../../src/core/cursor.ts';
import { type Draft, idsOf, insertPets } from './pet-lists.ts';

/** docs/api-design.md#lists-and-cursors: cursors and Link. */

/** The categories 0 to 2 and two statuses in turn. */
function draft(n: number): Draft {
  return { categoryId: BigInt(n % 3), status: n % 2 === 0 ? 'sold' : 'available' };
}

/** A new service with so many pets and an account. */
async function startWith(t: TestContext, count: number) {
  const service = await startService(t);
  await insertPets(service, count, draft);
  return { service, key: (await service.account()).key };
}

/** A service with 12 pets for the tests that only read. */
const shared = await startSharedService();
await insertPets(shared, 12, draft);
const twelvePets = { service: shared, key: (await shared.account()).key };

function cursorOf(response: ApiResponse): string {
  const cursor = new URL(nextOf(response) ?? '', 'http://petstore.example').searchParams.get('cursor');
  assert.ok(cursor !== null);
  return cursor;
}

async function followLinks(service: TestService, key: string, first: string): Promise<unknown[][]> {
  const pages = [];
  for (let path: string | undefined = first; path !== undefined; ) {
    const response: ApiResponse = await service.send(path, { key });
    assert.ok(pages.length < 20, 'the pages do not end');
    pages.push(idsOf(response));
    path = nextOf(response);
  }
  return pages;
}

test('sends Link to the next page only if there is one', async (t) => {
  const { service, key } = await startWith(t, 20);
  for (const limit of [1, 19]) {
    assert.ok(nextOf(await service.send(`/v1/pets?limit=${limit}`, { key })));
  }
  for (const path of [
    '?limit=20',
    '',
    '?limit=21',
    '?status=sold&limit=10',
    '?status=pending',
    '?categoryId=77',
  ]) {
    assert.equal((await service.send(`/v1/pets${path}`, { key })).headers.get('link'), null);
  }
});

test('following Link returns every pet once, in order, with every filter', async () => {
  const { service, key } = twelvePets;
  assert.deepEqual(await followLinks(service, key, '/v1/pets?limit=5'), [
    [12, 11, 10, 9, 8],
    [7, 6, 5, 4, 3],
    [2, 1],
  ]);
  assert.deepEqual(await followLinks(service, key, '/v1/pets?limit=6&sort=id'), [
    [1, 2, 3, 4, 5, 6],
    [7, 8, 9, 10, 11, 12],
  ]);
  assert.deepEqual(await followLinks(service, key, '/v1/pets?limit=4&status=sold'), [
    [12, 10, 8, 6],
    [4, 2],
  ]);
  assert.deepEqual(await followLinks(service, key, '/v1/pets?limit=3&categoryId=0'), [[12, 9, 6], [3]]);
  assert.deepEqual(await followLinks(service, key, '/v1/pets?limit=1&categoryId=0&status=sold&sort=id'), [
    [6],
    [12],
  ]);
});

test('the next page keeps the filters, the order and the limit', async () => {
  const { service, key } = twelvePets;
  const response = await service.send('/v1/pets?sort=id&limit=1&categoryId=0&status=sold&unknown=1', { key });
  const next = new URL(nextOf(response) ?? '', service.url);
  assert.equal(next.pathname, '/v1/pets');
  const { cursor, ...rest } = Object.fromEntries(next.searchParams);
  assert.deepEqual(rest, { sort: 'id', limit: '1', categoryId: '0', status: 'sold' });
  assert.match(cursor ?? '', /^[\w-]+$/);
});

test('accepts a cursor with another limit', async (t) => {
  const { service, key } = await startWith(t, 6);
  const cursor = cursorOf(await service.send('/v1/pets?limit=2', { key }));
  assert.deepEqual(idsOf(await service.send(`/v1/pets?cursor=${cursor}`, { key })), [4, 3, 2, 1]);
});

test('following Link returns pets that are added ahead, and none that are added behind', async (t) => {
  const { service, key } = await startWith(t, 4);
  const down = nextOf(await service.send('/v1/pets?limit=2', { key }));
  const up = nextOf(await service.send('/v1/pets?limit=2&sort=id', { key }));
  await insertPets(service, 1, draft);
  assert.deepEqual(idsOf(await service.send(down ?? '', { key })), [2, 1]);
  assert.deepEqual(idsOf(await service.send(up ?? '', { key })), [3, 4]);
  assert.deepEqual(await followLinks(service, key, up ?? ''), [[3, 4], [5]]);
});

const OTHER_LISTS = [
  'status=sold',
  'status=available',
  'categoryId=0',
  'categoryId=1&status=sold',
  'sort=id',
];

test('rejects a cursor that belongs to other filters or another order (400)', async () => {
  const { service, key } = twelvePets;
  for (const mine of ['', ...OTHER_LISTS]) {
    const cursor = cursorOf(await service.send(`/v1/pets?limit=1&${mine}`, { key }));
    for (const other of ['', ...OTHER_LISTS].filter((list) => list !== mine)) {
      const response = await service.send(`/v1/pets?${other}&cursor=${cursor}`, { key });
      assertError(response, 400, 'invalid_parameter');
      assert.match(response.text, /cursor belongs to another list, other filters or another order/);
    }
  }
});

test('accepts a cursor when the same filters are spelled differently', async () => {
  const { service, key } = twelvePets;
  const cursor = cursorOf(await service.send('/v1/pets?limit=1&status=sold&categoryId=0&sort=-id', { key }));
  const response = await service.send(`/v1/pets?cursor=${cursor}&categoryId=%30&status=sold`, { key });
  assert.deepEqual(idsOf(response), [6]);
});

test('rejects a damaged cursor (400) and refers to the Link header', async (t) => {
  const { service, key } = await startWith(t, 3);
  const cursor = cursorOf(await service.send('/v1/pets?limit=1', { key }));
  assert.equal(cursor, encodeCursor('/v1/pets?', 3n));
  const swapped = [...cursor].map(
    (character, at) => cursor.slice(0, at) + (character === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
  );
  const cut = [
    cursor.slice(1),
    cursor.slice(0, -1),
    `${cursor}A`,
    `A${cursor}`,
    `${cursor}=`,
    cursor.toUpperCase(),
  ];
  for (const damaged of [...swapped, ...cut, '', '0', '%00', 'next', '3', 'A'.repeat(8000)]) {
    const response = await service.send(`/v1/pets?cursor=${damaged}`, { key });
    assertError(response, 400, 'invalid_parameter');
    assert.match(
      response.text,
      /cursor must be copied from the Link header of the previous page, or left out; got/,
    );
  }
});

test('accepts cursors at both ends of int64', async (t) => {
  const { service, key } = await startWith(t, 3);
  const page = (cursor: string, sort: string) => service.send(`/v1/pets?${sort}&cursor=${cursor}`, { key });
  assert.deepEqual(idsOf(await page(encodeCursor('/v1/pets?', 2n ** 63n - 1n), '')), [3, 2, 1]);
  assert.deepEqual(idsOf(await page(encodeCursor('/v1/pets?', -(2n ** 63n)), '')), []);
  assert.deepEqual(idsOf(await page(encodeCursor('/v1/pets?sort=id', -(2n ** 63n)), 'sort=id')), [1, 2, 3]);
  assert.deepEqual(idsOf(await page(encodeCursor('/v1/pets?sort=id', 2n ** 63n - 1n), 'sort=id')), []);
});
