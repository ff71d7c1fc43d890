import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type CommandResult, runCommand } from '@petstore/testing/commands.ts';
import { openStore, temporaryStore } from '@petstore/testing/stores.ts';
import { kindOfApiKey } from '../../access/accounts/api-key.ts';
import { banKey } from '../../access/accounts/ban-queries.ts';
import { DAY, HOUR, MINUTE } from '../../platform/core/clock.ts';

interface PrintedKey {
  label: string | null;
  role: string | null;
  allowedOrigins: string[] | null;
  id: number;
  hint: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  bannedUntil: string | null;
}

test('keys create prints the key, or the documented JSON with --json', async (t) => {
  const { petstore } = await begin(t);
  const { status, out } = await petstore('keys', 'create', 'Zoo');
  assert.equal(status, 0);
  assert.match(out, /^API key 2, printed only once: petstore_live_\w{49}\n$/);
  const made = await petstore('keys', 'create', 'Zoo', '--json');
  const secret = secretIn(made);
  assert.equal(kindOfApiKey(secret), 'live');
  assert.deepEqual(made.json, { key: { id: 3, secret } });
});

test('keys list prints hints and times, but no secrets', async (t) => {
  const { petstore } = await begin(t);
  const before = Date.now();
  const secret = secretIn(await petstore('keys', 'create', 'Zoo', '--expires-in', '90d', '--json'));
  const listed = await petstore('keys', 'list', 'Zoo', '--json');
  assert.ok(!listed.out.includes(secret));
  const [, key] = keysIn(listed);
  assert.deepEqual(
    { ...key, createdAt: '', expiresAt: '' },
    {
      id: 2,
      hint: `${secret.slice(0, 18)}…${secret.slice(53, 57)}`,
      createdAt: '',
      expiresAt: '',
      label: null,
      role: null,
      allowedOrigins: null,
      rotatedFrom: null,
      revokedAt: null,
      lastUsedAt: null,
      bannedUntil: null,
    },
  );
  assertBetween(before, key?.createdAt, Date.now());
  assertBetween(before + 90 * DAY, key?.expiresAt, Date.now() + 90 * DAY);
  const { out } = await petstore('keys', 'list', 'Zoo');
  assert.match(
    out,
    /^ID {2}KEY +STATE {2}CREATED +EXPIRES +BANNED UNTIL\n1 {3}petstore_live_\w{4}…\w{4} {2}valid {2}/,
  );
  assert.ok(!out.includes(secret));
});

test('--expires-in accepts minutes, hours and days', async (t) => {
  const { petstore } = await begin(t);
  for (const [text, length] of [
    ['30m', HOUR / 2],
    ['24h', DAY],
    ['365d', 365 * DAY],
  ] as const) {
    const before = Date.now();
    await petstore('keys', 'create', 'Zoo', '--expires-in', text);
    const key = keysIn(await petstore('keys', 'list', 'Zoo', '--json')).at(-1);
    assertBetween(before + length, key?.expiresAt, Date.now() + length);
  }
});

test('a revoked key is listed as revoked, and can be revoked again but not rotated', async (t) => {
  const { petstore } = await begin(t);
  assert.deepEqual((await petstore('keys', 'revoke', '1')).status, 0);
  const [first] = keysIn(await petstore('keys', 'list', 'Zoo', '--json'));
  assert.ok(first?.revokedAt);
  await petstore('keys', 'revoke', '1');
  assert.deepEqual(keysIn(await petstore('keys', 'list', 'Zoo', '--json')), [first]);
  assert.match((await petstore('keys', 'list', 'Zoo')).out, / revoked /);
  const { status, err } = await petstore('keys', 'rotate', '1');
  assert.deepEqual(
    [status, err],
    [1, 'petstore: key 1 is revoked: create another with "petstore keys create"\n'],
  );
  assert.equal(keysIn(await petstore('keys', 'list', 'Zoo', '--json')).length, 1);
});

test('keys rotate creates a new key and lets the old one expire after the overlap', async (t) => {
  const { petstore } = await begin(t);
  const before = Date.now();
  const made = await petstore('keys', 'rotate', '1', '--overlap', '2h', '--json');
  assert.deepEqual(made.json, { key: { id: 2, secret: secretIn(made) } });
  const [old, fresh] = keysIn(await petstore('keys', 'list', 'Zoo', '--json'));
  assertBetween(before + 2 * HOUR, old?.expiresAt, Date.now() + 2 * HOUR);
  assert.equal(fresh?.expiresAt, null);
});

