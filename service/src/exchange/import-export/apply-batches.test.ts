import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counts, openImportTarget } from '@petstore/testing/fixtures/imports.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { unavailable } from '../../platform/core/errors.ts';
import type { Database } from '../../platform/database/database.ts';
import { type ImportProgress, importPets } from './import-pets.ts';
import { ImportError } from './readers/row.ts';

test('a file that cannot be read completely is not imported at all', async (t) => {
  const target = await openImportTarget(t);
  async function* broken() {
    yield Buffer.from('name,categoryId\nRex,1\nTom,2\n');
    throw new Error('the disk broke');
  }
  const source = { file: { open: broken, format: 'csv' } } as const;
  await assert.rejects(
    importPets(target.database, source, {
      ownerId: target.ownerId,
      clock: target.clock,
      publicUrl: 'http://petstore.test',
    }),
    /the disk broke/,
  );
  assert.deepEqual(await target.pets(), []);
});

test('an import into a store that becomes full fails and prints how to continue', async (t) => {
  const database = await temporaryDatabase(t);
  let writes = 0;
  const filling: Database = {
    ...database,
    write: (work) =>
      ++writes > 2 ? Promise.reject(unavailable('The store is full.')) : database.write(work),
  };
  const target = await openImportTarget(t, filling);
  const rows = Array.from({ length: 200 }, (_, index) => `${index},Pet ${index},Dog,\n`).join('');
  // Every reading of the clock exceeds the budget of a transaction.
  let now = 0;
  const workClock = { monotonic: () => (now += 100), pause: async () => {} };
  await assert.rejects(
    target.rows(rows, { workClock }),
    new ImportError(
      'The store is full. The file was imported up to line 33: import it again to add the rest.',
    ),
  );
  writes = -100;
  assert.deepEqual(counts(await target.rows(rows)), { rows: 200, created: 168, unchanged: 32 });
});

test('a transaction ends within its budget, and the import pauses before the next', async (t) => {
  const database = await temporaryDatabase(t);
  const steps: string[] = [];
  let now = 0;
  const watched: Database = {
    ...database,
    write: async (work) => {
      const startedAt = now;
      const result = await database.write(work);
      steps.push(`wrote for ${now - startedAt} ms`);
      return result;
    },
  };
  const target = await openImportTarget(t, watched);
  steps.length = 0;
  // The clock advances by 4 ms on every reading.
  const workClock = {
    monotonic: () => (now += 4),
    pause: async (ms: number) => steps.push(`paused for ${ms} ms`),
  };
  await target.rows(Array.from({ length: 3000 }, (_, index) => `${index},Pet,Dog,\n`).join(''), {
    workClock,
  });
  assert.ok(steps.length >= 2);
  for (const [index, step] of steps.entries()) {
    if (index % 2 === 1) assert.equal(step, 'paused for 1 ms');
    else assert.ok(Number(/^wrote for (\d+) ms$/.exec(step)?.[1]) <= 50, step);
  }
});

test('reports progress up to the size of the file, and then up to the number of rows', async (t) => {
  const target = await openImportTarget(t);
  const reached: ImportProgress[] = [];
  const rows = Array.from({ length: 600 }, (_, index) => `${index},Pet,Dog,\n`).join('');
  await target.rows(rows, { onProgress: (progress) => reached.push(progress) });
  const read = reached.filter(({ stage }) => stage === 'reading');
  assert.deepEqual(read.at(-1), {
    stage: 'reading',
    bytes: Buffer.byteLength(rows) + 'id,name,kind,status\n'.length,
  });
  assert.deepEqual(reached.at(-1), { stage: 'applying', rows: 600, of: 600 });
});
