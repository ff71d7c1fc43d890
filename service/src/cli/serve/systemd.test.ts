import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { PETSTORE } from '@petstore/testing/processes/petstore-process.ts';
import { descriptorOf, listenOn } from '@petstore/testing/servers/held-sockets.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { pino } from 'pino';
import { notifySystemd, socketsOfSystemd } from './systemd.ts';

const log = pino({ level: 'silent' });

/** The environment of a service, with a clock that the test moves. */
function contextWith(variables: Readonly<Record<string, string>>) {
  return { clock: new FakeClock(), variable: (name: string) => variables[name] };
}

test('the sockets of systemd are used only by the process that they are for', () => {
  const sockets = (pid: number) =>
    socketsOfSystemd(contextWith({ LISTEN_PID: String(pid), LISTEN_FDS: '3' }));
  assert.deepEqual(sockets(process.pid), [3, 4, 5]);
  assert.deepEqual(sockets(process.ppid), []);
  assert.deepEqual(socketsOfSystemd(contextWith({})), []);
});

test('systemd gets a message when the service is ready, and a heartbeat each half of its limit', async (t) => {
  const folder = await temporaryFolder(t);
  const [program, messages] = [join(folder, 'systemd-notify'), join(folder, 'messages')];
  writeFileSync(program, `#!/bin/sh\necho "$1" >> ${messages}\n`, { mode: 0o755 });
  const { PATH } = process.env;
  process.env.PATH = `${folder}:${PATH}`;
  t.after(() => {
    process.env.PATH = PATH;
  });
  const context = contextWith({ NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '60000000' });
  await notifySystemd(context, log);
  context.clock.advance(29_000);
  assert.equal(readFileSync(messages, 'utf8'), '--ready\n');
  context.clock.advance(1_000);
  await until(async () => readFileSync(messages, 'utf8') === '--ready\nWATCHDOG=1\n');
});

test('a socket of systemd on another port than PORT fails with one line', async (t) => {
  const folder = await temporaryFolder(t);
  const port = await freePort();
  const socket = await listenOn(port);
  const serve = `LISTEN_PID=$$ exec "$0" "$1" serve --port ${port + 1}`;
  const child = spawn('sh', ['-c', serve, process.execPath, PETSTORE], {
    env: { LISTEN_FDS: '1', DATABASE_URL: sqliteIn(folder) },
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', descriptorOf(socket)],
  });
  socket.close();
  assert.ok(child.stderr);
  const [printed, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  assert.match(
    printed,
    new RegExp(`^petstore: HOST and PORT are \\S+:${port + 1}, but .* listens on \\S+:${port}: .*\\n$`),
  );
  assert.notEqual(status, 0);
});
