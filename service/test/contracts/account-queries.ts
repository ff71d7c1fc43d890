import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Account } from '../../src/accounts/account.ts';
import {
  findAccount,
  firstWithRole,
  hasAdmin,
  insertAccount,
  listAccounts,
  type NewAccount,
  updateAccount,
} from '../../src/accounts/account-queries.ts';
import { digestOfApiKey, hintOfApiKey } from '../../src/accounts/api-key.ts';
import {
  expireApiKey,
  findApiKey,
  findApiKeyByDigest,
  issueApiKey,
  listApiKeys,
  revokeApiKey,
} from '../../src/accounts/api-key-queries.ts';
import { banKey, liftBan } from '../../src/accounts/ban-queries.ts';
import { DAY, HOUR, MINUTE } from '../../src/core/clock.ts';
import { INT64_MAX } from '../../src/core/int64.ts';
import type { Database } from '../../src/database/database.ts';

type Open = (test: TestContext) => Promise<Database>;

const NOW = Date.UTC(2026, 10, 21);
const SHELTER: NewAccount = { name: 'City shelter', plan: 'pro', role: 'member', customQuota: undefined };
const NETWORK: NewAccount = {
  name: 'National network',
  plan: 'enterprise',
  role: 'manager',
  customQuota: { perMinute: 5_000, perDay: 1_000_000_000 },
};

/** The contract of every engine for accounts, keys and bans. `open` gives a new, empty store, closed after the test. */
export function testAccountQueries(engine: string, open: Open): void {
  describe(`accounts on ${engine}`, () => testAccounts(open));
  describe(`API keys on ${engine}`, () => testKeys(open));
  describe(`bans on ${engine}`, () => testBans(open));
}

function testAccounts(open: Open): void {
  test('returns an account as it was created, custom quotas included', async (t) => {
    const db = await open(t);
    for (const terms of [SHELTER, NETWORK]) {
      const made = await addAccount(db, terms);
      assert.deepEqual(made, { ...terms, id: made.id, createdAt: NOW, disabledAt: undefined });
      assert.deepEqual(await findAccount(db.read, { name: terms.name }), made);
      assert.deepEqual(await findAccount(db.read, { id: made.id }), made);
    }
  });

  test('finds the oldest admin', async (t) => {
    const db = await open(t);
    await addAccount(db, NETWORK);
    assert.deepEqual([await firstWithRole(db.read, 'admin'), await hasAdmin(db.read)], [undefined, false]);
    const { id } = await addAccount(db, { ...SHELTER, name: 'b', role: 'admin' });
    await addAccount(db, { ...SHELTER, name: 'a', role: 'admin' });
    assert.deepEqual(
      [await firstWithRole(db.read, 'admin'), await hasAdmin(db.read)],
      [{ id, name: 'b' }, true],
    );
  });

  test('creates one account of concurrent requests with one name', async (t) => {
    const db = await open(t);
    const asked = Array.from({ length: 8 }, () =>
      db.write((queries) => insertAccount(queries, SHELTER, NOW)),
    );
    const made = (await Promise.all(asked)).filter((account) => account !== undefined);
    assert.equal(made.length, 1);
    assert.deepEqual(await listAccounts(db.read), made);
  });

  test('treats names that differ in case or accents as different accounts', async (t) => {
    const db = await open(t);
    for (const name of ['Zoo', 'zoo', 'Zoö']) await addAccount(db, { ...SHELTER, name });
    assert.equal((await findAccount(db.read, { name: 'zoo' }))?.name, 'zoo');
    assert.equal(await findAccount(db.read, { name: 'ZOO' }), undefined);
  });

  test('lists accounts in the order of their creation', async (t) => {
    const db = await open(t);
    assert.deepEqual(await listAccounts(db.read), []);
    for (const name of ['c', 'a', 'b']) await addAccount(db, { ...SHELTER, name });
    assert.deepEqual(
      (await listAccounts(db.read)).map(({ id, name }) => [id, name]),
      [
        [1n, 'c'],
        [2n, 'a'],
        [3n, 'b'],
      ],
    );
  });

  test('a change of plan and role changes only that account', async (t) => {
    const db = await open(t);
    const shelter = await addAccount(db, SHELTER);
    const network = await addAccount(db, NETWORK);
    const changed: Account = { ...network, plan: 'free', role: 'reader', customQuota: undefined };
    await db.write((queries) => updateAccount(queries, changed));
    assert.deepEqual(await listAccounts(db.read), [shelter, changed]);
  });
}

