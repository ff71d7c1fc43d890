import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeCursor } from '../../core/cursor.ts';
import { buildPage, countOnPage, MAX_PAGE_BYTES, pageRequest } from './pagination.ts';

const PATH = '/v1/pets';

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

test('a page ends before the item that exceeds its bytes, and has at least one item', () => {
  const page = pageRequest(PATH, { limit: 10 }, {});
  const buildOf = (lengths: readonly number[], unit = 'x') => {
    const items = lengths.map((length, index) => ({ id: BigInt(100 - index), text: unit.repeat(length) }));
    return buildPage(page, items, ({ text }) => JSON.stringify(text));
  };
  const linkAfter = (id: bigint) => `</v1/pets?limit=10&cursor=${encodeCursor(page.list, id)}>; rel="next"`;
  const third = Math.floor(MAX_PAGE_BYTES / 3);
  const cut = buildOf([third, third, third]);
  assert.equal(JSON.parse(String(cut.body)).length, 2);
  assert.equal(cut.link, linkAfter(99n));
  assert.equal(buildOf([third, third, third - 10]).link, '');
  // Two brackets, two quotes.
  assert.equal(buildOf([MAX_PAGE_BYTES - 4]).link, '');
  assert.equal(buildOf([MAX_PAGE_BYTES, 1]).link, linkAfter(100n));
  const inThree = Math.floor(third / 3);
  assert.equal(buildOf([inThree - 2, inThree - 2, inThree - 2], '語').link, '');
  assert.equal(buildOf([inThree, inThree, inThree], '語').link, linkAfter(99n));
  const exact = buildOf([MAX_PAGE_BYTES - 7, 0]);
  assert.deepEqual([exact.body.length, exact.link], [MAX_PAGE_BYTES, '']);
  assert.equal(buildOf([MAX_PAGE_BYTES - 6, 0]).link, linkAfter(100n));
});

test('counts the items that a page takes by their sizes, at least one', () => {
  assert.equal(countOnPage([]), 0);
  assert.equal(countOnPage([MAX_PAGE_BYTES + 1, 1]), 1);
  assert.equal(countOnPage([1, MAX_PAGE_BYTES - 1, 1]), 2);
  assert.equal(countOnPage([1, 2, 3]), 3);
});
