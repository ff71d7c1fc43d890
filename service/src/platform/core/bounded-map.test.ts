import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BoundedMap } from './bounded-map.ts';

const MAX = 3;

test('after any sequence of changes it has the newest entries, and never more than the maximum', () => {
  const change = fc.record({ key: fc.integer({ min: 0, max: 9 }), deletes: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
      const map = new BoundedMap<number, number>(MAX);
      const expected = new Map<number, number>();
      for (const [value, { key, deletes }] of changes.entries()) {
        if (deletes) map.delete(key);
        else map.set(key, value);
        if (deletes) expected.delete(key);
        else expected.set(key, value);
        const [first] = expected.keys();
        if (expected.size > MAX && first !== undefined) expected.delete(first);
        assert.equal(map.size, expected.size);
        for (const [name, last] of expected) assert.equal(map.get(name), last);
      }
    }),
  );
});
