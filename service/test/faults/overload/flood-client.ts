import { connect, type Socket } from 'node:net';

/**
 * A process of its own that floods the processes of a service: on each connection it sends a batch of requests, and the next batch when all
 * responses have come. It counts the responses by status.
 */

const [urls = '', connections = '', batch = '', request = ''] = process.argv.slice(2);
const targets = urls.split(' ').map((url) => new URL(url));
const statuses: Record<string, number> = {};
const STATUS_LINE = /HTTP\/1\.1 (\d{3})/g;
const STATUS_LINE_LENGTH = 12;

function open({ hostname, port }: URL): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.setEncoding('latin1');
    socket.on('error', () => {}); // A connection that breaks sends no more.
  });
}

/** Sends without end; resolves with the first response. */
function flood(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const text = request.repeat(Number(batch));
  let pending = Number(batch);
  let rest = '';
  socket.on('data', (chunk: string) => {
    const received = rest + chunk;
    let end = 0;
    for (const found of received.matchAll(STATUS_LINE)) {
      const status = found[1] ?? '';
      statuses[status] = (statuses[status] ?? 0) + 1;
      pending -= 1;
      end = found.index + STATUS_LINE_LENGTH;
      resolve();
    }
    rest = received.slice(Math.max(end, received.length - STATUS_LINE_LENGTH + 1));
    if (pending > 0) return;
    pending = Number(batch);
    socket.write(text);
  });
  socket.write(text);
  return promise;
}

const sockets = await Promise.all(
  Array.from({ length: Number(connections) }, (_, index) => targets[index % targets.length])
    .filter((target) => target !== undefined)
    .map(open),
);
process.on('message', () => process.send?.(statuses, undefined, undefined, () => process.exit()));
await Promise.all(sockets.map(flood));
process.send?.('ready');
