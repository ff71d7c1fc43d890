import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { noProcFiles } from '../faults/overload/measured-service.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/petstore.js', import.meta.url));
const MIB = 1024 * 1024;
/** With a small heap V8 collects garbage early: the memory that is seen is memory that is needed. */
const SMALL_HEAP = '--max-old-space-size=128';
const LOOK_EVERY_MS = 20;

test('a file of 41 MB of which one quote is never closed is imported with a heap of 128 MiB', {
  skip: noProcFiles,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const store = sqliteIn(folder);
  await runCommand(store, ['accounts', 'create', 'default', '--plan', 'free']);
  const csv = join(folder, 'pets.csv');
  await writeFile(csv, `name,categoryId\nRex,1\n"Tom${'\n'.repeat(41_000_000)}Ann,2\n`);
  const child = spawn(process.execPath, [PROGRAM, 'pets', 'import', csv], {
    env: { DATABASE_URL: store, NODE_OPTIONS: SMALL_HEAP },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peak = 0;
  const look = setInterval(() => {
    try {
      const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      peak = Math.max(peak, Number(kib ?? 0) * 1024);
    } catch {
      // It has ended.
    }
  }, LOOK_EVERY_MS);
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  await once(child, 'close');
  clearInterval(look);
  t.diagnostic(`${(peak / MIB).toFixed(0)} MiB at most`);
  assert.match(out, /created +2\n/);
  assert.match(out, /line 3 has more than 10,000 lines, or a quote that is not closed/);
  assert.ok(peak > 0 && peak < 500 * MIB, `${peak} bytes`);
});
