// Waits for processes.
// Takes long.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { send } from '@petstore/testing/http/send.ts';
import { cloneInto, debianRoot, inDebian, noDebian, USER_ID } from './debian-root.ts';

/** The README's first commands on a Debian of nothing but its minimum, Node 20 and npm. */

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const COMMAND_LIMIT_MS = 180_000;
const TEST_FILES = 'service/test/api/pets/list-pets.test.ts service/test/contracts/postgres.test.ts';

test('npm ci, npm start and the tests work for an ordinary user on a minimal Debian with Node 20', {
  skip: noDebian,
}, async (t) => {
  const root = debianRoot();
  const folder = cloneInto(root, REPOSITORY);
  const run = (line: string) => {
    const [program, ...args] = inDebian(root, folder, line);
    return spawnSync(program, args, { encoding: 'utf8', timeout: COMMAND_LIMIT_MS });
  };

  await t.test('npm ci prints its result and no warning', () => {
    const { status, stdout, stderr } = run('npm ci');
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /^added \d+ packages/m);
    assert.doesNotMatch(stdout + stderr, /EBADENGINE|npm warn/i);
  });

  await t.test('npm start serves, and the key in its file signs in', async () => {
    const [program, ...args] = inDebian(root, folder, 'npm start -- --port 0');
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    t.after(() => child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    let printed = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      printed += chunk;
      if (/\n {2}curl .*\n/.test(printed)) break;
    }
    const [, url] = /^Console: (http:\S+)\/$/m.exec(printed) ?? [];
    const [, file] = /^ {2}(\/\S+\.first-key)$/m.exec(printed) ?? [];
    assert.ok(url !== undefined && file !== undefined, printed);
    const { uid, mode } = statSync(join(root, file));
    assert.deepEqual([uid, mode & 0o777], [USER_ID, 0o600]);
    const key = readFileSync(join(root, file), 'utf8').trim();
    assert.equal((await send(`${url}/v1/pets`, { key })).status, 200);
    assert.equal((await send(`${url}/`)).status, 200);
    child.kill('SIGKILL');
    await ended;
  });

  await t.test('node 20 without npm prints one line that names what to install or run', () => {
    const { status, stdout, stderr } = run('node bin/petstore.js serve');
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^petstore needs Node 24 or newer; found Node 20\.[^\n]*"npm start"[^\n]*\n$/);
  });

  await t.test('tests pass, including those with the embedded PostgreSQL', () => {
    const { status, stdout, stderr } = run(`npm test -- embedded postgres ${TEST_FILES}`);
    assert.equal(status, 0, (stdout + stderr).slice(-4_000));
    assert.match(stdout, /^tests: \d+ passed, 0 failed, \d+ skipped$/m);
  });
});
