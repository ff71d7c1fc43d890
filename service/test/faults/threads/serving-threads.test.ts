// Runs in a process of its own.
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, suite, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { send } from '@petstore/testing/http/send.ts';
import { type AgentRequest, type AgentResponse, sendOn } from '@petstore/testing/http/send-on-agent.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { pino } from 'pino';
import { parseConfig } from '../../../src/config/config.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { compose } from '../../../src/server/compose.ts';

/** Two threads on one store, each with a connection: what one has acknowledged holds for the other one (docs/adr/0108). */

const WORKERS = 2;
const lines: string[] = [];
const threads: Worker[] = [];
const collect = (worker: Worker) => threads.push(worker);
process.on('worker', collect);
after(() => process.off('worker', collect));

const store = await temporaryStore({ after });
const config = parseConfig({
  DATABASE_URL: store,
  PORT: '0',
  METRICS_PORT: '0',
  WORKERS: String(WORKERS),
});
const service = await compose(config, systemClock, pino({}, { write: (line: string) => lines.push(line) }));
const { url, metricsUrl = '' } = await service.listen();
const [thread] = threads;
if (thread === undefined) throw new Error('No thread was started');

const account = (terms = {}) =>
  addAccount(service.database, `account ${Math.random()}`, Date.now(), {
    role: 'manager',
    ...UNLIMITED,
    ...terms,
  });
const { key } = await account();

/** A connection to each thread. The first part of a request id names the thread. */
async function connections(): Promise<Agent[]> {
  const found = new Map<string, Agent>();
  await until(async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { headers } = await sendOn(agent, `${url}/healthz`, {});
    const [name = ''] = String(headers['x-request-id']).split(/-[^-]*$/);
    if (found.has(name)) agent.destroy();
    else found.set(name, agent);
    return found.size === WORKERS;
  });
  return [...found.values()];
}

const agents = await connections();
after(() => {
  for (const agent of agents) agent.destroy();
});
const [first, second] = agents as [Agent, Agent];

function request(
  agent: Agent,
  path: string,
  sent: AgentRequest & { json?: unknown } = {},
): Promise<AgentResponse> {
  const { json, ...rest } = sent;
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const headers = { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...rest.headers };
  return sendOn(agent, `${url}${path}`, { key, ...rest, ...body, headers });
}

suite('two threads on one store', () => {
  test('after the response to a change, the other thread shows it, also in place of a response in its cache', async () => {
    const added = await request(first, '/v1/pets', { method: 'POST', json: { name: 'Rex', categoryId: 1 } });
    assert.equal(added.status, 201);
    const path = new URL(String(added.headers.location), url).pathname;
    let etag = '';
    for (let count = 0; count < 60; count += 1) {
      const [writer, reader] = count % 2 === 0 ? [first, second] : [second, first];
      const changed = await request(writer, path, {
        method: 'PATCH',
        json: { name: `Rex ${count}` },
        headers: { 'content-type': 'application/merge-patch+json' },
      });
      assert.equal(changed.status, 200);
      const headers = { 'if-none-match': etag };
      const read = await request(reader, path, { headers });
      assert.equal(read.status, 200);
      assert.equal(read.headers.etag, changed.headers.etag);
      etag = String(read.headers.etag);
      assert.equal((await request(reader, path, { headers: { 'if-none-match': etag } })).status, 304);
    }
  });

  test('a quota admits exactly its requests on both threads together, and each thread counts down from the other', async () => {
    const limited = await account({ perMinute: 1_000_000, perDay: 300 });
    const many = [first, second].flatMap((agent) => {
      const parallel = new Agent({ keepAlive: true, maxSockets: 16 });
      after(() => parallel.destroy());
      return Array.from({ length: 100 }, () =>
        request(parallel, '/v1/pets?limit=1', { key: limited.key }),
      ).concat(Array.from({ length: 100 }, () => request(agent, '/v1/pets?limit=1', { key: limited.key })));
    });
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    assert.deepEqual(
      Object.entries(Object.groupBy(statuses, String)).map(([status, found]) => [status, found?.length]),
      [
        ['200', 300],
        ['429', 100],
      ],
    );
  });

  test('a revoked key is refused by both threads within a second', async () => {
    const revoked = await account();
    for (const agent of agents)
      assert.equal((await request(agent, '/v1/pets', { key: revoked.key })).status, 200);
    await service.database.write((db) =>
      db
        .updateTable('api_keys')
        .set({ revoked_at: BigInt(Date.now()) })
        .where('id', '=', revoked.keyId)
        .execute(),
    );
    const revokedAt = performance.now();
    for (const agent of agents) {
      await until(async () => (await request(agent, '/v1/pets', { key: revoked.key })).status === 401);
    }
    assert.ok(performance.now() - revokedAt < 2_000);
  });

  test('an Idempotency-Key that both threads get at the same time is used once', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `key-${index}-${Math.random()}`);
    const added = await Promise.all(
      keys.map((idempotencyKey) =>
        Promise.all(
          agents.map((agent) =>
            request(agent, '/v1/pets', {
              method: 'POST',
              json: { name: 'Once', categoryId: 1 },
              headers: { 'idempotency-key': idempotencyKey },
            }),
          ),
        ),
      ),
    );
    for (const [one, other] of added) {
      assert.equal(one?.status, 201);
      assert.equal(one?.headers.location, other?.headers.location);
    }
  });

  test('one scrape has the requests of both threads', async () => {
    const count = async () => {
      const { text } = await send(metricsUrl);
      return Number(/_count\{operation="listCategories",status="200"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const before = await count();
    for (const agent of agents) {
      for (let sent = 0; sent < 5; sent += 1) await request(agent, '/v1/categories');
    }
    assert.equal((await count()) - before, 10);
  });

  test('a thread that ends under load is replaced, its locks are freed, and no acknowledged pet is missing', async () => {
    const acknowledged = new Set<string>();
    let isOver = false;
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!isOver) {
        const sent = request(agent, '/v1/pets', { method: 'POST', json: { name: 'Kept', categoryId: 1 } });
        const { status, headers } = await sent.catch(() => ({
          status: 0,
          headers: {} as AgentResponse['headers'],
        }));
        if (status === 201) acknowledged.add(String(headers.location).split('/').at(-1) ?? '');
      }
      agent.destroy();
    };
    const clients = Array.from({ length: 16 }, client);
    await until(async () => acknowledged.size > 100);
    await threads.at(-1)?.terminate();
    const size = acknowledged.size;
    await until(async () => acknowledged.size > size + 100 && threads.length === 2);
    for (const agent of await connections()) {
      const added = await request(agent, '/v1/pets', {
        method: 'POST',
        json: { name: 'After', categoryId: 1 },
      });
      assert.equal(added.status, 201);
      agent.destroy();
    }
    isOver = true;
    await Promise.all(clients);
    const rows = await service.database.read.selectFrom('pets').select('id').execute();
    const stored = new Set(rows.map(({ id }) => String(id)));
    assert.deepEqual(
      [...acknowledged].filter((id) => !stored.has(id)),
      [],
    );
    assert.ok(lines.some((line) => line.includes('a serving thread has ended')));
  });

  test('a stop ends all threads, and requests in flight are answered', async () => {
    const inFlight = [first, second].map(() => send(`${url}/v1/pets?limit=1`, { key }));
    await Promise.all(inFlight);
    await service.drain();
    assert.deepEqual(
      threads.map(({ threadId }) => threadId),
      [-1, -1],
    );
    await assert.rejects(fetch(url));
  });
});
