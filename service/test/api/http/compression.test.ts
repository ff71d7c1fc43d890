import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { addPet } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startSharedService } from '@petstore/testing/service.ts';

/** Compression of responses above 1 KB. */

const DECOMPRESS = { gzip: gunzipSync, br: brotliDecompressSync };

interface Sent {
  status: number;
  headers: Headers;
  /** The bytes as received, still encoded. */
  bytes: Buffer;
}

/** Sends a request and returns the encoded bytes; `fetch` would decode them. */
async function get(
  path: string,
  { key, method = 'GET', headers = {} }: { key?: string; method?: string; headers?: Record<string, string> },
): Promise<Sent> {
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return new Promise((resolve, reject) => {
    const sent = request(
      `${service.url}${path}`,
      { method, headers: { ...authorization, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(
              Object.entries(response.headers).map(([name, value]): [string, string] => [
                name,
                String(value),
              ]),
            ),
            bytes: Buffer.concat(chunks),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

const service = await startSharedService();
const { key } = await service.account({ role: 'manager' });
for (let made = 0; made < 30; made += 1) await addPet(service, key, { name: `Łucja ${made}` });

const PATHS = [
  '/v1/pets',
  '/v1/pets?limit=100&sort=id',
  '/v1/pets?limit=25&unknown=1',
  '/v1/events?limit=50',
  '/v1/usage',
  '/openapi.json',
  '/docs/js/scalar.js',
];

test('compresses a response above 1 KB with gzip or br, with the same content', async () => {
  for (const path of PATHS) {
    const plain = await get(path, { key });
    assert.equal(plain.headers.get('content-encoding'), null, path);
    assert.match(plain.headers.get('vary') ?? '', /^Accept-Encoding\b/, path);
    for (const coding of ['gzip', 'br'] as const) {
      const small = await get(path, { key, headers: { 'accept-encoding': coding } });
      assert.equal(small.status, 200, path);
      assert.equal(small.headers.get('content-encoding'), coding, path);
      assert.match(small.headers.get('vary') ?? '', /^Accept-Encoding\b/, path);
      assert.equal(small.headers.get('content-length'), String(small.bytes.length), path);
      assert.ok(small.bytes.length < plain.bytes.length / 2, `${path}: ${small.bytes.length}`);
      // Each request changes the usage.
      if (path !== '/v1/usage') assert.deepEqual(DECOMPRESS[coding](small.bytes), plain.bytes, path);
    }
  }
});

test('does not compress responses of at most 1 KB, or for clients that accept no coding', async () => {
  const all = { 'accept-encoding': 'gzip, br' };
  for (const path of ['/v1/pets?limit=5', '/v1/pets/1', '/v1/nothing', '/healthz', '/favicon.svg']) {
    const response = await get(path, { key, headers: all });
    assert.equal(response.headers.get('content-encoding'), null, path);
  }
  for (const refused of ['identity', 'gzip;q=0', '*;q=0', 'deflate, zstd', 'gzip;q=0.5, identity']) {
    const response = await get('/v1/pets', { key, headers: { 'accept-encoding': refused } });
    assert.equal(response.headers.get('content-encoding'), null, refused);
  }
});

test('each coding of a response has its own ETag, and each ETag gets 304', async () => {
  for (const path of ['/v1/pets', '/v1/pets?limit=25&unknown=1', '/v1/pets/1', '/v1/categories']) {
    const plain = (await get(path, { key })).headers.get('etag') ?? '';
    const isLarge = path.startsWith('/v1/pets') && path !== '/v1/pets/1';
    for (const coding of ['gzip', 'br']) {
      const headers = { 'accept-encoding': coding };
      const tag = (await get(path, { key, headers })).headers.get('etag') ?? '';
      assert.equal(tag, isLarge ? plain.replace(/"$/, `-${coding}"`) : plain);
      for (const known of [plain, tag, `W/${tag}`]) {
        const current = await get(path, { key, headers: { ...headers, 'if-none-match': known } });
        assert.equal(current.status, 304, `${path} ${known}`);
        assert.equal(current.headers.get('etag'), tag);
        assert.match(current.headers.get('vary') ?? '', /^Accept-Encoding\b/);
        assert.equal(current.headers.get('content-encoding'), null);
        assert.equal(current.bytes.length, 0);
      }
    }
  }
});

test('If-Match accepts the ETag of a compressed response', async () => {
  const id = await addPet(service, key, { name: 'long '.repeat(200).trim() });
  const read = await get(`/v1/pets/${id}`, { key, headers: { 'accept-encoding': 'gzip' } });
  const tag = read.headers.get('etag') ?? '';
  assert.match(tag, /-gzip"$/);
  const body = { name: 'short' };
  const change = { method: 'PATCH', key, body, headers: { 'if-match': tag } };
  const changed = await service.send(`/v1/pets/${id}`, change);
  assert.deepEqual([changed.status, at(changed.json, 'name')], [200, 'short']);
  assert.equal((await service.send(`/v1/pets/${id}`, change)).status, 412);
});

test('HEAD has the headers of the compressed GET and no body', async () => {
  for (const path of ['/v1/pets', '/v1/pets?limit=100', '/openapi.json', '/docs/js/scalar.js']) {
    for (const accepted of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': accepted };
      const got = await get(path, { key, headers });
      const head = await get(path, { key, headers, method: 'HEAD' });
      assert.equal(head.bytes.length, 0);
      for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary', 'link']) {
        assert.equal(head.headers.get(name), got.headers.get(name), `${path} ${accepted} ${name}`);
      }
    }
  }
});

test('compresses a page of 80 KB and the response to a write', async () => {
  const name = '\u{1F415}'.repeat(1_000);
  const body = { name, categoryId: 7 };
  const headers = { 'accept-encoding': 'gzip' };
  const created = await service.send('/v1/pets', { method: 'POST', key, body, headers });
  assert.equal(created.status, 201);
  assert.equal(created.headers.get('content-encoding'), 'gzip');
  assert.equal(at(created.json, 'name'), name);
  for (let made = 0; made < 20; made += 1) await addPet(service, key, body);
  for (const coding of ['gzip', 'br'] as const) {
    const page = await get('/v1/pets?categoryId=7', { key, headers: { 'accept-encoding': coding } });
    assert.equal(page.headers.get('content-encoding'), coding);
    assert.ok(DECOMPRESS[coding](page.bytes).length > 80_000);
  }
});

test('serves a changed page, not its cached compressed form', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const id = await addPet(service, key);
  for (let time = 0; time < 3; time += 1) await get('/v1/pets', { key, headers });
  await service.send(`/v1/pets/${id}`, { method: 'PATCH', key, body: { name: 'changed just now' } });
  const page = await get('/v1/pets', { key, headers });
  assert.match(gunzipSync(page.bytes).toString(), /changed just now/);
});
