import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLANS, quotaOf } from './plan.ts';

test('an Enterprise account has its custom quota; other plans ignore it', () => {
  const customQuota = { perMinute: 5_000, perDay: 2_000_000 };
  assert.deepEqual(quotaOf({ plan: 'enterprise', customQuota }), customQuota);
  assert.deepEqual(quotaOf({ plan: 'free', customQuota }), PLANS.free);
});

test('an Enterprise account without a custom quota has that of Business', () => {
  assert.deepEqual(quotaOf({ plan: 'enterprise', customQuota: undefined }), PLANS.business);
});
