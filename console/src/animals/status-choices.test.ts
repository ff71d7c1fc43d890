import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusesFrom } from '../../../service/src/pets/pet-transitions.ts';
import { statusChoices } from './status-choices.ts';

test('what is offered to follow a status is what the service allows', () => {
  for (const status of [undefined, 'available', 'pending', 'sold'] as const) {
    assert.deepEqual([...statusChoices(status)].sort(), [...statusesFrom(status)].sort());
  }
});
