import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';

const PUBLIC = { PUBLIC_URL: 'https://pets.test' };

test('people invite adds a person once and prints a link for each device, list shows them, and remove takes them away', async (t) => {
  const store = await temporaryStore(t);
  const run = (...args: string[]) => runCommand(store, ['people', ...args], PUBLIC);
  await runCommand(store, ['accounts', 'create', 'default', '--plan', 'free', '--role', 'admin']);
  const first = await run('invite', 'Ana', '--role', 'admin');
  assert.match(
    first.out,
    /^Added Ana \(role admin\)\. .*\n\n {2}https:\/\/pets\.test\/#\/join\/[\w-]{43}\n$/,
  );
  assert.match((await run('invite', 'Ana')).out, /^Invited Ana /);
  const other = await run('invite', 'Ana', '--role', 'member');
  assert.deepEqual([other.status, other.out], [1, '']);
  assert.match(other.err, /^petstore: Ana has the role admin: leave --role out/);
  assert.match((await run('list')).out, /\n1 +Ana +admin +0 +0 +-\n$/);
  assert.equal((await run('remove', 'Ana')).status, 0);
  assert.match((await run('remove', 'Ana')).err, /^petstore: default has no person named "Ana"/);
});

test('people invite without PUBLIC_URL prints where the link works', async (t) => {
  const store = await temporaryStore(t);
  await runCommand(store, ['accounts', 'create', 'default', '--plan', 'free']);
  const { out } = await runCommand(store, ['people', 'invite', 'Ana']);
  assert.match(
    out,
    /http:\/\/localhost:\d+\/#\/join\/.*\n\nIt works on this machine\. For others, .* set PUBLIC_URL/,
  );
});
