import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ORDER_STATUSES, PET_STATUS_FOR, requestableFrom } from '../../../service/src/orders/order.ts';
import { ANIMAL_STATUS_AFTER, stepsFrom } from './order-steps.ts';

test('the steps offered for an order are what the service allows', () => {
  for (const status of ORDER_STATUSES) {
    assert.deepEqual(
      stepsFrom(status).map(({ to }) => to),
      requestableFrom(status),
    );
  }
});

test('what becomes of the animal is what the service makes of it', () => {
  assert.deepEqual(ANIMAL_STATUS_AFTER, PET_STATUS_FOR);
});
