// Takes long.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { send } from '@petstore/testing/http/send.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { noHistory, releasedVersion, type Version } from './released-version.ts';

/** "To go back" of docs/deploy.md#upgrades, with the code of the older version. */

const OTHER_SYSTEM = 'code,animal,kind\nA1,from another system,1\n';
const OTHER_MAPPING = {
  reference: { column: 'code' },
  name: { column: 'animal' },
  categoryId: { column: 'kind' },
};

/** Adds, changes and removes animals with this version, as people do after an upgrade. */
async function workAfterUpgrade(t: TestContext, store: string, key: string): Promise<void> {
  const { url, stop } = await serveProcess(t, { DATABASE_URL: store });
  const request = async (method: string, path: string, body?: object) => {
    const { status, text } = await send(`${url}/v1${path}`, {
      method,
      key,
      ...(body && { body }),
    });
    assert.ok(status < 300, text);
  };
  await request('POST', '/pets', { name: 'added', categoryId: 1, status: 'available' });
  await request('PATCH', '/pets/4/profile', { breed: 'Beagle' });
  await request('PATCH', '/pets/1', { name: 'changed' });
  await request('DELETE', '/pets/2');
  await request('POST', '/store/orders', { petId: 3 });
  assert.equal((await stop()).status, 0);
}

for (const version of ['1.0.0', '1.1.0'] satisfies Version[]) {
  test(`after going back to ${version}, an import adds each animal that was added since the upgrade once`, {
    skip: noHistory,
  }, async (t) => {
    const older = await releasedVersion(t, version);
    const folder = await temporaryFolder(t);
    const store = sqliteIn(folder);
    const file = (name: string) => join(folder, name);
    const [backup, before, other, mapping] = [
      file('backup.db'),
      file('old.ndjson'),
      file('other.csv'),
      file('other.json'),
    ];
    await writeFile(
      before,
      [1, 2, 3].map((n) => `{"name":"old ${n}","categoryId":1,"status":"available"}\n`).join(''),
    );
    await writeFile(other, OTHER_SYSTEM);
    await writeFile(mapping, JSON.stringify(OTHER_MAPPING));
    const { out } = await older.run(
      ['accounts', 'create', 'default', '--plan', 'business', '--role', 'manager'],
      store,
    );
    const key = /petstore_live_\w+/.exec(out)?.[0] ?? '';
    await older.run(['pets', 'import', before], store);
    await older.run(['backup', backup], store);

    await workAfterUpgrade(t, store, key);
    assert.equal((await runCommand(store, ['pets', 'import', other, '--mapping', mapping])).status, 0);
    const exported = await runCommand(store, [
      'pets',
      'export',
      file('since-the-upgrade.ndjson'),
      '--since',
      'upgrade',
    ]);
    assert.equal(exported.status, 0);
    assert.match(
      exported.out,
      /^2 pets that were added since \S+ written to .*\.ndjson\n.*\nNot in the file, .*:\n {2}profiles or photos of the added animals: 4\n {2}changes of older animals: 1, 3\n {2}removed animals: 2\n {2}orders that were placed or changed: 1\n$/,
    );

    await older.run(['restore', backup, '--force', ...(version === '1.0.0' ? [] : ['--yes'])], store);
    const { groups } = /import (?<file>\S+) --mapping (?<columns>\S+)/.exec(exported.out) ?? {};
    // The second time, as after an import that was interrupted.
    for (let n = 0; n < 2; n += 1) {
      await older.run(['pets', 'import', groups?.file ?? '', '--mapping', groups?.columns ?? ''], store);
    }
    await older.run(['pets', 'import', other, '--mapping', mapping], store);
    const pets = (await older.run(['pets', 'export', '-', '--format', 'ndjson'], store)).out
      .trimEnd()
      .split('\n');
    assert.deepEqual(
      pets.map((pet) => JSON.parse(pet).name),
      ['old 1', 'old 2', 'old 3', 'added', 'from another system'],
    );
  });
}
