import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { UNLIMITED } from '@petstore/testing/accounts.ts';
import { addPet } from '@petstore/testing/api-calls.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { CompiledQuery, DefaultQueryCompiler } from 'kysely';
import { banKey } from '../../src/access/accounts/ban-queries.ts';
import { dayOf } from '../../src/access/quota/fixed-window.ts';
import { loadCounters } from '../../src/access/quota/usage-queries.ts';
import { HOUR, SECOND } from '../../src/platform/core/clock.ts';
import { OPERATIONS } from '../api/security/published-operations.ts';
import { addResources, REQUESTS } from './query-shapes.ts';

/** Kysely takes longer to compile a query than SQLite takes to run it, so a request must not compile any. */

/** Work at the start of the service may compile its own queries meanwhile, but not in every round. */
const MAX_ROUNDS = 5;

const compileQuery = mock.method(DefaultQueryCompiler.prototype, 'compileQuery');
const service = await startSharedService();
const manager = await service.account({ ...UNLIMITED, role: 'admin' });
const member = await service.account(UNLIMITED);
const setting = { service, adminKey: manager.key, memberId: member.id };

/** Repeats the work, each time with new resources, until it compiles no query. Fails if it always does. */
async function assertCompiledOnce<Resources>(
  prepare: () => Promise<Resources>,
  work: (resources: Resources) => Promise<unknown>,
): Promise<void> {
  let compiled: unknown[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const resources = await prepare();
    compileQuery.mock.resetCalls();
    await work(resources);
    compiled = compileQuery.mock.calls.map(({ result }) => result?.sql);
    if (compiled.length === 0) return;
  }
  assert.deepEqual(compiled, [], 'compiled in every round');
}

for (const { id } of OPERATIONS) {
  test(`${id} compiles no query when it is requested again for other ids`, async () => {
    for (const { key } of [manager, member]) {
      await assertCompiledOnce(
        () => addResources(setting, key),
        async (client) => REQUESTS[id]?.(client),
      );
    }
  });
}

test('has requests for each operation', () => {
  assert.deepEqual(Object.keys(REQUESTS).sort(), OPERATIONS.map(({ id }) => id).sort());
});

test('the end of a hold compiles no query', async () => {
  await assertCompiledOnce(
    () => addResources(setting, manager.key),
    async ({ get, petId }) => {
      service.clock.advance(48 * HOUR);
      assert.match((await get(`/pets/${petId}`)).text, /"available"/);
    },
  );
});

test('the work of each second compiles no query', async () => {
  await assertCompiledOnce(usedToday, async (before) => {
    await addPet(service, manager.key);
    service.clock.advance(SECOND);
    await until(async () => (await usedToday()) > before);
    await until(async () => !(await hasDeltas()));
  });
});

test('a ban compiles no query', async () => {
  const { database, clock } = service;
  const { keyId } = await service.account();
  const ban = () => database.write((db) => banKey(db, keyId, clock.now()));
  await assertCompiledOnce(
    async () => clock.advance(48 * HOUR),
    async () => assert.deepEqual([(await ban()).isNew, (await ban()).isNew], [true, false]),
  );
});

async function usedToday(): Promise<number> {
  const { database, clock } = service;
  const today = dayOf(clock.now());
  const [counter] = await loadCounters(database.read, 'day', [today], [manager.id]);
  return counter?.used ?? 0;
}

/** Returns whether category counts wait to be folded, which only PostgreSQL does. */
async function hasDeltas(): Promise<boolean> {
  const { engine, read } = service.database;
  if (!engine.supportsConcurrentWrites) return false;
  const { rows } = await read.executeQuery(CompiledQuery.raw('select 1 from category_deltas limit 1'));
  return rows.length > 0;
}
