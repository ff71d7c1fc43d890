import assert from 'node:assert/strict';
import { test } from 'node:test';
import { send } from '@petstore/testing/http/send.ts';
import { startService } from '@petstore/testing/service.ts';
import { PacedReads } from '../../../src/adoption/public-pages/paced-reads.ts';
import { overloadError } from '../../../src/platform/http/overload/concurrency-limit.ts';
import { PUBLIC } from './public-fixture.ts';

test('a public page that is rejected because too many wait is 503, logged, and counted as shed', async (t) => {
  const env = { ...PUBLIC, METRICS_PORT: '0', METRICS_HOST: '127.0.0.1' };
  const service = await startService(t, { env });
  t.mock.method(PacedReads.prototype, 'run', () => {
    throw overloadError();
  });
  for (const path of ['/adopt', '/adopt.json']) assert.equal((await service.send(path)).status, 503);
  const { text } = await send(service.metricsUrl ?? '');
  assert.match(text, /^petstore_shed_total 2$/m);
  assert.ok(service.logged.some((line) => line.includes('the process is overloaded')));
});
