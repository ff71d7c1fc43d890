import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { assertOneLine, makeStore } from './served-store.ts';

/** A store with a file that this user may not write. */

const PROGRAM = fileURLToPath(new URL('../../../../bin/petstore.js', import.meta.url));
const IS_ROOT = process.getuid?.() === 0;
const OTHER_USER_ID = 65_534;
/** Root ignores owners and modes unless it drops its capabilities. */
const WITHOUT_CAPABILITIES = ['setpriv', '--inh-caps=-all', '--bounding-set=-all'];
const START_LIMIT_MS = 20_000;

/** Gives a file to another user, which only root can do, or removes its owner's permission to write. */
function denyWriting(path: string): void {
  if (IS_ROOT) chownSync(path, OTHER_USER_ID, OTHER_USER_ID);
  else chmodSync(path, statSync(path).isDirectory() ? 0o555 : 0o444);
}

function runAsOrdinaryUser(path: string, args: readonly string[]) {
  const [program = '', ...rest] = [
    ...(IS_ROOT ? WITHOUT_CAPABILITIES : []),
    process.execPath,
    PROGRAM,
    ...args,
  ];
  const env = { PATH: process.env.PATH, DATABASE_URL: `sqlite:${path}` };
  return spawnSync(program, rest, { env, encoding: 'utf8', timeout: START_LIMIT_MS });
}

for (const name of ['petstore.db', 'petstore.db-wal', 'petstore.db-shm', 'petstore.db.lock', '.']) {
  test(`serve without the permission to write ${name} fails with one line that names its owner`, async (t) => {
    const folder = await temporaryFolder(t);
    const path = join(folder, 'petstore.db');
    await makeStore(path);
    const denied = join(folder, name);
    if (!existsSync(denied)) writeFileSync(denied, '');
    denyWriting(denied);
    const { status, stdout, stderr } = runAsOrdinaryUser(path, ['serve', '--port', '0']);
    if (!IS_ROOT) chmodSync(denied, 0o755);
    assert.deepEqual([status, stdout], [1, ''], stderr);
    assertOneLine(stderr);
    const reason = IS_ROOT
      ? /belongs to the user with the ID 65534 and petstore runs as root\. The operator must run "chown 0:0 /
      : /denies writing to its own owner\. The operator must run "chmod u\+rwX /;
    assert.match(stderr, reason);
    assert.ok(stderr.includes(denied.replace(/\/\.?$/, '')), stderr);
  });
}

test('a command that writes to the store of another user fails with one line that names the owner', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  await makeStore(path);
  denyWriting(path);
  const { status, stderr } = runAsOrdinaryUser(path, ['accounts', 'create', 'Zoo', '--plan', 'free']);
  assert.equal(status, 1);
  assertOneLine(stderr);
  assert.match(stderr, /The store cannot be written: .* The operator must run "ch/);
});
