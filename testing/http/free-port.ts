import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

const HOST = '127.0.0.1';

/**
 * Returns a free port below the ephemeral ones, so that no connection takes it while its server is stopped. No other call returns it,
 * also in another process, until this process ends.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000);
  return (await reserve(port)) && (await isFree(port)) ? port : freePort();
}

/** Returns false if a call has reserved the port: by its number in UDP, which no server of the tests needs. */
function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  socket.bind({ address: HOST, port, exclusive: true });
  return succeeds(once(socket, 'listening'));
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, HOST);
  const result = await succeeds(once(server, 'listening'));
  server.close();
  return result;
}

function succeeds(event: Promise<unknown>): Promise<boolean> {
  return event.then(
    () => true,
    () => false,
  );
}
