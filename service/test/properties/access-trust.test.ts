// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addAccount } from '@petstore/testing/accounts.ts';
import { recordQueries } from '@petstore/testing/queries/recorded-queries.ts';
import { openStore, temporaryStore } from '@petstore/testing/stores.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { PLAN_NAMES } from '../../src/access/accounts/account.ts';
import { listAccounts, updateAccount } from '../../src/access/accounts/account-queries.ts';
import { digestOfApiKey, generateApiKey, hintOfApiKey } from '../../src/access/accounts/api-key.ts';
import { ApiKeyCache } from '../../src/access/accounts/api-key-cache.ts';
import { expireApiKey, findApiKeyByDigest, revokeApiKey } from '../../src/access/accounts/api-key-queries.ts';
import { banKey, liftBan } from '../../src/access/accounts/ban-queries.ts';
import type { KeyPrincipal, Principal } from '../../src/access/accounts/principal.ts';
import { saveCounters } from '../../src/access/quota/usage-queries.ts';
import { insertPet } from '../../src/catalogue/pets/pet-queries.ts';
import { SECOND } from '../../src/platform/core/clock.ts';
import type { Database, Queries } from '../../src/platform/database/database.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 40);
const NOW = Date.UTC(2026, 10, 21, 12);

/** The first key is unknown until the change `issue`. */
const KEYS = 3;
type Found = Awaited<ReturnType<typeof findApiKeyByDigest>>;

interface Subject {
  readonly accountId: bigint;
  readonly secret: string;
  readonly keyId: bigint | undefined;
}

type Change = (db: Queries, key: Subject, now: number, random: number) => Promise<unknown>;

const CHANGES: Readonly<Record<string, Change>> = {
  issue: (db, { accountId, secret }, now) =>
    db
      .insertInto('api_keys')
      .values({
        account_id: accountId,
        digest: digestOfApiKey(secret),
        hint: hintOfApiKey(secret),
        created_at: BigInt(now),
        expires_at: null,
        revoked_at: null,
      })
      .onConflict((conflict) => conflict.column('digest').doNothing())
      .execute(),
  plan: (db, { accountId }, _now, random) =>
    db
      .updateTable('accounts')
      .set({ plan: PLAN_NAMES[random % 3] ?? 'free' })
      .where('id', '=', accountId)
      .execute(),
  expire: async (db, { keyId }, now, random) => keyId && expireApiKey(db, keyId, now + random),
  revoke: async (db, { keyId }, now) => keyId && revokeApiKey(db, keyId, now),
  ban: async (db, { keyId }, now) => keyId && banKey(db, keyId, now),
  lift: async (db, { keyId }, now) => keyId && liftBan(db, keyId, now),
};

/** What changes no account, key or ban. */
const OTHER: Readonly<Record<string, (db: Queries) => Promise<unknown>>> = {
  pet: (db) => insertPet(db, { name: 'Rex', categoryId: 1n }, null, 0),
  count: (db) => saveCounters(db, [{ accountId: 1n, window: 'day', number: 1, used: 1 }]),
  failure: async (db) => {
    await db.updateTable('accounts').set({ plan: 'business' }).execute();
    throw new Error('no');
  },
};

const KEY = fc.integer({ min: 0, max: KEYS - 1 });
const STEP = fc.oneof(
  fc.record({ wait: fc.integer({ min: 0, max: 1_300 }) }),
  fc.record({ change: fc.constantFrom(...Object.keys(CHANGES)), key: KEY, random: fc.nat(3_000) }),
  fc.record({ other: fc.constantFrom(...Object.keys(OTHER)) }),
  fc.record({ verify: KEY, process: fc.integer({ min: 0, max: 1 }) }),
);

