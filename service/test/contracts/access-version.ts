import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addAccount } from '@petstore/testing/accounts.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { recordQueries } from '@petstore/testing/recorded-queries.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { sql } from 'kysely';
import { listAccounts, updateAccount } from '../../src/accounts/account-queries.ts';
import { ApiKeyCache } from '../../src/accounts/api-key-cache.ts';
import { banKey, liftBan } from '../../src/accounts/ban-queries.ts';
import { SECOND } from '../../src/core/clock.ts';
import type { Database, Queries } from '../../src/database/database.ts';
import { createPet } from '../../src/pets/pet-changes.ts';

/** Returns the `DATABASE_URL` of a new store with tables, which is removed after the test. */
type Locate = (test: TestContext) => Promise<string>;
type Change = (store: string, database: Database) => Promise<unknown>;

const NOW = Date.UTC(2026, 10, 21, 12);

const command =
  (...args: string[]): Change =>
  async (store) => {
    const { status, err } = await runCommand(store, args, { PETSTORE_ENV: 'staging' });
    assert.equal(status, 0, err);
  };
const transaction =
  (work: (db: Queries) => Promise<unknown>): Change =>
  (_, { write }) =>
    write(work);
const statement = (text: string) => transaction((db) => sql.raw(text).execute(db));

/** Changes of accounts, keys and bans, in their order. The store has the accounts `Zoo` and `Ark` with one key each. */
const CHANGES: Readonly<Record<string, Change>> = {
  'accounts create': command('accounts', 'create', 'City shelter', '--plan', 'free'),
  'accounts update --role': command('accounts', 'update', 'Zoo', '--role', 'reader'),
  'accounts update --plan': command('accounts', 'update', 'Zoo', '--plan', 'pro'),
  'keys create': command('keys', 'create', 'Ark'),
  'a ban': transaction((db) => banKey(db, 1n, Date.now())),
  'keys unban': command('keys', 'unban', '1'),
  'keys rotate': command('keys', 'rotate', '1', '--overlap', '24h'),
  'keys revoke': command('keys', 'revoke', '2'),
  'an update by SQL': statement('update api_keys set revoked_at = null'),
  'an insert by SQL': statement('insert into bans (api_key_id, started_at, ends_at) values (2, 1, 2)'),
  'a delete by SQL': statement('delete from bans'),
  'a key that is deleted by SQL': statement('delete from api_keys where id = 3'),
  'an account that is deleted by SQL': statement("delete from accounts where name = 'City shelter'"),
};

/** What changes no account, key or ban. */
const OTHER: Readonly<Record<string, Change>> = {
  'a new pet': transaction((db) =>
    createPet(db, { name: 'Rex', categoryId: 1n }, null, { actor: null, at: 0 }),
  ),
  'a counted request': statement(
    "insert into quota_counters (account_id, window_name, window_number, used) values (1, 'day', 1, 1)",
  ),
  'a failed change': async (_, { write }) =>
    assert.rejects(
      write(async (db) => {
        await sql`update accounts set plan = 'business'`.execute(db);
        throw new Error('no');
      }),
    ),
  'accounts list': command('accounts', 'list'),
  'keys list': command('keys', 'list', 'Zoo'),
  reset: command('reset', '--yes'),
};

/** The contract of every engine for the version of accounts, keys and bans. */
export function testAccessVersion(engine: string, locate: Locate): void {
  describe(`the version of accounts, keys and bans on ${engine}`, () => {
    testTrust(locate);
    testConcurrency(locate);
  });
}

function testTrust(locate: Locate): void {
  test('every change, in any process, ends the trust in a key within a second', async (t) => {
    const { store, other, keys, lookups, now } = await begin(t, locate);
    for (const [name, change] of Object.entries(CHANGES)) {
      const before = lookups();
      await change(store, other);
      now.ms += SECOND;
      await keys.verify(keys.secret, now.ms);
      assert.equal(lookups(), before + 1, name);
    }
  });

  test('without a change of accounts, keys or bans no key is looked up again', async (t) => {
    const { store, other, keys, lookups, now } = await begin(t, locate);
    for (const [name, change] of Object.entries(OTHER)) {
      await change(store, other);
      for (let seconds = 0; seconds < 5; seconds += 1) {
        now.ms += SECOND;
        assert.ok(await keys.verify(keys.secret, now.ms));
      }
      assert.equal(lookups(), 1, name);
    }
  });
}

/** Opens a store as two processes do: one verifies a key, which it has looked up once, and the `other` one writes. */
async function begin(t: TestContext, locate: Locate) {
  const store = await locate(t);
  const [database, other] = [await openStore(t, store), await openStore(t, store)];
  const { key: secret } = await addAccount(other, 'Zoo', NOW, { plan: 'free', kind: 'test' });
  await addAccount(other, 'Ark', NOW, { kind: 'test' });
  const cache = new ApiKeyCache(database.read, 'test');
  const queries = recordQueries(database);
  const now = { ms: NOW };
  const keys = { secret, verify: (key: string, at: number) => cache.verify(key, at) };
  assert.ok(await keys.verify(secret, now.ms));
  return { store, other, keys, now, lookups: () => queries.of('api_keys') };
}

function testConcurrency(locate: Locate): void {
  test('a version never has two different contents while two processes write concurrently', async (t) => {
    const store = await locate(t);
    const processes = [await openStore(t, store), await openStore(t, store)] as const;
    const [writer] = processes;
    for (let n = 0; n < 8; n += 1) await addAccount(writer, `account ${n}`, NOW, {});
    const contents = new Map<string, string>();
    let isWriting = true;
    const write = async ({ write, read }: Database, from: number) => {
      const accounts = await listAccounts(read);
      for (let n = 0; n < 30; n += 1) {
        const account = accounts[(from * 2 + n) % 8];
        assert.ok(account);
        // The keys of each writer are its own, so that only the version makes them wait.
        const keyId = BigInt(from * 2 + (n % 2) + 1);
        await write((db) => updateAccount(db, { ...account, plan: n % 2 === 0 ? 'pro' : 'business' }));
        await write((db) => banKey(db, keyId, NOW + n));
        await write((db) => liftBan(db, keyId, NOW + n));
      }
    };
    const read = async ({ read }: Database) => {
      while (isWriting) {
        const { version, content } = await readContent(read);
        assert.equal(contents.get(version) ?? content, content);
        contents.set(version, content);
        await nextTurn();
      }
    };
    const readers = processes.map(read);
    await Promise.all([0, 1, 2, 3].map((from) => write(processes[from % 2 === 0 ? 0 : 1], from))).finally(
      () => {
        isWriting = false;
      },
    );
    await Promise.all(readers);
    assert.ok(contents.size > 1);
  });
}

/** Reads the version and what it is the version of, in one snapshot. */
async function readContent(db: Queries): Promise<{ version: string; content: string }> {
  const { rows } = await sql<{ version: string; content: string }>`
    select version,
      (select sum(id * (case plan when 'pro' then 3 else 5 end)) from accounts)
      || ' ' || (select count(*) from bans) || ' ' || (select count(lifted_at) from bans) as content
    from access_version`.execute(db);
  const [row] = rows;
  assert.ok(row);
  return row;
}
