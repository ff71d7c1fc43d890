import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { createPet } from '../../../../catalogue/pets/pet-changes.ts';
import type { CommitMode } from '../../database.ts';
import { openSqlite } from '../sqlite.ts';

test('the last event is recorded once a second, and only after a commit that survives a power failure', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const clock = new FakeClock();
  const db = await openSqlite(path, { monotonic: clock.monotonic, pause: async () => {} });
  t.after(() => db.close());
  const recorded = () => Number.parseInt(readFileSync(`${path}.last-event`, 'latin1'), 10);
  const addPet = (commit: CommitMode) =>
    db.write(
      (queries) =>
        createPet(queries, { name: 'Rex', categoryId: 1n, status: 'available' }, null, {
          actor: null,
          at: 0,
        }),
      { commit },
    );

  await addPet('asynchronous');
  assert.throws(recorded, { code: 'ENOENT' });
  await addPet('synchronous');
  assert.equal(recorded(), 2);
  clock.advance(999);
  await addPet('synchronous');
  assert.equal(recorded(), 2);
  clock.advance(1);
  await addPet('asynchronous');
  assert.equal(recorded(), 2);
  // SQLite does not sync a commit without a change.
  await db.write(async () => {});
  assert.equal(recorded(), 2);
  await addPet('synchronous');
  assert.equal(recorded(), 5);
});
