// Needs PostgreSQL or Valkey.
// Runs in a process of its own.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { freshValkey, noValkey } from '@petstore/testing/servers/valkey-server.ts';
import { until } from '@petstore/testing/until.ts';
import { sql } from 'kysely';
import { addNewPets } from './new-pets.ts';
import { startTwoThreads } from './two-threads.ts';

/** Two threads of one process on PostgreSQL, each with connections of its own (docs/adr/0108). */

const CONNECTIONS = 6;
const QUOTA = 60;

type TwoThreads = Awaited<ReturnType<typeof startTwoThreads>>;

/** Sends requests of an account with a quota to both threads at the same time. Returns how many had each status. */
async function countAnswers({ account, agents, request }: TwoThreads): Promise<Record<string, number>> {
  const limited = await account({ perMinute: 1_000_000, perDay: QUOTA });
  const sent = Array.from({ length: QUOTA }, () =>
    agents.map((agent) => request(agent, '/v1/pets?limit=1', { key: limited.key })),
  );
  const statuses = (await Promise.all(sent.flat())).map(({ status }) => String(status));
  return Object.fromEntries(
    Object.entries(Object.groupBy(statuses, (status) => status)).map(([status, found]) => [
      status,
      found?.length ?? 0,
    ]),
  );
}

/** Returns how many connections the pools of the process have open. */
async function countConnections({ service }: TwoThreads): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from pg_stat_activity where datname = current_database() and application_name = 'petstore'
  `.execute(service.database.read);
  return Number(rows[0]?.count);
}

test('two threads on PostgreSQL serve one store as one thread does', async (t) => {
  const threads = await startTwoThreads(t, undefined, { DATABASE_CONNECTIONS: String(CONNECTIONS) });
  const { service, agents, request, addPet } = threads;
  const [first, second] = agents;

  await t.test('a quota admits exactly its requests on both together, also without Valkey', async () => {
    assert.deepEqual(await countAnswers(threads), { 200: QUOTA, 429: QUOTA });
  });

  await t.test('after the response to a change, the other thread shows it', async () => {
    const path = new URL(String((await addPet(first, 'Rex')).headers.location), threads.url).pathname;
    for (let count = 0; count < 10; count += 1) {
      const [writer, reader] = count % 2 === 0 ? [first, second] : [second, first];
      const changed = await request(writer, path, {
        method: 'PATCH',
        json: { name: `Rex ${count}` },
        headers: { 'content-type': 'application/merge-patch+json' },
      });
      assert.equal((await request(reader, path)).headers.etag, changed.headers.etag);
    }
  });

  await t.test(
    'a hold that has ended is expired by the thread that did not place it, within a second',
    async () => {
      const body = { name: 'Held', categoryId: 1, status: 'available' };
      const pet = await request(first, '/v1/pets', { method: 'POST', json: body });
      const json = { petId: Number(String(pet.headers.location).split('/').at(-1)) };
      const adopter = await threads.account();
      const placed = await request(first, '/v1/store/orders', { method: 'POST', json, key: adopter.key });
      assert.equal(placed.status, 201);
      await service.database.write((db) => db.updateTable('orders').set({ expires_at: 1n }).execute());
      await until(async () => {
        await request(second, '/v1/store/orders');
        const [order] = await service.database.read.selectFrom('orders').select('status').execute();
        return order?.status === 'expired';
      });
    },
  );

  await t.test('who waits for events in one thread gets those of the other one at once', async () => {
    const [ofMain, other] = await threads.mainFirst();
    const waiting = request(ofMain, '/v1/events?after=latest', { headers: { prefer: 'wait=30' } });
    await until(async () => service.feed.size === 1);
    assert.equal((await addPet(other, 'New')).status, 201);
    assert.equal((await waiting).status, 200);
  });

  await t.test('a thread that ends is replaced, and no acknowledged pet is missing', () =>
    endThreadUnderLoad(threads),
  );

  await t.test('at a stop both close their connections', async () => {
    await service.drain();
  });
});

test('two threads on PostgreSQL and Valkey admit exactly the requests of a quota', {
  skip: noValkey,
}, async (t) => {
  const VALKEY_URL = await freshValkey(t);
  const threads = await startTwoThreads(t, undefined, { VALKEY_URL, VALKEY_TIMEOUT_MS: '30000' });
  assert.deepEqual(await countAnswers(threads), { 200: QUOTA, 429: QUOTA });
});

async function endThreadUnderLoad(threads: TwoThreads): Promise<void> {
  const { service, second, lines } = threads;
  const pets = addNewPets(threads, 8);
  await pets.untilMore(20);
  assert.ok((await countConnections(threads)) <= CONNECTIONS);
  const replaced = once(process, 'worker');
  await second.terminate();
  await replaced;
  await pets.untilMore(20);
  await threads.connect();
  await pets.untilMore(20);
  await pets.stop();
  await pets.assertStored(service.database.read);
  assert.ok((await countConnections(threads)) <= CONNECTIONS);
  assert.ok(lines.some((line) => line.includes('a serving thread has ended')));
}
