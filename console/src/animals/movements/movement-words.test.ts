import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Movement } from '@petstore/client';
import { fullDay } from '../../ui/local-text.ts';
import { movementDays, movementDetails, movementName } from './movement-words.ts';

const FOUND: Movement = { id: 1n, petId: 7n, type: 'intake', reason: 'stray', date: '2026-03-04' };

/** In the language of the machine. */
const DAY = fullDay('2026-03-04');

test('describes a movement by its reason, its day and what else is known', () => {
  assert.equal(movementName(FOUND), 'Found');
  assert.equal(movementDays(FOUND), DAY);
  assert.equal(movementDetails(FOUND), '');
  const transfer: Movement = { ...FOUND, reason: 'transfer_in', region: 'international', note: 'By van.' };
  assert.equal(movementDetails(transfer), 'The other shelter is in another country. By van.');
});

test('describes a stay in foster care with its end, if one is known', () => {
  const foster: Movement = { ...FOUND, type: 'foster', reason: undefined };
  assert.equal(movementName(foster), 'Foster care');
  assert.equal(movementDays(foster), `${DAY}, no end yet`);
  assert.equal(movementDays({ ...foster, endDate: '2026-04-01' }), `${DAY}, until ${fullDay('2026-04-01')}`);
});

test('shows a reason of a newer service by its type', () => {
  const unknown = { ...FOUND, reason: 'beamed_up' } as unknown as Movement;
  assert.equal(movementName(unknown), 'It came in');
});
