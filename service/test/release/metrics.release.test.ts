import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { freshValkey, noValkey } from '@petstore/testing/servers/valkey-server.ts';
import { startService } from '@petstore/testing/service.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';

/** Checks a scrape of all metrics with the linter of Prometheus. */

const skip = noValkey || noPromtool();

function noPromtool(): string | false {
  if (spawnSync('promtool', ['--version']).status === 0) return false;
  return skipReason('Metrics by promtool', 'promtool (Debian: prometheus) is not on the PATH');
}

test('promtool finds no problem in the metrics', { skip }, async (t) => {
  const store = await freshStore(t);
  const env = { METRICS_PORT: '0', VALKEY_URL: await freshValkey(t), VALKEY_TIMEOUT_MS: '30000' };
  const service = await startService(t, { store, env });
  const { key } = await service.account({ perMinute: 1 });
  for (const sent of [key, key, undefined]) {
    await service.send('/v1/pets', sent === undefined ? {} : { key: sent });
  }
  const text = await (await fetch(service.metricsUrl ?? '')).text();
  for (const name of ['petstore_refusals_total{by="minute"} 1', 'petstore_valkey_up 1', 'petstore_pets 0']) {
    assert.ok(text.includes(name), name);
  }
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  assert.deepEqual([status, `${stdout}${stderr}`], [0, '']);
});
