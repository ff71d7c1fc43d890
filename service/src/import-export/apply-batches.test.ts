import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { unavailable } from '../core/errors.ts';
import type { Database } from '../database/database.ts';
import { counts, openShelter } from './import-fixture.ts';
import { type ImportProgress, importPets } from './import-pets.ts';
import { ImportError } from './readers/row.ts';

test('a file that cannot be read to its end is not imported at all', async (t) => {
  const shelter = await openShelter(t);
  async function* broken() {
    yield Buffer.from('name,categoryId\nRex,1\nTom,2\n');
    throw new Error('the disk broke');
  }
  const source = { bytes: broken(), format: 'csv' } as const;
  await assert.rejects(
    importPets(shelter.database, source, { ownerId: shelter.ownerId, clock: shelter.clock }),
    /the disk broke/,
  );
  assert.deepEqual(await shelter.pets(), []);
});

test('a store that stops taking rows stops the import, which says how to go on', async (t) => {
  const database = await temporaryDatabase(t);
  let writes = 0;
  const filling: Database = {
    ...database,
    write: (work) =>
      ++writes > 2 ? Promise.reject(unavailable('The store is full.')) : database.write(work),
  };
  const shelter = await openShelter(t, filling);
  const rows = Array.from({ length: 200 }, (_, index) => `${index},Pet ${index},Dog,\n`).join('');
  // Each look at the time finds that a transaction has had enough of it.
  let now = 0;
  const pace = { now: () => (now += 100), pause: async () => {} };
  await assert.rejects(shelter.rows(rows, { pace }), (error) => {
    assert.ok(error instanceof ImportError);
    assert.equal(
      error.message,
      'The store is full. The file was imported to line 33: import it again, and the rest is added.',
    );
    return true;
  });
  writes = -100;
  assert.deepEqual(counts(await shelter.rows(rows)), { rows: 200, created: 168, unchanged: 32 });
});

test('a transaction ends when its time is up, and the store is free for others before the next', async (t) => {
  const database = await temporaryDatabase(t);
  const steps: string[] = [];
  let now = 0;
  const watched: Database = {
    ...database,
    write: async (work) => {
      const began = now;
      const result = await database.write(work);
      steps.push(`wrote for ${now - began} ms`);
      return result;
    },
  };
  const shelter = await openShelter(t, watched);
  steps.length = 0;
  // Every look at the time is 4 ms after the one before.
  const pace = { now: () => (now += 4), pause: async (ms: number) => steps.push(`paused for ${ms} ms`) };
  await shelter.rows(Array.from({ length: 3000 }, (_, index) => `${index},Pet,Dog,\n`).join(''), { pace });
  assert.ok(steps.length >= 2);
  for (const [index, step] of steps.entries()) {
    if (index % 2 === 1) assert.equal(step, 'paused for 1 ms');
    else assert.ok(Number(/^wrote for (\d+) ms$/.exec(step)?.[1]) <= 50, step);
  }
});

test('progress goes up to the size of the file, and then to its rows', async (t) => {
  const shelter = await openShelter(t);
  const reached: ImportProgress[] = [];
  const rows = Array.from({ length: 600 }, (_, index) => `${index},Pet,Dog,\n`).join('');
  await shelter.rows(rows, { onProgress: (progress) => reached.push(progress) });
  const read = reached.filter(({ stage }) => stage === 'reading');
  assert.deepEqual(read.at(-1), {
    stage: 'reading',
    bytes: Buffer.byteLength(rows) + 'id,name,kind,status\n'.length,
  });
  assert.deepEqual(reached.at(-1), { stage: 'applying', rows: 600, of: 600 });
});
