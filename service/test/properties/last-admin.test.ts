// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSharedService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import { changeAccount } from '../../src/access/administration/account-changes.ts';
import { createKey, revokeKey, rotateKey } from '../../src/access/administration/key-changes.ts';
import { ApiError } from '../../src/platform/core/errors.ts';
import type { Queries } from '../../src/platform/database/database.ts';

/** One usable key of an admin always remains: docs/api-design.md#accounts-and-keys. */

const RUNS = Number(process.env.FUZZ_RUNS ?? 10);
const ADMINS = 2;

const service = await startSharedService();
const { database, clock } = service;
const kind = 'live' as const;
const changeNow = () => ({ actor: null, at: clock.now() });

/** What one transaction changes of an admin and its first key. */
const CHANGES: Record<string, (db: Queries, accountId: bigint, keyId: bigint) => Promise<unknown>> = {
  revoke: (db, _account, key) => revokeKey(db, key, changeNow()),
  replace: (db, _account, id) => rotateKey(db, { id, kind }, { overlapMs: 0 }, changeNow()),
  add: (db, accountId) => createKey(db, { accountId, kind }, changeNow()),
  addReader: (db, accountId) => createKey(db, { accountId, kind, role: 'reader' }, changeNow()),
  demote: (db, account) => changeAccount(db, account, { role: 'manager' }, changeNow()),
  promote: (db, account) => changeAccount(db, account, { role: 'admin' }, changeNow()),
  disable: (db, account) => changeAccount(db, account, { isDisabled: true }, changeNow()),
  enable: (db, account) => changeAccount(db, account, { isDisabled: false }, changeNow()),
};

/** Adds two admins with one key each, in place of those of earlier rounds. */
async function twoAdmins(): Promise<Array<{ account: bigint; key: bigint }>> {
  await database.write((db) => db.updateTable('accounts').set({ disabled_at: 1n }).execute());
  const admins = [];
  for (let made = 0; made < ADMINS; made += 1) {
    const { id, keyId } = await service.account({ role: 'admin' });
    admins.push({ account: BigInt(id), key: BigInt(keyId) });
  }
  return admins;
}

/** Applies all at once, and asserts that what was refused would have taken the last key. */
async function applyAtOnce(changes: ReadonlyArray<readonly [name: string, place: number]>): Promise<void> {
  const admins = await twoAdmins();
  const applied = await Promise.allSettled(
    changes.map(([name, place]) => {
      const { account, key } = admins[place] ?? assert.fail('no such admin');
      return database.write(async (db) => CHANGES[name]?.(db, account, key));
    }),
  );
  for (const { reason } of applied.filter((one) => one.status === 'rejected')) {
    assert.ok(reason instanceof ApiError, String(reason));
    // On a busy machine, a write in PostgreSQL may wait too long for the others.
    assert.ok(
      ['last_admin_key', 'invalid_body', 'service_unavailable'].includes(reason.code),
      reason.message,
    );
  }
  const usable = await database.read
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select('api_keys.id')
    .where('accounts.role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', 'is', null)
    .where('api_keys.role', 'is', null)
    .execute();
  assert.ok(usable.length > 0, JSON.stringify(changes));
}

test('whatever is changed at once, a key of an admin remains', async () => {
  const change = fc.tuple(fc.constantFrom(...Object.keys(CHANGES)), fc.nat(ADMINS - 1));
  await fc.assert(fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 10 }), applyAtOnce), {
    numRuns: RUNS,
  });
});

test('of two changes at once that would take both keys of admins, one is refused', async () => {
  for (const name of ['revoke', 'demote', 'disable']) {
    for (const other of ['revoke', 'demote', 'disable'])
      await applyAtOnce([
        [name, 0],
        [other, 1],
      ]);
  }
});
