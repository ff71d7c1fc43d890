// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { testOn } from '@petstore/testing/test-on.ts';
import type { Transaction } from 'kysely';
import { DAY } from '../../../src/platform/core/clock.ts';
import { overloaded } from '../../../src/platform/core/errors.ts';
import type { WriteOptions } from '../../../src/platform/database/database.ts';
import type { Tables } from '../../../src/platform/database/tables.ts';
import { newPets, resultsOf, sendBatch } from './batch-fixture.ts';

async function names(service: TestService, key: string): Promise<unknown[]> {
  return (await readAll(service, key, '/v1/pets?limit=100&sort=id')).map(({ name }) => name);
}

const EXPECTED = newPets(250).map((item) => at(item, 'pet', 'name'));
const SAME = { 'idempotency-key': 'sync 7' };

test('a repetition with the same key gets the same results and applies nothing; another body is 422', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const items = [...newPets(250), { operation: 'removePet', petId: 9_999 }];
  const first = await sendBatch(service, key, items, SAME);
  assert.equal(first.headers.get('idempotent-replayed'), null);
  const again = await sendBatch(service, key, items, SAME);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal(again.text, first.text);
  const reordered = items.map((item) => Object.fromEntries(Object.entries(item).reverse()));
  assert.equal((await sendBatch(service, key, reordered, SAME)).text, first.text);
  assert.deepEqual(await names(service, key), EXPECTED);
  assertError(await sendBatch(service, key, items.slice(1), SAME), 422, 'idempotency_key_reused');
  const single = { method: 'POST', key, body: { name: 'a', categoryId: 1 }, headers: SAME };
  assertError(await service.send('/v1/pets', single), 422, 'idempotency_key_reused');
  const other = await service.account();
  assert.notEqual((await sendBatch(service, other.key, newPets(1), SAME)).text, first.text);
  service.clock.advance(DAY);
  assert.equal((await sendBatch(service, key, newPets(1), SAME)).headers.get('idempotent-replayed'), null);
});

test('of several requests with one key at the same time, also in two processes, each item is applied once', async (t) => {
  const service = await startService(t);
  const { key } = await service.account();
  const twin = await startService(t, { store: service.store });
  const items = newPets(250);
  const responses = await Promise.all(
    [service, twin, service, twin].map((one) => sendBatch(one, key, items, SAME)),
  );
  const last = await sendBatch(service, key, items, SAME);
  assert.equal(resultsOf(last).length, 250);
  for (const response of responses) {
    // A process waits 2 s for the transaction of the other one.
    if (response.status === 409) assertError(response, 409, 'idempotency_key_in_use');
    else assert.equal(response.text, last.text);
  }
  assert.deepEqual(await names(service, key), EXPECTED);
});

testOn(
  'PostgreSQL',
  'after an error in the middle, which is result_unknown, a repetition continues with the first item that was not applied',
  async (t) => {
    const service = await startService(t);
    const { key } = await service.account();
    const held = await addPet(service, key, { name: 'held' });
    const change = { operation: 'changePet', petId: held, pet: { name: 'free' } };
    const items = [...newPets(250).slice(0, 150), change, ...newPets(250).slice(150)];
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = service.database.write(async (db) => {
      await db.selectFrom('pets').select('id').where('id', '=', BigInt(held)).forUpdate().execute();
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const failed = await sendBatch(service, key, items, SAME);
    assertError(failed, 503, 'result_unknown');
    const applied = (await names(service, key)).length - 1;
    assert.ok(applied > 0 && applied < 250, `${applied} items were applied`);
    release.resolve();
    await holding;
    const continued = await sendBatch(service, key, items, SAME);
    assert.equal(resultsOf(continued).length, 251);
    assert.equal(at(continued.json, 'failed'), 0);
    assert.deepEqual(await names(service, key), ['free', ...EXPECTED]);
    assert.equal((await sendBatch(service, key, items, SAME)).text, continued.text);
  },
);

test('a batch that is rejected because of overload is given back, unless some of its items were applied: that is result_unknown, and names them', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ plan: 'enterprise', perMinute: 100, perDay: 100 });
  const { write } = service.database;
  let accepted = 0;
  t.mock.method(
    service.database,
    'write',
    <T>(work: (db: Transaction<Tables>) => Promise<T>, options?: WriteOptions) => {
      if (options?.account === undefined) return write(work, options);
      accepted -= 1;
      return accepted < 0 ? Promise.reject(overloaded('The store is busy.')) : write(work, options);
    },
  );
  const left = [];
  for (const [transactions, code] of [
    [0, 'service_unavailable'],
    [1, 'result_unknown'],
  ] as const) {
    accepted = transactions;
    const response = await sendBatch(service, key, newPets(250));
    assertError(response, 503, code);
    left.push(response.headers.get('x-ratelimit-remaining'));
    const { length: applied } = await service.database.read.selectFrom('pets').select('id').execute();
    const named = applied > 1 ? `Items 1 to ${applied} of 250 are` : applied === 1 ? 'Item 1 of 250 is' : '';
    assert.ok(String(at(response.json, 'message')).includes(named), response.text);
    assert.equal(response.headers.get('retry-after'), '1');
  }
  assert.deepEqual(left, ['100', '97']);
});
