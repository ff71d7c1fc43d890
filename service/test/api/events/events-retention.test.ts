// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { assertError, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { type ServiceOptions, startService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { DAY, HOUR, MINUTE } from '../../../src/platform/core/clock.ts';
import { lastPurgedId } from '../../../src/record/events/event-ids.ts';
import { purgeEvents } from '../../../src/record/events/event-purge.ts';
import { FEED, idsOf } from './feed.ts';

/** Events are kept for 90 days by default; an `after` below the last purged event is 410 `events_expired`. */

/** A service and a manager; `add` adds pets, which records one event each. */
async function start(t: TestContext, options: ServiceOptions = {}) {
  const service = await startService(t, options);
  const { key } = await service.account({ role: 'manager' });
  const add = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const body = { name: 'Frank', categoryId: 1 };
      assert.equal((await service.send('/v1/pets', { method: 'POST', key, body })).status, 201);
    }
  };
  /** Waits until the purge has removed the events up to `id`. */
  const purgedUpTo = (id: bigint) => until(async () => (await lastPurgedId(service.database.read)) === id);
  const read = (query: string) => service.send(`${FEED}${query}`, { key });
  return { service, key, add, purgedUpTo, read };
}

test('purges an event within an hour after 90 days', async (t) => {
  const { service, add, purgedUpTo, read } = await start(t);
  await add(2);
  service.clock.advance(90 * DAY);
  await add(1);
  assert.deepEqual(idsOf(await read('')), [1, 2, 3]);
  service.clock.advance(HOUR);
  await purgedUpTo(2n);
  assert.deepEqual(idsOf(await read('')), [3]);
});

test('purges only from the beginning, so that no gap remains after an event of a clock that was ahead', async (t) => {
  const { service, add, read } = await start(t);
  await add(4);
  const { write } = service.database;
  await read('');
  await write((db) => db.updateTable('events').set({ at: 10n }).where('id', '<>', 2n).execute());
  assert.equal(await purgeEvents(service.database, 30, 100), 1);
  assert.deepEqual(idsOf(await read('')), [2, 3, 4]);
});

test('EVENTS_KEPT_DAYS sets the retention', async (t) => {
  const { service, add, purgedUpTo, read } = await start(t, { env: { EVENTS_KEPT_DAYS: '1' } });
  await add(1);
  service.clock.advance(23 * HOUR);
  await add(1);
  service.clock.advance(HOUR + 1);
  await purgedUpTo(1n);
  assert.deepEqual(idsOf(await read('')), [2]);
});

test('returns 410 for an after below the last purged event, with a message about the recovery, and accepts that event and later ones', async (t) => {
  const { service, add, purgedUpTo, read } = await start(t);
  await add(3);
  service.clock.advance(91 * DAY);
  await purgedUpTo(3n);
  await add(2);
  for (const after of ['0', '1', '2']) {
    const response = await read(`?after=${after}`);
    assertError(response, 410, 'events_expired');
    for (const advice of [/after=latest/, /read the catalogue/, /follow/])
      assert.match(response.text, advice);
    assert.equal(nextOf(response), undefined);
  }
  assert.deepEqual(idsOf(await read('?after=3')), [4, 5]);
  assert.deepEqual(idsOf(await read('')), [4, 5]);
  assert.deepEqual(idsOf(await read('?after=4')), [5]);
});

test('a client that follows the advice of the 410 continues, and so does one at the end of the feed', async (t) => {
  const { service, key, add, purgedUpTo, read } = await start(t);
  await add(2);
  const behind = await read('?limit=1');
  const atTheEnd = await read('');
  service.clock.advance(91 * DAY);
  await purgedUpTo(2n);
  assertError(await service.send(nextOf(behind) ?? '', { key }), 410, 'events_expired');
  const latest = await read('?after=latest');
  await add(1);
  for (const before of [latest, atTheEnd]) {
    assert.deepEqual(idsOf(await service.send(nextOf(before) ?? '', { key })), [3]);
  }
});

test('keeps the latest event id after every event was purged, also over a restart', async (t) => {
  const where = { store: await temporaryStore(t), clock: new FakeClock() };
  const { service, key, add, purgedUpTo, read } = await start(t, where);
  await add(3);
  service.clock.advance(91 * DAY);
  await purgedUpTo(3n);
  for (const query of ['?after=latest', '', '?after=3']) {
    const response = await read(query);
    assert.deepEqual([idsOf(response), nextOf(response)], [[], '/v1/events?limit=20&after=3']);
  }
  await service.close();
  const again = await startService(t, where);
  assert.equal(nextOf(await again.send(`${FEED}?after=latest`, { key })), '/v1/events?limit=20&after=3');
  await again.send('/v1/pets', { method: 'POST', key, body: { name: 'Frank', categoryId: 1 } });
  assert.deepEqual(idsOf(await again.send(`${FEED}?after=3`, { key })), [4]);
});

test('does not reuse the id of a removed pet whose last event was purged', async (t) => {
  const { service, key, add, purgedUpTo, read } = await start(t);
  await add(1);
  await service.send('/v1/pets/1', { method: 'DELETE', key });
  service.clock.advance(91 * DAY);
  await purgedUpTo(2n);
  await add(1);
  const [created] = listOf(await read(''));
  assert.deepEqual([created?.id, created?.pet], [3, { id: 2, name: 'Frank', categoryId: 1 }]);
});

test('deletes a stored response a day after its Idempotency-Key was used', async (t) => {
  const { service, key } = await start(t);
  const post = (name: string) =>
    service.send('/v1/pets', {
      method: 'POST',
      key,
      headers: { 'idempotency-key': name },
      body: { name: 'Frank', categoryId: 1 },
    });
  await post('first');
  service.clock.advance(DAY - MINUTE);
  await post('second');
  service.clock.advance(HOUR);
  const kept = () => service.database.read.selectFrom('idempotency_keys').select('key').execute();
  await until(async () => (await kept()).length < 2);
  assert.deepEqual(
    (await kept()).map((row) => row.key),
    ['second'],
  );
  assert.equal((await post('second')).headers.get('idempotent-replayed'), 'true');
  const repeated = await post('first');
  assert.deepEqual(
    [repeated.headers.get('location'), repeated.headers.get('idempotent-replayed')],
    ['/v1/pets/3', null],
  );
});
