// Needs PostgreSQL or Valkey.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshValkey, noValkey } from '@petstore/testing/servers/valkey-server.ts';
import fc from 'fast-check';
import {
  dayOf,
  decideRequest,
  minuteOf,
  usageAfter,
  windowsOf,
} from '../../src/access/quota/fixed-window.ts';
import type { Quota } from '../../src/access/quota/plan.ts';
import { NO_REFUSALS, RefusalCounts } from '../../src/access/quota/strikes.ts';
import { ValkeyConnection } from '../../src/access/quota/valkey/connection.ts';
import { accountKey, refusalFields, runScript } from '../../src/access/quota/valkey/script.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/core/clock.ts';

const NOTHING = { minute: 0, minuteUsed: 0, day: 0, dayUsed: 0 };
const NO_UNREPORTED = { minute: 0, ...NO_REFUSALS };
const INSTALLATION = 'one';
const RUN = 'one';

type Step =
  | { kind: 'request'; keyId: bigint; pauseMs: number; quota?: Quota; count?: number }
  | { kind: 'forget'; keyId: bigint };

const aKey = fc.constantFrom(1n, 2n);
const aQuota = fc.record({
  perMinute: fc.integer({ min: 0, max: 4 }),
  perDay: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined }),
});
/** Pauses at the limits of grace, minute and day, and sometimes a clock that is set back. */
const pauseMs = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.constantFrom(1, 999, SECOND, SECOND + 1, MINUTE - 1, MINUTE, DAY - 1, DAY) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 20 * SECOND }) },
  { weight: 1, arbitrary: fc.integer({ min: -2 * DAY, max: 9 * HOUR }) },
  { weight: 1, arbitrary: fc.integer({ min: -2 * MINUTE, max: 0 }) },
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 20,
      arbitrary: fc.record({ kind: fc.constant('request' as const), keyId: aKey, pauseMs }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('request' as const), keyId: aKey, pauseMs, quota: aQuota }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('request' as const),
        keyId: aKey,
        pauseMs,
        count: fc.integer({ min: 2, max: 5 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), keyId: aKey }) },
  ),
  { maxLength: 60, size: 'max' },
);

/** Applies the rules of `fixed-window.ts` and `strikes.ts` to the requests of one account. */
class Rules {
  #usage = NOTHING;
  readonly #refusals = new RefusalCounts();

  request(keyId: bigint, quota: Quota, now: number, count: number) {
    const decision = decideRequest(this.#usage, quota, now, count);
    const { refusedBy } = decision;
    if (refusedBy !== undefined) {
      return {
        ...decision,
        refusals: this.#refusals.addRefusal({ accountId: 1n, keyId }, refusedBy, now),
      };
    }
    this.#usage = usageAfter(this.#usage, now, count);
    return { ...decision, refusedBy, refusals: NO_REFUSALS };
  }

  forget(keyId: bigint): void {
    this.#refusals.reset(keyId);
  }
}

test('the script decides as the rules do, strikes included, whatever the clock does', {
  skip: noValkey,
}, async (t) => {
  const connection = await ValkeyConnection.open(await freshValkey(t), 30 * SECOND);
  t.after(() => connection.close());
  let accountId = 0n;

  async function request(keyId: bigint, quota: Quota, now: number, mode: 'consume' | 'peek', count?: number) {
    const reply = await connection.call((redis) =>
      runScript(redis, {
        installation: INSTALLATION,
        mode,
        count,
        subject: { accountId, keyId },
        quota,
        now,
        runId: RUN,
        unreported: NO_UNREPORTED,
        storedUsage: NOTHING,
      }),
    );
    assert.ok(reply);
    const { outcome, minuteUsed, dayUsed, refusals, at } = reply;
    assert.equal(at, now);
    const usage = { minute: minuteOf(at), minuteUsed, day: dayOf(at), dayUsed };
    const refusedBy = outcome === 'minute' || outcome === 'day' ? outcome : undefined;
    return { ...windowsOf(usage, quota, at), refusedBy, refusals };
  }

  const start = fc.integer({ min: 10, max: 20_000 }).map((days) => days * DAY + HOUR);
  await fc.assert(
    fc.asyncProperty(start, aQuota, steps, async (first, firstQuota, list) => {
      accountId += 1n;
      const rules = new Rules();
      let now = first;
      let quota = firstQuota;
      for (const step of list) {
        if (step.kind === 'forget') {
          rules.forget(step.keyId);
          await connection.call((redis) =>
            redis.hdel(accountKey(INSTALLATION, accountId), ...refusalFields(step.keyId)),
          );
          continue;
        }
        now += step.pauseMs;
        quota = step.quota ?? quota;
        const expected = rules.request(step.keyId, quota, now, step.count ?? 1);
        const decided = await request(step.keyId, quota, now, 'consume', step.count);
        assert.deepEqual(decided, expected);
        const { refusedBy, refusals, ...windows } = await request(step.keyId, quota, now, 'peek');
        assert.deepEqual([refusedBy, refusals, windows], [undefined, NO_REFUSALS, onlyWindows(expected)]);
      }
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 100) },
  );
});

function onlyWindows({ minute, day }: ReturnType<Rules['request']>) {
  return { minute, day };
}
