import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { UnreadResponses } from './unread-responses.ts';

const MIB = 1024 * 1024;
/** More than the kernel buffers for a connection on the loopback device. */
const BODY = Buffer.alloc(64 * MIB, 'x');

/** A server with a limit of this many unread responses. */
async function countedServer(t: TestContext, responses: number, shared?: Buffer) {
  let closed = 0;
  const unread = new UnreadResponses({
    maxBytes: responses * BODY.length,
    onClosed: () => {
      closed += 1;
    },
  });
  const server = createServer((_request, response) => {
    response.end(BODY);
    unread.add(response, shared);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const request = async (): Promise<{ socket: Socket; response: ServerResponse }> => {
    const socket = connect(address.port, '127.0.0.1').pause();
    socket.on('error', () => {});
    t.after(() => socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [, response] = await once(server, 'request');
    return { socket, response };
  };
  return { unread, request, closed: () => closed };
}

test('closes the oldest unread response beyond the limit, and keeps the others', async (t) => {
  const { unread, request, closed } = await countedServer(t, 2);
  const [oldest, second] = [await request(), await request()];
  assert.equal(closed(), 0);
  const closing = once(oldest.response, 'close');
  const third = await request();
  await closing;
  assert.deepEqual([closed(), oldest.response.destroyed], [1, true]);
  assert.deepEqual([second.response.destroyed, third.response.destroyed], [false, false]);
  assert.ok(unread.bytes <= 2 * BODY.length);
});

test('does not count a response that was read, or whose client disconnected', async (t) => {
  const { unread, request, closed } = await countedServer(t, 2);
  const [read, left] = [await request(), await request()];
  assert.ok(unread.bytes > 0);
  const ends = [once(read.response, 'close'), once(left.response, 'close')];
  read.socket.resume();
  left.socket.destroy();
  await Promise.all(ends);
  assert.deepEqual([unread.bytes, closed()], [0, 0]);
});

test('counts a body in a buffer once for all who read it, until the last of them has left', async (t) => {
  const { unread, request, closed } = await countedServer(t, 2, BODY);
  const readers = [];
  for (let count = 0; count < 8; count += 1) readers.push(await request());
  assert.ok(unread.bytes > BODY.length && unread.bytes < 2 * BODY.length, `${unread.bytes} bytes`);
  assert.equal(closed(), 0);
  const ends = readers.map(({ response }) => once(response, 'close'));
  for (const { socket } of readers.slice(1)) socket.destroy();
  await Promise.all(ends.slice(1));
  assert.ok(unread.bytes > BODY.length, `${unread.bytes} bytes`);
  readers[0]?.socket.destroy();
  await ends[0];
  assert.equal(unread.bytes, 0);
});
