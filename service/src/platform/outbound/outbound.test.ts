import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { runAfter, type Scope, temporaryFolder } from '@petstore/testing/folders.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { startProcess } from '@petstore/testing/processes/running-process.ts';
import { makeCertificate } from '@petstore/testing/servers/certificate.ts';
import { HOSTILE_ANSWERS, silent, startHostileHost } from '@petstore/testing/servers/hostile-host.ts';
import type { AddressesOf } from './addresses-of.ts';
import { Outbound } from './outbound.ts';
import { OutboundFault, type OutboundReason } from './outbound-fault.ts';

const HOST = 'receiver.example';
const LIMITS = { timeoutMs: 10_000, maxBytes: 65_536 };
const CONFIG = { networks: ['127.0.0.1'], httpHosts: [HOST] };

async function listen(t: Scope, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  runAfter(t, async () => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a web server without TLS, and returns its address under the name of the host. */
async function receiver(t: Scope, listener: RequestListener): Promise<string> {
  return `http://${HOST}:${await listen(t, createServer(listener))}/hook`;
}

/** Names that have the same addresses at each look-up, and how often they were looked up. */
function namesOf(...answers: string[][]): AddressesOf & { count: number } {
  const found = async () => answers[Math.min(names.count++, answers.length - 1)] ?? [];
  const names = Object.assign(found, { count: 0 });
  return names;
}

function post(outbound: Outbound, url: string, limits: Partial<typeof LIMITS> = {}, signal?: AbortSignal) {
  const rest = { headers: { 'Content-Type': 'application/json' }, body: '{"é":1}', ...LIMITS, ...limits };
  return outbound.post({ ...rest, url: new URL(url), signal: signal ?? new AbortController().signal });
}

const fails = (reason: OutboundReason) => (error: unknown) => {
  assert.ok(error instanceof OutboundFault, String(error));
  assert.equal(error.reason, reason);
  return true;
};

test('a name is looked up once, and what was checked is connected to, whatever DNS answers next', async (t) => {
  const url = await receiver(t, async (request, response) => {
    response.setHeader('X-Got', await text(request)).statusCode = 202;
    response.end(`${request.method} ${request.headers.host}`);
  });
  const names = namesOf(['127.0.0.1'], ['10.0.0.1']);
  const answer = await post(new Outbound(CONFIG, { addressesOf: names }), url);
  assert.deepEqual([answer.status, answer.body.toString()], [202, `POST ${new URL(url).host}`]);
  assert.equal(Buffer.from(String(answer.headers['x-got']), 'latin1').toString(), '{"é":1}');
  assert.equal(names.count, 1);
});

test('a name that leads to this machine at the second look is refused, although it was sent to before', async (t) => {
  let requests = 0;
  const url = await receiver(t, (_request, response) => {
    requests += 1;
    response.end();
  });
  const outbound = new Outbound(
    { networks: ['127.0.0.2'], httpHosts: [HOST] },
    { addressesOf: namesOf(['127.0.0.2'], ['127.0.0.1']) },
  );
  await assert.rejects(post(outbound, url), fails('not_reached'));
  await assert.rejects(post(outbound, url), fails('address_not_allowed'));
  assert.equal(requests, 0);
});

test('a name with one address that is not public is refused before anything is connected', async (t) => {
  let requests = 0;
  const url = await receiver(t, (_request, response) => {
    requests += 1;
    response.end();
  });
  const strict = { networks: [], httpHosts: [HOST] };
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], ['fe80::1']]) {
    const outbound = new Outbound(strict, { addressesOf: namesOf(addresses) });
    await assert.rejects(post(outbound, url), fails('address_not_allowed'));
    await assert.rejects(outbound.check(HOST, LIMITS), fails('address_not_allowed'));
  }
  const outbound = new Outbound({ networks: [], httpHosts: ['127.0.0.1', '::1'] });
  // A URL has these in their plain form.
  for (const host of ['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:7f00:1]'])
    await assert.rejects(post(outbound, `https://${host}/`), fails('address_not_allowed'));
  await assert.rejects(outbound.check('[::1]', LIMITS), fails('address_not_allowed'));
  assert.equal(requests, 0);
});

test('a checked host has its addresses, those of IPv4 first, and a name of the machine is found without DNS', async () => {
  const outbound = new Outbound(CONFIG, { addressesOf: namesOf(['2606:4700::1', '127.0.0.1']) });
  assert.deepEqual(await outbound.check(HOST, LIMITS), {
    host: HOST,
    addresses: ['127.0.0.1', '2606:4700::1'],
  });
  const { addresses } = await new Outbound({ networks: ['127.0.0.0/8', '::1'], httpHosts: [] }).check(
    'localhost',
    LIMITS,
  );
  assert.equal(addresses[0], '127.0.0.1');
  const nothing = new Outbound(CONFIG, { addressesOf: namesOf([]) });
  await assert.rejects(nothing.check(HOST, LIMITS), fails('host_not_found'));
});

test('http:// is for hosts that the operator lists, and for no other protocol', async () => {
  const outbound = new Outbound(CONFIG, { addressesOf: namesOf(['127.0.0.1']) });
  for (const url of ['http://other.example/', 'ftp://receiver.example/', 'file:///etc/passwd'])
    await assert.rejects(post(outbound, url), fails('not_https'));
  assert.equal(outbound.refusalOf(new URL('https://other.example/')), undefined);
});

