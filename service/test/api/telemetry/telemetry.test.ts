// Runs in npm run test:all only.
// Waits for processes.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { send } from '@petstore/testing/http/send.ts';
import { type Serving, serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { VERSION } from '../../../src/platform/core/version.ts';
import { type Receiver, startReceiver } from './otlp-receiver.ts';

/** docs/operating.md#opentelemetry: a process sends traces and metrics to a collector. */

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

interface Started extends Serving {
  readonly folder: string;
  readonly key: string;
}

async function start(t: TestContext, env: Record<string, string>): Promise<Started> {
  const folder = await temporaryFolder(t);
  const serving = await serveProcess(t, { DATABASE_URL: sqliteIn(folder), ...env });
  const key = await readFile(join(folder, 'petstore.db.first-key'), 'utf8');
  return { ...serving, folder, key: key.trim() };
}

const jsonTo = ({ url }: Receiver) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
});

test('each request is one server span, whatever answers it; SIGTERM sends what is left', async (t) => {
  const receiver = await startReceiver(t);
  const { url, key, folder, stop } = await start(t, { ...jsonTo(receiver), ACCESS_LOG: 'true' });
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, 'user-agent': 'zoo/1' };
  const body = { name: 'Frank', categoryId: 1 };
  const responses = [
    await send(`${url}/v1/pets?limit=7&token=hush`, { key, headers }),
    await send(`${url}/v1/pets`, { key, method: 'POST', body }),
    await send(`${url}/v1/pets/1`, { key }),
    await send(`${url}/v1/pets/99`, { key }),
    await send(`${url}/v1/pets`, {}),
    await send(`${url}/docs/`, {}),
    await send(`${url}/healthz`, {}),
  ];
  using store = new DatabaseSync(join(folder, 'petstore.db'), { timeout: 10_000 });
  store.exec('alter table pets rename to elsewhere');
  responses.push(await send(`${url}/v1/pets?limit=3`, { key }));
  const { status, err } = await stop();
  assert.equal(status, 0);

  const spans = receiver.spans();
  assert.deepEqual(
    spans.map(({ name, attributes }) => [name, attributes['http.response.status_code']]),
    [
      ['GET /v1/pets', 200],
      ['POST /v1/pets', 201],
      ['GET /v1/pets/{petId}', 200],
      ['GET /v1/pets/{petId}', 404],
      ['GET /v1/pets', 401],
      ['GET /docs', 200],
      ['GET /healthz', 200],
      ['GET /v1/pets', 500],
    ],
  );
  const [first, ...others] = spans;
  assert.partialDeepStrictEqual(first?.raw, { traceId: TRACE, parentSpanId: PARENT, kind: 2 });
  assert.partialDeepStrictEqual(receiver.resource(), {
    'service.name': 'petstore',
    'service.version': VERSION,
  });
  assert.partialDeepStrictEqual(first?.attributes, {
    'http.request.method': 'GET',
    'http.route': '/v1/pets',
    'url.path': '/v1/pets',
    'url.scheme': 'http',
    'network.protocol.version': '1.1',
    'user_agent.original': 'zoo/1',
  });
  assert.equal(new Set(others.map(({ raw }) => at(raw, 'traceId'))).size, others.length);
  for (const [index, { raw }] of spans.entries()) {
    const id = responses[index]?.headers.get('x-request-id');
    assert.ok(JSON.stringify(raw).includes(`"${id}"`), 'the span names its request');
    const line = err.split('\n').find((text) => text.includes(`"reqId":"${id}"`)) ?? '';
    assert.ok(line.includes(`"trace_id":"${at(raw, 'traceId')}","span_id":"${at(raw, 'spanId')}"`), line);
  }
  const failed = spans.filter(({ raw }) => at(raw, 'status', 'code') === 2);
  assert.deepEqual(
    failed.map(({ attributes }) => attributes['error.type']),
    ['500'],
  );
  const sent = receiver.exports.map(({ body: bytes }) => String(bytes)).join('');
  assert.ok(!sent.includes('hush') && !sent.includes(key));
});

