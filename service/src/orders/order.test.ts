import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ORDER_STATUSES,
  ORDER_TRANSITIONS,
  orderResource,
  PET_STATUS_FOR,
  requestableFrom,
} from './order.ts';

test('an order changes from placed to approved to completed, or ends early while it is open', () => {
  assert.deepEqual(ORDER_TRANSITIONS, {
    placed: ['approved', 'cancelled', 'expired'],
    approved: ['completed', 'cancelled'],
    completed: [],
    cancelled: [],
    expired: [],
  });
});

test('a client cannot request the status expired', () => {
  for (const status of ORDER_STATUSES) assert.ok(!requestableFrom(status).includes('expired'));
  assert.deepEqual(requestableFrom('placed'), ['approved', 'cancelled']);
});

test('a pet is pending exactly while its order is open', () => {
  for (const status of ORDER_STATUSES) {
    const isOpen = ORDER_TRANSITIONS[status].length > 0;
    assert.equal(PET_STATUS_FOR[status] === 'pending', isOpen, status);
  }
});

test('an order in the API has no accounts, no members that are null, and times in milliseconds', () => {
  const order = {
    id: 2n ** 63n - 1n,
    petId: 7n,
    accountId: 1n,
    ownerId: null,
    status: 'completed',
    reference: null,
    placedAt: 1,
    expiresAt: null,
    updatedAt: 1_000,
    bondedOrderIds: [],
  } as const;
  assert.deepEqual(orderResource(order), {
    id: 2n ** 63n - 1n,
    petId: 7n,
    status: 'completed',
    placedAt: '1970-01-01T00:00:00.001Z',
    updatedAt: '1970-01-01T00:00:01.000Z',
  });
  assert.equal(orderResource({ ...order, expiresAt: 2 }).expiresAt, '1970-01-01T00:00:00.002Z');
  assert.deepEqual(orderResource({ ...order, bondedOrderIds: [8n] }).bondedOrderIds, [8n]);
  assert.equal(orderResource({ ...order, reference: '' }).reference, '');
});
