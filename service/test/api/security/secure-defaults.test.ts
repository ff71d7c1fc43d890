import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';

/** Defaults that are safe without any setting. */

const service = await startSharedService();

const PAGES = ['/', '/docs/', '/docs/js/scalar.js', '/favicon.svg'];
const OTHERS = ['/openapi.json', '/healthz', '/readyz', '/nothing', '/v1/pets', '/v1/pets/1', '/v1/nothing'];

test('without settings, the service and its metrics listen on the loopback address only', async (t) => {
  const service = await startService(t, { env: { METRICS_PORT: '0' } });
  assert.equal(at(service.app.server.address(), 'address'), '127.0.0.1');
  assert.equal(new URL(service.metricsUrl ?? '').hostname, '127.0.0.1');
});

test('no response names the software, sets a cookie or allows credentials', async () => {
  const { key } = await service.account();
  const headers = {
    ...{ origin: 'https://adopt.example', cookie: 'session=1' },
    'access-control-request-method': 'POST',
  };
  for (const path of [...PAGES, ...OTHERS]) {
    for (const method of ['GET', 'DELETE', 'OPTIONS']) {
      const response = await service.send(path, { method, key, headers });
      for (const name of [
        'server',
        'x-powered-by',
        'via',
        'set-cookie',
        'access-control-allow-credentials',
      ]) {
        assert.equal(response.headers.get(name), null, `${name} of ${method} ${path}`);
      }
      const allowed = response.headers.get('access-control-allow-origin');
      assert.ok(allowed === null || allowed === '*', `${allowed} of ${method} ${path}`);
    }
  }
});

test('returns text of the client as JSON, never as HTML', async () => {
  const { key } = await service.account();
  for (const path of [
    '/<script>alert(1)</script>',
    '/v1/<script>',
    '/v1/pets/<img src=x>',
    '/v1/pets?limit=<b>',
  ]) {
    const { status, headers } = await service.send(path, { key });
    assert.ok(status === 400 || status === 404, path);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  }
});
