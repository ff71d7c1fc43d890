// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { startService } from '@petstore/testing/service.ts';
import { testOn } from '@petstore/testing/test-on.ts';
import { until } from '@petstore/testing/until.ts';
import pg from 'pg';
import { DAY, HOUR, MINUTE } from '../../platform/core/clock.ts';
import { countMissingAdoptions, recordMissingAdoptions } from './missing-adoptions.ts';

async function start(t: TestContext) {
  const service = await startService(t);
  const { key } = await service.account({ role: 'manager' });
  const { database, clock } = service;
  /** Completes the order of a new animal with the statements of 1.1.0, which records no movement. */
  const completeAsOlder = async () => {
    const petId = await addPet(service, key);
    const orderId = await placeOrder(service, key, petId);
    const values = { status: 'completed', expires_at: null, updated_at: BigInt(clock.now()) } as const;
    await database.write(async (db) => {
      await db.updateTable('orders').set(values).where('id', '=', BigInt(orderId)).execute();
      await db.updateTable('pets').set({ status: 'sold' }).where('id', '=', BigInt(petId)).execute();
    });
    return { petId, orderId };
  };
  const movements = async (petId: number) => {
    const found = await database.read
      .selectFrom('movements')
      .select(['reason', 'date', 'order_id'])
      .where('pet_id', '=', BigInt(petId))
      .orderBy('date')
      .orderBy('day_order')
      .orderBy('id')
      .execute();
    return found.map(({ reason, date, order_id }) => `${reason} ${date} ${order_id}`);
  };
  return { service, key, clock, database, completeAsOlder, movements };
}

test('an adoption that an older version completed is recorded once, on the day of the shelter, and stays deleted', async (t) => {
  const { service, key, clock, database, completeAsOlder, movements } = await start(t);
  const adopted = await completeAsOlder();
  clock.advance(20 * HOUR);
  const later = await completeAsOlder();
  clock.advance(9 * DAY);
  assert.equal(await countMissingAdoptions(database.read), 2);
  for (const _ of ['once', 'again']) await recordMissingAdoptions(database, 'Pacific/Auckland');
  assert.deepEqual(await movements(adopted.petId), [`adoption 2026-11-22 ${adopted.orderId}`]);
  assert.deepEqual(await movements(later.petId), [`adoption 2026-11-22 ${later.orderId}`]);
  const path = `/v1/pets/${adopted.petId}/movements`;
  const [movement] = await readAll(service, key, path);
  const removed = await service.send(`${path}/${movement?.id}`, { method: 'DELETE', key });
  assert.equal(removed.status, 204, removed.text);
  await recordMissingAdoptions(database, 'Pacific/Auckland');
  assert.deepEqual(await movements(adopted.petId), []);
  assert.equal(await countMissingAdoptions(database.read), 0);
});

test('an adoption that is recorded later comes before the return from it, and after earlier stays; also if an older version recorded no return', async (t) => {
  const { service, key, clock, database, completeAsOlder, movements } = await start(t);
  const { petId, orderId } = await completeAsOlder();
  const { petId: other, orderId: otherOrder } = await completeAsOlder();
  const add = async (id: number, body: object) => {
    const { status, text } = await service.send(`/v1/pets/${id}/movements`, { method: 'POST', key, body });
    assert.equal(status, 201, text);
  };
  await add(other, { type: 'intake', reason: 'stray', date: '2026-11-21' });
  await add(other, { type: 'outcome', reason: 'adoption', date: '2026-11-21' });
  const back = { method: 'PATCH', key, body: { status: 'available' } };
  assert.equal((await service.send(`/v1/pets/${petId}`, back)).status, 200);
  const { petId: returned, orderId: itsOrder } = await completeAsOlder();
  clock.advance(DAY);
  const available = { status: 'available', status_changed_at: BigInt(clock.now()) } as const;
  await database.write((db) =>
    db.updateTable('pets').set(available).where('id', '=', BigInt(returned)).execute(),
  );
  await recordMissingAdoptions(database, 'UTC');
  assert.deepEqual(await movements(petId), [`adoption 2026-11-21 ${orderId}`, 'return 2026-11-21 null']);
  const stay = [`adoption 2026-11-21 ${itsOrder}`, 'return 2026-11-22 null'];
  assert.deepEqual(await movements(returned), stay);
  const adoptedAgain = { method: 'PATCH', key, body: { status: 'sold' } };
  assert.equal((await service.send(`/v1/pets/${returned}`, adoptedAgain)).status, 200);
  assert.deepEqual(await movements(returned), [...stay, 'adoption 2026-11-22 null']);
  assert.deepEqual(await movements(other), ['stray 2026-11-21 null', `adoption 2026-11-21 ${otherOrder}`]);
});

testOn(
  'PostgreSQL',
  'while a process of 1.1.0 serves, what it completes is recorded within a minute, and the last of it after its end',
  async (t) => {
    const { service, clock, database, completeAsOlder, movements } = await start(t);
    const older = new pg.Client({ connectionString: service.store });
    await older.connect();
    t.after(() => older.end());
    // The statement by which 1.0.0 and 1.1.0 take the instance lock.
    await older.query('select pg_try_advisory_lock_shared(7240115031)');
    assert.equal(await database.hasOlderProcesses?.(), true);
    const twin = await startService(t, { store: service.store, clock });
    const isRecorded = async ({ petId }: { petId: number }) => (await movements(petId)).length === 1;
    for (const lock of ['held', 'released']) {
      const order = await completeAsOlder();
      if (lock === 'released') await older.query('select pg_advisory_unlock_shared(7240115031)');
      await until(async () => {
        twin.clock.advance(MINUTE);
        return isRecorded(order);
      });
    }
    assert.equal(await database.hasOlderProcesses?.(), false);
  },
);
