import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import { type TestContext, test } from 'node:test';
import { collectBody, readPieces } from './body.ts';

const BODY = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 251));
const NEVER = new AbortController().signal;

/** Sends the head of a request with a body. Returns both sides of it. */
async function open(t: TestContext, headers: Record<string, number>) {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const client = send({ port: address.port, host: '127.0.0.1', method: 'POST', headers });
  client.on('error', () => {});
  client.flushHeaders();
  const [received]: [IncomingMessage] = (await once(server, 'request')) as [IncomingMessage];
  return { client, received };
}

test('a body is collected byte by byte, whether its size is declared or not', async (t) => {
  for (const headers of [{ 'Content-Length': BODY.length }, {}] as Record<string, number>[]) {
    const { client, received } = await open(t, headers);
    client.end(BODY);
    assert.deepEqual(await collectBody(received, BODY.length, NEVER), BODY);
  }
});

test('a body that is larger than the maximum is not collected', async (t) => {
  const { client, received } = await open(t, {});
  client.end(BODY);
  assert.equal(await collectBody(received, BODY.length - 1, NEVER), undefined);
});

test('collecting a body whose client disconnects is rejected', async (t) => {
  const { client, received } = await open(t, { 'Content-Length': BODY.length });
  client.write(BODY.subarray(0, 100_000));
  const collected = collectBody(received, BODY.length, NEVER);
  received.once('data', () => client.destroy());
  await assert.rejects(collected, { code: 'ECONNRESET' });
});

test('collecting a body ends when it is aborted, and for a client that disconnected before', async (t) => {
  const { client, received } = await open(t, { 'Content-Length': BODY.length });
  const dropping = new AbortController();
  const collected = collectBody(received, BODY.length, dropping.signal);
  client.write(BODY.subarray(0, 100_000));
  await once(received, 'data');
  dropping.abort(new Error('no room'));
  await assert.rejects(collected, /no room/);
  await assert.rejects(collectBody(received, BODY.length, dropping.signal), /no room/);
  client.destroy();
  await new Promise((resolve) => received.once('close', resolve));
  await assert.rejects(collectBody(received, BODY.length, NEVER), { code: 'ECONNRESET' });
});

test('a body is read one piece a turn of the event loop, and each piece is freed', async (t) => {
  const { client, received } = await open(t, { 'Content-Length': BODY.length });
  const pieces: Buffer[] = [];
  const turns: number[] = [];
  let turn = 0;
  const countTurn = () => {
    turn += 1;
    if (!received.complete) setImmediate(countTurn);
  };
  countTurn();
  readPieces(received, (piece) => {
    pieces.push(piece);
    turns.push(turn);
  });
  client.end(BODY);
  await once(received, 'end');
  assert.ok(pieces.length > 10);
  assert.equal(new Set(turns).size, turns.length);
  assert.deepEqual(new Set(pieces.map((piece) => piece.buffer.byteLength)), new Set([0]));
});
