// Needs PostgreSQL or Valkey.
// Waits for processes.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { filledStore } from '@petstore/testing/fixtures/transfer.ts';
import { startPostgres } from '@petstore/testing/servers/postgres-server.ts';
import { startService } from '@petstore/testing/service.ts';

/** Adds an account, a key, a pet and an order; returns their ids. */
async function addOfEach(t: TestContext, store: string, account: string) {
  const service = await startService(t, { store });
  const { id, keyId, key } = await addAccount(service.database, account, 0, { role: 'manager' });
  const pet = await addPet(service, key);
  const order = await placeOrder(service, key, pet);
  await service.close();
  return [Number(id), Number(keyId), pet, order];
}

test('no id is reused if PostgreSQL with wal_level=minimal crashes after the first writes to a transferred store', async (t) => {
  const from = await filledStore(t);
  // The server has wal_level=minimal and max_wal_senders=0. SIGQUIT stops it without a checkpoint.
  const server = await startPostgres({ durable: true });
  t.after(() => server.remove());
  const { status, err } = await runCommand(from.store, ['transfer'], { TRANSFER_TO_URL: server.url });
  assert.deepEqual([status, err], [0, '']);
  const before = await addOfEach(t, server.url, 'before the crash');
  assert.deepEqual(before, [2, 2, 5, 2]);
  await server.stop('SIGQUIT');
  await server.start();
  const after = await addOfEach(t, server.url, 'after the crash');
  for (const [index, id] of after.entries())
    assert.ok(id > (before[index] ?? id), `${after} after ${before}`);
});