test('a redirect is an answer, and no one follows it', async (t) => {
  let requests = 0;
  const url = await receiver(t, (_request, response) => {
    requests += 1;
    response.writeHead(302, { Location: '/elsewhere' }).end();
  });
  const { status } = await post(new Outbound(CONFIG, { addressesOf: namesOf(['127.0.0.1']) }), url);
  assert.deepEqual([status, requests], [302, 1]);
});

test('an answer that is too large, too slow, no HTTP or nothing has one plain reason', async (t) => {
  const outbound = new Outbound(CONFIG, { addressesOf: namesOf(['127.0.0.1']) });
  const endless = await receiver(t, (_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', write);
    write();
  });
  await assert.rejects(post(outbound, endless), fails('too_large'));
  const silent = await receiver(t, () => {});
  await assert.rejects(post(outbound, silent, { timeoutMs: 50 }), fails('too_slow'));
  const halfway = await receiver(t, (_request, response) => response.write('a'));
  await assert.rejects(post(outbound, halfway, { timeoutMs: 200 }), fails('too_slow'));
  const never = new Outbound(CONFIG, { addressesOf: () => new Promise(() => {}) });
  await assert.rejects(post(never, silent, { timeoutMs: 50 }), fails('too_slow'));
  const nonsense = await receiver(t, (request) => request.socket.end('220 ready\r\n'));
  await assert.rejects(post(outbound, nonsense), fails('invalid_answer'));
  const closed = await receiver(t, (request) => request.socket.destroy());
  await assert.rejects(post(outbound, closed), fails('not_reached'));
});

for (const [name, reason] of [
  ['silent', 'too_slow'],
  ['switching', 'invalid_answer'],
  ['early hints', 'invalid_answer'],
  ['processing', 'invalid_answer'],
  ['slow fields', 'too_slow'],
  ['slow body', 'too_slow'],
  ['long chunks', 'too_large'],
  ['slow trailers', 'too_slow'],
  ['empty lines', 'too_large'],
  ['spaces of a field', 'too_large'],
  ['zeros of a size', 'too_large'],
] as const) {
  test(`${name}: an answer without an end is ${reason} at the deadline, and its connection is closed`, async (t) => {
    const clock = new FakeClock();
    const outbound = new Outbound(CONFIG, { addressesOf: namesOf(['127.0.0.1']), clock });
    const host = await startHostileHost(t, HOSTILE_ANSWERS[name]);
    const failed = assert.rejects(post(outbound, `http://${HOST}:${host.port}/`), fails(reason));
    await host.reached(1);
    clock.advance(LIMITS.timeoutMs - 1);
    if (reason === 'too_slow') clock.advance(1);
    await failed;
    // What both systems keep of a connection is a part of it.
    assert.ok((await host.left()) < 16_000_000);
  });
}

test('TLS whose tickets have no end is an invalid answer, and its connection is closed', async (t) => {
  const tls = await makeCertificate(t, [HOST]);
  const folder = await temporaryFolder(t);
  const files = await Promise.all(
    (['key', 'cert'] as const).map(async (name) => {
      await writeFile(join(folder, name), tls[name]);
      return [`-${name}`, join(folder, name)];
    }),
  );
  const port = await freePort();
  const options = [
    '-www',
    '-accept',
    `127.0.0.1:${port}`,
    '-tls1_3',
    '-num_tickets',
    '100000000',
    ...files.flat(),
  ];
  const { printed } = startProcess(t, 'openssl', ['s_server', ...options]);
  await printed(/(ACCEPT)/);
  const outbound = new Outbound(CONFIG, { addressesOf: namesOf(['127.0.0.1']), ca: tls.cert });
  await assert.rejects(post(outbound, `https://${HOST}:${port}/`), fails('invalid_answer'));
});

test('TLS that does not begin ends at the deadline', async (t) => {
  const clock = new FakeClock();
  const outbound = new Outbound(CONFIG, { addressesOf: namesOf(['127.0.0.1']), clock });
  const host = await startHostileHost(t, silent);
  const failed = assert.rejects(post(outbound, `https://${HOST}:${host.port}/`), fails('too_slow'));
  await host.reached(1);
  clock.advance(LIMITS.timeoutMs);
  await failed;
  await host.left();
});

test('a stop ends a request with the reason of the stop', async (t) => {
  const outbound = new Outbound(CONFIG, { addressesOf: namesOf(['127.0.0.1']) });
  const stop = new AbortController();
  const url = await receiver(t, () => stop.abort(new Error('stopped')));
  await assert.rejects(post(outbound, url, {}, stop.signal), /stopped/);
  await assert.rejects(post(outbound, url, {}, stop.signal), /stopped/);
});

test('the certificate must be trusted and have the name, not the address that was connected to', async (t) => {
  const { key, cert } = await makeCertificate(t, [HOST]);
  const port = await listen(
    t,
    createTlsServer({ key, cert }, (_request, response) => response.end('yes')),
  );
  const addresses = namesOf(['127.0.0.1']);
  const trusting = new Outbound(CONFIG, { addressesOf: addresses, ca: cert });
  assert.equal((await post(trusting, `https://${HOST}:${port}/`)).body.toString(), 'yes');
  await assert.rejects(post(trusting, `https://other.example:${port}/`), fails('certificate_not_trusted'));
  const others = new Outbound(CONFIG, { addressesOf: addresses });
  await assert.rejects(post(others, `https://${HOST}:${port}/`), fails('certificate_not_trusted'));
});
