// Runs in a process of its own.
import assert from 'node:assert/strict';
import { Agent, type IncomingHttpHeaders } from 'node:http';
import { after, suite, test } from 'node:test';
import { until } from '@petstore/testing/until.ts';
import { ADDRESS_QUOTA } from '../../../src/access/quota/address-quota.ts';
import { MINUTE, SECOND } from '../../../src/platform/core/clock.ts';
import { startTwoThreads } from './two-threads.ts';

/** Two threads count the requests of both together (docs/adr/0108). */

const { service, account, agents, connect, request } = await startTwoThreads({ after });

/** Repeats what counts in a minute if another minute has begun meanwhile. */
async function withinAMinute(run: () => Promise<void>): Promise<void> {
  for (;;) {
    const began = Math.floor(Date.now() / MINUTE);
    const error = await run().catch((reason: unknown) => reason);
    if (began !== Math.floor(Date.now() / MINUTE)) continue;
    if (error !== undefined) throw error;
    return;
  }
}

/** Without a ban, the next minute ends the refusals. */
function isOfBan(headers: IncomingHttpHeaders): boolean {
  return Number(headers['retry-after']) > MINUTE / SECOND;
}

suite('two threads that count', () => {
  test('a quota admits exactly its requests on both threads together, and each thread counts down from the other', async () => {
    const limited = await account({ perMinute: 1_000_000, perDay: 300 });
    const many = agents.flatMap((agent) => {
      const parallel = new Agent({ keepAlive: true, maxSockets: 16 });
      after(() => parallel.destroy());
      return Array.from({ length: 100 }, () =>
        request(parallel, '/v1/pets?limit=1', { key: limited.key }),
      ).concat(Array.from({ length: 100 }, () => request(agent, '/v1/pets?limit=1', { key: limited.key })));
    });
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    assert.deepEqual(
      Object.entries(Object.groupBy(statuses, String)).map(([status, found]) => [status, found?.length]),
      [
        ['200', 300],
        ['429', 100],
      ],
    );
  });

  test('requests without a key count for their address on both threads together', async () => {
    let last = 1;
    await withinAMinute(async () => {
      last += 1;
      const ofAddress = await connect({ localAddress: `127.0.0.${last}` });
      const many = ofAddress.flatMap((agent) =>
        Array.from({ length: 160 }, () => request(agent, '/v1/pets', { key: undefined })),
      );
      const statuses = (await Promise.all(many)).map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 401).length, ADDRESS_QUOTA.perMinute);
      assert.equal(statuses.filter((status) => status === 429).length, 320 - ADDRESS_QUOTA.perMinute);
    });
  });

  test('a key is banned for its refusals on both threads together, and both refuse it', async () => {
    await withinAMinute(async () => {
      const insistent = await account({ perMinute: 60 });
      let [admitted, refused] = [0, 0];
      let isBanned = false;
      while (!isBanned) {
        for (const agent of agents) {
          const { status, headers } = await request(agent, '/v1/pets?limit=1', { key: insistent.key });
          if (status === 200) admitted += 1;
          else refused += 1;
          isBanned ||= isOfBan(headers);
        }
      }
      assert.equal(admitted, 60);
      // Those of the first second are strikes from the hundredth on, and 60 strikes lead to a ban.
      assert.ok(refused <= 162, `after ${refused} refusals`);
      for (const agent of agents) {
        await until(async () => {
          const { headers } = await request(agent, '/v1/pets', { key: insistent.key });
          return isOfBan(headers);
        });
      }
    });
  });

  test('a revoked key is soon refused by both threads', async () => {
    const revoked = await account();
    for (const agent of agents)
      assert.equal((await request(agent, '/v1/pets', { key: revoked.key })).status, 200);
    await service.database.write((db) =>
      db
        .updateTable('api_keys')
        .set({ revoked_at: BigInt(Date.now()) })
        .where('id', '=', revoked.keyId)
        .execute(),
    );
    for (const agent of agents) {
      await until(async () => (await request(agent, '/v1/pets', { key: revoked.key })).status === 401);
    }
  });
});