test('keys create gives a key a label, a role and origins, and rotate keeps them', async (t) => {
  const { petstore } = await begin(t);
  const granted = ['--label', 'Web site', '--role', 'reader', '--origin', 'https://shelter.example'];
  assert.equal((await petstore('keys', 'create', 'Zoo', ...granted)).status, 0);
  assert.equal((await petstore('keys', 'rotate', '2')).status, 0);
  for (const { label, role, allowedOrigins } of keysIn(await petstore('keys', 'list', 'Zoo', '--json')).slice(
    1,
  )) {
    assert.deepEqual([label, role, allowedOrigins], ['Web site', 'reader', ['https://shelter.example']]);
  }
  const wrong = await petstore('keys', 'create', 'Zoo', '--role', 'reader', '--origin', 'shelter.example');
  assert.deepEqual(
    [wrong.status, wrong.err],
    [2, 'petstore: --origin must be an origin such as https://shelter.example, without a path\n'],
  );
});

test('keys create names the flag of a right that the account cannot give', async (t) => {
  const { petstore } = await begin(t);
  for (const [flags, message] of [
    [['--role', 'admin'], '--role must not be above that of the account, member; got admin'],
    [
      ['--origin', 'https://a.example'],
      '--origin needs --role reader: everyone can read the key in a web page',
    ],
  ] as const) {
    const { status, err } = await petstore('keys', 'create', 'Zoo', ...flags);
    assert.deepEqual([status, err], [2, `petstore: ${message}\n`]);
  }
});

test('keys rotate rejects an expired key without --expires-in', async (t) => {
  const { petstore } = await begin(t);
  await petstore('keys', 'create', 'Zoo', '--expires-in', '0m');
  const rejected = await petstore('keys', 'rotate', '2');
  assert.deepEqual([rejected.status, rejected.out], [1, '']);
  assert.match(rejected.err, /^petstore: key 2 has expired, .* --expires-in 90d\n$/);
  assert.equal((await petstore('keys', 'rotate', '2', '--expires-in', '1h')).status, 0);
});

test('keys list shows a ban that has begun, and keys unban lifts it or prints that there is none', async (t) => {
  const { petstore, ban } = await begin(t);
  // The clock was ahead.
  await ban(Date.UTC(2100, 0, 1));
  assert.match((await petstore('keys', 'list', 'Zoo')).out, / valid .* -\n$/);
  assert.equal(keysIn(await petstore('keys', 'list', 'Zoo', '--json'))[0]?.bannedUntil, null);
  const now = Date.now();
  await ban(now);
  const until = new Date(now + 5 * MINUTE).toISOString();
  assert.ok((await petstore('keys', 'list', 'Zoo')).out.endsWith(` ${until.slice(0, 19)}Z\n`));
  assert.match((await petstore('keys', 'list', 'Zoo')).out, / banned /);
  assert.equal(keysIn(await petstore('keys', 'list', 'Zoo', '--json'))[0]?.bannedUntil, until);
  assert.match((await petstore('keys', 'unban', '1')).out, /^The ban of key 1 is lifted/);
  assert.equal((await petstore('keys', 'unban', '1')).out, 'Key 1 is not banned.\n');
  const { json, status } = await petstore('keys', 'unban', '1', '--json');
  assert.equal(status, 0);
  assert.match(JSON.stringify(json), /^{"lifted":false,"key":{"id":1,/);
});

/** Creates a store that has the account `Zoo` with one key. */
async function begin(t: TestContext) {
  const store = await temporaryStore(t);
  const petstore = (...args: string[]) => runCommand(store, args);
  await petstore('accounts', 'create', 'Zoo', '--plan', 'free');
  const ban = async (at: number) => {
    const database = await openStore(t, store);
    await database.write((queries) => banKey(queries, 1n, at));
  };
  return { petstore, ban };
}

function secretIn({ out }: CommandResult): string {
  return /"secret": "(\w+)"/.exec(out)?.[1] ?? assert.fail(`no secret in ${out}`);
}

function keysIn({ json }: CommandResult): PrintedKey[] {
  const printed = json as { keys?: PrintedKey[] } | undefined; // the assertions compare every member
  return printed?.keys ?? assert.fail('no keys in the output');
}

function assertBetween(from: number, time: string | null | undefined, to: number): void {
  const ms = Date.parse(time ?? '');
  assert.ok(ms >= from && ms <= to, `${time} is not between ${from} and ${to}`);
}

test('keys revoke leaves a successor, and with --with-successors revokes it too', async (t) => {
  const { petstore } = await begin(t);
  await petstore('keys', 'rotate', '1');
  const again = await petstore('keys', 'rotate', '1');
  assert.equal(again.status, 1);
  assert.match(again.err, /^petstore: Key 2 has replaced key 1 and is valid\. Use it;/);
  assert.equal(
    (await petstore('keys', 'revoke', '1')).out,
    'Key 1 is revoked; this takes effect within one second.\n',
  );
  const keys = async () => keysIn(await petstore('keys', 'list', 'Zoo', '--json'));
  assert.equal((await keys())[1]?.revokedAt, null);
  assert.equal(
    (await petstore('keys', 'revoke', '1', '--with-successors')).out,
    'Key 1 is revoked with its successors 2; this takes effect within one second.\n',
  );
  assert.ok((await keys())[1]?.revokedAt);
});
