// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertError, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import type { Pet } from '../../../src/catalogue/pets/pet.ts';
import { insertPet } from '../../../src/catalogue/pets/pet-queries.ts';
import { encodeCursor } from '../../../src/platform/core/cursor.ts';
import { INT64_MAX, INT64_MIN } from '../../../src/platform/core/int64.ts';

/** The parameters of `GET /v1/pets`, its cursors and Link (docs/api-design.md#lists-and-cursors). */

const STATUSES = ['available', 'pending', 'sold', undefined] as const;

type Draft = Pick<Pet, 'categoryId' | 'status'>;

/** The categories 1 and 2 and the statuses in turn; every fourth pet has no status. */
function draft(n: number): Draft {
  return { categoryId: BigInt((n % 2) + 1), status: STATUSES[n % STATUSES.length] };
}

/** The pets have the ids 1 to 101. */
const service = await startSharedService();
const { key } = await service.account();
await service.database.write(async (queries) => {
  for (let n = 1; n <= 101; n += 1) await insertPet(queries, { name: `pet ${n}`, ...draft(n) }, null, 0);
});

function idsOf(response: ApiResponse): unknown[] {
  return listOf(response).map(({ id }) => id);
}

const list = (query = '') => service.send(`/v1/pets${query}`, { key });

/** Returns the ids of the pets that match, newest first. */
function idsWhere(matches: (pet: Draft) => boolean): number[] {
  return countDown(101, 1).filter((id) => matches(draft(id)));
}

function countDown(from: number, to: number): number[] {
  return Array.from({ length: from - to + 1 }, (_, index) => from - index);
}

test('returns an array of pets, newest first', async () => {
  const response = await list('?limit=3');
  assert.deepEqual(response.json, [
    { id: 101, name: 'pet 101', categoryId: 2, status: 'pending' },
    { id: 100, name: 'pet 100', categoryId: 1, status: 'available' },
    { id: 99, name: 'pet 99', categoryId: 2 },
  ]);
});

test('writes each pet of a list as it is alone: every character, the ends of int64, no status', async (t) => {
  const own = await startService(t);
  const { key } = await own.account({ perMinute: 1_000 });
  const special = String.fromCharCode(...Array.from({ length: 0xa0 }, (_, n) => n + 1));
  const anyName = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0'));
  const anyPet = fc.record({
    name: fc.oneof(
      anyName,
      fc.constantFrom(special, '\u2028\u2029\ufeff\uffff\u{1F415}', '\\u0041/"', "'; --"),
    ),
    categoryId: fc.oneof(
      fc.bigInt({ min: INT64_MIN, max: INT64_MAX }),
      fc.constantFrom(INT64_MIN, INT64_MAX),
    ),
    status: fc.constantFrom(...STATUSES),
  });
  const pets = fc.sample(anyPet, 60);
  await own.database.write(async (db) => {
    for (const pet of pets) await insertPet(db, pet, null, 0);
  });
  const expected = pets.map(({ name, categoryId, status }, index) => {
    const end = status === undefined ? '' : `,"status":"${status}"`;
    return `{"id":${index + 1},"name":${JSON.stringify(name)},"categoryId":${categoryId}${end}}`;
  });
  assert.equal((await own.send('/v1/pets?sort=id&limit=100', { key })).text, `[${expected}]`);
  for (const [index, text] of expected.slice(0, 20).entries())
    assert.equal((await own.send(`/v1/pets/${index + 1}`, { key })).text, text);
});

test('limit from 1 to 100 bounds the page, may have leading zeros, and is 20 by default', async () => {
  assert.deepEqual(idsOf(await list()), countDown(101, 82));
  for (const limit of ['1', '2', '005', '%31', '99', '100']) {
    const size = Number(decodeURIComponent(limit));
    assert.deepEqual(idsOf(await list(`?%6cimit=${limit}`)), countDown(101, 102 - size));
  }
});

