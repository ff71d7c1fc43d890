import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { UnreadResponses } from './unread-responses.ts';

const MIB = 1024 * 1024;
/** More than the kernel buffers for a connection on the loopback device. */
const BODY = Buffer.alloc(64 * MIB, 'x');

/** A server whose responses are counted against a budget of so many of them. */
async function countedServer(t: TestContext, responses: number) {
  let closed = 0;
  const unread = new UnreadResponses({
    maxBytes: responses * BODY.length,
    onClosed: () => {
      closed += 1;
    },
  });
  const server = createServer((_request, response) => {
    response.end(BODY);
    unread.add(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const ask = async (): Promise<{ socket: Socket; response: ServerResponse }> => {
    const socket = connect(address.port, '127.0.0.1').pause();
    socket.on('error', () => {});
    t.after(() => socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [, response] = await once(server, 'request');
    return { socket, response };
  };
  return { unread, ask, closed: () => closed };
}

test('beyond the budget the oldest unread response is closed, and the others stay', async (t) => {
  const { unread, ask, closed } = await countedServer(t, 2);
  const [oldest, second] = [await ask(), await ask()];
  assert.equal(closed(), 0);
  const gone = once(oldest.response, 'close');
  const third = await ask();
  await gone;
  assert.deepEqual([closed(), oldest.response.destroyed], [1, true]);
  assert.deepEqual([second.response.destroyed, third.response.destroyed], [false, false]);
  assert.ok(unread.bytes <= 2 * BODY.length);
});

test('a response that was read, and one whose client disconnected, use up nothing', async (t) => {
  const { unread, ask, closed } = await countedServer(t, 2);
  const [read, left] = [await ask(), await ask()];
  assert.ok(unread.bytes > 0);
  const ends = [once(read.response, 'close'), once(left.response, 'close')];
  read.socket.resume();
  left.socket.destroy();
  await Promise.all(ends);
  assert.deepEqual([unread.bytes, closed()], [0, 0]);
});
