// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { startService } from '@petstore/testing/service.ts';
import { emptyStore, temporaryStore } from '@petstore/testing/stores.ts';
import { kindOfApiKey } from '../../accounts/api-key.ts';
import { SECOND } from '../../core/clock.ts';

const LIST = '/v1/pets?limit=1';

test('creating an account prints it and its first key once', async (t) => {
  const petstore = await commands(t);
  const { status, out } = await petstore('accounts', 'create', 'City shelter', '--plan', 'pro');
  assert.equal(status, 0);
  assert.match(out, /^Account City shelter \(plan pro, role member\) was made\.\n.*only this once: (\S+)\n$/);
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

test('creating an account prints JSON of the documented shape', async (t) => {
  const petstore = await commands(t);
  const { status, out, json } = await petstore(
    'accounts',
    'create',
    'Zoo',
    '--plan',
    'free',
    '--role',
    'reader',
    '--json',
  );
  assert.equal(status, 0);
  const secret = /"secret": "(\w+)"/.exec(out)?.[1] ?? '';
  assert.equal(kindOfApiKey(secret), 'live');
  assert.deepEqual(json, {
    account: { id: 1, name: 'Zoo', plan: 'free', role: 'reader', perMinute: 60, perDay: 1_000 },
    key: { id: 1, secret },
  });
});

test('a staging store makes keys for staging', async (t) => {
  const store = await temporaryStore(t);
  const args = ['accounts', 'create', 'Zoo', '--plan', 'free', '--json'];
  const { out } = await runCommand(store, args, { PETSTORE_ENV: 'staging' });
  assert.match(out, /"secret": "petstore_test_/);
});

test('an Enterprise account has the numbers agreed with it', async (t) => {
  const petstore = await commands(t);
  const numbers = ['--per-minute', '5000', '--per-day', '2000000'];
  const { json } = await petstore(
    'accounts',
    'create',
    'Network',
    '--plan',
    'enterprise',
    ...numbers,
    '--json',
  );
  assert.deepEqual(accountIn(json), {
    id: 1,
    name: 'Network',
    plan: 'enterprise',
    role: 'member',
    perMinute: 5_000,
    perDay: 2_000_000,
  });
});

test('prints a hint as long as no account has the role manager', async (t) => {
  const petstore = await commands(t);
  const hint = /^No account has the role manager, .* petstore accounts create NAME .*--role manager\n$/;
  const member = await petstore('accounts', 'create', 'Zoo', '--plan', 'free', '--json');
  assert.match(member.err, hint);
  assert.equal((await petstore('accounts', 'create', 'City', '--plan', 'pro', '--role', 'manager')).err, '');
  assert.equal((await petstore('accounts', 'create', 'Web', '--plan', 'free', '--role', 'reader')).err, '');
  assert.match((await petstore('accounts', 'set', 'City', '--role', 'member')).err, hint);
});

test('a name is taken once', async (t) => {
  const petstore = await commands(t);
  await petstore('accounts', 'create', 'Zoo', '--plan', 'free');
  const { status, out, err } = await petstore('accounts', 'create', 'Zoo', '--plan', 'pro');
  assert.deepEqual([status, out, err], [1, '', 'petstore: there is an account "Zoo" already\n']);
});

test('accounts are listed, for people and for programs', async (t) => {
  const petstore = await commands(t);
  assert.deepEqual((await petstore('accounts', 'list', '--json')).json, { accounts: [] });
  await petstore('accounts', 'create', 'Zoo', '--plan', 'free');
  await petstore('accounts', 'create', 'City shelter', '--plan', 'business', '--role', 'manager');
  const { out } = await petstore('accounts', 'list');
  assert.equal(
    out,
    [
      'ID  NAME          PLAN      ROLE     PER MINUTE  PER DAY',
      '1   Zoo           free      member   60          1000',
      '2   City shelter  business  manager  1000        100000',
      '',
    ].join('\n'),
  );
  assert.deepEqual((await petstore('accounts', 'list', '--json')).json, {
    accounts: [
      { id: 1, name: 'Zoo', plan: 'free', role: 'member', perMinute: 60, perDay: 1_000 },
      { id: 2, name: 'City shelter', plan: 'business', role: 'manager', perMinute: 1_000, perDay: 100_000 },
    ],
  });
});

test('one account is shown with its keys', async (t) => {
  const petstore = await commands(t);
  await petstore('accounts', 'create', 'Zoo', '--plan', 'free');
  assert.match(
    (await petstore('accounts', 'show', 'Zoo')).out,
    /API keys: 1 \(petstore_live_\w{4}…\w{4}\)\n$/,
  );
  const { json } = await petstore('accounts', 'show', 'Zoo', '--json');
  assert.deepEqual(accountIn(json)?.name, 'Zoo');
});

test('an unknown name is answered with those that there are', async (t) => {
  const petstore = await commands(t);
  for (const name of ['Zoo', 'Farm']) await petstore('accounts', 'create', name, '--plan', 'free');
  const { status, err } = await petstore('accounts', 'show', 'zoo');
  assert.deepEqual([status, err], [1, 'petstore: there is no account "zoo"; there are Zoo, Farm\n']);
});

test('plan and role change alone, and what is not named stays', async (t) => {
  const petstore = await commands(t);
  await petstore('accounts', 'create', 'Zoo', '--plan', 'free', '--role', 'reader');
  const set = async (...flags: string[]) =>
    accountIn((await petstore('accounts', 'set', 'Zoo', ...flags, '--json')).json);
  const zoo = { id: 1, name: 'Zoo' };
  assert.deepEqual(await set('--plan', 'pro'), {
    ...zoo,
    plan: 'pro',
    role: 'reader',
    perMinute: 300,
    perDay: 10_000,
  });
  assert.deepEqual(await set('--role', 'manager'), {
    ...zoo,
    plan: 'pro',
    role: 'manager',
    perMinute: 300,
    perDay: 10_000,
  });
  const enterprise = { ...zoo, plan: 'enterprise', role: 'manager', perMinute: 7, perDay: 70 };
  assert.deepEqual(await set('--plan', 'enterprise', '--per-minute', '7', '--per-day', '70'), enterprise);
  assert.deepEqual(await set('--role', 'member'), { ...enterprise, role: 'member' });
  assert.deepEqual((await set('--per-minute', '8', '--per-day', '80'))?.perMinute, 8);
  assert.deepEqual(await set('--plan', 'free'), {
    ...zoo,
    plan: 'free',
    role: 'member',
    perMinute: 60,
    perDay: 1_000,
  });
});

test('an Enterprise account is not left with one number', async (t) => {
  const petstore = await commands(t);
  await petstore('accounts', 'create', 'Zoo', '--plan', 'free');
  for (const flags of [
    ['--plan', 'enterprise'],
    ['--plan', 'enterprise', '--per-day', '5'],
    ['--per-day', '5'],
  ]) {
    assert.equal((await petstore('accounts', 'set', 'Zoo', ...flags)).status, 2, flags.join(' '));
  }
  assert.equal(accountIn((await petstore('accounts', 'show', 'Zoo', '--json')).json)?.plan, 'free');
});

test('beside a running service: a new account works at once, a change of its plan within a second', async (t) => {
  const store = await temporaryStore(t);
  const service = await startService(t, { store, clock: new FakeClock(Date.now()) });
  const made = await runCommand(store, ['accounts', 'create', 'Zoo', '--plan', 'free', '--json']);
  const key = /"secret": "(\w+)"/.exec(made.out)?.[1] ?? '';
  const first = await service.send(LIST, { key });
  assert.deepEqual([first.status, first.headers.get('x-ratelimit-limit')], [200, '60']);
  assert.equal((await runCommand(store, ['accounts', 'set', 'Zoo', '--plan', 'pro'])).status, 0);
  service.clock.advance(SECOND);
  assert.match((await service.send(LIST, { key })).headers.get('ratelimit-policy') ?? '', /^"minute";q=300;/);
});

/** Runs commands on a store without accounts. */
async function commands(t: TestContext) {
  const store = await emptyStore(t);
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
