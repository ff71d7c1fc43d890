import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { Readable } from 'node:stream';
import type { Scope } from '../folders.ts';
import { freePort } from '../http/free-port.ts';
import { PETSTORE } from '../processes/petstore-process.ts';

/** `petstore serve` on sockets that another process holds, as systemd does for `petstore@.socket`. */
export interface HeldService {
  readonly url: string;
  /** Stops the process by SIGTERM and starts it again, as `systemctl restart` does. Resolves when it is ready. */
  restart(): Promise<void>;
  /** Stops the process by SIGTERM, and then closes the sockets, as `systemctl stop` does. Resolves with its status. */
  stop(): Promise<number>;
}

/** Each line of its input restarts the service; the end of its input stops it. `BASHPID` is the process that becomes the service. */
const HOLDER = `
stop() { [ -z "$pid" ] || { kill -TERM "$pid"; wait "$pid"; }; }
while read -r _; do
  stop || exit
  (export LISTEN_PID=$BASHPID; exec "$@" <&-) & pid=$!
done
stop`;
const SOCKETS = 4;

export async function holdService(
  t: Scope,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<HeldService> {
  const port = await freePort();
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => listenOn(port)));
  const serve = [process.execPath, PETSTORE, 'serve', '--port', String(port)];
  const holder = spawn('bash', ['--norc', '-c', HOLDER, 'holder', ...serve], {
    env: { WORKERS: '1', ...env, LISTEN_FDS: String(SOCKETS) },
    cwd,
    stdio: ['pipe', 'pipe', 'inherit', ...sockets.map(descriptorOf)],
  });
  // If it has ended, `restart` reports its status.
  holder.stdin?.on('error', () => {});
  for (const socket of sockets) socket.close();
  const ended: Promise<number[]> = once(holder, 'exit');
  const stop = async () => {
    holder.stdin?.end();
    const [status = 1] = await ended;
    return status;
  };
  t.after(stop);
  const restart = async () => {
    holder.stdin?.write('\n');
    await Promise.race([nextReady(holder.stdout), ended.then(([status]) => assert.fail(`status ${status}`))]);
  };
  await restart();
  return { url: `http://127.0.0.1:${port}`, restart, stop };
}

/** Resolves when the next process prints that it listens. */
async function nextReady(output: Readable | null): Promise<void> {
  assert.ok(output);
  for await (const [text] of on(output.setEncoding('utf8'), 'data')) {
    if (String(text).includes('listens on')) return;
  }
}

/** Listens without accepting, as systemd does, if the caller closes it once another process has it. */
export async function listenOn(port: number): Promise<Server> {
  const server = createServer().listen({ host: '127.0.0.1', port, reusePort: true });
  await once(server, 'listening');
  return server;
}

/** Returns the file descriptor of a server that listens. */
export function descriptorOf(server: Server): number {
  const { _handle: handle } = server as unknown as { _handle: { fd: number } }; // a private property of every server
  return handle.fd;
}