function testKeys(open: Open): void {
  test('finds a key and its account by the digest only', async (t) => {
    const db = await open(t);
    const account = await addAccount(db, NETWORK);
    const { id, secret } = await addKey(db, account.id);
    const found = await findApiKeyByDigest(db.read, digestOfApiKey(secret));
    const key = {
      id,
      chainId: id,
      expiresAt: undefined,
      revokedAt: undefined,
      role: undefined,
      allowedOrigins: undefined,
      scopes: undefined,
      bannedUntil: undefined,
      bannedSince: undefined,
    };
    assert.deepEqual(found, { account: { ...NETWORK, id: account.id }, isDisabled: false, key });
    assert.deepEqual(await findApiKey(db.read, id), {
      ...key,
      accountId: account.id,
      hint: hintOfApiKey(secret),
      createdAt: NOW,
      label: undefined,
      rotatedFrom: undefined,
      lastUsedAt: undefined,
    });
    assert.equal(await findApiKeyByDigest(db.read, digestOfApiKey(`${secret} `)), undefined);
    assert.equal(await findApiKeyByDigest(db.read, secret), undefined);
  });

  test('lists the keys of one account in the order of their creation', async (t) => {
    const db = await open(t);
    const one = await addAccount(db, SHELTER);
    const other = await addAccount(db, NETWORK);
    const first = await addKey(db, one.id);
    await addKey(db, other.id);
    const second = await addKey(db, one.id);
    assert.deepEqual(
      (await listApiKeys(db.read, one.id)).map(({ id }) => id),
      [first.id, second.id],
    );
    assert.deepEqual(await listApiKeys(db.read, INT64_MAX), []);
  });

  test('rejects a key of an unknown account', async (t) => {
    const db = await open(t);
    await assert.rejects(addKey(db, 99n));
  });

  test('keeps the time of the first revocation', async (t) => {
    const db = await open(t);
    const { id } = await addKey(db, (await addAccount(db, SHELTER)).id);
    await db.write((queries) => revokeApiKey(queries, id, NOW + 1));
    await db.write((queries) => revokeApiKey(queries, id, NOW + 2));
    assert.equal((await findApiKey(db.read, id))?.revokedAt, NOW + 1);
  });

  test('expiring a key never extends its lifetime', async (t) => {
    const db = await open(t);
    const { id: accountId } = await addAccount(db, SHELTER);
    const endless = await addKey(db, accountId);
    const ending = await addKey(db, accountId, NOW + HOUR);
    for (const { id } of [endless, ending]) {
      await db.write((queries) => expireApiKey(queries, id, NOW + DAY));
    }
    const times = (await listApiKeys(db.read, accountId)).map(({ expiresAt }) => expiresAt);
    assert.deepEqual(times, [NOW + DAY, NOW + HOUR]);
  });

  test('finds nothing for an unknown key id', async (t) => {
    const db = await open(t);
    assert.equal(await findApiKey(db.read, 1n), undefined);
  });
}

function testBans(open: Open): void {
  test('reads a ban with its key', async (t) => {
    const db = await open(t);
    const { id, secret } = await addKey(db, (await addAccount(db, SHELTER)).id);
    const { ban } = await db.write((queries) => banKey(queries, id, NOW));
    assert.deepEqual(ban, { startedAt: NOW, endsAt: NOW + 5 * MINUTE });
    const found = await findApiKeyByDigest(db.read, digestOfApiKey(secret));
    assert.equal(found?.key.bannedUntil, ban.endsAt);
  });

  test('bans one key, not its account', async (t) => {
    const db = await open(t);
    const { id: accountId } = await addAccount(db, SHELTER);
    const banned = await addKey(db, accountId);
    await addKey(db, accountId);
    await db.write((queries) => banKey(queries, banned.id, NOW));
    const until = (await listApiKeys(db.read, accountId)).map(({ bannedUntil }) => bannedUntil);
    assert.deepEqual(until, [NOW + 5 * MINUTE, undefined]);
  });

  test('returns the current ban to concurrent requests for a ban', async (t) => {
    const db = await open(t);
    const { id } = await addKey(db, (await addAccount(db, SHELTER)).id);
    const asked = Array.from({ length: 5 }, (_, ms) => db.write((queries) => banKey(queries, id, NOW + ms)));
    const responses = await Promise.all(asked);
    // On PostgreSQL any of them may be the first.
    const [made, ...others] = responses.filter(({ isNew }) => isNew);
    assert.ok(made !== undefined && others.length === 0);
    for (const { ban } of responses) assert.deepEqual(ban, made.ban);
    assert.equal(made.ban.endsAt - made.ban.startedAt, 5 * MINUTE);
  });

  test('doubles each further ban within 24 hours, up to 24 hours', async (t) => {
    const db = await open(t);
    const { id } = await addKey(db, (await addAccount(db, SHELTER)).id);
    const minutes = [];
    for (let at = NOW, round = 1; round <= 11; round += 1) {
      const { ban } = await db.write((queries) => banKey(queries, id, at));
      minutes.push((ban.endsAt - ban.startedAt) / MINUTE);
      at = ban.endsAt + HOUR;
    }
    assert.deepEqual(minutes, [5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440]);
  });

  test('a lifted ban ends and does not double the next one', async (t) => {
    const db = await open(t);
    const { id } = await addKey(db, (await addAccount(db, SHELTER)).id);
    await db.write((queries) => banKey(queries, id, NOW));
    assert.equal(await db.write((queries) => liftBan(queries, id, NOW + 1)), true);
    assert.equal((await findApiKey(db.read, id))?.bannedUntil, undefined);
    const { ban: next } = await db.write((queries) => banKey(queries, id, NOW + 2));
    assert.deepEqual(next, { startedAt: NOW + 2, endsAt: NOW + 2 + 5 * MINUTE });
    assert.equal((await findApiKey(db.read, id))?.bannedUntil, next.endsAt);
  });

  test('liftBan returns false without a current ban', async (t) => {
    const db = await open(t);
    const { id } = await addKey(db, (await addAccount(db, SHELTER)).id);
    assert.equal(await db.write((queries) => liftBan(queries, id, NOW)), false);
    const { ban } = await db.write((queries) => banKey(queries, id, NOW));
    assert.equal(await db.write((queries) => liftBan(queries, id, ban.endsAt)), false);
  });
}

async function addAccount(db: Database, terms: NewAccount): Promise<Account> {
  const account = await db.write((queries) => insertAccount(queries, terms, NOW));
  assert.ok(account);
  return account;
}

function addKey(db: Database, accountId: bigint, expiresAt?: number) {
  return db.write((queries) => issueApiKey(queries, { accountId, kind: 'live', expiresAt }, NOW));
}
