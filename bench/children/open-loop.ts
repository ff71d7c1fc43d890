import { readFileSync } from 'node:fs';
import type { OpenLoad, OpenLoadReport } from '../measurements/overload.ts';
import { percentile } from '../statistics.ts';
import { Connection, type Received } from './open-loop-connection.ts';

// Sends the load of its argument by schedule, and prints an `OpenLoadReport`. SIGTERM ends the load sooner.

const TICK_MS = 1;
/** The service's backlog of connections that it has not accepted yet is 511. */
const MAX_OPENING = 200;
/** For the responses to what was sent before the end. */
const LAST_RESPONSES_MS = 30_000;
/** What every 503 must have. */
const SHED_HEADERS = [/\r\nretry-after: [1-9]\d*\r\n/i, /\r\nx-ratelimit-remaining: \d+\r\n/i];

const load: OpenLoad = JSON.parse(process.argv[2] ?? ''); // written by `overload.ts`
const url = new URL(load.url);
// A NUL ends each.
const requests = readFileSync(load.requestsFile, 'utf8')
  .split('\0')
  .slice(0, -1)
  .map((text) => Buffer.from(text));
const durationMs = load.seconds * 1000;
const perMs = load.perSecond / 1000;

/** Milliseconds by which each tick was late. */
const lateness: number[] = [];
/** Milliseconds from when each request should have been sent to its response. */
const latencies = { accepted: [] as number[], shed: [] as number[] };
const inTime = { accepted: 0, shed: 0 };
const faults: string[] = [];

const open = new Set<Connection>();
/** They take turns. */
const idle: Connection[] = [];
const count = { opening: 0, busy: 0, due: 0, sent: 0 };
let startedAt = Number.POSITIVE_INFINITY;
let isStopped = false;
process.once('SIGTERM', () => {
  isStopped = true;
});

function elapsedMs(): number {
  return performance.now() - startedAt;
}

function record({ status, head, body }: Received, dueAt: number): void {
  const isShed = status === 503 && SHED_HEADERS.every((header) => header.test(head));
  if (!isShed && (status < 200 || status >= 300)) {
    faults.push(`${status}: ${body.toString().slice(0, 200)}`);
    return;
  }
  const kind = isShed ? 'shed' : 'accepted';
  latencies[kind].push(elapsedMs() - dueAt);
  if (elapsedMs() <= durationMs) inTime[kind] += 1;
}

/** Opens a connection; resolves when that is done or has failed. */
async function openOne(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const connection = new Connection(url, {
    onOpen: () => {
      resolve();
      release(connection);
    },
    onResponse: (response) => {
      record(response, connection.dueAt ?? 0);
      connection.dueAt = undefined;
      count.busy -= 1;
      const isUsedUp = load.closeEvery !== undefined && count.sent % load.closeEvery === 0;
      if (isUsedUp || /\r\nconnection: close/i.test(response.head)) connection.close();
      else release(connection);
    },
    onClosed: () => {
      resolve();
      open.delete(connection);
      if (idle.includes(connection)) idle.splice(idle.indexOf(connection), 1);
      if (connection.dueAt === undefined) return;
      count.busy -= 1;
      faults.push('a connection was closed before its response');
    },
  });
  open.add(connection);
  count.opening += 1;
  await promise;
  count.opening -= 1;
}

function release(connection: Connection): void {
  idle.push(connection);
  sendDue();
}

/** Sends what is due while connections are free, and opens more if there are not enough. */
function sendDue(): void {
  while (count.sent < count.due) {
    const connection = idle.shift();
    if (connection === undefined) break;
    const request = requests[(load.first + count.sent) % requests.length];
    if (request === undefined) throw new Error(`${load.requestsFile} has no requests`);
    connection.send(request, count.sent / perMs);
    count.sent += 1;
    count.busy += 1;
  }
  const wanted = Math.min(count.due - count.sent, MAX_OPENING, load.maxConnections - open.size);
  while (count.opening < wanted) void openOne();
}

function runSchedule(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let last = 0;
  const timer = setInterval(() => {
    const now = elapsedMs();
    lateness.push(now - last - TICK_MS);
    last = now;
    count.due = Math.floor(Math.min(now, durationMs) * perMs);
    sendDue();
    if (!isStopped && now < durationMs) return;
    clearInterval(timer);
    resolve();
  }, TICK_MS);
  return promise;
}

while (open.size < load.connections) {
  const missing = Math.min(MAX_OPENING, load.connections - open.size);
  await Promise.all(Array.from({ length: missing }, openOne));
}
startedAt = performance.now();
console.log('started');
await runSchedule();
const unsent = count.due - count.sent;
count.due = count.sent;
console.log('ended');
const limit = performance.now() + LAST_RESPONSES_MS;
while (count.busy > 0 && performance.now() < limit) await new Promise((next) => setTimeout(next, 5));
const report: OpenLoadReport = {
  acceptedPerSecond: inTime.accepted / load.seconds,
  shedPerSecond: inTime.shed / load.seconds,
  faults: faults.length + count.busy,
  firstFault: faults[0] ?? '',
  unsent,
  connections: open.size,
  generatorDelayP99: percentile(lateness, 0.99),
  p50: percentile(latencies.accepted, 0.5),
  p99: percentile(latencies.accepted, 0.99),
  max: percentile(latencies.accepted, 1),
  shedP99: percentile(latencies.shed, 0.99),
};
console.log(JSON.stringify(report));
process.exit();
