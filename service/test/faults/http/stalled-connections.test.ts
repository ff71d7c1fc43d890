// Waits for processes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { send } from '@petstore/testing/http/send.ts';
import { noProcFiles } from '@petstore/testing/processes/proc-files.ts';
import {
  assertServesOthers,
  Growth,
  type MeasuredService,
  MIB,
  serveMeasured,
} from '../overload/measured-service.ts';

/** Hundreds of clients that do not finish their request or do not read the responses, with the real timers. */

const CLIENTS = 300;
const MAX_GROWTH = 64 * MIB;
const HEADERS_TIMEOUT_MS = 10_000;
const DRIP_EVERY_MS = 250;
const OK = 'HTTP/1.1 200 OK';
const JSON_TYPE = 'Content-Type: application/json';

function openMany({ url }: MeasuredService): Promise<RawConnection[]> {
  return Promise.all(Array.from({ length: CLIENTS }, () => RawConnection.open(url)));
}

/** Sends one byte of the text on each connection repeatedly until the test ends. */
function drip(t: TestContext, connections: readonly RawConnection[], text: string): () => void {
  let index = 0;
  const next = () => {
    for (const connection of connections) connection.write(text[index % text.length] ?? '');
    index += 1;
  };
  const timer = setInterval(next, DRIP_EVERY_MS);
  t.after(() => clearInterval(timer));
  return next;
}

async function addLargePets({ url, key }: MeasuredService): Promise<void> {
  const body = { name: 'x'.repeat(900), categoryId: 1 };
  const adding = Array.from({ length: 100 }, () => send(`${url}/v1/pets`, { method: 'POST', key, body }));
  for (const { status } of await Promise.all(adding)) assert.equal(status, 201);
}

/** Opens a connection that reads no response, and sends more requests than the service starts. */
async function pipelineUnread(service: MeasuredService, count: number): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}); // The service may close it.
  await once(socket, 'connect');
  socket.pause();
  socket.write(rawRequest({ path: '/v1/pets?limit=100', key: service.key }).repeat(count));
  return socket;
}

suite('clients that stall', { concurrency: true, skip: noProcFiles }, () => {
  test('headers and bodies that arrive byte by byte and never end delay no one and add nothing; headers are 408 after 10 s', async (t) => {
    const service = await serveMeasured(t);
    await assertServesOthers(service, 20);
    const growth = new Growth(service);
    const start = performance.now();
    const headers = await openMany(service);
    const bodies = await openMany(service);
    const request = { method: 'POST', key: service.key, headers: [JSON_TYPE, 'Content-Length: 60000'] };
    for (const connection of bodies) connection.write(rawRequest(request));
    const drips = [
      drip(t, headers, 'GET /v1/pets HTTP/1.1\r\nHost: x\r\nX-Slow: xxxxxxxxxxxxxxxxxxxxxxxxxx'),
      drip(t, bodies, '{"name":"Frank","categoryId":1}'),
    ];
    let slowest = 0;
    for (let sent = 0; sent < 40; sent += 1) {
      for (const next of drips) next();
      slowest = Math.max(slowest, await assertServesOthers(service, 1, growth));
    }
    for (const connection of headers) {
      assertError(await connection.readResponse(), 408, 'request_timeout');
      assert.equal(await connection.rest(), '');
    }
    const ms = performance.now() - start;
    assert.ok(ms >= HEADERS_TIMEOUT_MS, `${ms} ms`);
    assert.ok(growth.look() < MAX_GROWTH, String(growth));
    for (const connection of bodies) connection.close();
    await assertServesOthers(service, 20);
    assert.equal((await service.get('/v1/pets')).text, '[]');
    t.diagnostic(
      `${2 * CLIENTS} clients: 408 after ${Math.round(ms)} ms, ${growth}; others waited at most ${slowest} ms`,
    );
  });

  test('few of 50,000 pipelined requests are done while the client reads no response, and a slow reader gets its responses', async (t) => {
    const service = await serveMeasured(t);
    await addLargePets(service);
    await assertServesOthers(service, 20);
    const [growth, before] = [new Growth(service), await service.used()];
    const socket = await pipelineUnread(service, 50_000);
    const slowest = await assertServesOthers(service, 300, growth);
    const done = (await service.used()) - before - 301;
    assert.ok(done < 1_000, `${done} were done`);
    for (let [responses, end] = [0, '']; responses < 300; ) {
      if (socket.readableLength === 0) await once(socket, 'readable');
      const text = end + String(socket.read() ?? '');
      responses += text.split(OK).length - 1;
      end = text.slice(1 - OK.length);
      // A request of another client between two reads.
      await assertServesOthers(service, 1, growth);
    }
    assert.ok(growth.look() < MAX_GROWTH, String(growth));
    socket.destroy();
    await assertServesOthers(service, 20);
    const after = await service.used();
    assert.equal(await service.used(), after + 1, 'requests of a closed connection are not done');
    t.diagnostic(`${done} of 50,000 done, ${growth}, others waited at most ${slowest} ms`);
  });
});
