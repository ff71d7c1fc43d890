import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Latency, latencyOf } from '../statistics.ts';

// Opens the streams of its argument and receives webhooks, then changes an animal again and again.
// Prints `FollowersReport`. The parent sends SIGUSR2 when the streams may open, and when the changes may begin.

/** The work of this process. */
export interface Followers {
  readonly url: string;
  /** One for each account, all of managers. */
  readonly keys: readonly string[];
  readonly streams: number;
  readonly webhooks: number;
  readonly changes: number;
}

/** Latencies in milliseconds: from the time of the change, which is before its commit, to the arrival. */
export interface FollowersReport {
  readonly streams: Latency;
  readonly webhooks: Latency;
}

const OPENED_TOGETHER = 50;
const CHANGE_INTERVAL_MS = 1_000;
const LAST_ARRIVALS_MS = 5_000;

const work: Followers = JSON.parse(process.argv[2] ?? ''); // written by `followers.ts` of the measurements
const { hostname, port } = new URL(work.url);
const [firstKey = ''] = work.keys;
const arrived = { streams: [] as number[], webhooks: [] as number[] };
/** A change is in one packet, because it is small. */
const TIME = '"at":"';
const TIME_LENGTH = '2026-11-21T12:00:00.000Z'.length;

function record(text: string, latencies: number[]): void {
  const now = Date.now();
  for (let at = text.indexOf(TIME); at >= 0; at = text.indexOf(TIME, at + 1)) {
    const begin = at + TIME.length;
    latencies.push(now - Date.parse(text.slice(begin, begin + TIME_LENGTH)));
  }
}

async function openStream(key: string): Promise<void> {
  const socket = connect(Number(port), hostname);
  socket.on('error', (error) => console.error(error.message));
  socket.write(
    `GET /v1/events?after=latest HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  );
  const [first] = await once(socket, 'data');
  if (!String(first).startsWith('HTTP/1.1 200')) throw new Error(String(first));
  socket.on('data', (bytes) => record(bytes.toString('latin1'), arrived.streams));
}

async function addWebhooks(): Promise<void> {
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => {
      body += bytes;
    });
    request.on('end', () => {
      record(body.slice(body.indexOf('"data"')), arrived.webhooks);
      response.writeHead(204).end();
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const address = receiver.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  for (let count = 0; count < work.webhooks; count += 1) {
    const url = `http://127.0.0.1:${address.port}/${count}`;
    await send('POST', '/v1/webhooks', work.keys[count % work.keys.length] ?? '', { url });
  }
}

async function send(method: string, path: string, key: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(work.url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return JSON.parse(text);
}

// Without a listener, the signal would end the process, and waiting for it does not keep the process alive.
process.on('SIGUSR2', () => {});
setInterval(() => {}, CHANGE_INTERVAL_MS);
const mayOpen = once(process, 'SIGUSR2');
console.log('warm');
await mayOpen;
for (let opened = 0; opened < work.streams; opened += OPENED_TOGETHER) {
  const count = Math.min(OPENED_TOGETHER, work.streams - opened);
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      openStream(work.keys[(opened + index) % work.keys.length] ?? ''),
    ),
  );
}
await addWebhooks();
const mayChange = once(process, 'SIGUSR2');
console.log('open');
await mayChange;
const pet = Object(await send('POST', '/v1/pets', firstKey, { name: 'Rex', categoryId: 1 }));
await sleep(3 * CHANGE_INTERVAL_MS);
arrived.streams = [];
arrived.webhooks = [];
for (let changes = 0; changes < work.changes; changes += 1) {
  await send('PATCH', `/v1/pets/${pet.id}`, firstKey, { name: `Rex ${changes}` });
  await sleep(CHANGE_INTERVAL_MS);
}
const deadline = performance.now() + LAST_ARRIVALS_MS;
while (arrived.streams.length < work.streams * work.changes && performance.now() < deadline) await sleep(100);
const report: FollowersReport = {
  streams: latencyOf(arrived.streams),
  webhooks: latencyOf(arrived.webhooks),
};
console.log(JSON.stringify(report));
process.exit();
