import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeCursor } from '../../core/cursor.ts';
import { ApiError } from '../../core/errors.ts';
import { pageRequest } from './pagination.ts';

const PATH = '/v1/pets';

test('without parameters a page has 20 items, newest first, from the start', () => {
  assert.deepEqual(pageRequest(PATH, {}, {}), {
    path: PATH,
    limit: 20,
    rowLimit: 21,
    order: 'newest first',
    after: undefined,
    filters: '',
    list: '/v1/pets?',
  });
});

test('a cursor does not contain absent filters and the default order', () => {
  assert.equal(pageRequest(PATH, { sort: '-id' }, { status: undefined, categoryId: undefined }).filters, '');
  assert.equal(
    pageRequest(PATH, { sort: 'id' }, { status: 'sold', categoryId: -7n }).filters,
    'status=sold&categoryId=-7&sort=id',
  );
});

test('different lists have different filters, whatever the values contain', () => {
  const value = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed());
  fc.assert(
    fc.property(value, value, value, value, (a, b, c, d) => {
      fc.pre(a !== c || b !== d);
      assert.notEqual(
        pageRequest(PATH, {}, { one: a, two: b }).filters,
        pageRequest(PATH, {}, { one: c, two: d }).filters,
      );
    }),
  );
});

test('accepts a cursor only in its own list, and starts after its position', () => {
  const cursor = encodeCursor('/v1/pets?status=sold', 12n);
  assert.equal(pageRequest(PATH, { cursor }, { status: 'sold' }).after, 12n);
  const isRefusal = (error: unknown) => error instanceof ApiError && error.code === 'invalid_parameter';
  assert.throws(() => pageRequest(PATH, { cursor }, { status: 'available' }), isRefusal);
  assert.throws(() => pageRequest(PATH, { cursor }, {}), isRefusal);
  assert.throws(() => pageRequest(PATH, { cursor, sort: 'id' }, { status: 'sold' }), isRefusal);
  assert.throws(() => pageRequest(PATH, { cursor: 'x' }, { status: 'sold' }), isRefusal);
});
