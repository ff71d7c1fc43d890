import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Acceptors, requireFreePort, SHARED_ADDRESS } from './acceptors.ts';

const HOST = '127.0.0.1';

async function sharedServer(t: TestContext) {
  const server = createServer((_request, response) => response.end('served'));
  server.listen({ host: HOST, port: 0, ...SHARED_ADDRESS });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind
  const acceptors = new Acceptors(server);
  await acceptors.add({ host: HOST, port });
  t.after(() => {
    void acceptors.close();
    server.close();
    server.closeAllConnections();
  });
  return { server, port, acceptors };
}

async function statusOf(port: number): Promise<string> {
  const socket = connect(port, HOST);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const [data] = await once(socket, 'data');
  socket.destroy();
  return String(data).slice(0, 'HTTP/1.1 200 OK'.length);
}

test('serves every connection, whichever socket accepts it', async (t) => {
  const { port } = await sharedServer(t);
  const statuses = await Promise.all(Array.from({ length: 100 }, () => statusOf(port)));
  assert.deepEqual(new Set(statuses), new Set(['HTTP/1.1 200 OK']));
});

test('accepts several connections in one turn of the event loop', {
  skip: process.platform !== 'linux' && 'only Linux distributes connections among sockets',
}, async (t) => {
  const { server, port } = await sharedServer(t);
  const sockets = Array.from({ length: 100 }, () => connect(port, HOST).on('error', () => {}));
  t.after(() => sockets.map((socket) => socket.destroy()));
  let turn = 0;
  const perTurn = new Map<number, number>();
  await new Promise<void>((resolve) => {
    let accepted = 0;
    server.on('connection', () => {
      if (!perTurn.has(turn)) setImmediate(() => (turn += 1));
      perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1);
      accepted += 1;
      if (accepted === sockets.length) resolve();
    });
  });
  assert.ok(Math.max(...perTurn.values()) > 1, JSON.stringify([...perTurn]));
});

test('a port that another program uses is not free, although its address is shared', async (t) => {
  const { port } = await sharedServer(t);
  await assert.rejects(requireFreePort(HOST, port), { code: 'EADDRINUSE', port });
});

test('a port is free again when all sockets are closed', async (t) => {
  const { server, port, acceptors } = await sharedServer(t);
  server.close();
  await Promise.all([once(server, 'close'), acceptors.close()]);
  await requireFreePort(HOST, port);
});
