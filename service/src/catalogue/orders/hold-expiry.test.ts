import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startService } from '@petstore/testing/service.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { HeldLock } from '../../../test/faults/disk/held-lock.ts';
import { HOUR } from '../../platform/core/clock.ts';

test('an order that is rolled back leaves no hold that expires later', async (t) => {
  const store = sqliteIn(await temporaryFolder(t));
  const service = await startService(t, { store });
  const { key } = await service.account();
  const body = { petId: await addPet(service, key) };
  await service.database.write((queries) =>
    sql`create trigger fails before update on idempotency_keys begin select raise(abort, 'no'); end`.execute(
      queries,
    ),
  );
  const order = { method: 'POST', key, body, headers: { 'idempotency-key': 'application 118' } };
  assert.equal((await service.send('/v1/store/orders', order)).status, 500);
  service.clock.advance(48 * HOUR);
  // A request that expires orders would have to wait for this lock.
  const lock = new HeldLock(t, store.slice('sqlite:'.length));
  const list = await service.send('/v1/pets', { key });
  lock.release();
  assert.equal(list.status, 200, list.text);
});
