import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLANS } from '../../../service/src/access/quota/plan.ts';
import { QUOTAS } from './plans.ts';

test('has the quotas of the service', () => {
  assert.deepEqual(QUOTAS, PLANS);
});
