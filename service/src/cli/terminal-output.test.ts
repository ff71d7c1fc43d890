import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { Command } from 'commander';
import { openSqlite } from '../platform/database/sqlite/sqlite.ts';
import { createContext } from './context.ts';
import { petsExportCommand } from './pets/pets-export.ts';

/** The sequence that clears the screen, with the two-byte and with the one-byte (C1) introducer. */
const ESCAPES = ['\u001b[2J', '\u009b2J'];

test('commands escape control characters in names from the store and from files', async (t) => {
  const folder = await temporaryFolder(t);
  const store = sqliteIn(folder);
  const database = await openSqlite(join(folder, 'petstore.db'));
  await addAccount(database, 'default', 0, {});
  await addAccount(database, `evil${ESCAPES.join('')}`, 0, {});
  await database.close();
  const csv = join(folder, 'pets.csv');
  const row = ESCAPES.join('x');
  await writeFile(csv, `name,categoryId,status\nRex,${row},${row}\n${row},1,${row}\n`);
  const mapping = join(folder, 'mapping.json');
  await writeFile(mapping, JSON.stringify({ name: { [row]: 1 }, [row]: 2 }));
  const commands = [
    ['accounts', 'list'],
    ['accounts', 'list', '--json'],
    ['usage'],
    ['pets', 'import', csv],
    ['pets', 'import', csv, '--json'],
    ['pets', 'import', csv, '--mapping', mapping],
    ['pets', 'import', csv, '--owner', 'unknown'],
  ];
  for (const args of commands) {
    const { out, err } = await runCommand(store, args);
    assert.match(out + err, /\\u009b/, args.join(' '));
    assert.doesNotMatch(out + err, /(?!\n)\p{Cc}/u, args.join(' '));
  }
});

test('an export escapes control characters for a terminal and keeps them for a pipe', async (t) => {
  const folder = await temporaryFolder(t);
  const database = await openSqlite(join(folder, 'petstore.db'));
  const name = ESCAPES.join('');
  await database.write((db) => db.insertInto('pets').values({ name, category_id: 1n }).execute());
  await database.close();
  const exported = async (isTTY: boolean) => {
    const output = Object.assign(new PassThrough(), { isTTY });
    const noOutput = { write: () => {}, writeError: () => {} };
    const context = createContext(new Command(), { DATABASE_URL: sqliteIn(folder) }, noOutput);
    await petsExportCommand(context, output).parseAsync([], { from: 'user' });
    output.end();
    return text(output);
  };
  assert.match(await exported(true), /^1,"\\u001b\[2J\\u009b2J",1,/m);
  assert.ok((await exported(false)).includes(`\n1,"${name}",1,`));
});
