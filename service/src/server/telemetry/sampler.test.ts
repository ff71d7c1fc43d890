import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSampler } from './sampler.ts';

test('creates the sampler that OTEL_TRACES_SAMPLER names; by default every request is recorded', () => {
  const always = 'ParentBased{root=AlwaysOnSampler';
  for (const [name, argument, description] of [
    [undefined, undefined, always],
    ['parentbased_always_on', undefined, always],
    ['jaeger_remote', undefined, always],
    ['always_on', undefined, 'AlwaysOnSampler'],
    ['always_off', undefined, 'AlwaysOffSampler'],
    ['traceidratio', '0.25', 'TraceIdRatioBased{0.25}'],
    ['traceidratio', 'much', 'TraceIdRatioBased{1}'],
    ['parentbased_traceidratio', '0.1', 'ParentBased{root=TraceIdRatioBased{0.1}'],
  ] as const) {
    assert.ok(String(createSampler(name, argument)).startsWith(description), `${name} ${argument}`);
  }
});
