import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { banKey, liftBan } from '../../access/accounts/ban-queries.ts';
import { openSqlite } from '../../platform/database/sqlite/sqlite.ts';
import { run } from '../program.ts';

/** Creates a store whose key 1 was revoked, key 2 banned and key 3 unbanned after the backup. Key 4 did not change. */
async function changedStore(t: TestContext) {
  const folder = await temporaryFolder(t);
  const store = sqliteIn(folder);
  const backup = join(folder, 'backup.db');
  const now = Date.now();
  const change = async (work: (database: Awaited<ReturnType<typeof openSqlite>>) => Promise<unknown>) => {
    const database = await openSqlite(join(folder, 'petstore.db'));
    await work(database);
    await database.close();
  };
  await change(async (database) => {
    for (const name of ['one', 'two', 'three', 'four']) await addAccount(database, name, now, {});
    await database.write((db) => banKey(db, 3n, now));
  });
  assert.equal((await runCommand(store, ['backup', backup])).status, 0);
  assert.equal((await runCommand(store, ['keys', 'revoke', '1'])).status, 0);
  await change(async (database) => {
    await database.write((db) => banKey(db, 2n, now));
    await database.write((db) => liftBan(db, 3n, now));
  });
  const keys = async () => (await runCommand(store, ['keys', 'list', 'one'])).out;
  return { store, backup, keys };
}

/** Runs a command at a terminal whose user gives this reply. */
async function withReply(store: string, args: string[], reply: string) {
  let [err, asked] = ['', ''];
  const status = await run(
    args,
    { DATABASE_URL: store },
    {
      write: () => {},
      writeError: (text) => {
        err += text;
      },
      ask: async (question) => {
        asked += question;
        return reply;
      },
    },
  );
  return { status, err, asked };
}

test('with --yes, restores and lists each key whose access changed', async (t) => {
  const { store, backup } = await changedStore(t);
  const { status, out } = await runCommand(store, ['restore', backup, '--force', '--yes']);
  assert.equal(status, 0);
  assert.match(
    out,
    /^Key 1 of one: it was revoked or expired, and is valid again; "petstore keys revoke 1" revokes it\.$/m,
  );
  assert.match(out, /^Key 2 of two: it is no longer banned, because its ban is not in the backup\.$/m);
  assert.match(
    out,
    /^Key 3 of three: its ban was lifted, and applies again; "petstore keys unban 3" lifts it\.$/m,
  );
  assert.doesNotMatch(out, /Key 4/);
});

test('rejects a restore that makes a revoked key valid again, unless the user of a terminal replies yes', async (t) => {
  const { store, backup, keys } = await changedStore(t);
  const before = await keys();
  const { status, out, err } = await runCommand(store, ['restore', backup, '--force']);
  assert.deepEqual([status, out], [2, '']);
  assert.match(err, /^petstore: the backup changes the access of 3 keys \(1, 2, 3\): .* Use --yes .*\n$/);
  const no = await withReply(store, ['restore', backup, '--force'], '');
  assert.equal(no.status, 1);
  assert.match(
    no.err,
    /^Key 1 of one: .*\nKey 2 of two: .*\nKey 3 of three: .*\npetstore: nothing was changed\n$/,
  );
  assert.equal(no.asked, 'Restore anyway? [y/N] ');
  assert.equal(await keys(), before);
  assert.equal((await withReply(store, ['restore', backup, '--force'], 'y')).status, 0);
  assert.notEqual(await keys(), before);
});
