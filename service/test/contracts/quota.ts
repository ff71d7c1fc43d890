import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { FakeClock } from '@petstore/testing/fake-clock.ts';
import { until } from '@petstore/testing/until.ts';
import fc from 'fast-check';
import type { WindowName } from '../../src/access/quota/fixed-window.ts';
import { PLANS, type Quota } from '../../src/access/quota/plan.ts';
import type { QuotaEngine, QuotaSubject, QuotaVerdict } from '../../src/access/quota/quota-engine.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/core/clock.ts';

/** One store of counters, which is empty at first. */
export interface QuotaFixture {
  clock: FakeClock;
  /** Opens the quotas as a process does at its start; the previous one closed them or crashed. */
  start(): Promise<QuotaEngine>;
  /** Creates an account with a key. */
  caller(): Promise<QuotaSubject>;
}

type Open = (test: TestContext) => Promise<QuotaFixture>;

const MANY_A_DAY = 1_000_000;
const FIVE: Quota = { perMinute: 5, perDay: MANY_A_DAY };

/** The contract of every engine for the quotas of accounts. `open` gives a store that is closed after the test. */
export function testQuotas(engine: string, open: Open): void {
  describe(`quotas on ${engine}`, () => {
    testExactness(open);
    testWindows(open);
    testStrikes(open);
    testPersistence(open);
  });
}

