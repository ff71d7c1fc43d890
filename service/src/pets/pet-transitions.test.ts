import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PET_STATUSES } from './pet.ts';
import { PET_TRANSITIONS, statusesFrom } from './pet-transitions.ts';

test('a pet without a status may get any; a sold one may only come back', () => {
  assert.deepEqual(PET_TRANSITIONS, {
    none: ['available', 'pending', 'sold'],
    available: ['pending', 'sold'],
    pending: ['available', 'sold'],
    sold: ['available'],
  });
});

test('every status has a way on, and none leads to itself', () => {
  assert.deepEqual(statusesFrom(undefined), PET_STATUSES);
  for (const status of PET_STATUSES) {
    assert.ok(statusesFrom(status).length > 0);
    assert.ok(!statusesFrom(status).includes(status));
  }
});
