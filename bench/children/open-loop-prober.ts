import { percentile } from '../rounds.ts';
import { Connection } from './open-loop-connection.ts';

// Asks for /healthz by schedule until SIGTERM; prints the latencies, in milliseconds from when each should have been sent.

const EVERY_MS = 20;
/** Every so many probes comes on a connection that is opened for it. */
const NEW_EVERY = 5;

const { hostname: host, port, host: name } = new URL(process.argv[2] ?? '');
const request = Buffer.from(`GET /healthz HTTP/1.1\r\nhost: ${name}\r\n\r\n`);
const latencies: number[] = [];
const underWay = new Set<number>();
const idle: Connection[] = [];
let faults = 0;
let probes = 0;
const startedAt = performance.now();

const timer = setInterval(() => {
  for (; probes * EVERY_MS <= performance.now() - startedAt; probes += 1)
    probe(startedAt + probes * EVERY_MS);
}, EVERY_MS);

function probe(dueAt: number): void {
  underWay.add(dueAt);
  const isNew = probes % NEW_EVERY === 0;
  const kept = isNew ? undefined : idle.pop();
  if (kept === undefined) probeAnew(dueAt);
  else kept.send(request, dueAt);
}

function probeAnew(dueAt: number): void {
  new Connection(
    { host, port: Number(port) },
    {
      onOpen: (connection) => connection.send(request, dueAt),
      onAnswer: (connection, { status }) => {
        if (status !== 200) faults += 1;
        end(connection.dueAt ?? dueAt);
        connection.dueAt = undefined;
        if (idle.length < NEW_EVERY) idle.push(connection);
        else connection.close();
      },
      onClosed: (connection) => {
        const at = idle.indexOf(connection);
        if (at >= 0) idle.splice(at, 1);
        else if (underWay.delete(connection.dueAt ?? dueAt)) faults += 1;
      },
    },
  );
}

function end(dueAt: number): void {
  if (underWay.delete(dueAt)) latencies.push(performance.now() - dueAt);
}

process.once('SIGTERM', () => {
  clearInterval(timer);
  // What has no answer yet took at least so long.
  for (const dueAt of underWay) latencies.push(performance.now() - dueAt);
  const p99 = percentile(latencies, 0.99);
  console.log(JSON.stringify({ p99, longest: percentile(latencies, 1), faults }));
  process.exit();
});
console.log('probing');
