import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Listing, Pet } from '@petstore/client';
import { likelyFirst } from './likely-duplicates.ts';

function listing(pet: Pet): Listing {
  return { pet, profile: {}, photos: [], etags: { pet: '', profile: '' } };
}

test('the same name and category come first, then the same name, and never the animal itself', () => {
  const zoe = { id: 1n, name: 'Zoë', categoryId: 2n };
  const found = [
    zoe,
    { id: 9n, name: 'Zoe and Max', categoryId: 2n },
    { id: 8n, name: 'ZOE', categoryId: 1n },
    { id: 7n, name: ' zoe ', categoryId: 2n },
  ].map(listing);
  assert.deepEqual(
    likelyFirst(found, zoe).map(({ pet }) => pet.id),
    [7n, 8n, 9n],
  );
});
