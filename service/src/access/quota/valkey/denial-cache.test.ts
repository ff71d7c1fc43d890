// Needs PostgreSQL or Valkey.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openOnDatabase, openProcesses } from '@petstore/testing/fixtures/valkey-keys.ts';
import { freshValkey, noValkey } from '@petstore/testing/servers/valkey-server.ts';
import type { Redis } from 'ioredis';
import { SECOND } from '../../../platform/core/clock.ts';
import type { Quota } from '../plan.ts';

const skip = noValkey;
const ONE_PER_MINUTE: Quota = { perMinute: 1, perDay: 1_000 };

/** Opens the quotas of two processes on one server, and creates an account with a key. */
async function openTwo(t: TestContext) {
  const { clock, open, newSubject } = await openProcesses(t);
  const { quotas, admin, url } = await openOnDatabase(t, open);
  return { clock, quotas, admin, other: await open(url), subject: await newSubject() };
}

test('rejects a denied key again without a call, and reports its strikes to the other processes', {
  skip,
}, async (t) => {
  const { clock, quotas, admin, other, subject } = await openTwo(t);
  for (let request = 0; request < 2; request += 1) await quotas.consume(subject, ONE_PER_MINUTE, clock.now());
  clock.advance(1_500);
  assert.equal((await quotas.consume(subject, ONE_PER_MINUTE, clock.now())).strikes, 1);
  const before = await scriptCalls(admin);
  for (let strikes = 2; strikes <= 50; strikes += 1) {
    const verdict = await quotas.consume(subject, ONE_PER_MINUTE, clock.now());
    assert.deepEqual([verdict.refusedBy, verdict.strikes, verdict.at], ['minute', strikes, clock.now()]);
  }
  assert.equal(await scriptCalls(admin), before);
  clock.advance(SECOND);
  // On the same connection, so its reply follows the report of the strikes.
  await quotas.peek(subject.accountId, ONE_PER_MINUTE, clock.now());
  assert.equal((await other.consume(subject, ONE_PER_MINUTE, clock.now())).strikes, 51);
});

test('counts early rejections without a call, and reports them to the other processes', {
  skip,
}, async (t) => {
  const { clock, quotas, admin, other, subject } = await openTwo(t);
  const strikes = async (from = quotas) => (await from.consume(subject, ONE_PER_MINUTE, clock.now())).strikes;
  for (let request = 0; request < 2; request += 1) await strikes();
  const before = await scriptCalls(admin);
  for (let refusal = 2; refusal <= 100; refusal += 1) assert.equal(await strikes(), 0);
  assert.deepEqual([await strikes(), await strikes()], [1, 2]);
  assert.equal(await scriptCalls(admin), before);
  clock.advance(SECOND);
  // On the same connection, so its reply follows the report of the refusals.
  await quotas.peek(subject.accountId, ONE_PER_MINUTE, clock.now());
  assert.equal(await strikes(other), 3);
});

test('a cached denial applies to one key, and ends with its minute or with a change of the quota', {
  skip,
}, async (t) => {
  const { clock, quotas, admin, subject } = await openTwo(t);
  for (let request = 0; request < 2; request += 1) await quotas.consume(subject, ONE_PER_MINUTE, clock.now());
  const before = await scriptCalls(admin);
  assert.equal(
    (await quotas.consume(subject, { ...ONE_PER_MINUTE, perMinute: 2 }, clock.now())).refusedBy,
    undefined,
  );
  assert.equal(
    (await quotas.consume({ ...subject, keyId: 99n }, ONE_PER_MINUTE, clock.now())).refusedBy,
    'minute',
  );
  assert.equal(await scriptCalls(admin), before + 2);
  clock.advance(59_500);
  assert.equal((await quotas.consume(subject, ONE_PER_MINUTE, clock.now())).refusedBy, 'minute');
  clock.advance(500);
  assert.equal((await quotas.consume(subject, ONE_PER_MINUTE, clock.now())).refusedBy, undefined);
});

test('the strikes of a used-up day restart with each minute, in the denial cache too', {
  skip,
}, async (t) => {
  const { clock, open, newSubject } = await openProcesses(t);
  const quotas = await open(await freshValkey(t));
  const subject = await newSubject();
  const quota = { perMinute: 5, perDay: 1 };
  for (let request = 0; request < 2; request += 1) await quotas.consume(subject, quota, clock.now());
  const strikes = async () => (await quotas.consume(subject, quota, clock.now())).strikes;
  clock.advance(59_500);
  assert.deepEqual([await strikes(), await strikes()], [1, 2]);
  clock.advance(500);
  assert.deepEqual([await strikes(), await strikes()], [1, 2]);
});

/** Returns how often the server ran a script. */
async function scriptCalls(admin: Redis): Promise<number> {
  const stats = await admin.info('commandstats');
  const calls = (command: string) =>
    Number(new RegExp(`^cmdstat_${command}:calls=(\\d+)`, 'm').exec(stats)?.[1] ?? 0);
  return calls('eval') + calls('evalsha');
}