function testExactness(open: Open): void {
  test('accepts exactly N concurrent requests in a minute of N', async (t) => {
    const { quotas, caller, now } = await setUp(open, t);
    const verdicts = await consumeMany(quotas, caller, { perMinute: 50, perDay: MANY_A_DAY }, now, 200);
    assert.deepEqual(outcomes(verdicts), { passed: 50, minute: 150, day: 0 });
  });

  test('accepts exactly N requests in a day of N, minute after minute', async (t) => {
    const { quotas, caller, now } = await setUp(open, t);
    const quota = { perMinute: 20, perDay: 70 };
    const passed = [];
    for (let minute = 0; minute < 6; minute += 1) {
      passed.push(outcomes(await consumeMany(quotas, caller, quota, now + minute * MINUTE, 30)).passed);
    }
    assert.deepEqual(passed, [20, 20, 20, 10, 0, 0]);
  });

  test('the keys of an account share its quota, and accounts have separate quotas', async (t) => {
    const { engine, quotas, caller, now } = await setUp(open, t);
    const other = await engine.caller();
    const sibling = { ...caller, keyId: other.keyId + 1n };
    const verdicts = await Promise.all(
      [caller, sibling, other].map((who) =>
        consumeMany(quotas, who, { perMinute: 30, perDay: 1_000 }, now, 20),
      ),
    );
    assert.equal(outcomes([...(verdicts[0] ?? []), ...(verdicts[1] ?? [])]).passed, 30);
    assert.equal(outcomes(verdicts[2] ?? []).passed, 20);
  });

  test('a rejected request counts in neither window', async (t) => {
    const { quotas, caller, now } = await setUp(open, t);
    await consumeMany(quotas, caller, FIVE, now, 50);
    assert.deepEqual(await remainingOf(quotas, caller, FIVE, now), { minute: 0, day: MANY_A_DAY - 5 });
    const tenADay = { perMinute: 7, perDay: 10 };
    await consumeMany(quotas, caller, tenADay, now + MINUTE, 50);
    assert.deepEqual(await remainingOf(quotas, caller, tenADay, now + MINUTE), { minute: 2, day: 0 });
  });

  test('each request counts in both windows, and its verdict shows them after it', async (t) => {
    const { quotas, caller, now } = await setUp(open, t);
    for (let used = 1; used <= 5; used += 1) {
      const { minute, day } = await quotas.consume(caller, FIVE, now);
      assert.deepEqual([minute.remaining, day?.remaining], [5 - used, MANY_A_DAY - used]);
    }
  });

  test('counts several requests together, all of them or none, and a single one still fits', async (t) => {
    const { quotas, caller, now } = await setUp(open, t);
    const quota = { perMinute: 5, perDay: 9 };
    const verdicts = [];
    for (const [ms, count] of [
      [0, 3],
      [0, 3],
      [0, 2],
      [MINUTE, 5],
      [MINUTE, 4],
      [MINUTE, 1],
    ] as const) {
      const { refusedBy, minute, day } = await quotas.consume(caller, quota, now + ms, count);
      verdicts.push([refusedBy, minute.remaining, day?.remaining]);
    }
    assert.deepEqual(verdicts, [
      [undefined, 2, 6],
      ['minute', 2, 6],
      [undefined, 0, 4],
      ['day', 5, 4],
      [undefined, 1, 0],
      ['day', 1, 0],
    ]);
  });

  test('the counts of requests that came together are kept over a close and a start', async (t) => {
    const { engine, quotas, caller, now } = await setUp(open, t);
    await quotas.consume(caller, FIVE, now, 4);
    await quotas.close();
    assert.deepEqual(await remainingOf(await engine.start(), caller, FIVE, now), {
      minute: 1,
      day: MANY_A_DAY - 4,
    });
  });

  test('when both windows are used up, the day rejects: it resets later', async (t) => {
    const { quotas, caller, now } = await setUp(open, t);
    const quota = { perMinute: 5, perDay: 5 };
    assert.deepEqual(outcomes(await consumeMany(quotas, caller, quota, now, 6)), {
      passed: 5,
      minute: 0,
      day: 1,
    });
  });

  test('requests that are given back can be sent again, in both windows, also after a close and a start', async (t) => {
    const { engine, quotas, caller, now } = await setUp(open, t);
    await consumeMany(quotas, caller, FIVE, now, 5);
    const after = await quotas.giveBack(caller.accountId, FIVE, now, 2);
    assert.deepEqual([after?.minute.remaining, after?.day?.remaining], [2, MANY_A_DAY - 3]);
    assert.deepEqual(outcomes(await consumeMany(quotas, caller, FIVE, now, 3)), {
      passed: 2,
      minute: 1,
      day: 0,
    });
    await quotas.giveBack(caller.accountId, FIVE, now, 1);
    await quotas.close();
    const left = { minute: 1, day: MANY_A_DAY - 4 };
    assert.deepEqual(await remainingOf(await engine.start(), caller, FIVE, now), left);
  });

  test('a request that is given back in a later minute leaves the requests of that minute counted', async (t) => {
    const { quotas, caller, now } = await setUp(open, t);
    await consumeMany(quotas, caller, FIVE, now, 3);
    await consumeMany(quotas, caller, FIVE, now + MINUTE, 3);
    await quotas.giveBack(caller.accountId, FIVE, now, 1);
    const left = { minute: 2, day: MANY_A_DAY - 5 };
    assert.deepEqual(await remainingOf(quotas, caller, FIVE, now + MINUTE), left);
  });

  test('more requests than are counted cannot be given back', async (t) => {
    const { quotas, caller, now } = await setUp(open, t);
    await quotas.consume(caller, FIVE, now);
    await quotas.giveBack(caller.accountId, FIVE, now, 3);
    assert.deepEqual(await remainingOf(quotas, caller, FIVE, now), { minute: 5, day: MANY_A_DAY });
  });

  test('peek counts nothing', async (t) => {
    const { quotas, caller, now } = await setUp(open, t);
    for (let look = 0; look < 20; look += 1) {
      assert.deepEqual(await remainingOf(quotas, caller, FIVE, now), { minute: 5, day: MANY_A_DAY });
    }
    assert.equal(outcomes(await consumeMany(quotas, caller, FIVE, now, 6)).passed, 5);
  });

  test('a change of plan keeps the used requests', async (t) => {
    const { quotas, caller, now } = await setUp(open, t);
    await consumeMany(quotas, caller, PLANS.pro, now, 100);
    assert.deepEqual(await remainingOf(quotas, caller, PLANS.business, now), { minute: 900, day: 99_900 });
    assert.deepEqual(await remainingOf(quotas, caller, PLANS.free, now), { minute: 0, day: 900 });
    assert.equal((await quotas.consume(caller, PLANS.free, now)).refusedBy, 'minute');
    assert.deepEqual(await remainingOf(quotas, caller, PLANS.pro, now), { minute: 200, day: 9_900 });
  });
}

