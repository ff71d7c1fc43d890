import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { kindOfApiKey } from '../../access/accounts/api-key.ts';

test('accounts create prints the account and its first key, which no other command prints', async (t) => {
  const petstore = await commands(t);
  const { status, out } = await petstore('accounts', 'create', 'City shelter', '--plan', 'pro');
  assert.equal(status, 0);
  assert.match(
    out,
    /^Created account City shelter \(plan pro, role member\)\.\nAPI key 1, printed only once: (\S+)\n$/,
  );
  const secret = out.trim().split(' ').at(-1) ?? '';
  assert.equal(kindOfApiKey(secret), 'live');
  for (const args of [
    ['show', 'City shelter'],
    ['show', 'City shelter', '--json'],
    ['list', '--json'],
  ]) {
    assert.ok(!(await petstore('accounts', ...args)).out.includes(secret));
  }
});

test('accounts create and update print a hint while no account has the role admin', async (t) => {
  const petstore = await commands(t);
  const hint =
    /^No account has the role admin\. .* update NAME --role admin\. .* create NAME .*--role admin\n$/;
  const member = await petstore('accounts', 'create', 'Zoo', '--plan', 'free', '--json');
  assert.match(member.err, hint);
  assert.match((await petstore('accounts', 'update', 'Zoo', '--role', 'manager')).err, hint);
  assert.equal((await petstore('accounts', 'create', 'City', '--plan', 'pro', '--role', 'admin')).err, '');
  assert.equal((await petstore('accounts', 'create', 'Web', '--plan', 'free', '--role', 'reader')).err, '');
});

test('accounts update keeps a usable key of an admin', async (t) => {
  const petstore = await commands(t);
  await petstore('accounts', 'create', 'City', '--plan', 'pro', '--role', 'admin');
  for (const change of [['--role', 'manager'], ['--disable']]) {
    const { status, err } = await petstore('accounts', 'update', 'City', ...change);
    assert.deepEqual(
      [status, err],
      [
        1,
        'petstore: The service would have no admin any more: no usable key with that role, and no person who can sign in. Add another one first.\n',
      ],
    );
  }
});

test('accounts update renames an account, disables it and enables it again', async (t) => {
  const petstore = await commands(t);
  await petstore('accounts', 'create', 'Zoo', '--plan', 'free');
  const disabled = await petstore('accounts', 'update', 'Zoo', '--name', 'Park', '--disable', '--json');
  const park = { id: 1, name: 'Park', plan: 'free', role: 'member', perMinute: 60, perDay: 1_000 };
  assert.deepEqual(disabled.json, { account: { ...park, disabled: true } });
  const enabled = await petstore('accounts', 'update', 'Park', '--enable', '--json');
  assert.deepEqual(enabled.json, { account: { ...park, disabled: false } });
});

test('accounts list and show print a table, or the documented JSON with --json', async (t) => {
  const petstore = await commands(t);
  assert.deepEqual((await petstore('accounts', 'list', '--json')).json, { accounts: [] });
  const created = await petstore('accounts', 'create', 'Zoo', '--plan', 'free', '--json');
  const zoo = { id: 1, name: 'Zoo', plan: 'free', role: 'member', perMinute: 60, perDay: 1_000 };
  const secret = /"secret": "(\w+)"/.exec(created.out)?.[1] ?? '';
  assert.equal(kindOfApiKey(secret), 'live');
  assert.deepEqual(created.json, { account: { ...zoo, disabled: false }, key: { id: 1, secret } });
  await petstore('accounts', 'create', 'City shelter', '--plan', 'business', '--role', 'manager');
  assert.equal(
    (await petstore('accounts', 'list')).out,
    [
      'ID  NAME          PLAN      ROLE     PER MINUTE  PER DAY  STATE',
      '1   Zoo           free      member   60          1000     enabled',
      '2   City shelter  business  manager  1000        100000   enabled',
      '',
    ].join('\n'),
  );
  const city = { id: 2, name: 'City shelter', plan: 'business', role: 'manager' };
  assert.deepEqual((await petstore('accounts', 'list', '--json')).json, {
    accounts: [
      { ...zoo, disabled: false },
      { ...city, perMinute: 1_000, perDay: 100_000, disabled: false },
    ],
  });
  assert.match(
    (await petstore('accounts', 'show', 'Zoo')).out,
    /API keys: 1 \(petstore_live_\w{4}…\w{4}\)\n$/,
  );
});

