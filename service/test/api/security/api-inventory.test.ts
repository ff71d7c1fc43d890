import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '@petstore/testing/service.ts';
import { STYLE_PATH } from '../../../src/adoption/public-pages/style/style.ts';
import { OPERATIONS } from './published-operations.ts';

/** `openapi.json` describes everything that is served under `/v1`, and what will be removed. */

const VERSION = '/v1';

test('the routes under /v1 are the operations of openapi.json', async (t) => {
  const { app } = await startService(t);
  assert.ok(app.routes.includes('GET /healthz'), 'the routes are found');
  const served = app.routes.filter((route) => route.split(' ')[1]?.startsWith(VERSION));
  const published = OPERATIONS.flatMap(({ method, path }) => {
    const route = `${VERSION}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    return method === 'GET' ? [`GET ${route}`, `HEAD ${route}`] : [`${method} ${route}`];
  });
  assert.deepEqual(served.sort(), published.sort());
});

test('serves exactly the known routes outside of /v1', async (t) => {
  const { app } = await startService(t);
  const routes = app.routes.filter((route) => route.startsWith('GET ') && !route.includes(VERSION));
  const around = ['/', '/docs', '/docs/js/scalar.js', '/assets/:name', '/photos/:id/:file'];
  const documents = ['/openapi.json', '/openapi-3.0.json', '/openapi.yaml', '/llms.txt'];
  const fonts = ['latin', 'latin-ext'].map((subset) => `/fonts/figtree-5.3.0-${subset}.woff2`);
  const others = [
    '/.well-known/api-catalog',
    '/favicon.svg',
    '/favicon.ico',
    '/healthz',
    '/readyz',
    '/session/ways',
    STYLE_PATH,
    // The private link of an application works while the public pages are off.
    '/application/:secret',
  ];
  assert.deepEqual(
    routes.sort(),
    [...around, ...documents, ...fonts, ...others].map((path) => `GET ${path}`).sort(),
  );
});
