import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields, fieldsOfBody } from './changed-fields.ts';

function fields(photo: object) {
  return fieldsOfBody(JSON.stringify({ pet: { id: 1 }, profile: {}, photos: [photo] }));
}

test('a new focal point is a change of the photos, and the default one is not, which older events lack', () => {
  const older = fields({ id: 'a', alt: 'Bella', width: 4 });
  const unset = fields({ id: 'a', alt: 'Bella', focalPoint: { x: 50, y: 20 } });
  const chosen = fields({ id: 'a', alt: 'Bella', focalPoint: { x: 10, y: 90 } });
  assert.deepEqual(changedFields(older, unset), []);
  assert.deepEqual(changedFields(unset, chosen), [
    {
      field: 'photos',
      before: [{ id: 'a', alt: 'Bella' }],
      after: [{ id: 'a', alt: 'Bella', focalPoint: { x: 10, y: 90 } }],
    },
  ]);
});
