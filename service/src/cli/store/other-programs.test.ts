// Runs in npm run test:all only.
// cspell:ignore Ørsted orsted
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { addAwkwardRows } from '@petstore/testing/fixtures/awkward-rows.ts';
import { oldStore } from '@petstore/testing/fixtures/old-store.ts';
import { contentOf, filledStore } from '@petstore/testing/fixtures/transfer.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { MIGRATIONS } from '../../platform/database/migrations/migrations.ts';

/** docs/operating.md#other-programs: Debian 12 has SQLite 3.40. */

const skip = noSqlite3();

function noSqlite3(): string | false {
  if (spawnSync('sqlite3', ['--version']).status === 0) return false;
  return skipReason('The store in other programs', 'sqlite3 (Debian: sqlite3) is not on the PATH');
}

/** Runs statements in Debian's program, and returns its lines. */
function sqlite3(path: string, ...statements: string[]): string[] {
  const input = statements.join('\n');
  const { stdout, stderr } = spawnSync('sqlite3', ['-bail', path], { input, encoding: 'utf8' });
  assert.equal(stderr, '');
  return stdout.split('\n').slice(0, -1);
}

/** Returns the statements that read all columns of each table, and those that compile its triggers. */
const STATEMENTS = `
  select 'select * from "' || name || '";' from sqlite_schema where type in ('table', 'view');
  select 'explain insert into "' || t.name || '" default values; explain delete from "' || t.name || '"; explain update "' || t.name ||
    '" set ' || group_concat('"' || c.name || '" = null') || ';'
  from sqlite_schema as t, pragma_table_info(t.name) as c
  where t.type = 'table' and t.name not like 'sqlite_%' group by t.name;`;

/** Checks every page, index, column, view and trigger. */
function assertReadable(path: string): void {
  const [integrity, ...statements] = sqlite3(path, 'pragma integrity_check;', STATEMENTS);
  assert.equal(integrity, 'ok');
  assert.ok(statements.some((statement) => statement.includes('explain update "pets"')));
  sqlite3(path, ...statements);
}

test('other programs read a store, copy it while it is open, and read its backup', { skip }, async (t) => {
  const filled = await filledStore(t);
  await addAwkwardRows(t, filled);
  const folder = await temporaryFolder(t);
  const [copy, backup] = [join(folder, 'copy.db'), join(folder, 'backup.db')];
  const database = await openStore(t, filled.store);
  assertReadable(filled.path);
  sqlite3(filled.path, `.backup '${copy}'`);
  assert.deepEqual(await contentOf(await openStore(t, `sqlite:${copy}`)), await contentOf(database));
  await database.write((db) => db.updateTable('pets').set({ status: null }).execute());
  assert.equal((await runCommand(filled.store, ['backup', backup])).status, 0);
  assertReadable(backup);
});

test('other programs read a store of any older version after its first start', { skip }, async (t) => {
  // Versions 1.0.0 and 1.1.0, and each one after that.
  const ofVersions = Object.entries(MIGRATIONS).filter(
    ([next]) => (next > '0019' && next <= '0039-name-order') || next.startsWith('0004'),
  );
  for (const [next] of ofVersions) {
    const migrations = Object.entries(MIGRATIONS).flatMap(([name, up]) => (name < next ? [up] : []));
    const store = await oldStore(t, {
      migrations,
      fill: async (db) =>
        void (await sql`insert into pets (name, category_id) values ('Ørsted ß', 1)`.execute(db)),
    });
    await openStore(t, store);
    const path = store.slice('sqlite:'.length);
    assertReadable(path);
    assert.deepEqual(sqlite3(path, 'select name_order from pets;'), ['orsted ss'], next);
  }
});
