import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import { shelterWithAnimal } from '../../../test/api/applications/application-fixture.ts';
import { MINUTE } from '../../platform/core/clock.ts';

const APPLICANT = 'Persimmon';

test('a restore erases again what was erased since the backup, and an export has applicants on request only', async (t) => {
  const folder = await temporaryFolder(t);
  const [store, backup] = [sqliteIn(folder), join(folder, 'backup.db')];
  const service = await startService(t, { store });
  const { apply, change } = await shelterWithAnimal(service);
  const [erased, kept] = [await apply({ name: APPLICANT }), await apply({ name: 'Ana' })];
  await change(`/v1/applications/${erased}/notes`, { text: `${APPLICANT} called` }, 'POST');
  assert.equal((await runCommand(store, ['backup', backup])).status, 0);
  assert.equal((await change(`/v1/applications/${erased}`, {}, 'DELETE')).status, 204);
  service.clock.advance(MINUTE);
  await service.close();
  const restored = await runCommand(store, ['restore', backup, '--force', '--json']);
  assert.deepEqual([restored.status, at(restored.json, 'erasedAgain')], [0, 1], restored.err);
  assert.ok(!(await readFile(join(folder, 'petstore.db'))).includes(APPLICANT));
  const unreadable = await runCommand(store, ['restore', backup, '--force'], { ERASURES_FILE: folder });
  assert.match(
    unreadable.err,
    /^petstore: the list of erased applications, .* cannot be read \(EISDIR\): .*\n$/,
  );
  // Also if the store is lost, by the list beside it.
  await rm(join(folder, 'petstore.db'));
  const afterLoss = await runCommand(store, ['restore', backup, '--json']);
  assert.deepEqual([afterLoss.status, at(afterLoss.json, 'erasedAgain')], [0, 1], afterLoss.err);
  const database = await openStore(t, store);
  const rows = await database.read
    .selectFrom('applications')
    .select(['id', 'name', 'state'])
    .orderBy('id')
    .execute();
  assert.deepEqual(rows, [
    { id: BigInt(erased), name: null, state: 'declined' },
    { id: BigInt(kept), name: 'Ana', state: 'received' },
  ]);
  const exported = async (name: string, ...flags: string[]) => {
    const { status, err } = await runCommand(store, ['export', ...flags, join(folder, name)]);
    assert.equal(status, 0, err);
    return (await readdir(join(folder, name))).filter((file) => file.startsWith('application'));
  };
  assert.deepEqual(await exported('without'), ['application-forms.ndjson']);
  assert.equal((await exported('with', '--with-applications')).length, 4);
  const target = sqliteIn(await temporaryFolder(t));
  const imported = await runCommand(target, ['import', join(folder, 'with')]);
  assert.equal(imported.status, 0, imported.err);
  const copy = await openStore(t, target);
  const names = await copy.read.selectFrom('applications').select('name').orderBy('id').execute();
  assert.deepEqual(names, [{ name: null }, { name: 'Ana' }]);
});