test('a key in the path, the query or a header by mistake does not reach the collector or the log', async (t) => {
  const receiver = await startReceiver(t);
  const { url, key, stop } = await start(t, { ...jsonTo(receiver), ACCESS_LOG: 'true', LOG_LEVEL: 'trace' });
  const secret = key.slice('petstore_live_'.length);
  const headers = { 'user-agent': `zoo ${key}`, referer: `${url}/${key}`, tracestate: `zoo=${key}` };
  for (const path of [`/v1/pets/${key}`, `/v1/${key}/x`, `/${key.replaceAll('_', '%5f')}`, `/docs/${key}`]) {
    const traceparent = `00-${TRACE}-${PARENT}-01`;
    const sent = { key, headers: { ...headers, traceparent } };
    const { text } = await send(`${url}${path}?key=${key}`, sent);
    assert.ok(!text.includes(secret), text);
  }
  const { err } = await stop();
  assert.deepEqual(
    receiver.spans().map(({ attributes }) => [attributes['url.path'], attributes['user_agent.original']]),
    [
      ['/v1/pets/petstore_live_REDACTED', 'zoo petstore_live_REDACTED'],
      ['/v1/petstore_live_REDACTED/x', 'zoo petstore_live_REDACTED'],
      ['/petstore%5flive%5fREDACTED', 'zoo petstore_live_REDACTED'],
      ['/docs/petstore_live_REDACTED', 'zoo petstore_live_REDACTED'],
    ],
  );
  const sent = receiver.exports.map(({ body: bytes }) => String(bytes)).join('');
  assert.ok(!sent.includes(secret) && !err.includes(secret));
});

test('metrics follow the conventions for HTTP, and include those that Prometheus reads', async (t) => {
  const receiver = await startReceiver(t);
  const { url, key, stop } = await start(t, { ...jsonTo(receiver), OTEL_TRACES_EXPORTER: 'none' });
  for (const path of ['/v1/pets', '/v1/pets', '/v1/pets/4']) await send(`${url}${path}`, { key });
  await stop();
  assert.deepEqual(receiver.spans(), []);
  const durations = receiver.points().filter(({ name }) => name === 'http.server.request.duration');
  assert.deepEqual(
    durations.map(({ raw, attributes }) => [Number(at(raw, 'count')), attributes]),
    [
      [
        2,
        {
          'http.request.method': 'GET',
          'http.response.status_code': 200,
          'url.scheme': 'http',
          'http.route': '/v1/pets',
        },
      ],
      [
        1,
        {
          'http.request.method': 'GET',
          'http.response.status_code': 404,
          'url.scheme': 'http',
          'http.route': '/v1/pets/{petId}',
        },
      ],
    ],
  );
  assert.equal(at(durations[0]?.raw, 'explicitBounds', '0'), 0.005);
  const names = new Set(receiver.points().map(({ name }) => name));
  for (const name of ['petstore.pets', 'petstore.open_orders', 'petstore.store_bytes']) {
    assert.ok(names.has(name), name);
  }
});

test('the settings file may have the variables; without a protocol, exports are protobuf', async (t) => {
  const receiver = await startReceiver(t);
  const folder = await temporaryFolder(t);
  await writeFile(
    join(folder, 'petstore.env'),
    `OTEL_EXPORTER_OTLP_ENDPOINT=${receiver.url}\nOTEL_SERVICE_NAME=zoo\nOTEL_EXPORTER_OTLP_HEADERS=x-tenant=7\n`,
  );
  const { url, stop } = await serveProcess(t, { DATABASE_URL: sqliteIn(folder) });
  await send(`${url}/healthz`, {});
  await stop();
  assert.deepEqual(receiver.exports.map(({ path }) => path).sort(), ['/v1/metrics', '/v1/traces']);
  for (const { type, headers, body } of receiver.exports) {
    assert.deepEqual([type, headers['x-tenant']], ['application/x-protobuf', '7']);
    assert.ok(body.includes('service.name') && body.includes('zoo'));
  }
});
