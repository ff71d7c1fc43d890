import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  decideRequest,
  type QuotaDecision,
  reportedWindow,
  type Usage,
  usageAfter,
  windowsOf,
} from '../../src/access/quota/fixed-window.ts';
import type { Quota } from '../../src/access/quota/plan.ts';
import { quotaHeaders, secondsUntil } from '../../src/access/quota/quota-headers.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/core/clock.ts';

const NOTHING: Usage = { minute: 0, minuteUsed: 0, day: 0, dayUsed: 0 };

interface Arrival {
  now: number;
  quota: Quota;
  /** How many requests arrive together, of which all are admitted or none. */
  count: number;
}

/** Small quotas, so that both windows are often used up. */
const aQuota: fc.Arbitrary<Quota> = fc.record({
  perMinute: fc.integer({ min: 1, max: 6 }),
  perDay: fc.option(fc.integer({ min: 1, max: 15 }), { nil: undefined }),
});

const someTime = fc.integer({ min: 0, max: 4e9 }).map((seconds) => seconds * SECOND);
const pauseMs = fc.oneof(
  { weight: 8, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 20 * SECOND }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 * HOUR }) },
);

const aCount = fc.oneof(
  { weight: 4, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 7 }) },
);

function arrivals(pause: fc.Arbitrary<number>, someCount = aCount): fc.Arbitrary<Arrival[]> {
  const changeOfPlan = fc.oneof(
    { weight: 15, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: aQuota },
  );
  const steps = fc.array(fc.record({ pause, quota: changeOfPlan, count: someCount }), {
    maxLength: 120,
    size: 'max',
  });
  return fc.tuple(someTime, aQuota, steps).map(([start, first, list]) => {
    let now = start;
    let quota = first;
    return list.map((step) => {
      now = Math.max(0, now + step.pause);
      quota = step.quota ?? quota;
      return { now, quota, count: step.count };
    });
  });
}

/** Decides one arrival after the other, as the engines do. */
function decideAll(list: readonly Arrival[]): QuotaDecision[] {
  let usage = NOTHING;
  return list.map(({ now, quota, count }) => {
    const decision = decideRequest(usage, quota, now, count);
    if (decision.refusedBy === undefined) usage = usageAfter(usage, now, count);
    return decision;
  });
}

