// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';

/** The strikes in a minute after which a key with a quota of one request a minute is banned. */
const STRIKES = 60;
const ONE_A_MINUTE = { role: 'admin', perMinute: 1 } as const;

/** Uses up the quota, and returns the codes of the responses to as many requests as ban a key, and one more. */
async function insist(service: TestService, key: string): Promise<Set<unknown>> {
  await service.send('/v1/keys', { key });
  await service.send('/v1/keys', { key });
  service.clock.advance(2 * SECOND);
  const codes = new Set<unknown>();
  for (let request = 0; request <= STRIKES; request += 1) {
    codes.add(at((await service.send('/v1/keys', { key })).json, 'code'));
  }
  return codes;
}

test('the last key of an admin is never banned, any other key is', async (t) => {
  const service = await startService(t);
  const first = await service.account(ONE_A_MINUTE);
  assert.deepEqual(await insist(service, first.key), new Set(['rate_limit_exceeded']));
  const member = await service.account({ ...ONE_A_MINUTE, role: 'member' });
  assert.ok((await insist(service, member.key)).has('api_key_banned'));
  const second = await service.account(ONE_A_MINUTE);
  assert.ok((await insist(service, second.key)).has('api_key_banned'));
  service.clock.advance(60 * SECOND);
  assert.deepEqual(await insist(service, first.key), new Set(['rate_limit_exceeded']));
});
