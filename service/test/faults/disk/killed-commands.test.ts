// Waits for processes.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startProcess } from '@petstore/testing/processes/running-process.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { openSqlite } from '../../../src/platform/database/sqlite/sqlite.ts';

/** Each program writes a file or a folder to `target` and stops in the middle. */
const SOURCE = new URL('../../../src/', import.meta.url).href;
const FOREVER = 'new Promise(() => setInterval(() => {}, 1_000_000))';
const UNFINISHED: Record<string, (target: string, store: string) => string> = {
  backup: (target, store) => `
    import { backUpStore } from '${SOURCE}platform/database/sqlite/backup.ts';
    await backUpStore('${store}', '${target}', 0, () => {
      process.stdout.write('writing');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`,
  export: (target) => `
    import { NewFolder } from '${SOURCE}exchange/import-export/whole-store/new-folder.ts';
    const folder = await NewFolder.create('${target}');
    await folder.writeFile('photos/1', 'a picture');
    process.stdout.write('writing');
    await ${FOREVER};`,
};

/** Makes a store that is not copied in one step. */
async function makeStore(folder: string): Promise<string> {
  const path = join(folder, 'petstore.db');
  await (await openSqlite(path)).close();
  const store = new DatabaseSync(path);
  store.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
    insert into pets (name, category_id) select 'pet ' || i, 1 from n`);
  store.close();
  return path;
}

for (const [what, programOf] of Object.entries(UNFINISHED)) {
  test(`what a killed ${what} has left is removed by the next run, but never what another run still writes`, async (t) => {
    const folder = await temporaryFolder(t);
    const source = await temporaryFolder(t);
    const program = programOf(join(folder, 'target'), await makeStore(source));
    const start = async () => {
      const started = startProcess(t, process.execPath, ['--input-type=module', '-e', program]);
      await started.printed(/writing/);
      return started;
    };
    const killed = await start();
    const left = await readdir(folder);
    killed.kill('SIGKILL');
    await killed.ended;
    assert.match(left.join(), /\.partial\b/);

    const running = await start();
    const written = await readdir(folder);
    assert.match(written.join(), /^target\.[0-9a-f]{8}\.partial\b/);
    assert.deepEqual(
      written.filter((name) => left.includes(name)),
      [],
    );

    const { status, err } = await runCommand(sqliteIn(source), ['backup', join(folder, 'other')]);
    assert.equal(status, 0, err);
    assert.deepEqual((await readdir(folder)).sort(), ['other', ...written].sort());
    running.kill('SIGKILL');
    await running.ended;
  });
}
