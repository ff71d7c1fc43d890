import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTelemetry } from './telemetry.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

function signals(env: Record<string, string>) {
  const { telemetry, warnings } = parseTelemetry(env);
  return [telemetry?.traces, telemetry?.metrics, ...warnings];
}

test('sends nothing without an endpoint or an exporter, whatever other variables are set', () => {
  for (const env of [{}, { OTEL_SERVICE_NAME: 'zoo' }, { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }]) {
    assert.deepEqual(parseTelemetry(env), { telemetry: undefined, warnings: [] });
  }
});

test('an endpoint sends traces and metrics by http/protobuf, and each signal can be changed', () => {
  const [protobuf, json] = ['http/protobuf', 'http/json'];
  assert.deepEqual(signals(ENDPOINT), [protobuf, protobuf]);
  assert.deepEqual(signals({ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }), [json, json]);
  assert.deepEqual(signals({ ...ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' }), [
    json,
    protobuf,
  ]);
  assert.deepEqual(signals({ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }), [undefined, protobuf]);
  assert.deepEqual(signals({ OTEL_METRICS_EXPORTER: 'otlp' }), [undefined, protobuf]);
  assert.deepEqual(signals({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://x.example/v1/traces' }), [
    protobuf,
    undefined,
  ]);
});

test('OTEL_SDK_DISABLED=true wins', () => {
  assert.deepEqual(signals({ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }), [undefined, undefined]);
  assert.deepEqual(signals({ ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }), [undefined, undefined]);
  assert.deepEqual(signals({ ...ENDPOINT, OTEL_SDK_DISABLED: 'false' }).length, 2);
  assert.notEqual(parseTelemetry({ ...ENDPOINT, OTEL_SDK_DISABLED: 'false' }).telemetry, undefined);
});

test('a variable that is not supported is a warning without secrets, and its signal is not sent', () => {
  assert.deepEqual(signals({ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }), [
    undefined,
    undefined,
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json (port 4318 of most collectors); got "grpc": OpenTelemetry sends no traces and no metrics',
  ]);
  assert.deepEqual(signals({ ...ENDPOINT, OTEL_METRICS_EXPORTER: 'prometheus' }), [
    'http/protobuf',
    undefined,
    'OTEL_METRICS_EXPORTER must be otlp or none; got "prometheus": OpenTelemetry sends no metrics',
  ]);
  const [, , warning] = signals({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'user:hush@collector' });
  assert.match(String(warning), /^OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an address such as http:/);
  assert.doesNotMatch(String(warning), /hush/);
});
