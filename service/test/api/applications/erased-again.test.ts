// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { MINUTE } from '../../../src/platform/core/clock.ts';
import { shelterWithAnimal } from './application-fixture.ts';

/** Returns a copy of a store that no one serves, as a backup that was restored on another machine. */
async function copyOf(t: TestContext, store: string): Promise<string> {
  if (!store.startsWith('sqlite:')) {
    const { freshDatabase } = await import('@petstore/testing/servers/postgres-server.ts');
    return freshDatabase(t, new URL(store).pathname.slice(1));
  }
  const copy = sqliteIn(await temporaryFolder(t));
  await copyFile(store.replace('sqlite:', ''), copy.replace('sqlite:', ''));
  return copy;
}

test('what was erased is erased again when a store of before is served with the list of erasures, and nothing else is', async (t) => {
  const list = join(await temporaryFolder(t), 'erasures');
  const env = { ERASURES_FILE: list, LOG_LEVEL: 'warn' };
  const first = await startService(t, { env });
  const before = await shelterWithAnimal(first);
  const [accepted, kept] = [await before.apply({ name: 'Persimmon' }), await before.apply({ name: 'Ana' })];
  assert.equal((await before.change(`/v1/applications/${accepted}`, { state: 'accepted' })).status, 200);
  await first.close();
  const backup = await copyOf(t, first.store);
  // The process ended in the middle of a line.
  await writeFile(list, 'half of a line', { mode: 0o600 });

  const second = await startService(t, { env, store: first.store, clock: first.clock });
  const erase = { method: 'DELETE', key: before.key };
  assert.equal((await second.send(`/v1/applications/${accepted}`, erase)).status, 204);
  // It gets an id that the store of before assigns to another one, because no one advances its ids.
  const later = await shelterWithAnimal(second);
  const reused = await later.apply({ name: 'Later' });
  assert.equal((await later.change(`/v1/applications/${reused}`, {}, 'DELETE')).status, 204);
  second.clock.advance(MINUTE);
  await second.close();
  assert.equal((await stat(list)).mode & 0o777, 0o600);
  const [, ...lines] = (await readFile(list, 'latin1')).trim().split('\n');
  assert.deepEqual(
    lines.map((line) => line.split(' ')[1]),
    [accepted, reused].map(String),
  );
  assert.doesNotMatch(lines.join(), /Persimmon|Later/);

  const restored = await startService(t, { env, store: backup, clock: first.clock });
  assertError(
    await restored.send(`/v1/applications/${accepted}`, { key: before.key }),
    404,
    'application_not_found',
  );
  const rows = await restored.database.read
    .selectFrom('applications')
    .select(['id', 'name', 'state'])
    .orderBy('id')
    .execute();
  assert.deepEqual(rows, [
    { id: BigInt(accepted), name: null, state: 'declined' },
    { id: BigInt(kept), name: 'Ana', state: 'received' },
  ]);
  const orders = await restored.database.read.selectFrom('orders').select('status').execute();
  assert.deepEqual(orders, [{ status: 'cancelled' }]);
  assert.match(restored.logged.join(''), /"applications":1,.*erased before a recovery was erased again/);
  const other = await shelterWithAnimal(restored);
  assert.equal(await other.apply({ name: 'Another' }), reused);
  await restored.close();
  const again = await startService(t, { env, store: backup, clock: first.clock });
  const [third] = await again.database.read
    .selectFrom('applications')
    .select('name')
    .where('id', '=', BigInt(reused))
    .execute();
  assert.equal(third?.name, 'Another');
});
