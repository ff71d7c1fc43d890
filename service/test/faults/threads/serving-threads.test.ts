// Runs in a process of its own.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Agent, type ClientRequest, request as open } from 'node:http';
import { after, suite, test } from 'node:test';
import { send } from '@petstore/testing/http/send.ts';
import { until } from '@petstore/testing/until.ts';
import { ThreadTurns } from '../../../src/platform/core/threads/thread-turns.ts';
import { addNewPets } from './new-pets.ts';
import { startTwoThreads } from './two-threads.ts';

/** Two threads on one store, each with a connection: what one has acknowledged holds for the other one (docs/adr/0108). */

let readyBefore: Awaited<ReturnType<typeof send>> | undefined;
const threads = await startTwoThreads({ after }, async (url) => {
  readyBefore = await send(`${url}/readyz`);
});
const { service, url, own, lines, key, agents, connect, request, addPet, mainFirst, countRequests } = threads;
const [first, second] = agents;
let thread = threads.second;

function bitsOf(number = 0): number {
  return number.toString(2).replaceAll('0', '').length;
}

/** Begins to add a pet. Resolves when the service waits for the rest of the body. */
async function begin(agent: Agent): Promise<ClientRequest> {
  const outgoing = open(`${url}/v1/pets`, {
    agent,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', expect: '100-continue' },
  });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  return outgoing;
}

suite('two threads on one store', () => {
  test('the service is ready when all threads listen, and not before', async () => {
    assert.equal(readyBefore?.status, 503);
    assert.match(readyBefore.text, /Not all threads listen yet/);
    for (const agent of agents) {
      // A probe is cached for 100 ms.
      await until(async () => (await request(agent, '/readyz')).status === 200);
    }
  });

  test('after the response to a change, the other thread shows it, also in place of a response in its cache', async () => {
    const added = await addPet(first, 'Rex');
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

  test('each thread writes in its turn only', async () => {
    assert.ok(own);
    const state = new Int32Array(own.memory.turns);
    const third = new ThreadTurns(state, agents.length + 1);
    await third.take();
    const owner = bitsOf(state[0]);
    let written = 0;
    const writes = agents.map(async (agent) => {
      const { status } = await addPet(agent, 'In turn');
      written += 1;
      return status;
    });
    // The number has a bit more for each thread that waits.
    await until(async () => written > 0 || bitsOf(state[0]) === owner + agents.length);
    assert.equal(written, 0);
    third.end();
    assert.deepEqual(await Promise.all(writes), [201, 201]);
  });

  test('an Idempotency-Key that both threads get at the same time is used once', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `key-${index}-${Math.random()}`);
    const added = await Promise.all(
      keys.map((idempotencyKey) =>
        Promise.all(agents.map((agent) => addPet(agent, 'Once', { 'idempotency-key': idempotencyKey }))),
      ),
    );
    for (const [one, other] of added) {
      assert.equal(one?.status, 201);
      assert.equal(one?.headers.location, other?.headers.location);
    }
  });

  test('who waits for events in one thread gets those of the other one at once', async () => {
    const [ofMain, other] = await mainFirst();
    const waiting = request(ofMain, '/v1/events?after=latest', { headers: { prefer: 'wait=30' } });
    await until(async () => service.feed.size === 1);
    assert.equal((await addPet(other, 'New')).status, 201);
    assert.equal((await waiting).status, 200);
  });

  test('one scrape has the requests of both threads', async () => {
    const count = () => countRequests('listCategories');
    const before = await count();
    for (const agent of agents) {
      for (let sent = 0; sent < 5; sent += 1) await request(agent, '/v1/categories');
    }
    assert.equal((await count()) - before, 10);
  });

  test('a thread that ends under load is replaced, its locks are freed, and no acknowledged pet is missing', async () => {
    const pets = addNewPets(threads, 16);
    await pets.untilMore(100);
    const replaced = once(process, 'worker');
    await thread.terminate();
    [thread] = await replaced;
    await pets.untilMore(100);
    for (const agent of await connect()) assert.equal((await addPet(agent, 'After')).status, 201);
    await pets.stop();
    await pets.assertStored(service.database.read);
    assert.ok(lines.some((line) => line.includes('a serving thread has ended')));
  });

  test('at a stop both threads refuse new connections and answer the requests that they have', async () => {
    const inFlight = await Promise.all((await connect()).map(begin));
    const drained = service.drain();
    await until(async () => (await fetch(`${url}/healthz`).catch(() => undefined)) === undefined);
    for (const outgoing of inFlight) {
      const responded = once(outgoing, 'response');
      outgoing.end('{"name":"Last","categoryId":1}');
      const [{ statusCode, headers }] = await responded;
      assert.equal(statusCode, 201);
      assert.equal(headers.connection, 'close');
    }
    await drained;
    assert.equal(thread.threadId, -1);
  });
});