test('decisions equal those from a list of all admitted requests, changes of plan included', () => {
  fc.assert(
    fc.property(arrivals(pauseMs), (list) => {
      const admitted: number[] = [];
      for (const [index, decision] of decideAll(list).entries()) {
        const { now, quota, count } = list[index] ?? assert.fail();
        const expected = naiveDecision(admitted, quota, now, count);
        if (expected.refusedBy === undefined) admitted.push(...Array<number>(count).fill(now));
        assert.deepEqual(decision, expected);
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 150) },
  );
});

test('no window admits more than its quota', () => {
  fc.assert(
    fc.property(aQuota, arrivals(pauseMs), (quota, list) => {
      const same = list.map((arrival) => ({ ...arrival, quota }));
      const decisions = decideAll(same);
      const admitted = same.filter((_, index) => decisions[index]?.refusedBy === undefined);
      for (const [length, limit] of [
        [MINUTE, quota.perMinute],
        [DAY, quota.perDay ?? Number.POSITIVE_INFINITY],
      ] as const) {
        const windows = Map.groupBy(admitted, ({ now }) => Math.floor(now / length));
        for (const requests of windows.values())
          assert.ok(requests.reduce((sum, { count }) => sum + count, 0) <= limit);
      }
    }),
  );
});

test('a request passes one window later, whatever the clock did before', () => {
  const jumps = fc.integer({ min: -3 * DAY, max: 3 * DAY });
  fc.assert(
    // One request each: several that are refused together change no window, also after the clock was set back.
    fc.property(arrivals(fc.oneof(pauseMs, jumps), fc.constant(1)), aQuota, (list, quota) => {
      let usage = NOTHING;
      for (const { now, count, ...arrival } of list) {
        if (decideRequest(usage, arrival.quota, now, count).refusedBy === undefined)
          usage = usageAfter(usage, now, count);
      }
      const last = list.at(-1)?.now ?? 0;
      assert.equal(decideRequest(usage, quota, last + DAY).refusedBy, undefined);
      assert.equal(decideRequest(usage, { ...quota, perDay: undefined }, last + MINUTE).refusedBy, undefined);
    }),
  );
});

test('a decision shows the same windows as a look at them', () => {
  fc.assert(
    fc.property(arrivals(pauseMs), (list) => {
      let usage = NOTHING;
      for (const { now, quota, count } of list) {
        const { refusedBy, ...after } = decideRequest(usage, quota, now, count);
        if (refusedBy === undefined) usage = usageAfter(usage, now, count);
        assert.deepEqual(after, windowsOf(usage, quota, now));
      }
    }),
  );
});

test('shows the window that rejected the request, else the one with the fewest left, the day on a tie', () => {
  fc.assert(
    fc.property(arrivals(pauseMs), (list) => {
      for (const decision of decideAll(list)) {
        const { minute, day, refusedBy } = decision;
        const fewest = day !== undefined && day.remaining <= minute.remaining ? day : minute;
        assert.equal(reportedWindow(decision), refusedBy === undefined ? fewest : decision[refusedBy]);
      }
    }),
  );
});

test('when both windows are used up, the one that resets later rejects', () => {
  fc.assert(
    fc.property(arrivals(pauseMs, fc.constant(1)), (list) => {
      for (const decision of decideAll(list)) {
        const { minute, day, refusedBy } = decision;
        if (refusedBy === 'minute') assert.notEqual(day?.remaining, 0);
        if (refusedBy === 'day') assert.ok((day?.resetAt ?? 0) >= minute.resetAt);
      }
    }),
  );
});

test('headers never show less than 0 remaining, and the same reset for all requests of a window', () => {
  fc.assert(
    fc.property(arrivals(pauseMs), (list) => {
      const decisions = decideAll(list);
      for (const [index, { now }] of list.entries()) {
        const decision = decisions[index] ?? assert.fail();
        const headers = quotaHeaders(decision, now);
        const reset = Number(headers['X-RateLimit-Reset']);
        const length = reportedWindow(decision) === decision.minute ? MINUTE : DAY;
        assert.equal(reset, ((Math.floor(now / length) + 1) * length) / SECOND);
        assert.ok(Number(headers['X-RateLimit-Remaining']) >= 0);
        assert.ok(Number(headers['X-RateLimit-Remaining']) <= Number(headers['X-RateLimit-Limit']));
      }
    }),
  );
});

test('Retry-After is at least 1 whole second and leads to less than one second after the reset', () => {
  fc.assert(
    fc.property(someTime, fc.integer({ min: 0, max: DAY - 1 }), (day, ms) => {
      const now = day + ms;
      const resetAt = (Math.floor(now / MINUTE) + 1) * 60;
      const wait = secondsUntil({ resetAt }, now);
      assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60);
      assert.ok(now + wait * SECOND >= resetAt * SECOND);
      assert.ok(now + (wait - 1) * SECOND < resetAt * SECOND);
    }),
  );
});

/** Computes the decision from the times of all admitted requests. */
function naiveDecision(admitted: readonly number[], quota: Quota, now: number, count: number): QuotaDecision {
  const used = (length: number) =>
    admitted.filter((time) => Math.floor(time / length) === Math.floor(now / length)).length;
  const state = (limit: number, length: number, usedNow: number) => ({
    limit,
    used: usedNow,
    remaining: Math.max(0, limit - usedNow),
    resetAt: ((Math.floor(now / length) + 1) * length) / SECOND,
  });
  const windows = (extra: number) => ({
    minute: state(quota.perMinute, MINUTE, used(MINUTE) + extra),
    day: quota.perDay === undefined ? undefined : state(quota.perDay, DAY, used(DAY) + extra),
  });
  const before = windows(0);
  if (before.day !== undefined && before.day.used + count > before.day.limit) {
    return { ...before, refusedBy: 'day' };
  }
  if (before.minute.used + count > before.minute.limit) return { ...before, refusedBy: 'minute' };
  return windows(count);
}
