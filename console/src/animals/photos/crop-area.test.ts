import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CropHandle, isWholePicture, movedArea, rotatedArea, WHOLE_PICTURE } from './crop-area.ts';

const handles = fc.constantFrom<CropHandle>('topLeft', 'topRight', 'bottomLeft', 'bottomRight', 'all');
const by = fc.double({ min: -150, max: 150, noNaN: true });
const moves = fc.array(fc.tuple(handles, by, by), { maxLength: 8 });

test('however its handles are moved, an area is what the service accepts', () => {
  fc.assert(
    fc.property(moves, (all) => {
      let area = WHOLE_PICTURE;
      for (const [handle, byX, byY] of all) area = rotatedArea(movedArea(area, handle, byX, byY));
      const { x, y, width, height } = area;
      for (const value of [x, y, width, height]) assert.ok(Number.isInteger(value) && value >= 0);
      assert.ok(width >= 10 && height >= 10 && x + width <= 100 && y + height <= 100, JSON.stringify(area));
    }),
  );
});

test('four rotations lead back to the same area', () => {
  const area = { x: 10, y: 20, width: 30, height: 60 };
  assert.deepEqual(rotatedArea(area), { x: 20, y: 10, width: 60, height: 30 });
  assert.deepEqual(rotatedArea(rotatedArea(rotatedArea(rotatedArea(area)))), area);
});

test('a corner moves alone, and the whole area keeps its size', () => {
  const area = movedArea(WHOLE_PICTURE, 'topLeft', 20, 10);
  assert.deepEqual(area, { x: 20, y: 10, width: 80, height: 90 });
  assert.deepEqual(movedArea(area, 'all', -5, 50), { x: 15, y: 10, width: 80, height: 90 });
  assert.equal(isWholePicture(area), false);
});
