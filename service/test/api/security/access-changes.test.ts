// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { startPetstore } from '@petstore/testing/processes/petstore-process.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { MINUTE, SECOND } from '../../../src/platform/core/clock.ts';

/** Two services on one store, and commands in processes of their own. */

const LIST = '/v1/pets?limit=1';
/** The number that bans a key of one request a minute: see `access/quota/strikes.ts`. */
const STRIKES = 60;

/** Starts two services on a new store, with an account that each of them has served. */
async function begin(t: TestContext) {
  const store = await temporaryStore(t);
  // The commands use the clock of the machine. All requests are in one minute.
  const start = () =>
    startService(t, { store, clock: new FakeClock(Math.floor(Date.now() / MINUTE) * MINUTE) });
  const [one, other] = [await start(), await start()];
  const { key, keyId } = await one.account({ perMinute: 1 });
  const [account] = await one.database.read.selectFrom('accounts').select('name').execute();
  const send = (service: TestService, method = 'GET') => service.send(LIST, { key, method });
  return {
    one,
    keyId: String(keyId),
    name: account?.name ?? '',
    send,
    /** Runs a command in a process, after each service has used the key. */
    run: async (...args: string[]) => {
      for (const service of [one, other]) await send(service);
      const { status, err } = await startPetstore(t, args, { DATABASE_URL: store }).ended;
      assert.equal(status, 0, err);
    },
    /** Returns the code of the response of each service a second later, or `none`. */
    codes: async (method = 'GET') => {
      const codes = [];
      for (const service of [one, other]) {
        service.clock.advance(SECOND);
        codes.push(/"code":"(\w+)"/.exec((await send(service, method)).text)?.[1] ?? 'none');
      }
      return codes;
    },
  };
}

test('a change of plan and role, and a revocation, take effect in each process within a second', async (t) => {
  const { run, codes, name, keyId } = await begin(t);
  await run('accounts', 'update', name, '--plan', 'business', '--role', 'reader');
  assert.deepEqual(await codes(), ['none', 'none']);
  assert.deepEqual(await codes('POST'), ['insufficient_role', 'insufficient_role']);
  await run('keys', 'revoke', keyId);
  assert.deepEqual(await codes(), ['invalid_api_key', 'invalid_api_key']);
});

test('a ban by one process, and its end by a command, take effect in each process within a second', async (t) => {
  const { one, run, codes, name, keyId, send } = await begin(t);
  await codes();
  await codes();
  one.clock.advance(2 * SECOND);
  await Promise.all(Array.from({ length: STRIKES }, () => send(one)));
  assert.deepEqual(await codes(), ['api_key_banned', 'api_key_banned']);
  await run('keys', 'unban', keyId);
  await run('accounts', 'update', name, '--plan', 'business');
  assert.deepEqual(await codes(), ['none', 'none']);
});
