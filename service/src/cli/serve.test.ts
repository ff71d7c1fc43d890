import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  runCommand,
  send,
  sqliteIn,
  startService,
  temporaryFolder,
  temporaryStore,
} from '../../test/harness.ts';
import { takeServeLock } from '../database/serve-lock.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/petstore.js', import.meta.url));

test('the first serve prints a key once, and a curl line that works as pasted', async (t) => {
  const store = await temporaryStore(t);
  const first = await serveAndStop(t, store, /\n {2}curl .*\n/, async (printed) => {
    const [, key = '', url = ''] =
      /\n {2}curl -H "Authorization: Bearer (\w+)" '(http:[^' ]+)'\n/.exec(printed) ?? [];
    const answer = await send(url, { key });
    assert.deepEqual([answer.status, answer.json], [200, []]);
    const added = await send(url, { key, method: 'POST', body: { name: 'Rex', categoryId: 1 } });
    assert.equal(added.status, 201);
    assert.equal(answer.headers.get('ratelimit-policy'), '"minute";q=1000;w=60, "day";q=100000;w=86400');
  });
  assert.match(first, /account "default" \(plan Business, role manager\)/);
  const second = await serveAndStop(t, store, /listens on/, async () => {});
  assert.doesNotMatch(second, /petstore_live_|curl/);
  const { out } = await runCommand(store, ['accounts', 'list']);
  assert.match(out, /\n1 {3}default {2}business {2}manager /);
});

test('a second serve on the same store refuses with one line that says what to do', async (t) => {
  const folder = await temporaryFolder(t);
  const release = takeServeLock(join(folder, 'petstore.db'));
  t.after(() => release?.());
  const { status, out, err } = await runCommand(sqliteIn(folder), ['serve', '--port', '0']);
  assert.deepEqual([status, out], [1, '']);
  assert.match(
    err,
    /^petstore: another "petstore serve" is using .*: stop it first, or name another file with .*\n$/,
  );
});

test('a port that is taken is one line that names it, and the store is free again', async (t) => {
  const taken = new URL((await startService(t)).url).port;
  const folder = await temporaryFolder(t);
  for (const flags of [
    ['--port', taken],
    ['--port', '0', '--metrics-port', taken],
  ]) {
    const { status, err } = await runCommand(sqliteIn(folder), ['serve', '--log-level', 'silent', ...flags]);
    assert.equal(status, 1);
    const flag = flags.at(-2);
    assert.equal(
      err,
      `petstore: port ${taken} on 127.0.0.1 is taken: stop what uses it, or choose another with ${flag} NUMBER\n`,
    );
  }
  const release = takeServeLock(join(folder, 'petstore.db'));
  assert.ok(release);
  release();
});

test('an address that is not of this machine is one line that says what to write', async (t) => {
  const store = await temporaryStore(t);
  for (const host of ['192.0.2.1', '198.51.100.7']) {
    const { status, err } = await runCommand(store, ['serve', '--port', '0', '--host', host]);
    assert.equal(status, 1);
    assert.match(
      err,
      new RegExp(`^petstore: ${host} is no address of this machine: choose another with --host .*\\n$`),
    );
  }
});

/** Runs `petstore serve` as a process until it printed `ready` and `work` is done; returns what it printed. */
async function serveAndStop(
  t: TestContext,
  store: string,
  ready: RegExp,
  work: (printed: string) => Promise<void>,
): Promise<string> {
  const args = [PROGRAM, 'serve', '--port', '0', '--database', store];
  const child = spawn(process.execPath, args, { env: {}, stdio: ['ignore', 'pipe', 'ignore'] });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  let printed = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk;
    if (ready.test(printed)) break;
  }
  await work(printed);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  return printed;
}
