// Waits for processes.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { noProcFiles } from '@petstore/testing/processes/proc-files.ts';
import { generateApiKey } from '../../../src/accounts/api-key.ts';
import { assertPolite, MANY_CONNECTIONS, PoliteClient, PREFLIGHT, startFlood } from './flood.ts';
import { serveMeasured } from './measured-service.ts';

/** Floods without a valid key, for a moment each; `test/release/queue.release.test.ts` has more connections and time. */

suite('a polite client is served', { skip: noProcFiles }, () => {
  test('beside 100 connections that pipeline 64 requests without a key, 500 without a key, 500 preflights and 500 health checks', async (t) => {
    const service = await serveMeasured(t, MANY_CONNECTIONS);
    const client = await PoliteClient.open(t, service);
    const alone = await client.measure();
    const floods = {
      pipelined: { connections: 100, pipelined: 64, request: {} },
      'without a key': { connections: 500, request: {} },
      'on /readyz': { connections: 500, request: { path: '/readyz' } },
      preflights: { connections: 500, request: PREFLIGHT },
    };
    for (const [name, flood] of Object.entries(floods)) {
      const running = await startFlood(t, service, flood);
      const beside = await client.measure();
      const statuses = await running.stop();
      assertPolite(t, name, { alone, beside, statuses });
      if (name === 'on /readyz') assert.deepEqual(Object.keys(statuses), ['200']);
    }
  });

  test('beside 400 requests without a key, and with an unknown key', async (t) => {
    const service = await serveMeasured(t, MANY_CONNECTIONS);
    const client = await PoliteClient.open(t, service);
    const alone = await client.measure();
    for (const request of [{ path: '/nothing' }, { key: generateApiKey('live') }]) {
      const running = await startFlood(t, service, { connections: 400, request });
      const beside = await client.measure();
      const newcomer = await PoliteClient.open(t, { urls: service.urls, key: await service.addKey() });
      assert.equal((await newcomer.measure()).share, 1, 'a new key gets in');
      assertPolite(t, JSON.stringify(request), { alone, beside, statuses: await running.stop() });
    }
  });
});
