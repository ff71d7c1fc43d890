import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_FOCAL_POINT, focalPointAfter } from './focal-point.ts';

const percent = fc.integer({ min: 0, max: 100 });
const points = fc.record({ x: percent, y: percent });
const quarters = fc.constantFrom(90, 180, 270, undefined);

test('four rotations lead back to the same point', () => {
  fc.assert(
    fc.property(points, (start) => {
      const point = { ...start };
      // On their way they meet the default, which stays.
      fc.pre(point.x !== 50 && point.y !== 50);
      let rotated = point;
      for (let turn = 0; turn < 4; turn += 1) rotated = focalPointAfter(rotated, { rotate: 90 });
      assert.deepEqual(rotated, point);
    }),
  );
});

test('the point stays inside of the picture, however it is cropped', () => {
  const crops = fc
    .record({ x: fc.integer({ min: 0, max: 90 }), y: fc.integer({ min: 0, max: 90 }) })
    .map(({ x, y }) => ({ x, y, width: 100 - x, height: 100 - y }));
  fc.assert(
    fc.property(points, quarters, crops, (point, rotate, crop) => {
      const after = focalPointAfter(point, { rotate, crop });
      for (const value of [after.x, after.y])
        assert.ok(Number.isInteger(value) && value >= 0 && value <= 100);
    }),
  );
});

test('the point stays at the same part of the picture, and at the edge of a crop that leaves it out', () => {
  const crop = { x: 20, y: 0, width: 50, height: 40 };
  assert.deepEqual(focalPointAfter({ x: 30, y: 10 }, { crop }), { x: 20, y: 25 });
  assert.deepEqual(focalPointAfter({ x: 10, y: 90 }, { crop }), { x: 0, y: 100 });
  assert.deepEqual(focalPointAfter({ x: 10, y: 30 }, { rotate: 90 }), { x: 70, y: 10 });
});

test('the upper third stays the upper third of the new picture', () => {
  assert.deepEqual(focalPointAfter(DEFAULT_FOCAL_POINT, { rotate: 90 }), DEFAULT_FOCAL_POINT);
});
