import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as service from '../../../service/src/catalogue/orders/order.ts';
import { PET_STATUS_FOR, stepsFrom } from './order-steps.ts';

test('offers exactly the steps that the service allows', () => {
  for (const status of service.ORDER_STATUSES) {
    assert.deepEqual(
      stepsFrom(status).map(({ to }) => to),
      service.requestableFrom(status),
    );
  }
});

test('expects the status of the animal that the service sets', () => {
  assert.deepEqual(PET_STATUS_FOR, service.PET_STATUS_FOR);
});
