import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Scope, temporaryFolder } from '@petstore/testing/folders.ts';
import { type ProcessResult, startProcess } from '@petstore/testing/processes/running-process.ts';
import { assertOneLine, makeStore } from './served-store.ts';

/** A store with a file that this user may not write. */

const PROGRAM = fileURLToPath(new URL('../../../../bin/petstore.js', import.meta.url));
const IS_ROOT = process.getuid?.() === 0;
const OTHER_USER_ID = 65_534;
/** Root ignores owners and modes unless it drops its capabilities. */
const WITHOUT_CAPABILITIES = ['setpriv', '--inh-caps=-all', '--bounding-set=-all'];

/** Gives a file to another user, which only root can do, or removes its owner's permission to write. */
function denyWriting(path: string): void {
  if (IS_ROOT) chownSync(path, OTHER_USER_ID, OTHER_USER_ID);
  else chmodSync(path, statSync(path).isDirectory() ? 0o555 : 0o444);
}

function runAsOrdinaryUser(t: Scope, path: string, args: readonly string[]): Promise<ProcessResult> {
  const [program = '', ...rest] = [
    ...(IS_ROOT ? WITHOUT_CAPABILITIES : []),
    process.execPath,
    PROGRAM,
    ...args,
  ];
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: `sqlite:${path}` };
  return startProcess(t, program, rest, { env }).ended;
}

for (const name of ['petstore.db', 'petstore.db-wal', 'petstore.db-shm', 'petstore.db.lock', '.']) {
  test(`serve without the permission to write ${name} fails with one line that names its owner`, async (t) => {
    const folder = await temporaryFolder(t);
    const path = join(folder, 'petstore.db');
    await makeStore(path);
    const denied = join(folder, name);
    if (!existsSync(denied)) writeFileSync(denied, '');
    denyWriting(denied);
    const { status, out, err } = await runAsOrdinaryUser(t, path, ['serve', '--port', '0']);
    if (!IS_ROOT) chmodSync(denied, 0o755);
    assert.deepEqual([status, out], [1, ''], err);
    assertOneLine(err);
    const reason = IS_ROOT
      ? /belongs to the user with the ID 65534 and petstore runs as root\. The operator must run "chown 0:0 /
      : /denies writing to its own owner\. The operator must run "chmod u\+rwX /;
    assert.match(err, reason);
    assert.ok(err.includes(denied.replace(/\/\.?$/, '')), err);
  });
}

test('a command that writes to the store of another user fails with one line that names the owner', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  await makeStore(path);
  denyWriting(path);
  const { status, err } = await runAsOrdinaryUser(t, path, ['accounts', 'create', 'Zoo', '--plan', 'free']);
  assert.equal(status, 1);
  assertOneLine(err);
  assert.match(err, /The store cannot be written: .* The operator must run "ch/);
});