function testWindows(open: Open): void {
  test('windows are the UTC minute and the UTC day, with the same reset for all requests', async (t) => {
    const { quotas, caller } = await setUp(open, t);
    const day = Date.UTC(2026, 10, 21);
    for (const ms of [0, 1, 59_999, 60_000, 12 * HOUR + 30_500, DAY - 1]) {
      const shown = await quotas.consume(caller, PLANS.business, day + ms);
      assert.equal(shown.minute.resetAt, (day + (Math.floor(ms / MINUTE) + 1) * MINUTE) / SECOND);
      assert.equal(shown.day?.resetAt, (day + DAY) / SECOND);
    }
  });

  test('a used-up minute is reset to the millisecond, and the day continues', async (t) => {
    const { quotas, caller } = await setUp(open, t);
    const minute = Date.UTC(2026, 10, 21, 9, 30);
    await consumeMany(quotas, caller, FIVE, minute, 5);
    assert.equal((await quotas.consume(caller, FIVE, minute + MINUTE - 1)).refusedBy, 'minute');
    const next = await quotas.consume(caller, FIVE, minute + MINUTE);
    assert.deepEqual([next.minute.remaining, next.day?.remaining], [4, MANY_A_DAY - 6]);
  });

  test('a used-up day is reset at midnight UTC, to the millisecond', async (t) => {
    const { quotas, caller } = await setUp(open, t);
    const midnight = Date.UTC(2026, 10, 22);
    const quota = { perMinute: 1_000, perDay: 5 };
    await consumeMany(quotas, caller, quota, midnight - HOUR, 5);
    assert.equal((await quotas.consume(caller, quota, midnight - 1)).refusedBy, 'day');
    const fresh = await consumeMany(quotas, caller, quota, midnight, 3);
    assert.deepEqual(
      fresh.map(({ day }) => day?.remaining),
      [4, 3, 2],
    );
  });

  test('a clock that jumps locks an account out for one window at most', async (t) => {
    const { engine, quotas } = await setUp(open, t);
    const jumps = fc.array(fc.integer({ min: -3 * DAY, max: 3 * DAY }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(jumps, fc.constantFrom<WindowName>('minute', 'day'), async (by, window) => {
        const quota =
          window === 'minute' ? { perMinute: 2, perDay: MANY_A_DAY } : { perMinute: 9, perDay: 2 };
        const caller = await engine.caller();
        let now = engine.clock.now();
        for (const jump of by) {
          await consumeMany(quotas, caller, quota, now, 3);
          now += jump;
        }
        await consumeMany(quotas, caller, quota, now, 3);
        const later = now + (window === 'minute' ? MINUTE : DAY);
        assert.equal((await quotas.consume(caller, quota, later)).refusedBy, undefined);
      }),
      { numRuns: 50 },
    );
  });
}

function testStrikes(open: Open): void {
  test('counts no strikes in the second after the first 429 of a window, and one for each later 429', async (t) => {
    const { quotas, caller, now } = await setUp(open, t);
    const quota = { perMinute: 1, perDay: 9 };
    const seen = [];
    for (const ms of [0, 0, 999, 1000, 1001, 1001, 30_000]) {
      seen.push(await strikesOf(consumeMany(quotas, caller, quota, now + ms, 2)));
    }
    assert.deepEqual(seen, [
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
  });

  test('counts strikes in that second only beyond a burst of 100 requests, or of the quota per minute if that is more', async (t) => {
    const { engine, quotas, caller, now } = await setUp(open, t);
    const one = { perMinute: 1, perDay: MANY_A_DAY };
    const burst = await strikesOf(consumeMany(quotas, caller, one, now, 1 + 100));
    assert.deepEqual(new Set(burst), new Set([0]));
    assert.deepEqual(await strikesOf(consumeMany(quotas, caller, one, now + 999, 3)), [1, 2, 3]);
    assert.deepEqual(await strikesOf(consumeMany(quotas, caller, one, now + 1_001, 2)), [4, 5]);
    const other = await engine.caller();
    const many = await strikesOf(consumeMany(quotas, other, PLANS.pro, now, 300 + 300 + 2));
    assert.deepEqual([Math.max(...many.slice(0, 600)), ...many.slice(600)], [0, 1, 2]);
  });

  test('counts strikes by key and within one minute', async (t) => {
    const { quotas, caller, now } = await setUp(open, t);
    const sibling = { ...caller, keyId: caller.keyId + 1_000n };
    const one = { perMinute: 1, perDay: 2 };
    await consumeMany(quotas, caller, one, now, 2);
    assert.deepEqual(await strikesOf(consumeMany(quotas, caller, one, now + 2 * SECOND, 3)), [1, 2, 3]);
    assert.deepEqual(await strikesOf(consumeMany(quotas, sibling, one, now + 2 * SECOND, 2)), [1, 2]);
    assert.deepEqual(await strikesOf(consumeMany(quotas, caller, one, now + MINUTE, 2)), [0, 0]);
    assert.deepEqual(await strikesOf(consumeMany(quotas, caller, one, now + MINUTE + 2 * SECOND, 2)), [1, 2]);
  });

  test('resetStrikes resets the strikes of one key only', async (t) => {
    const { quotas, caller, now } = await setUp(open, t);
    const sibling = { ...caller, keyId: caller.keyId + 1_000n };
    const one = { perMinute: 1, perDay: 2 };
    await consumeMany(quotas, caller, one, now, 2);
    await consumeMany(quotas, caller, one, now + 2 * SECOND, 5);
    await consumeMany(quotas, sibling, one, now + 2 * SECOND, 5);
    await quotas.resetStrikes(caller);
    assert.deepEqual(await strikesOf(consumeMany(quotas, caller, one, now + 3 * SECOND, 2)), [1, 2]);
    assert.deepEqual(await strikesOf(consumeMany(quotas, sibling, one, now + 3 * SECOND, 2)), [6, 7]);
  });

  test('a day that is used up has that second once, not once a minute', async (t) => {
    const { quotas, caller, now } = await setUp(open, t);
    const one = { perMinute: 5, perDay: 1 };
    await consumeMany(quotas, caller, one, now, 2);
    assert.deepEqual(await strikesOf(consumeMany(quotas, caller, one, now + 5 * MINUTE, 2)), [1, 2]);
  });
}

function testPersistence(open: Open): void {
  test('keeps the counters over a close and a start', async (t) => {
    const { engine, quotas, caller, now } = await setUp(open, t);
    const other = await engine.caller();
    await consumeMany(quotas, caller, FIVE, now, 4);
    await consumeMany(quotas, other, FIVE, now, 1);
    await quotas.close();
    const next = await engine.start();
    assert.deepEqual(await remainingOf(next, caller, FIVE, now), { minute: 1, day: MANY_A_DAY - 4 });
    assert.deepEqual(await remainingOf(next, other, FIVE, now), { minute: 4, day: MANY_A_DAY - 1 });
    assert.equal(outcomes(await consumeMany(next, caller, FIVE, now, 3)).passed, 1);
  });

  test('a quota without a day is counted for what is no account of the store, beside the others', async (t) => {
    const { engine, quotas, caller, now } = await setUp(open, t);
    const persons = { accountId: -caller.accountId, keyId: -caller.accountId };
    const minutes = { perMinute: 5, perDay: undefined };
    const outcomesOf = async (who: QuotaSubject) => outcomes(await consumeMany(quotas, who, minutes, now, 7));
    assert.deepEqual(await outcomesOf(persons), { passed: 5, minute: 2, day: 0 });
    assert.equal((await quotas.giveBack(persons.accountId, minutes, now, 2))?.minute.remaining, 2);
    await consumeMany(quotas, caller, FIVE, now, 4);
    await quotas.close();
    const next = await engine.start();
    assert.equal((await next.peek(caller.accountId, FIVE, now)).minute.remaining, 1);
  });

  test('a start in another minute keeps the day, and on another day neither window', async (t) => {
    const { engine, quotas, caller, now } = await setUp(open, t);
    await consumeMany(quotas, caller, FIVE, now, 3);
    await quotas.close();
    engine.clock.advance(MINUTE);
    const next = await engine.start();
    assert.deepEqual(await remainingOf(next, caller, FIVE, engine.clock.now()), {
      minute: 5,
      day: MANY_A_DAY - 3,
    });
    await next.close();
    engine.clock.advance(DAY);
    const last = await engine.start();
    assert.deepEqual(await remainingOf(last, caller, FIVE, engine.clock.now()), {
      minute: 5,
      day: MANY_A_DAY,
    });
  });

  test('a crash loses at most the requests of its last second', async (t) => {
    const { engine, quotas, caller, now } = await setUp(open, t);
    const quota = { perMinute: 100, perDay: 1_000 };
    await consumeMany(quotas, caller, quota, now, 10);
    engine.clock.advance(SECOND);
    const used = async () => 100 - (await remainingOf(await engine.start(), caller, quota, now)).minute;
    await until(async () => (await used()) === 10);
    await consumeMany(quotas, caller, quota, now + SECOND, 7);
    const known = await used();
    assert.ok(known >= 10 && known <= 17, `${known} of 17 requests are known after the crash`);
  });
}

async function setUp(open: Open, t: TestContext) {
  const engine = await open(t);
  return {
    engine,
    quotas: await engine.start(),
    caller: await engine.caller(),
    now: engine.clock.now(),
  };
}

/** Sends concurrent requests at one time. */
function consumeMany(quotas: QuotaEngine, caller: QuotaSubject, quota: Quota, now: number, times: number) {
  return Promise.all(Array.from({ length: times }, async () => quotas.consume(caller, quota, now)));
}

function outcomes(verdicts: readonly QuotaVerdict[]) {
  const refusedBy = (window?: WindowName) => verdicts.filter((one) => one.refusedBy === window).length;
  return { passed: refusedBy(), minute: refusedBy('minute'), day: refusedBy('day') };
}

async function strikesOf(verdicts: Promise<readonly QuotaVerdict[]>): Promise<number[]> {
  return (await verdicts).map(({ strikes }) => strikes);
}

async function remainingOf(quotas: QuotaEngine, { accountId }: QuotaSubject, quota: Quota, now: number) {
  const { minute, day } = await quotas.peek(accountId, quota, now);
  return { minute: minute.remaining, day: day?.remaining };
}