test('an unknown account name is rejected with the existing names', async (t) => {
  const petstore = await commands(t);
  for (const name of ['Zoo', 'Farm']) await petstore('accounts', 'create', name, '--plan', 'free');
  const { status, err } = await petstore('accounts', 'show', 'zoo');
  assert.deepEqual([status, err], [1, 'petstore: account "zoo" not found; existing accounts: Zoo, Farm\n']);
});

test('accounts update changes only the options that are given', async (t) => {
  const petstore = await commands(t);
  await petstore('accounts', 'create', 'Zoo', '--plan', 'free', '--role', 'reader');
  const update = async (...flags: string[]) =>
    accountIn((await petstore('accounts', 'update', 'Zoo', ...flags, '--json')).json);
  const zoo = { id: 1, name: 'Zoo', disabled: false };
  const pro = { ...zoo, plan: 'pro', role: 'reader', perMinute: 300, perDay: 10_000 };
  assert.deepEqual(await update('--plan', 'pro'), pro);
  assert.deepEqual(await update('--role', 'manager'), { ...pro, role: 'manager' });
  const custom = { ...zoo, plan: 'enterprise', role: 'manager', perMinute: 7, perDay: 70 };
  assert.deepEqual(await update('--plan', 'enterprise', '--per-minute', '7', '--per-day', '70'), custom);
  assert.deepEqual(await update('--role', 'member'), { ...custom, role: 'member' });
  assert.deepEqual((await update('--per-minute', '8', '--per-day', '80'))?.perMinute, 8);
  const free = { ...zoo, plan: 'free', role: 'member', perMinute: 60, perDay: 1_000 };
  assert.deepEqual(await update('--plan', 'free'), free);
});

test('accounts set, the former name of accounts update, still works', async (t) => {
  const petstore = await commands(t);
  await petstore('accounts', 'create', 'Zoo', '--plan', 'free');
  const { status, json } = await petstore('accounts', 'set', 'Zoo', '--plan', 'pro', '--json');
  assert.deepEqual([status, accountIn(json)?.plan], [0, 'pro']);
  assert.match(
    (await petstore('accounts', 'update', '--help')).out,
    /former name "accounts set" still works/,
  );
});

test('accounts update rejects a custom quota with only one of its numbers', async (t) => {
  const petstore = await commands(t);
  await petstore('accounts', 'create', 'Zoo', '--plan', 'free');
  for (const flags of [
    ['--plan', 'enterprise'],
    ['--plan', 'enterprise', '--per-day', '5'],
    ['--per-day', '5'],
  ]) {
    assert.equal((await petstore('accounts', 'update', 'Zoo', ...flags)).status, 2, flags.join(' '));
  }
  assert.equal(accountIn((await petstore('accounts', 'show', 'Zoo', '--json')).json)?.plan, 'free');
});

/** Returns a function that runs commands on a store without accounts. */
async function commands(t: TestContext) {
  const store = await temporaryStore(t);
  return (...args: string[]) => runCommand(store, args);
}

interface PrintedAccount {
  id: number;
  name: string;
  plan: string;
  role: string;
  perMinute: number;
  perDay: number;
}

function accountIn(json: unknown): PrintedAccount | undefined {
  const printed = json as { account?: PrintedAccount } | undefined; // the assertions compare every member
  return printed?.account;
}
