import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNLIMITED } from '@petstore/testing/accounts.ts';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import { HOUR, MINUTE } from '../../../src/platform/core/clock.ts';

/** Holds, idempotency keys, cursors and events while the clock jumps by hours. */

/** Shorter than most jumps, so that holds end in most runs. */
const HOLD_HOURS = 6;

const jump = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -30 * HOUR, max: 30 * HOUR }) },
  { weight: 1, arbitrary: fc.integer({ min: -MINUTE, max: MINUTE }) },
);

interface Hold {
  orderId: number;
  petId: number;
  expiresAt: number;
  hasExpired: boolean;
}

test('a hold ends once, at the first request after its end, however the clock jumps', async (t) => {
  const service = await startService(t, { env: { ORDER_HOLD_HOURS: String(HOLD_HOURS) } });
  const { clock } = service;
  const { key } = await service.account({ ...UNLIMITED, role: 'manager' });
  await fc.assert(
    fc.asyncProperty(fc.array(jump, { minLength: 1, maxLength: 8 }), async (jumps) => {
      const holds: Hold[] = [];
      for (const ms of jumps) {
        holds.push(await hold(service, key));
        clock.advance(ms);
        await assertHolds(service, key, holds);
      }
      const types = await Promise.all(
        holds.map(async ({ petId }) =>
          (await readAll(service, key, `/v1/events?petId=${petId}`)).filter(
            ({ type }) => type === 'order.expired',
          ),
        ),
      );
      for (const [index, expired] of types.entries()) {
        const { hasExpired, expiresAt } = holds[index] ?? assert.fail();
        assert.deepEqual(
          expired.map((event) => event.at),
          hasExpired ? [new Date(expiresAt).toISOString()] : [],
        );
      }
    }),
    { numRuns: 10 },
  );
});

async function hold(service: TestService, key: string): Promise<Hold> {
  const petId = await addPet(service, key);
  const orderId = await placeOrder(service, key, petId);
  return { orderId, petId, expiresAt: service.clock.now() + HOLD_HOURS * HOUR, hasExpired: false };
}

async function assertHolds(service: TestService, key: string, holds: Hold[]): Promise<void> {
  for (const one of holds) {
    one.hasExpired ||= service.clock.now() >= one.expiresAt;
    const { json } = await service.send(`/v1/store/orders/${one.orderId}`, { key });
    assert.equal(at(json, 'status'), one.hasExpired ? 'expired' : 'placed');
    const pet = await service.send(`/v1/pets?categoryId=1&limit=100`, { key });
    const found = listOf(pet).find(({ id }) => id === one.petId);
    assert.equal(found?.status, one.hasExpired ? 'available' : 'pending');
  }
}

test('a write repeated with its Idempotency-Key within a day is done once and has the same response, however the clock jumps', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ ...UNLIMITED });
  let round = 0;
  // Less than a day from the first request: after a day the key expires.
  const moments = fc.array(fc.integer({ min: -23 * HOUR, max: 23 * HOUR }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(moments, async (offsets) => {
      round += 1;
      const name = `round ${round}`;
      const write = {
        method: 'POST',
        key,
        headers: { 'idempotency-key': name },
        body: { name, categoryId: 1 },
      };
      const first = await service.send('/v1/pets', write);
      assert.equal(first.status, 201, first.text);
      let reached = 0;
      for (const offset of offsets) {
        service.clock.advance(offset - reached);
        reached = offset;
        const again = await service.send('/v1/pets', write);
        assert.deepEqual([again.status, again.text], [201, first.text]);
        assert.equal(again.headers.get('idempotent-replayed'), 'true');
      }
      const named = (await readAll(service, key, '/v1/pets?limit=100')).filter((pet) => pet.name === name);
      assert.equal(named.length, 1);
    }),
    { numRuns: 15 },
  );
});

test('paging shows every pet once, and the feed every change once and in order, however the clock jumps between pages', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ ...UNLIMITED, role: 'manager' });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(jump, { minLength: 6, maxLength: 6 }), async (jumps) => {
      round += 1;
      const categoryId = 1_000 + round;
      const head = nextOf(await service.send('/v1/events?after=latest&limit=1', { key })) ?? assert.fail();
      const added: { id: number; at: string }[] = [];
      for (const ms of jumps) {
        service.clock.advance(ms);
        const id = await addPet(service, key, { categoryId });
        added.push({ id, at: new Date(service.clock.now()).toISOString() });
      }
      const walk = `/v1/pets?limit=1&sort=id&categoryId=${categoryId}`;
      const pets = await followWithJumps(service, key, walk, jumps);
      assert.deepEqual(
        pets.map(({ id }) => id),
        added.map(({ id }) => id),
      );
      const events = await followWithJumps(service, key, head, jumps);
      assert.deepEqual(
        events.map((event) => ({ id: at(event.pet, 'id'), at: event.at })),
        added,
      );
    }),
    { numRuns: 15 },
  );
});

/** Reads one page after each jump. */
async function followWithJumps(
  { clock, send }: TestService,
  key: string,
  first: string,
  jumps: readonly number[],
) {
  const found = [];
  let next: string | undefined = first;
  for (const ms of jumps) {
    clock.advance(-ms);
    const page: ApiResponse = await send(next ?? assert.fail('the list ended early'), { key });
    found.push(...listOf(page));
    next = nextOf(page);
  }
  return found;
}