test('a verified key is never older than a second, and no key is looked up more often than the store changes', async (t) => {
  const store = await temporaryStore(t);
  const writer = await openStore(t, store);
  const processes = await Promise.all(
    [0, 1].map(async () => {
      const database = await openStore(t, store);
      return { database, queries: recordQueries(database) };
    }),
  );
  let accounts = 0;
  const addSubjects = () =>
    Promise.all(
      Array.from({ length: KEYS }, async (_, index): Promise<Subject> => {
        accounts += 1;
        const { id, keyId, key } = await addAccount(writer, `account ${accounts}`, NOW, { plan: 'free' });
        if (index > 0) return { accountId: id, keyId, secret: key };
        return { accountId: id, keyId: undefined, secret: generateApiKey('live') };
      }),
    );
  const read = ({ secret }: Subject) => findApiKeyByDigest(writer.read, digestOfApiKey(secret));

  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 5, maxLength: 40 }), async (steps) => {
      const subjects = await addSubjects();
      const histories = await Promise.all(
        subjects.map(async (subject) => new History(NOW - SECOND, await read(subject))),
      );
      const caches = processes.map(({ database }) => new ApiKeyCache(database.read, 'live'));
      const lookups = processes.map(({ queries }) => queries.of('api_keys'));
      let now = NOW;
      let changes = 0;
      for (const step of steps) {
        if ('wait' in step) now += step.wait;
        else if ('other' in step)
          await writer
            .write(async (db) => OTHER[step.other]?.(db))
            .catch(() => assert.equal(step.other, 'failure'));
        else if ('change' in step) {
          changes += 1;
          const subject = subjects[step.key];
          assert.ok(subject);
          await writer.write(async (db) => CHANGES[step.change]?.(db, subject, now, step.random));
          histories[step.key]?.add(now, await read(subject));
        } else {
          const secret = subjects[step.verify]?.secret ?? '';
          const principal = await caches[step.process]?.verify(secret, now);
          histories[step.verify]?.assertRecent(now, principal);
        }
      }
      for (const [index, { queries }] of processes.entries()) {
        const made = queries.of('api_keys') - (lookups[index] ?? 0);
        assert.ok(made <= KEYS * (changes + 1), `${made} lookups after ${changes} changes`);
      }
    }),
    { numRuns: RUNS },
  );
});

/** What the store had about one key, and since when. */
class History {
  readonly #states: { since: number; found: Found }[] = [];

  constructor(since: number, found: Found) {
    this.add(since, found);
  }

  add(since: number, found: Found): void {
    this.#states.push({ since, found });
  }

  assertRecent(now: number, principal: Principal | undefined): void {
    const recent = this.#states.filter((_, index) => (this.#states[index + 1]?.since ?? now) > now - SECOND);
    const possible = recent.map(({ found }) => JSON.stringify(visibleIn(found, now), bigintsAsText));
    const seen = principal?.key && { ...pick(principal.key), account: principal.account };
    const text = JSON.stringify(seen, bigintsAsText);
    assert.ok(possible.includes(text), `${text} is none of ${possible.join(' or ')}`);
  }
}

function visibleIn(found: Found, now: number) {
  if (found === undefined || found.key.revokedAt !== undefined) return undefined;
  if (found.key.expiresAt !== undefined && now >= found.key.expiresAt) return undefined;
  return { ...pick(found.key), account: found.account };
}

function pick({ id, expiresAt, bannedUntil, bannedSince }: KeyPrincipal['key']) {
  return { id, expiresAt, bannedUntil, bannedSince };
}

function bigintsAsText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}

test('a version never has two different contents while two processes write concurrently', async (t) => {
  const store = await temporaryStore(t);
  const processes = [await openStore(t, store), await openStore(t, store)] as const;
  for (let n = 0; n < 8; n += 1) await addAccount(processes[0], `account ${n}`, NOW, {});
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
  const writers = [0, 1, 2, 3].map((from) => write(processes[from % 2 === 0 ? 0 : 1], from));
  await Promise.all(writers).finally(() => {
    isWriting = false;
  });
  await Promise.all(readers);
  assert.ok(contents.size > 1);
});

/** Reads the version and what it is the version of, in one snapshot. */
async function readContent(db: Queries): Promise<{ version: string; content: string }> {
  const { rows } = await sql<{ version: string; content: string }>`
    select version,
      (select sum(id * (case plan when 'pro' then 3 else 5 end)) from accounts)
      || ' ' || (select count(*) from bans) || ' ' || (select count(lifted_at) from bans) as content
    from access_version`.execute(db);
  return rows[0] ?? assert.fail('no version');
}
