import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_QUOTA } from '../plan.ts';
import { quotaShare } from './heartbeat.ts';

test('the shares of all processes sum up to the quota, and differ by at most one request', () => {
  const number = fc.integer({ min: 1, max: MAX_QUOTA });
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 50 }), (perMinute, perDay, count) => {
      const shares = Array.from({ length: count }, (_, index) =>
        quotaShare({ perMinute, perDay }, { index, count }),
      );
      const minutes = shares.map((share) => share.perMinute);
      const days = shares.map((share) => share.perDay ?? 0);
      for (const [shared, whole] of [
        [minutes, perMinute],
        [days, perDay],
      ] as const) {
        assert.equal(
          shared.reduce((sum, share) => sum + share),
          whole,
        );
        assert.ok(Math.max(...shared) - Math.min(...shared) <= 1);
      }
    }),
  );
});

test('the share of a quota without a day has no day', () => {
  assert.deepEqual(quotaShare({ perMinute: 5, perDay: undefined }, { index: 0, count: 2 }), {
    perMinute: 3,
    perDay: undefined,
  });
});
