import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, assertQuotaHeaders, at } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import { revokeApiKey } from '../../../src/accounts/api-key-store.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/core/clock.ts';
import { dayOf, minuteOf } from '../../../src/quota/fixed-window.ts';

/** A clock that jumps back and forth by hours: quotas, bans and keys. */

const LIST = '/v1/pets?limit=1';
const PER_MINUTE = 3;
const PER_DAY = 7;
/** As many as ban a key: see `quota/strikes.ts`. */
const STRIKES = 60;

/** Hours in both directions, and now and then only seconds. */
const jump = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -30 * HOUR, max: 30 * HOUR }) },
  { weight: 1, arbitrary: fc.integer({ min: -MINUTE, max: MINUTE }) },
);

test('however the clock jumps, as long as it stays in a window no more than the quota pass, and who waits as told is served', async (t) => {
  const service = await startService(t);
  const steps = fc.array(fc.record({ jump, requests: fc.integer({ min: 1, max: 6 }) }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const { key } = await service.account({ perMinute: PER_MINUTE, perDay: PER_DAY });
      const stays = { minute: new Stay(minuteOf, PER_MINUTE), day: new Stay(dayOf, PER_DAY) };
      for (const step of list) {
        service.clock.advance(step.jump);
        for (const answer of await atOnce(service, key, step.requests)) {
          assertQuotaHeaders(answer, service.clock.now());
          const passed = answer.status === 200;
          for (const stay of Object.values(stays)) stay.note(service.clock.now(), passed);
        }
      }
      await atOnce(service, key, PER_DAY + 1);
      // The minute first, and then the day that is used up too.
      await assertServedAfterWaits(service, key, 2);
    }),
    { numRuns: 25 },
  );
});

/** One stay of the clock in a window: what passed since it came. */
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

test('however the clock jumps, a ban lasts a day at most, and who waits as told is served', async (t) => {
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
  test(`a ban that was made while the clock was ${aheadHours} h ahead ends with the mistake, and hides no later ban`, async (t) => {
    const service = await startService(t);
    const { key } = await service.account({ perMinute: 1 });
    service.clock.advance(aheadHours * HOUR);
    await earnBan(service, key);
    service.clock.advance(-aheadHours * HOUR);
    // Until the moment at which it was made: then the ban of five minutes is what it says.
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

test('however the clock jumps, a revocation is known within a second of it', async (t) => {
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
      // Who comes at once may meet what was found less than a second ago.
      const { status } = await service.send(LIST, { key });
      if (Math.abs(ms) >= SECOND) assert.equal(status, 401, `${ms} ms later`);
      clock.advance(SECOND);
      assert.equal((await service.send(LIST, { key })).status, 401, `a second after ${ms} ms`);
    }),
    { numRuns: 25 },
  );
});

test('a key that expires is refused while the clock is past its end, and only then', async (t) => {
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

/** Asks, beyond its minute's one request and the second of grace, until the key is banned. */
async function earnBan(service: TestService, key: string): Promise<void> {
  await atOnce(service, key, 2);
  // Within the minute, or the strikes would begin anew.
  const isLate = service.clock.now() % MINUTE > MINUTE - 3 * SECOND;
  service.clock.advance(isLate ? MINUTE / 2 : 0);
  await atOnce(service, key, 2);
  service.clock.advance(SECOND + 1);
  const answers = await atOnce(service, key, STRIKES);
  assert.ok(answers.some(({ json }) => at(json, 'code') === 'api_key_banned'));
}

/** Fails unless a client that waits as long as it is told, some times over, is served. */
async function assertServedAfterWaits(service: TestService, key: string, waits: number): Promise<void> {
  for (let waited = 0; ; waited += 1) {
    const answer = await service.send(LIST, { key });
    if (answer.status === 200) return;
    assert.equal(answer.status, 429, answer.text);
    assert.ok(waited < waits, `after ${waits} waits: ${answer.text}`);
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds * SECOND <= DAY, answer.text);
    service.clock.advance(seconds * SECOND);
  }
}
