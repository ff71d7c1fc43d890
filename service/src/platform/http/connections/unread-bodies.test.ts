import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { RawConnection } from '@petstore/testing/http/raw-http.ts';
import { UnreadBodies } from './unread-bodies.ts';

const BODY = Buffer.alloc(9_000_000);
const HEAD = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${BODY.length}\r\n\r\n`;

test('while the body of one rejected request is dropped, that of another one is not read', async (t) => {
  const bodies = new UnreadBodies();
  const server = createServer((request, response) => {
    const closes = bodies.endReading({ request, response, route: undefined });
    // As the service, it ends its side and leaves the rest to the client.
    request.socket.destroySoon = () => request.socket.end();
    response.writeHead(503, closes ? { connection: 'close' } : {}).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const reject = async () => {
    const connection = await RawConnection.open(`http://127.0.0.1:${address.port}`);
    t.after(() => connection.close());
    connection.write(HEAD);
    const [request]: IncomingMessage[] = await once(server, 'request');
    const { headers } = await connection.readResponse();
    return { connection, request, closes: headers.get('connection') === 'close' };
  };
  const dropped = await reject();
  const closed = await reject();
  assert.deepEqual([dropped.closes, closed.closes], [false, true]);
  closed.connection.write(BODY);
  // The connection can be used again, and the service has had time to read the other one.
  for (let count = 0; count < 3; count += 1) {
    dropped.connection.write(BODY);
    dropped.connection.write(HEAD);
    await dropped.connection.readResponse();
  }
  assert.equal(closed.request?.socket.bytesRead, HEAD.length);
});