test('rejects any other limit (400), states the range and quotes the value', async () => {
  const long = '9'.repeat(400);
  for (const limit of ['0', '101', '-1', '1e1', '%2B5', '%205', '5.0', '0x5', '', 'five', '٥', long, '5,6']) {
    const response = await list(`?limit=${limit}`);
    assertError(response, 400, 'invalid_parameter');
    assert.match(response.text, /limit must be an integer between 1 and 100; got \\"/, limit);
  }
});

test('status returns only pets with that status, none without one', async () => {
  for (const status of ['available', 'pending', 'sold']) {
    const expected = idsWhere((pet) => pet.status === status);
    assert.deepEqual(idsOf(await list(`?status=${status}&limit=100`)), expected);
  }
});

test('rejects any other status (400), lists the allowed ones and quotes the value', async () => {
  for (const status of ['adopted', 'Sold', 'sold%20', '', 'available,sold', 'null', '%00', '%ud800']) {
    const response = await list(`?status=${status}`);
    assertError(response, 400, 'invalid_parameter');
    assert.match(response.text, /status must be one of available, pending, sold; got \\"/, status);
  }
});

test('categoryId returns only pets of that category, and combines with status', async () => {
  const ofOne = idsWhere(({ categoryId }) => categoryId === 1n);
  const soldOfOne = idsWhere(({ categoryId, status }) => categoryId === 1n && status === 'sold');
  assert.deepEqual(idsOf(await list('?categoryId=1&limit=100')), ofOne);
  assert.deepEqual(idsOf(await list('?categoryId=1&status=sold&limit=100')), soldOfOne);
  assert.deepEqual(idsOf(await list('?status=sold&categoryId=2')), []);
  assert.deepEqual(idsOf(await list('?categoryId=-9223372036854775808')), []);
});

test('rejects a categoryId that is not an int64 (400)', async () => {
  for (const categoryId of [
    '9223372036854775808',
    '-9223372036854775809',
    '1.0',
    '1e0',
    '',
    'cat',
    '%2B1',
    '9'.repeat(400),
  ]) {
    const response = await list(`?categoryId=${categoryId}`);
    assertError(response, 400, 'invalid_parameter');
    assert.match(
      response.text,
      /categoryId must be an integer between -9223372036854775808 and 9223372036854775807/,
    );
  }
});

test('sort=id returns the oldest first and sort=-id the newest; anything else is 400', async () => {
  assert.deepEqual(idsOf(await list('?sort=id&limit=4')), [1, 2, 3, 4]);
  assert.deepEqual(idsOf(await list('?sort=-id&limit=4')), [101, 100, 99, 98]);
  assert.deepEqual(idsOf(await list('?sort=id&limit=2&categoryId=1')), [2, 4]);
  for (const sort of ['name', 'ID', '', '%2Bid', 'id,-id']) {
    const response = await list(`?sort=${sort}`);
    assertError(response, 400, 'invalid_parameter');
    assert.match(response.text, /sort must be one of -id, id/);
  }
});

test('rejects a documented parameter that is sent twice (400), even with the same value', async () => {
  for (const [name, value] of Object.entries({
    limit: '5',
    status: 'sold',
    categoryId: '1',
    sort: 'id',
    cursor: 'x',
  })) {
    const response = await list(`?${name}=${value}&${name}=${value}`);
    assertError(response, 400, 'invalid_parameter');
    assert.match(response.text, new RegExp(`${name} must be given once; got 2 values`));
  }
});

test('names every invalid parameter in one 400', async () => {
  const response = await list('?limit=0&status=x&categoryId=y&sort=z');
  assertError(response, 400, 'invalid_parameter');
  for (const name of ['limit', 'status', 'categoryId', 'sort'])
    assert.match(response.text, new RegExp(`${name} must be`));
});

test('ignores unknown parameters, also repeated or malformed', async () => {
  for (const query of [
    'other=1',
    'other=2&other=3',
    'utm_source[]=1',
    '__proto__=1',
    'toString',
    '%zz',
    '&&==&',
    'a'.repeat(4000),
  ]) {
    assert.deepEqual(idsOf(await list(`?${query}`)), countDown(101, 82));
  }
});

function cursorOf(response: ApiResponse): string {
  const cursor = new URL(nextOf(response) ?? '', service.url).searchParams.get('cursor');
  assert.ok(cursor !== null);
  return cursor;
}

test('Link leads to the next page, with the filters, the order and the limit, only if there is one', async () => {
  const first = await list('?sort=id&limit=1&categoryId=1&status=sold&unknown=1');
  const next = new URL(nextOf(first) ?? '', service.url);
  assert.equal(next.pathname, '/v1/pets');
  const { cursor, ...rest } = Object.fromEntries(next.searchParams);
  assert.deepEqual(rest, { sort: 'id', limit: '1', categoryId: '1', status: 'sold' });
  assert.match(cursor ?? '', /^[\w-]+$/);
  assert.deepEqual(
    idsOf(await list(`?sort=id&cursor=${cursor}&status=sold&categoryId=%31&limit=3`)),
    [6, 10, 14],
    'the same filters are spelled differently, and the limit is another one',
  );
  for (const query of ['?status=sold&limit=25', '?status=sold&limit=26', '?status=sold&categoryId=2'])
    assert.equal((await list(query)).headers.get('link'), null, query);
  assert.equal((await readAll(service, key, '/v1/pets?limit=24&status=sold')).length, 25);
});

const LISTS = ['', 'status=sold', 'status=available', 'categoryId=1', 'categoryId=1&status=sold', 'sort=id'];

test('rejects a cursor that belongs to other filters or another order (400)', async () => {
  for (const mine of LISTS) {
    const cursor = cursorOf(await list(`?limit=1&${mine}`));
    for (const other of LISTS.filter((one) => one !== mine)) {
      const response = await list(`?${other}&cursor=${cursor}`);
      assertError(response, 400, 'invalid_parameter');
      assert.match(response.text, /cursor belongs to another list, other filters or another order/);
    }
  }
});

test('rejects a damaged cursor (400) and refers to the Link header', async () => {
  const cursor = cursorOf(await list('?limit=1'));
  const damaged = [cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, cursor.toUpperCase()];
  for (const wrong of [...damaged, '', '0', '%00', 'next', 'A'.repeat(8000)]) {
    const response = await list(`?cursor=${wrong}`);
    assertError(response, 400, 'invalid_parameter');
    assert.match(
      response.text,
      /cursor must be copied from the Link header of the previous page, or left out; got/,
    );
  }
});

test('accepts cursors at both ends of int64', async () => {
  const [first, last] = [-(2n ** 63n), 2n ** 63n - 1n];
  const page = async (sort: string, id: bigint) =>
    idsOf(await list(`?limit=2&${sort}&cursor=${encodeCursor(`/v1/pets?${sort}`, id)}`));
  assert.deepEqual([await page('', last), await page('', first)], [[101, 100], []]);
  assert.deepEqual([await page('sort=id', first), await page('sort=id', last)], [[1, 2], []]);
});
