import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { hasCapacity, limitConcurrency } from './concurrency-limit.ts';

const MIB = 1024 * 1024;
/** More than the kernel buffers for a connection on the loopback device. */
const LARGE_BODY = Buffer.alloc(64 * MIB, 'x');

interface Handled {
  account: string;
  finish: (body: string | Buffer) => void;
}

/** An application whose handlers run until the test ends them. The header field `account` names the account. */
function limitedApp(t: TestContext, max: number): { app: FastifyInstance; handled: Handled[] } {
  const app = fastify();
  t.after(() => app.close());
  const handled: Handled[] = [];
  limitConcurrency(app, { max, accountOf: ({ headers }) => BigInt(String(headers.account)) });
  app.get('/', ({ headers }) => {
    const { promise, resolve } = Promise.withResolvers<string | Buffer>();
    handled.push({ account: String(headers.account), finish: resolve });
    return promise;
  });
  return { app, handled };
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise(setImmediate);
}

test('rejects a request beyond the limit (503), and serves one after a handler has ended', async (t) => {
  const { app, handled } = limitedApp(t, 2);
  const url = await app.listen({ port: 0 });
  const get = (account: string) => fetch(url, { headers: { account } });
  const taken = [get('1'), get('2')];
  await until(() => handled.length === 2);
  const rejected = await get('3');
  assert.equal(rejected.status, 503);
  assert.match(await rejected.text(), /"The service is overloaded\. Try again in a moment\."/);
  handled[0]?.finish('done');
  assert.equal(await (await Promise.race(taken)).text(), 'done');
  const next = get('3');
  await until(() => handled.length === 3);
  for (const { finish } of handled) finish('done');
  assert.equal((await next).status, 200);
  await Promise.all(taken);
});

test('clients that do not read their responses use no slots', async (t) => {
  const { app, handled } = limitedApp(t, 2);
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  for (const account of ['1', '2', '3', '4']) {
    const socket = connect(Number(port), '127.0.0.1').pause();
    t.after(() => socket.destroy());
    const request = once(app.server, 'request');
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\nAccount: ${account}\r\n\r\n`);
    const [, response] = await request;
    await until(() => handled.length === Number(account) || response.writableEnded);
    assert.equal(response.statusCode, 200);
    handled.at(-1)?.finish(LARGE_BODY);
    await until(() => response.writableEnded);
    assert.ok(response.writableLength > 0, 'the response is not read yet');
  }
});

test('a client that disconnects uses its slot until its handler ends', async (t) => {
  const { app, handled } = limitedApp(t, 1);
  const url = await app.listen({ port: 0 });
  const headers = { account: '1' };
  const leaving = new AbortController();
  const closed = once(app.server, 'request').then(([, response]) => once(response, 'close'));
  const left = fetch(url, { headers, signal: leaving.signal }).catch(() => 'aborted');
  await until(() => handled.length === 1);
  leaving.abort();
  await Promise.all([left, closed]);
  assert.equal((await fetch(url, { headers })).status, 503);
  handled[0]?.finish('done');
  const next = fetch(url, { headers });
  await until(() => handled.length === 2);
  handled[1]?.finish('done');
  assert.equal((await next).status, 200);
});

test('clients that disconnect while a hook waits use no slots', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  const waiting: Array<() => void> = [];
  // Like the lookup of a key in the database.
  app.addHook('onRequest', async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
  });
  limitConcurrency(app, { max: 1, accountOf: () => 1n });
  app.get('/', async () => 'done');
  const url = await app.listen({ port: 0 });
  for (let count = 1; count <= 5; count += 1) {
    const leaving = new AbortController();
    const closed = once(app.server, 'request').then(([, response]) => once(response, 'close'));
    const request = fetch(url, { signal: leaving.signal }).catch(() => 'aborted');
    await until(() => waiting.length === count);
    leaving.abort();
    await Promise.all([request, closed]);
  }
  for (const release of waiting.splice(0)) release();
  const last = fetch(url);
  await until(() => waiting.length === 1);
  waiting[0]?.();
  assert.equal((await last).status, 200);
});

test('rejects an account that uses its share of scarce slots, and serves other accounts (503)', async (t) => {
  const { app, handled } = limitedApp(t, 8);
  const url = await app.listen({ port: 0 });
  const get = (account: string) => fetch(url, { headers: { account } });
  const taken = ['1', '1', '1', '1'].map(get);
  await until(() => handled.length === 4);
  assert.equal((await get('1')).status, 503);
  taken.push(get('2'), get('2'), get('3'), get('4'));
  await until(() => handled.length === 8);
  assert.equal((await get('5')).status, 503);
  for (const { finish } of handled) finish('done');
  for (const { status } of await Promise.all(taken)) assert.equal(status, 200);
});

test('one account may use half of all slots, but only a quarter once half are in use', () => {
  const max = 1_000;
  assert.equal(hasCapacity({ running: 499, ofAccount: 499, max }), true);
  assert.equal(hasCapacity({ running: 500, ofAccount: 500, max }), false);
  assert.equal(hasCapacity({ running: 500, ofAccount: 250, max }), false);
  assert.equal(hasCapacity({ running: 999, ofAccount: 249, max }), true);
  assert.equal(hasCapacity({ running: 1_000, ofAccount: 0, max }), false);
});
