import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PET_STATUSES, PET_TRANSITIONS, statusesFrom } from './pet.ts';

test('a pet without a status can get any status, and a sold pet can only become available', () => {
  assert.deepEqual(PET_TRANSITIONS, {
    none: ['available', 'pending', 'sold'],
    available: ['pending', 'sold'],
    pending: ['available', 'sold'],
    sold: ['available'],
  });
});

test('every status has a next status other than itself', () => {
  assert.deepEqual(statusesFrom(undefined), PET_STATUSES);
  for (const status of PET_STATUSES) {
    assert.ok(statusesFrom(status).length > 0);
    assert.ok(!statusesFrom(status).includes(status));
  }
});
