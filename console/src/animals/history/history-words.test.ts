import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event, Order, OrderEvent, Pet, PetEvent } from '@petstore/client';
import { historyLines } from './history-words.ts';

const FRANK: Pet = { id: 3562n, name: 'Frank', categoryId: 1n, status: 'available' };
const ORDER: Order = {
  id: 7n,
  petId: FRANK.id,
  status: 'placed',
  reference: 'reservation 118',
  placedAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
};
const NAMES = { status: (status = 'none') => status, category: (id: bigint) => `Category ${id}` };

type WithoutId<Kind> = Omit<Kind, 'id' | 'at'> & { at?: string };

/** Returns events one minute apart, except those with a given time. */
function feed(...events: Array<WithoutId<PetEvent> | WithoutId<OrderEvent>>): Event[] {
  return events.map((event, minute) => ({
    id: BigInt(minute + 1),
    at: `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`,
    ...event,
  }));
}

function wordsOf(events: Event[]): string[] {
  return historyLines(events, NAMES).map(({ words }) => words);
}

test('describes what changed since the previous event, newest first', () => {
  const renamed = { ...FRANK, name: 'Frankie', categoryId: 2n };
  assert.deepEqual(
    wordsOf(
      feed(
        { type: 'pet.created', pet: FRANK },
        { type: 'pet.updated', pet: renamed },
        { type: 'pet.updated', pet: { ...renamed, status: 'sold' } },
        { type: 'pet.deleted', pet: { ...renamed, status: 'sold' } },
      ),
    ),
    [
      'Removed from the catalogue',
      'Status changed from available to sold',
      'Renamed from “Frank” to “Frankie”. Category changed from Category 1 to Category 2',
      'Added to the catalogue as “Frank”',
    ],
  );
});

test('describes a change of status by an order once', () => {
  const at = ORDER.placedAt;
  const later = '2026-11-21T13:00:00.000Z';
  assert.deepEqual(
    wordsOf(
      feed(
        { type: 'pet.updated', pet: { ...FRANK, status: 'pending' }, at },
        { type: 'order.placed', order: ORDER, at },
        { type: 'order.cancelled', order: { ...ORDER, status: 'cancelled' }, at: later },
        { type: 'pet.updated', pet: FRANK, at: later },
      ),
    ),
    [
      'Available again: reservation 7 (reservation 118) was cancelled',
      'On hold: reservation 7 (reservation 118) was received',
    ],
  );
});

test('describes the whole animal in the first change if earlier events have expired', () => {
  assert.deepEqual(wordsOf(feed({ type: 'pet.updated', pet: FRANK })), [
    'Changed: now “Frank”, Category 1, available',
  ]);
});
