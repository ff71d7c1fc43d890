import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startPetstore } from '@petstore/testing/processes/petstore-process.ts';
import { memoryOf, noProcFiles } from '@petstore/testing/processes/proc-files.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';

const MIB = 1024 * 1024;
/** With a small heap V8 collects garbage early, so that the measured memory is needed memory. */
const SMALL_HEAP = '--max-old-space-size=128';
const SAMPLE_EVERY_MS = 20;

test('imports a file of 41 MB with an unclosed quote with a heap of 128 MiB', {
  skip: noProcFiles,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const store = sqliteIn(folder);
  await runCommand(store, ['accounts', 'create', 'default', '--plan', 'free']);
  const csv = join(folder, 'pets.csv');
  await writeFile(csv, `name,categoryId\nRex,1\n"Tom${'\n'.repeat(41_000_000)}Ann,2\n`);
  const env = { DATABASE_URL: store, NODE_OPTIONS: SMALL_HEAP };
  const { pid, ended } = startPetstore(t, ['pets', 'import', csv], env);
  let peak = 0;
  const sampling = setInterval(() => {
    peak = memoryOf(pid)?.peak ?? peak;
  }, SAMPLE_EVERY_MS);
  const { out } = await ended;
  clearInterval(sampling);
  t.diagnostic(`${(peak / MIB).toFixed(0)} MiB at most`);
  assert.match(out, /created +2\n/);
  assert.match(out, /line 3 has more than 10,000 lines, or has an unclosed quote/);
  assert.ok(peak > 0 && peak < 500 * MIB, `${peak} bytes`);
});
