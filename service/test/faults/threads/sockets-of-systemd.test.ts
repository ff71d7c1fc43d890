// Waits for processes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { send } from '@petstore/testing/http/send.ts';
import { sendOn } from '@petstore/testing/http/send-on-agent.ts';
import { holdService } from '@petstore/testing/servers/held-sockets.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';

/** Writes the id of the process, and ends its serving thread when it gets the signal. */
const FAULT = `
  import { writeFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    writeFileSync('pid', String(process.pid));
    process.on('worker', (thread) => process.once('SIGUSR2', () => thread.terminate()));
  }`;

test('threads divide the sockets of systemd; if one fails, the service ends, and connections wait until it is started again', async (t) => {
  const folder = await temporaryFolder(t);
  const fault = join(folder, 'fault.mjs');
  writeFileSync(fault, FAULT);
  const env = {
    DATABASE_URL: sqliteIn(folder),
    WORKERS: '2',
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--import=${fault}`,
  };
  const service = await holdService(t, env, folder);
  // A connection to a socket that no thread accepts would wait.
  const connections = await Promise.all(Array.from({ length: 40 }, () => connect(t, service.url)));
  assert.equal(new Set(connections.map(({ thread }) => thread)).size, 2);

  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  process.kill(pid, 'SIGUSR2');
  await Promise.all(connections.map(({ closed }) => closed));
  await until(async () => !isAlive(pid));
  const waiting = send(`${service.url}/healthz`);
  await service.restart();
  assert.equal((await waiting).status, 200);
});

/** Opens a connection, and finds out to which thread: the first part of a request id names it. */
async function connect(t: TestContext, url: string) {
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const opened = once(agent, 'free') as Promise<[Socket]>;
  const { headers } = await sendOn(agent, `${url}/healthz`, {});
  const [socket] = await opened;
  const [thread = ''] = String(headers['x-request-id']).split(/-[^-]*$/);
  return { thread, closed: socket.closed || once(socket, 'close') };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
