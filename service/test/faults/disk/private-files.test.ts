import assert from 'node:assert/strict';
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { serveProcess, startPetstore } from '@petstore/testing/processes/petstore-process.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';

async function modesIn(folder: string): Promise<Record<string, string>> {
  const modes: Record<string, string> = {};
  for (const name of (await readdir(folder)).sort()) {
    modes[name] = ((await stat(join(folder, name))).mode & 0o777).toString(8);
  }
  return modes;
}

test('only their owner may read the store, its journals, its lock, a backup and an export', async (t) => {
  const folder = await temporaryFolder(t);
  const env = { DATABASE_URL: sqliteIn(folder) };
  await serveProcess(t, env);
  const petstore = async (...args: string[]) => {
    const { status, err } = await startPetstore(t, args, env).ended;
    assert.equal(status, 0, err);
  };
  await petstore('backup', join(folder, 'copy.db'));
  await petstore('pets', 'export', join(folder, 'pets.csv'));
  await petstore('pets', 'export', join(folder, 'public.csv'));
  await chmod(join(folder, 'public.csv'), 0o644);
  await petstore('pets', 'export', join(folder, 'public.csv'));
  assert.deepEqual(await modesIn(folder), {
    'copy.db': '600',
    'pets.csv': '600',
    'petstore.db': '600',
    'petstore.db-shm': '600',
    'petstore.db-wal': '600',
    'petstore.db.first-key': '600',
    'petstore.db.last-backup': '600',
    'petstore.db.lock': '600',
    // An export that its owner made readable for others stays readable when it is written again.
    'public.csv': '644',
  });
});

test('a start restricts the permissions of a store that others could read, and logs it', async (t) => {
  const folder = await temporaryFolder(t);
  const store = sqliteIn(folder);
  const first = await serveProcess(t, { DATABASE_URL: store });
  first.kill('SIGKILL');
  await first.ended;
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o644);
  const doctor = await runCommand(store, ['doctor']);
  assert.match(
    doctor.out,
    /^warning permissions: .*petstore\.db is open to other users \(mode 644\): its owner/m,
  );

  const second = await serveProcess(t, { DATABASE_URL: store });
  for (const [name, mode] of Object.entries(await modesIn(folder))) assert.equal(mode, '600', name);
  assert.match(second.err(), /petstore\.db was open to other users \(mode 644\)/);
  assert.equal((await fetch(`${second.url}/readyz`)).status, 200);
});
