import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rangeBetween } from './range.ts';

const lists = fc.uniqueArray(fc.bigInt({ min: 0n, max: 1_000n }), { minLength: 1 });

test('a range has both ends and what is between them, the same in both directions', () => {
  fc.assert(
    fc.property(lists, fc.nat(), fc.nat(), (order, one, other) => {
      const [first = 0n, last = 0n] = [order[one % order.length], order[other % order.length]];
      const range = rangeBetween(order, first, last);
      assert.deepEqual(range, rangeBetween(order, last, first));
      assert.deepEqual(new Set([range[0], range.at(-1)]), new Set([first, last]));
      assert.ok(order.join().includes(range.join()), 'they follow each other in the list');
    }),
  );
});

test('a range without a beginning in the list is the animal itself', () => {
  assert.deepEqual(rangeBetween([1n, 2n, 3n], undefined, 3n), [3n]);
  assert.deepEqual(rangeBetween([1n, 2n, 3n], 9n, 3n), [3n]);
  assert.deepEqual(rangeBetween([1n, 2n, 3n], 1n, 9n), [9n]);
});
