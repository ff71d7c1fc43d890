import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { minuteOf, type WindowName } from '../../src/access/quota/fixed-window.ts';
import type { Quota } from '../../src/access/quota/plan.ts';
import { banThreshold, RefusalCounts, strikesOf } from '../../src/access/quota/strikes.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/core/clock.ts';

/** Rejected requests of one key at one time after the quota is used up. */
interface Burst {
  pauseMs: number;
  keyId: bigint;
  window: WindowName;
  refusals: number;
}

const quotas: fc.Arbitrary<Quota> = fc.record({
  perMinute: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 900, max: 5_000 })),
  perDay: fc.constant(1_000_000),
});
const pauses = fc.oneof(
  fc.constantFrom(0, 1, SECOND, SECOND + 1, MINUTE),
  fc.integer({ min: 0, max: 90 * SECOND }),
);
const bursts: fc.Arbitrary<Burst[]> = fc.array(
  fc.record({
    pauseMs: pauses,
    keyId: fc.constantFrom(1n, 2n),
    window: fc.constantFrom<WindowName>('minute', 'day'),
    refusals: fc.integer({ min: 1, max: 500 }),
  }),
  { maxLength: 25, size: 'max' },
);
const starts = fc.integer({ min: 1, max: 20_000 }).map((days) => days * DAY + HOUR);

/** Returns how many rejections one key can get in a minute before a ban, at any timing. */
function mostRefusals(quota: Quota): number {
  const burst = Math.min(Math.max(quota.perMinute, 100), 1_000);
  return burst + banThreshold(quota) - 1;
}

test('bounds the rejections of a key per minute by a burst and the strikes before a ban, at any timing', () => {
  fc.assert(
    fc.property(starts, quotas, bursts, (start, quota, list) => {
      const counts = new RefusalCounts();
      const unbanned = new Map<string, number>();
      let now = start;
      for (const { pauseMs, keyId, window, refusals } of list) {
        now += pauseMs;
        for (let refusal = 0; refusal < refusals; refusal += 1) {
          const count = strikesOf(counts.addRefusal({ accountId: 1n, keyId }, window, now), quota);
          if (count >= banThreshold(quota)) continue;
          const name = `${keyId} ${minuteOf(now)}`;
          unbanned.set(name, (unbanned.get(name) ?? 0) + 1);
        }
      }
      for (const count of unbanned.values()) assert.ok(count <= mostRefusals(quota), `${count}`);
    }),
  );
});

test('a key that stops within a second of its first rejection and within a burst never gets a strike', () => {
  const honest = fc.array(
    fc.record({
      withinMs: fc.integer({ min: 0, max: SECOND }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 10 },
  );
  fc.assert(
    fc.property(starts, quotas, honest, (start, quota, minutes) => {
      const counts = new RefusalCounts();
      const burst = Math.min(Math.max(quota.perMinute, 100), 1_000);
      for (const [minute, { withinMs, share }] of minutes.entries()) {
        const now = start + minute * MINUTE;
        const refuse = (at: number) =>
          strikesOf(counts.addRefusal({ accountId: 1n, keyId: 1n }, 'minute', at), quota);
        assert.equal(refuse(now), 0);
        for (let sent = 1; sent < burst * share; sent += 1) assert.equal(refuse(now + withinMs), 0);
      }
    }),
  );
});
