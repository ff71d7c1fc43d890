import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ORDER_STATUSES,
  ORDER_TRANSITIONS,
  orderResource,
  PET_STATUS_FOR,
  requestableFrom,
} from './order.ts';

test('an order goes from placed over approved to completed, and may end early while it is open', () => {
  assert.deepEqual(ORDER_TRANSITIONS, {
    placed: ['approved', 'cancelled', 'expired'],
    approved: ['completed', 'cancelled'],
    completed: [],
    cancelled: [],
    expired: [],
  });
});

test('nobody can ask for an expiry: it is the clock’s alone', () => {
  for (const status of ORDER_STATUSES) assert.ok(!requestableFrom(status).includes('expired'));
  assert.deepEqual(requestableFrom('placed'), ['approved', 'cancelled']);
});

test('while an order is open its pet is pending, and when it has ended it is not', () => {
  for (const status of ORDER_STATUSES) {
    const isOpen = ORDER_TRANSITIONS[status].length > 0;
    assert.equal(PET_STATUS_FOR[status] === 'pending', isOpen, status);
  }
});

test('an order shows neither accounts nor members that are not set, and its times to the millisecond', () => {
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
  } as const;
  assert.deepEqual(orderResource(order), {
    id: 2n ** 63n - 1n,
    petId: 7n,
    status: 'completed',
    placedAt: '1970-01-01T00:00:00.001Z',
    updatedAt: '1970-01-01T00:00:01.000Z',
  });
  assert.equal(orderResource({ ...order, expiresAt: 2 }).expiresAt, '1970-01-01T00:00:00.002Z');
  assert.equal(orderResource({ ...order, reference: '' }).reference, '');
});
