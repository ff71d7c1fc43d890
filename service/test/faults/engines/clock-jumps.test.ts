import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, assertQuotaHeaders, at } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import { revokeApiKey } from '../../../src/access/accounts/api-key-queries.ts';
import { dayOf, minuteOf } from '../../../src/access/quota/fixed-window.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/core/clock.ts';

/** Quotas, bans and keys while the clock jumps by hours. */

const LIST = '/v1/pets?limit=1';
const PER_MINUTE = 3;
const PER_DAY = 7;
/** The number that bans a key: see `access/quota/strikes.ts`. */
const STRIKES = 60;

/** Mostly hours in both directions, sometimes at most a minute. */
const jump = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -30 * HOUR, max: 30 * HOUR }) },
  { weight: 1, arbitrary: fc.integer({ min: -MINUTE, max: MINUTE }) },
);

test('no more than the quota passes while the clock stays in a window, and a client that waits for Retry-After is served', async (t) => {
  const service = await startService(t);
  const steps = fc.array(fc.record({ jump, requests: fc.integer({ min: 1, max: 6 }) }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const { key } = await service.account({ perMinute: PER_MINUTE, perDay: PER_DAY });
      const stays = { minute: new Stay(minuteOf, PER_MINUTE), day: new Stay(dayOf, PER_DAY) };
      for (const step of list) {
        service.clock.advance(step.jump);
        for (const response of await atOnce(service, key, step.requests)) {
          assertQuotaHeaders(response, service.clock.now());
          const passed = response.status === 200;
          for (const stay of Object.values(stays)) stay.note(service.clock.now(), passed);
        }
      }
      await atOnce(service, key, PER_DAY + 1);
      // First for the minute, then for the day, which is used up, too.
      await assertServedAfterWaits(service, key, 2);
    }),
    { numRuns: 25 },
  );
});

/** Counts the requests that passed since the clock entered a window. */
class Stay {
  readonly #numberOf: (now: number) => number;
  readonly #limit: number;
  #number: number | undefined;
  #passed = 0;

  constructor(numberOf: (now: number) => number, limit: number) {
    this.#numberOf = numberOf;
    this.#limit = limit;
  }

  note(now: number, passed: boolean): void {
    if (this.#number !== this.#numberOf(now)) this.#passed = 0;
    this.#number = this.#numberOf(now);
    if (passed) this.#passed += 1;
    assert.ok(this.#passed <= this.#limit, `${this.#passed} of ${this.#limit} passed`);
  }
}

test('a ban lasts at most a day however the clock jumps, and a client that waits for Retry-After is served', async (t) => {
  const service = await startService(t);
  await fc.assert(
    fc.asyncProperty(fc.array(jump, { maxLength: 4 }), async (jumps) => {
      const { key } = await service.account({ perMinute: 1 });
      for (const ms of jumps) {
        await earnBan(service, key);
        service.clock.advance(ms);
      }
      await earnBan(service, key);
      await assertServedAfterWaits(service, key, 2);
    }),
    { numRuns: 8 },
  );
});

for (const aheadHours of [20, 72]) {
  test(`a ban made while the clock was ${aheadHours} h ahead ends when the clock is corrected, and hides no later ban`, async (t) => {
    const service = await startService(t);
    const { key } = await service.account({ perMinute: 1 });
    service.clock.advance(aheadHours * HOUR);
    await earnBan(service, key);
    service.clock.advance(-aheadHours * HOUR);
    // At the moment at which it was made, the ban of five minutes would apply.
    const back = await statusesEvery(service, key, 4 * HOUR, aheadHours / 4);
    assert.deepEqual(back, Array(aheadHours / 4).fill(200));
    service.clock.advance(-aheadHours * HOUR);
    await earnBan(service, key);
    assert.deepEqual(await statusesEvery(service, key, MINUTE, 3), [429, 429, 429]);
  });
}

async function statusesEvery(service: TestService, key: string, ms: number, times: number) {
  const statuses = [];
  for (let time = 0; time < times; time += 1) {
    statuses.push((await service.send(LIST, { key })).status);
    service.clock.advance(ms);
  }
  return statuses;
}

test('a revoked key is 401 within a second, however the clock jumps', async (t) => {
  const service = await startService(t);
  await fc.assert(
    fc.asyncProperty(fc.array(jump, { minLength: 1, maxLength: 6 }), async (jumps) => {
      const { key, keyId } = await service.account();
      for (const ms of jumps) {
        assert.equal((await service.send(LIST, { key })).status, 200);
        service.clock.advance(ms);
      }
      assert.equal((await service.send(LIST, { key })).status, 200);
      const { clock, database } = service;
      await database.write((queries) => revokeApiKey(queries, keyId, clock.now()));
      const [ms = 0] = jumps;
      clock.advance(ms);
      // A request within a second may use the cached key.
      const { status } = await service.send(LIST, { key });
      if (Math.abs(ms) >= SECOND) assert.equal(status, 401, `${ms} ms later`);
      clock.advance(SECOND);
      assert.equal((await service.send(LIST, { key })).status, 401, `a second after ${ms} ms`);
    }),
    { numRuns: 25 },
  );
});

test('an expiring key is 401 exactly while the clock is past its expiry', async (t) => {
  const service = await startService(t);
  const { clock } = service;
  await fc.assert(
    fc.asyncProperty(fc.array(jump, { maxLength: 8 }), async (jumps) => {
      const expiresAt = clock.now() + 3 * HOUR;
      const { key } = await service.account({ expiresAt });
      for (const ms of jumps) {
        clock.advance(ms);
        const expected = clock.now() < expiresAt ? 200 : 401;
        assert.equal((await service.send(LIST, { key })).status, expected);
      }
    }),
    { numRuns: 25 },
  );
});

function atOnce(service: TestService, key: string, times: number): Promise<ApiResponse[]> {
  return Promise.all(Array.from({ length: times }, () => service.send(LIST, { key })));
}

/** Sends requests beyond the quota until the key is banned. */
async function earnBan(service: TestService, key: string): Promise<void> {
  await atOnce(service, key, 2);
  // Stays within the minute: strikes start at 0 in a new one.
  const isLate = service.clock.now() % MINUTE > MINUTE - 3 * SECOND;
  service.clock.advance(isLate ? MINUTE / 2 : 0);
  await atOnce(service, key, 2);
  service.clock.advance(SECOND + 1);
  const responses = await atOnce(service, key, STRIKES);
  assert.ok(responses.some(({ json }) => at(json, 'code') === 'api_key_banned'));
}

/** Asserts that a client is served after waiting for Retry-After at most `waits` times. */
async function assertServedAfterWaits(service: TestService, key: string, waits: number): Promise<void> {
  for (let waited = 0; ; waited += 1) {
    const response = await service.send(LIST, { key });
    if (response.status === 200) return;
    assert.equal(response.status, 429, response.text);
    assert.ok(waited < waits, `after ${waits} waits: ${response.text}`);
    const seconds = Number(response.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds * SECOND <= DAY, response.text);
    service.clock.advance(seconds * SECOND);
  }
}
