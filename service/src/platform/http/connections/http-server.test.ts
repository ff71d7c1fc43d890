import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Address } from './acceptors.ts';
import { HttpServer } from './http-server.ts';

function serverThatAnswers(t: TestContext): HttpServer {
  const server = new HttpServer(
    (_request, response) => response.end('served'),
    (_error, socket) => socket.destroy(),
  );
  t.after(() => server.close());
  return server;
}

/** Opens a connection and sends nothing, as a browser does in advance. */
async function bareConnection({ host, port }: Address) {
  const socket = connect(port, host);
  await once(socket, 'connect');
  return socket;
}

test('close ends connections that have never sent a request, whichever socket accepted them', async (t) => {
  const server = serverThatAnswers(t);
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const accepted = Promise.withResolvers<void>();
  let count = 0;
  server.server.on('connection', () => {
    count += 1;
    if (count === 16) accepted.resolve();
  });
  const sockets = await Promise.all(Array.from({ length: 16 }, () => bareConnection(address)));
  await accepted.promise;
  const ends = sockets.map((socket) => once(socket.resume(), 'close'));
  await Promise.all([server.close(), ...ends]);
});

test('close before listen, and a second one, resolve', async (t) => {
  const server = serverThatAnswers(t);
  await server.close();
  await server.close();
});

test('a server that is closed while it begins to listen ends all its sockets', async (t) => {
  const server = serverThatAnswers(t);
  const listening = once(server.server, 'listening');
  const address = server.listen({ host: '127.0.0.1', port: 0 });
  await listening;
  await server.close();
  const { port } = await address;
  const refused = connect(port, '127.0.0.1');
  await assert.rejects(once(refused, 'connect'), { code: 'ECONNREFUSED' });
});

test('listens on each address of localhost', async (t) => {
  const server = serverThatAnswers(t);
  const { port } = await server.listen({ host: 'localhost', port: 0 });
  for (const { address, family } of await lookup('localhost', { all: true })) {
    const host = family === 6 ? `[${address}]` : address;
    assert.equal(await (await fetch(`http://${host}:${port}/`)).text(), 'served');
  }
});

test('close waits for a connection that is not read, and then ends it', async (t) => {
  const server = serverThatAnswers(t);
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const accepted = once(server.server, 'connection');
  const client = await bareConnection(address);
  const [socket] = await accepted;
  socket.pause();
  const ended = once(client.resume(), 'close');
  await server.close();
  assert.ok(socket.destroyed);
  await ended;
});
