import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { type AgentResponse, sendOn } from '@petstore/testing/http/send-on-agent.ts';
import { type Serving, serveProcessAt } from '@petstore/testing/processes/petstore-process.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { freshValkey, noValkey } from '@petstore/testing/servers/valkey-server.ts';
import pg from 'pg';
import { parseConfig } from '../../../src/platform/config/config.ts';
import { openDatabase } from '../../../src/server/open-database.ts';

/** Three real processes with default settings that have not served a request, and an empty Valkey. */

const skip = noValkey;
const NOON = Date.UTC(2026, 10, 21, 12);
const QUOTA = 300;
const PROCESSES = 3;
const SLOW_SECONDS = 0.4;
/** A path without an operation: an admitted request is counted and costs nothing else. */
const COUNTED = '/v1/nothing';
const ADMITTED = 404;

test('three new processes admit exactly the quota while PostgreSQL is slow, and their successors admit nothing more', {
  skip,
}, async (t) => {
  const { store, start, key } = await place(t);
  const fresh = await start();
  const slow = await slowCounters(t, store);
  const first = await sendConcurrently(t, fresh, key);
  await slow.ended;
  assert.equal(admitted(first), QUOTA);
  const remaining = first.filter(({ status }) => status === ADMITTED).map(remainingOf);
  assert.equal(new Set(remaining).size, QUOTA, 'each has another remaining count');
  const ends = await Promise.all(fresh.map((serving) => serving.stop()));
  assert.deepEqual(
    ends.map(({ status }) => status),
    [0, 0, 0],
  );
  const second = await sendConcurrently(t, await start(), key);
  assert.equal(admitted(second), 0);
  assert.ok(second.some(({ status }) => status === 429));
});

async function place(t: TestContext) {
  const store = await freshStore(t);
  const database = await openDatabase(parseConfig({ DATABASE_URL: store }));
  const { key } = await addAccount(database, 'City shelter', NOON, { plan: 'pro' });
  await database.close();
  const env = { DATABASE_URL: store, VALKEY_URL: await freshValkey(t) };
  const start = () => Promise.all(Array.from({ length: PROCESSES }, () => serveProcessAt(t, NOON, env)));
  return { store, start, key };
}

/** Locks the counters against readers. Resolves when it has the lock; `ended` resolves when the lock is released. */
async function slowCounters(t: TestContext, store: string): Promise<{ ended: Promise<unknown> }> {
  const client = new pg.Client({ connectionString: store });
  await client.connect();
  t.after(() => client.end());
  await client.query('begin; lock table quota_counters in access exclusive mode');
  return { ended: client.query(`select pg_sleep(${SLOW_SECONDS}); commit`) };
}

/** Sends twice the quota over all processes, each request on a connection of its own. */
async function sendConcurrently(t: TestContext, services: readonly Serving[], key: string) {
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  return Promise.all(
    Array.from({ length: 2 * QUOTA }, (_, index) => {
      const service = services[index % PROCESSES];
      assert.ok(service);
      return sendOn(agent, `${service.url}${COUNTED}`, { key });
    }),
  );
}

/** Counts the admitted requests. A busy machine may shed some requests with 503, which are not counted. */
function admitted(responses: readonly AgentResponse[]): number {
  return responses.filter(({ status }) => status === ADMITTED).length;
}

function remainingOf({ headers }: AgentResponse): number {
  return Number(headers['x-ratelimit-remaining']);
}
