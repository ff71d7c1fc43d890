import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { send } from '@petstore/testing/http/send.ts';
import { startService } from '@petstore/testing/service.ts';
import { SessionBrowser } from '@petstore/testing/sign-in/session-browser.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';
import { sqliteIn, temporaryStore } from '@petstore/testing/stores.ts';
import { kindOfApiKey } from '../../access/accounts/api-key.ts';
import { linkAddress } from '../../platform/config/link-address.ts';
import { takeInstanceLock } from '../../platform/database/sqlite/instance-lock.ts';

const CTRL_C = '\x03';
const PROGRAM = fileURLToPath(new URL('../../../../bin/petstore.js', import.meta.url));

test('the first serve writes the key to a file of mode 0600, and prints its path and a working curl command', async (t) => {
  const store = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const work = async (printed: string) => {
    const [, key = '', url = ''] =
      /\n {2}curl -H "Authorization: Bearer ([^"]+)" '(http:[^' ]+)'\n/.exec(printed) ?? [];
    const [, file = ''] = /^\$\(cat '(.*)'\)$/.exec(key) ?? [];
    assert.ok(printed.includes(`\n  ${file}\n`), printed);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const secret = readFileSync(file, 'utf8').trim();
    assert.equal(kindOfApiKey(secret), 'live');
    assert.ok(!printed.includes(secret));
    await assertLink(printed, new URL(url).origin);
    await assertManagerOfNewStore(url, secret);
  };
  const first = await serveAndStop(t, { store, folder, ready: /listens on/, work });
  assert.match(
    first,
    /^Console: (http:\S+)\/\n(?:.*\n)*Reference: \1\/docs\/\n(?:.*\n)*Petstore listens on \1 and keeps /m,
  );
  assert.match(first, /account "default" \(plan Business, role admin\)/);
  const second = await serveAndStop(t, { store, folder, ready: /listens on/, env: { PUBLIC_PAGES: 'true' } });
  assert.doesNotMatch(second, /welcome|curl/);
  assert.match(second, /^Public pages: http:\S+\/adopt$/m);
  const { out } = await runCommand(store, ['accounts', 'list']);
  assert.match(out, /\n1 {3}default {2}business {2}admin /);
});

test('the first serve on a terminal prints the key instead of writing a file', {
  skip: noTerminal(),
}, async (t) => {
  const store = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const work = async (printed: string) => {
    const [, key = '', url = ''] =
      /\n {2}curl -H "Authorization: Bearer (\w+)" '(http:[^' ]+)'\r\n/.exec(printed) ?? [];
    assert.ok(printed.includes(`\n  ${key}\r\n`));
    await assertLink(printed, new URL(url).origin);
    await assertManagerOfNewStore(url, key);
  };
  await serveAndStop(t, { store, folder, ready: /\n {2}curl .*\r\n/, work, terminal: true });
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.first-key')),
    [],
  );
});

test('a first serve that fails because its port is in use leaves the key to the next start', async (t) => {
  const store = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const taken = new URL((await startService(t)).url).port;
  assert.equal((await runCommand(store, ['serve', '--port', taken, '--log-level', 'silent'])).status, 1);
  const printed = await serveAndStop(t, { store, folder, ready: /\n {2}curl .*\n/ });
  assert.match(printed, /\.first-key\n/);
});

test('a second serve on the same store fails with one line', async (t) => {
  const folder = await temporaryFolder(t);
  const release = takeInstanceLock(join(folder, 'petstore.db'));
  t.after(() => release?.());
  const { status, out, err } = await runCommand(sqliteIn(folder), ['serve', '--port', '0']);
  assert.deepEqual([status, out], [1, '']);
  assert.match(
    err,
    /^petstore: another "petstore serve" is using .*: stop it first, or use another file with .*\n$/,
  );
});

test('serve on a port in use fails with one line and releases the store', async (t) => {
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
      `petstore: port ${taken} on 127.0.0.1 is already in use: stop the other program, or choose another port with ${flag} NUMBER ("npm start -- ${flag} NUMBER" or "${flag === '--port' ? 'PORT' : 'METRICS_PORT'}=NUMBER npm start")\n`,
    );
  }
  const release = takeInstanceLock(join(folder, 'petstore.db'));
  assert.ok(release);
  release();
});

test('serve on an address of another machine fails with one line', async (t) => {
  const store = await temporaryStore(t);
  for (const host of ['192.0.2.1', '198.51.100.7']) {
    const { status, err } = await runCommand(store, ['serve', '--port', '0', '--host', host]);
    assert.equal(status, 1);
    assert.match(
      err,
      new RegExp(`^petstore: ${host} is not an address of this machine: choose another with --host .*\\n$`),
    );
  }
});

interface Start {
  store: string;
  /** Where the process runs. */
  folder: string;
  ready: RegExp;
  work?: (printed: string) => Promise<void>;
  terminal?: boolean;
  env?: Record<string, string>;
}

/** Runs `petstore serve` as a process until it printed `ready` and `work` is done; returns what it printed. */
async function serveAndStop(t: TestContext, start: Start): Promise<string> {
  const { store, folder, ready, work = async () => {}, terminal = false } = start;
  const serve = [process.execPath, PROGRAM, 'serve', '--port', '0', '--database', store];
  const inTerminal = ['script', '--quiet', '--return', '--command', `exec ${serve.join(' ')}`, '/dev/null'];
  const [program = '', ...args] = terminal ? inTerminal : serve;
  const env = { PATH: process.env.PATH ?? '', ...start.env };
  const child = spawn(program, args, { env, cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  // After its last output.
  const ended = once(child, 'close');
  let printed = '';
  const isReady = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
      if (ready.test(printed)) isReady.resolve();
    });
  }
  await Promise.race([isReady.promise, ended]);
  await work(printed);
  if (terminal) child.stdin.write(CTRL_C);
  else child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null], printed);
  return printed;
}

/** Asserts that the printed link signs in. */
async function assertLink(printed: string, origin: string): Promise<void> {
  const [, base, token] = /^ {2}(http:\S+)\/#\/welcome\?token=(\S+)\r?$/m.exec(printed) ?? [];
  assert.equal(base, linkAddress(origin));
  const response = await new SessionBrowser(origin).send('/session/first', {
    body: { secret: token, name: 'Ana' },
  });
  assert.equal(response.status, 201);
}

async function assertManagerOfNewStore(url: string, key: string): Promise<void> {
  const response = await send(url, { key });
  assert.deepEqual([response.status, response.json], [200, []]);
  const added = await send(url, { key, method: 'POST', body: { name: 'Rex', categoryId: 1 } });
  assert.equal(added.status, 201);
  assert.equal(response.headers.get('ratelimit-policy'), '"minute";q=1000;w=60, "day";q=100000;w=86400');
}

/** Returns why no terminal is available; false if the `script` of util-linux provides one. */
function noTerminal(): string | false {
  const { stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' });
  if (/util-linux/.test(stdout ?? '')) return false;
  return skipReason('Tests on a terminal', 'the "script" of util-linux is not installed');
}
