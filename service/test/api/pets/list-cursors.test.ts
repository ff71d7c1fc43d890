// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, assertError } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { encodeCursor } from '../../../src/core/cursor.ts';
import { insertPet } from '../../../src/pets/pet-store.ts';

/** docs/api-design.md#lists-and-cursors: the way past the first page. */

async function addPets(service: TestService, count: number): Promise<void> {
  await service.database.write(async (queries) => {
    for (let n = 1; n <= count; n += 1) {
      const status = n % 2 === 0 ? 'sold' : 'available';
      await insertPet(queries, { name: `pet ${n}`, categoryId: BigInt(n % 3), status }, null);
    }
  });
}

function idsOf({ status, json, text }: ApiResponse): unknown[] {
  assert.equal(status, 200, text);
  assert.ok(Array.isArray(json));
  return json.map((pet: { id: unknown }) => pet.id);
}

/** The next page's address; undefined when the answer names none. */
function nextOf({ headers }: ApiResponse): string | undefined {
  const link = headers.get('link');
  if (link === null) return undefined;
  const [, target] = /^<([^>]+)>; rel="next"$/.exec(link) ?? [];
  assert.ok(target !== undefined, link);
  return target;
}

function cursorOf(answer: ApiResponse): string {
  const cursor = new URL(nextOf(answer) ?? '', 'http://petstore.example').searchParams.get('cursor');
  assert.ok(cursor !== null);
  return cursor;
}

async function walk(service: TestService, key: string, first: string): Promise<unknown[][]> {
  const pages = [];
  for (let path: string | undefined = first; path !== undefined; ) {
    const answer: ApiResponse = await service.send(path, { key });
    assert.ok(pages.length < 20, 'the walk does not end');
    pages.push(idsOf(answer));
    path = nextOf(answer);
  }
  return pages;
}

test('Link names the next page exactly when there is one', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 20);
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

test('a walk along the Links sees every animal once, in order, whatever it is filtered by', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 12);
  assert.deepEqual(await walk(service, key, '/v1/pets?limit=5'), [
    [12, 11, 10, 9, 8],
    [7, 6, 5, 4, 3],
    [2, 1],
  ]);
  assert.deepEqual(await walk(service, key, '/v1/pets?limit=6&sort=id'), [
    [1, 2, 3, 4, 5, 6],
    [7, 8, 9, 10, 11, 12],
  ]);
  assert.deepEqual(await walk(service, key, '/v1/pets?limit=4&status=sold'), [
    [12, 10, 8, 6],
    [4, 2],
  ]);
  assert.deepEqual(await walk(service, key, '/v1/pets?limit=3&categoryId=0'), [[12, 9, 6], [3]]);
  assert.deepEqual(await walk(service, key, '/v1/pets?limit=1&categoryId=0&status=sold&sort=id'), [
    [6],
    [12],
  ]);
});

test('the address of the next page carries the filters, the order and the limit of this one', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 12);
  const answer = await service.send('/v1/pets?sort=id&limit=1&categoryId=0&status=sold&unknown=1', { key });
  const next = new URL(nextOf(answer) ?? '', service.url);
  assert.equal(next.pathname, '/v1/pets');
  const { cursor, ...rest } = Object.fromEntries(next.searchParams);
  assert.deepEqual(rest, { sort: 'id', limit: '1', categoryId: '0', status: 'sold' });
  assert.match(cursor ?? '', /^[\w-]+$/);
});

test('a page may be left with another limit than the one before', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 6);
  const cursor = cursorOf(await service.send('/v1/pets?limit=2', { key }));
  assert.deepEqual(idsOf(await service.send(`/v1/pets?cursor=${cursor}`, { key })), [4, 3, 2, 1]);
});

test('a walk does not see what is added at its other end, and sees what is added ahead of it', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 4);
  const down = nextOf(await service.send('/v1/pets?limit=2', { key }));
  const up = nextOf(await service.send('/v1/pets?limit=2&sort=id', { key }));
  await addPets(service, 1);
  assert.deepEqual(idsOf(await service.send(down ?? '', { key })), [2, 1]);
  assert.deepEqual(idsOf(await service.send(up ?? '', { key })), [3, 4]);
  assert.deepEqual(await walk(service, key, up ?? ''), [[3, 4], [5]]);
});

const OTHER_LISTS = [
  'status=sold',
  'status=available',
  'categoryId=0',
  'categoryId=1&status=sold',
  'sort=id',
];

test('a cursor belongs to its filters and its order: with others it is 400', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 12);
  for (const mine of ['', ...OTHER_LISTS]) {
    const cursor = cursorOf(await service.send(`/v1/pets?limit=1&${mine}`, { key }));
    for (const other of ['', ...OTHER_LISTS].filter((list) => list !== mine)) {
      const answer = await service.send(`/v1/pets?${other}&cursor=${cursor}`, { key });
      assertError(answer, 400, 'invalid_parameter');
      assert.match(answer.text, /cursor belongs to another list, other filters or another order/);
    }
  }
});

test('a cursor does not depend on how its filters were written', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 12);
  const cursor = cursorOf(await service.send('/v1/pets?limit=1&status=sold&categoryId=0&sort=-id', { key }));
  const answer = await service.send(`/v1/pets?cursor=${cursor}&categoryId=%30&status=sold`, { key });
  assert.deepEqual(idsOf(answer), [6]);
});

test('a damaged cursor is 400, and the message says where to take one from', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 3);
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
    const answer = await service.send(`/v1/pets?cursor=${damaged}`, { key });
    assertError(answer, 400, 'invalid_parameter');
    assert.match(answer.text, /cursor is not one that this service gave out.*Take it from the Link header/);
  }
});

test('a cursor at the ends of int64 is a place like any other', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  await addPets(service, 3);
  const page = (cursor: string, sort: string) => service.send(`/v1/pets?${sort}&cursor=${cursor}`, { key });
  assert.deepEqual(idsOf(await page(encodeCursor('/v1/pets?', 2n ** 63n - 1n), '')), [3, 2, 1]);
  assert.deepEqual(idsOf(await page(encodeCursor('/v1/pets?', -(2n ** 63n)), '')), []);
  assert.deepEqual(idsOf(await page(encodeCursor('/v1/pets?sort=id', -(2n ** 63n)), 'sort=id')), [1, 2, 3]);
  assert.deepEqual(idsOf(await page(encodeCursor('/v1/pets?sort=id', 2n ** 63n - 1n), 'sort=id')), []);
});
