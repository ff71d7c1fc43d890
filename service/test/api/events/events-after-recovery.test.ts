// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { assertError, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { MINUTE } from '../../../src/platform/core/clock.ts';
import { advanceIds } from '../../../src/platform/database/recovery/advance-ids.ts';
import { idsOf } from './feed.ts';

/** After a recovery, ids continue above all that may have been assigned, and clients that know lost events read again. */

const FIRST_AFTER = 1_000_000;

/** A service on a store of 3 pets and 4 events that was restored to an earlier time. */
async function startRecovered(t: TestContext) {
  const where = { store: await temporaryStore(t), clock: new FakeClock() };
  const before = await startService(t, where);
  const { key } = await before.account({ role: 'manager' });
  for (const name of ['Ada', 'Bo', 'Coco']) await addPet(before, key, { name });
  const cursor = nextOf(await before.send('/v1/pets?limit=2', { key }));
  await before.send('/v1/pets/3', { method: 'PATCH', key, body: { name: 'Coco Chanel' } });
  await before.send('/v1/events', { key });
  where.clock.advance(MINUTE);
  await advanceIds(before.database, { now: where.clock.now() });
  await before.close();
  const service = await startService(t, where);
  const read = (query: string) => service.send(`/v1/events${query}`, { key });
  return { ...where, service, key, read, cursor };
}

test('assigns ids above the skipped ones to new pets, orders, events and accounts, and cursors of lists stay valid', async (t) => {
  const { service, key, read, cursor } = await startRecovered(t);
  assert.equal(await addPet(service, key), FIRST_AFTER + 4);
  assert.deepEqual(idsOf(await service.send(cursor ?? '', { key })), [1]);
  assert.equal(await placeOrder(service, key, FIRST_AFTER + 4), FIRST_AFTER + 1);
  assert.deepEqual(idsOf(await read('')), [1, 2, 3, 4, ...[5, 6, 7].map((id) => FIRST_AFTER + id)]);
  const { id } = await service.account();
  assert.equal(id, BigInt(FIRST_AFTER + 2));
});

test('continues across the gap after an event that the store still has, also for one pet', async (t) => {
  const { service, key, read } = await startRecovered(t);
  await addPet(service, key);
  for (const [after, ids] of [
    ['2', [3, 4, FIRST_AFTER + 5]],
    ['4', [FIRST_AFTER + 5]],
    [`${FIRST_AFTER + 5}`, []],
  ] as const) {
    const response = await read(`?after=${after}&limit=5`);
    assert.deepEqual(idsOf(response), ids);
    assert.equal(nextOf(response), `/v1/events?limit=5&after=${FIRST_AFTER + 5}`);
  }
  assert.deepEqual(idsOf(await read('?after=3&limit=1')), [4]);
  await service.send('/v1/pets/3', { method: 'PATCH', key, body: { name: 'Coco' } });
  assert.deepEqual(idsOf(await read('?petId=3')), [3, 4, FIRST_AFTER + 6]);
  assert.deepEqual(idsOf(await read('?petId=3&after=4')), [FIRST_AFTER + 6]);
});

test('returns 410 for a skipped id, before and after new events, and describes the recovery', async (t) => {
  const { service, key, read } = await startRecovered(t);
  const skipped = ['5', '6', `${FIRST_AFTER}`, `${FIRST_AFTER + 4}`];
  for (const _ of [1, 2]) {
    for (const after of skipped) {
      for (const filter of ['', '&petId=3', '&petId=5']) {
        const response = await read(`?after=${after}${filter}`);
        assertError(response, 410, 'events_expired');
        assert.match(response.text, /restored to an earlier time.*after=latest.*read the catalogue/);
      }
    }
    await addPet(service, key);
  }
});

test('after=latest is the latest event of the store, and its Link misses nothing', async (t) => {
  const { service, key, read } = await startRecovered(t);
  const latest = await read('?after=latest&limit=5');
  assert.deepEqual([listOf(latest), nextOf(latest)], [[], '/v1/events?limit=5&after=4']);
  const again = await service.send(nextOf(latest) ?? '', { key });
  assert.deepEqual([listOf(again), nextOf(again)], [[], '/v1/events?limit=5&after=4']);
  await addPet(service, key);
  assert.deepEqual(idsOf(await service.send(nextOf(again) ?? '', { key })), [FIRST_AFTER + 5]);
});
