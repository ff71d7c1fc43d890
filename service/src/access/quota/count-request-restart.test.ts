// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { SECOND } from '../../platform/core/clock.ts';

const LIST = '/v1/pets?limit=1';

test('counts every request once over several restarts', async (t) => {
  const start = await restartable(t);
  let service = await start();
  const { key } = await service.account({ plan: 'free' });
  for (let round = 1; round <= 4; round += 1) {
    await sendMany(service, key, 3);
    service.clock.advance(SECOND);
    await service.close();
    service = await start();
    const { headers } = await service.send(LIST, { key });
    assert.equal(headers.get('x-ratelimit-remaining'), String(60 - 4 * round));
  }
});

test('drain saves the counters, as close does', async (t) => {
  const start = await restartable(t);
  const service = await start();
  const { key } = await service.account({ plan: 'free' });
  await sendMany(service, key, 7);
  await service.drain();
  const next = await start();
  assert.equal((await next.send(LIST, { key })).headers.get('x-ratelimit-remaining'), '52');
});

/** Returns a function that starts the service, each time on the same store and clock. */
async function restartable(t: TestContext): Promise<() => Promise<TestService>> {
  const environment = { clock: new FakeClock(), store: await temporaryStore(t) };
  return () => startService(t, environment);
}

function sendMany(service: TestService, key: string, times: number) {
  return Promise.all(Array.from({ length: times }, () => service.send(LIST, { key })));
}
