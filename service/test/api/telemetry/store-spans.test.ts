// Needs PostgreSQL or Valkey.
// Waits for processes.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { send } from '@petstore/testing/http/send.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { freshValkey, noValkey } from '@petstore/testing/servers/valkey-server.ts';
import { startService } from '@petstore/testing/service.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { startReceiver } from './otlp-receiver.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

test('the statements and the transaction of a request are spans below its span, without their text and values', async (t) => {
  const receiver = await startReceiver(t);
  const folder = await temporaryFolder(t);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
  const { url, stop } = await serveProcess(t, { DATABASE_URL: sqliteIn(folder), ...env });
  const key = (await readFile(join(folder, 'petstore.db.first-key'), 'utf8')).trim();
  const body = { name: 'Secretive', categoryId: 1 };
  await Promise.all([1, 2, 3].map(() => send(`${url}/v1/pets`, { key, method: 'POST', body })));
  const sampled = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` };
  await send(`${url}/v1/pets?status=available`, { key, headers: sampled });
  const unsampled = { traceparent: `00-${TRACE.replace('0', 'f')}-b7ad6b7169203331-00` };
  await send(`${url}/v1/orders?limit=3`, { key, headers: unsampled });
  await stop();

  const spans = receiver.storeSpans();
  const below = (parent: unknown) =>
    spans.filter(({ raw }) => at(raw, 'parentSpanId') === at(parent, 'spanId'));
  const [read] = receiver.spans().filter(({ raw }) => at(raw, 'traceId') === TRACE);
  assert.deepEqual(
    below(read?.raw).map(({ name }) => name),
    ['SELECT pets'],
  );
  assert.deepEqual(below(read?.raw)[0]?.attributes, {
    'db.system.name': 'sqlite',
    'db.operation.name': 'SELECT',
    'db.collection.name': 'pets',
    'db.query.summary': 'SELECT pets',
  });
  const writes = receiver.spans().filter(({ name }) => name === 'POST /v1/pets');
  assert.equal(writes.length, 3);
  for (const { raw } of writes) {
    const [transaction, ...others] = below(raw).filter(({ name }) => name === 'transaction');
    assert.deepEqual(others, []);
    const statements = below(transaction?.raw).map(({ name }) => name);
    assert.ok(statements.includes('INSERT pets') && statements.includes('INSERT events'), statements.join());
  }
  const sent = receiver.exports.map(({ body: bytes }) => String(bytes)).join('');
  assert.ok(!sent.includes('Secretive') && !/select .* from/i.test(sent));
  assert.ok(!sent.includes(TRACE.replace('0', 'f')), 'a trace that is not recorded has no spans');
});

test('calls to PostgreSQL and Valkey are spans, and one that fails has its error', {
  skip: noValkey,
}, async (t) => {
  const receiver = await startReceiver(t);
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    VALKEY_URL: await freshValkey(t),
    VALKEY_TIMEOUT_MS: '30000',
  };
  const service = await startService(t, { store: await freshStore(t), env });
  const { key } = await service.account();
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
  await service.database.write((db) => db.schema.alterTable('pets').renameTo('elsewhere').execute());
  assert.equal((await service.send('/v1/pets?limit=2', { key })).status, 500);
  await service.close();
  const found = receiver.storeSpans().map(({ name, attributes, raw }) => ({
    name,
    system: attributes['db.system.name'],
    error: attributes['error.type'],
    status: at(raw, 'status', 'code'),
  }));
  const has = (one: object) =>
    found.some((span) => JSON.stringify({ ...span, ...one }) === JSON.stringify(span));
  assert.ok(has({ name: 'EVALSHA consume', system: 'redis' }), JSON.stringify(found));
  assert.ok(has({ name: 'SELECT pets', system: 'postgresql', error: undefined }), JSON.stringify(found));
  assert.ok(has({ name: 'SELECT pets', status: 2, error: 'error' }), JSON.stringify(found));
});
