// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertError, at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { parse } from 'yaml';
import { documentOf, operationsOf } from './served-document.ts';

/** The document in its formats, and what leads to it. */

const service = await startSharedService();

const ROOT = join(import.meta.dirname, '../../../..');
const TYPES = {
  '/openapi.json': 'application/json; charset=utf-8',
  '/openapi-3.0.json': 'application/json; charset=utf-8',
  '/openapi.yaml': 'application/yaml',
  '/llms.txt': 'text/plain; charset=utf-8',
  '/.well-known/api-catalog': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
};

for (const [path, type] of Object.entries(TYPES)) {
  test(`${path} is a public document: GET, HEAD, 304 for its ETag, any origin`, async () => {
    const got = await service.send(path, { headers: { origin: 'https://shelter.example' } });
    const { headers } = got;
    assert.equal(got.status, 200);
    assert.equal(headers.get('content-type'), type);
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('cache-control'), 'no-cache');
    const head = await service.send(path, { method: 'HEAD' });
    assert.deepEqual([head.status, head.text, head.headers.get('etag')], [200, '', headers.get('etag')]);
    const again = await service.send(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    assert.deepEqual([again.status, again.text], [304, '']);
    assertError(await service.send(path, { method: 'POST' }), 405, 'method_not_allowed');
  });
}

test('/openapi.yaml has the content of /openapi.json', async () => {
  const yaml = (await service.send('/openapi.yaml')).text;
  assert.deepEqual(parse(yaml), (await service.send('/openapi.json')).json);
  assert.doesNotMatch(yaml, /: [&*]\w/, 'no anchors, which some tools do not read');
});

test('/openapi-3.0.json has the operations of /openapi.json, and one media type for a PATCH', async (t) => {
  const { json } = await service.send('/openapi-3.0.json');
  assert.match(String(at(json, 'openapi')), /^3\.0\./);
  const idsOf = (document: unknown) =>
    operationsOf(document).map(({ operation }) => at(operation, 'operationId'));
  assert.deepEqual(idsOf(json), idsOf(await documentOf(t)));
  for (const { operation } of operationsOf(json).filter(({ method }) => method === 'patch'))
    assert.deepEqual(Object.keys(membersOf(at(operation, 'requestBody', 'content'))), ['application/json']);
});

test('/openapi-3.0.json has a null as nullable, and bytes as binary', async () => {
  const { json } = await service.send('/openapi-3.0.json');
  const schemas = at(json, 'components', 'schemas');
  const { type, nullable } = membersOf(at(schemas, 'KeyChange', 'properties', 'label'));
  assert.deepEqual([type, nullable], ['string', true]);
  const photo = operationsOf(json).find(({ operation }) => at(operation, 'operationId') === 'addPhoto');
  const picture = at(photo?.operation, 'requestBody', 'content', 'image/png', 'schema');
  assert.deepEqual(picture, { type: 'string', format: 'binary' });
});

test('/openapi-3.0.json is valid by Redocly', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-openapi-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'openapi-3.0.json');
  await writeFile(file, (await service.send('/openapi-3.0.json')).text);
  const args = ['lint', '--config', join(ROOT, 'redocly.yaml'), '--format=json', file];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/redocly'), args, {
    encoding: 'utf8',
    env,
  });
  const { totals, problems } = JSON.parse(stdout || `{"problems": ${JSON.stringify(stderr)}}`);
  assert.deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 }, JSON.stringify(problems).slice(0, 2_000));
});

test('the API catalogue names the documents, all of which exist', async (t) => {
  const env = { PUBLIC_URL: 'https://pets.example' };
  const service = await startService(t, { env });
  const { json, headers } = await service.send('/.well-known/api-catalog');
  assert.equal(headers.get('link'), '<https://pets.example/.well-known/api-catalog>; rel="api-catalog"');
  const [catalog, api] = Object.values(membersOf(at(json, 'linkset')));
  assert.equal(at(catalog, 'item', '0', 'href'), 'https://pets.example/v1');
  assert.equal(at(api, 'anchor'), 'https://pets.example/v1');
  for (const relation of ['service-desc', 'service-doc', 'status']) {
    for (const link of Object.values(membersOf(at(api, relation)))) {
      const href = String(at(link, 'href'));
      const response = await service.send(new URL(href).pathname);
      assert.equal(response.status, 200, href);
      const [type = ''] = response.headers.get('content-type')?.split(';') ?? [];
      assert.equal(type, at(link, 'type'), href);
    }
  }
});

test('/llms.txt names every operation and the documents', async (t) => {
  const service = await startService(t, { env: { PUBLIC_URL: 'https://pets.example' } });
  const { text } = await service.send('/llms.txt');
  assert.match(text, /^# Petstore\n\n> /);
  for (const { method, path } of operationsOf(await documentOf(t)))
    assert.ok(text.includes(`- \`${method.toUpperCase()} /v1${path}\`: `), path);
  assert.match(text, /429.*`GET \/v1\/usage` still answers/);
  assert.match(text, /many animals, send `POST \/v1\/batches` with up to 1,000 items/);
  for (const path of ['/openapi.json', '/openapi.yaml', '/openapi-3.0.json', '/docs'])
    assert.ok(text.includes(`(https://pets.example${path})`), path);
});
