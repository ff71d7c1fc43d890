import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseListings } from './listing.ts';

test('keeps every digit of an id, and does not change names that look like one', () => {
  const name = 'Frank "id":12';
  const photo = { id: '00000000000000000000000000000012', alt: '{"id":7}' };
  const json = JSON.stringify([{ pet: { id: 1, name }, profile: {}, photos: [photo] }]);
  const [listing] = parseListings(json.replace('"id":1,', '"id":9223372036854775807,'));
  assert.deepEqual(listing?.pet, { id: '9223372036854775807', name });
  assert.deepEqual(listing?.photos, [photo]);
});
