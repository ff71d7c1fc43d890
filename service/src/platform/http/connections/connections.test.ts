import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { SECOND } from '../../core/clock.ts';
import { type CloseReason, limitConnections } from './connections.ts';
import { markDownload } from './send-queue.ts';

/** More than the kernel buffers for a connection on the loopback device. */
const BODY = Buffer.alloc(64 * 1024 * 1024, 'x');

async function limitedServer(t: TestContext, limits: { maxConnections?: number } = {}) {
  const clock = new FakeClock();
  const reasons: CloseReason[] = [];
  const server = createServer(({ url }, response) => {
    if (url === '/download') markDownload(response);
    response.end(BODY);
  });
  const stop = limitConnections(server, {
    clock,
    maxConnections: 0,
    maxConnectionsPerAddress: 0,
    trustProxy: [],
    onClosed: (reason) => reasons.push(reason),
    ...limits,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    stop();
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const open = async (): Promise<Socket> => {
    const socket = connect(address.port, '127.0.0.1').pause();
    socket.on('error', () => {});
    t.after(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return { server, clock, reasons, open };
}

test('closes a client that does not read for 30 s, but not an idle one', async (t) => {
  const { server, clock, reasons, open } = await limitedServer(t);
  const idle = await open();
  const slow = await open();
  slow.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [, response] = await once(server, 'request');
  for (let second = 0; second < 30; second += 1) clock.advance(SECOND);
  assert.equal(response.destroyed, false);
  const closed = once(response, 'close');
  clock.advance(SECOND);
  await closed;
  assert.deepEqual([reasons, idle.closed], [['slow_reader'], false]);
});

test('closes a client that reads less than 16 KB per second of a download', async (t) => {
  const { server, clock, reasons, open } = await limitedServer(t);
  const socket = await open();
  socket.write('GET /download HTTP/1.1\r\nHost: x\r\n\r\n');
  const [, response] = await once(server, 'request');
  const closed = once(response, 'close');
  clock.advance(SECOND);
  for (let read = 0; read < 200 * 1024; ) {
    const chunk: unknown = socket.read(1024);
    if (Buffer.isBuffer(chunk)) read += chunk.length;
    else await once(socket, 'readable');
  }
  for (let second = 0; second < 30; second += 1) clock.advance(SECOND);
  await closed;
  assert.deepEqual(reasons, ['slow_reader']);
});

test('closes a connection beyond the limit, and serves one after another has ended', async (t) => {
  const { server, reasons, open } = await limitedServer(t, { maxConnections: 2 });
  const accepted = once(server, 'connection');
  const first = await open();
  const [served] = await accepted;
  await open();
  const refused = await open();
  refused.resume();
  await once(refused, 'close');
  assert.deepEqual(reasons, ['connection_limit']);
  const ended = once(served, 'close');
  first.destroy();
  await ended;
  const next = await open();
  next.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  next.resume();
  const [data] = await once(next, 'data');
  assert.match(String(data), /^HTTP\/1\.1 200 OK/);
});
