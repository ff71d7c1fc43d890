import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startSharedService } from '@petstore/testing/service.ts';

const service = await startSharedService();

const PET = JSON.stringify({ name: 'Frank', categoryId: 1 });
const PATCH_TYPES = 'application/json, application/merge-patch+json';

test('rejects a body with a Content-Encoding (415) with Accept-Encoding: identity, and adds nothing', async () => {
  const { key } = await service.account();
  for (const coding of ['gzip', 'x-gzip', 'br', 'deflate', 'zstd', 'GZIP', 'identity, gzip', 'unknown']) {
    const headers = { 'content-encoding': coding };
    const response = await service.send('/v1/pets', { method: 'POST', key, body: PET, headers });
    assertError(response, 415, 'unsupported_media_type');
    assert.match(response.text, /Content-Encoding/);
    assert.equal(response.headers.get('accept-encoding'), 'identity');
    assert.equal(response.headers.get('accept-post'), null, 'the Content-Type is valid');
  }
  const compressed = await fetch(`${service.url}/v1/pets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body: new Uint8Array(gzipSync(PET)),
  });
  assert.equal(compressed.status, 415);
  assert.equal((await service.send('/v1/pets', { key })).text, '[]');
});

test('accepts Content-Encoding: identity and an empty one', async () => {
  const { key } = await service.account();
  for (const coding of ['identity', 'Identity', '', ' , identity']) {
    const headers = ['Content-Type: application/json', `Content-Encoding: ${coding}`];
    const response = await exchange(service.url, rawRequest({ method: 'POST', key, headers, body: PET }));
    assert.equal(response.status, 201, response.text);
  }
});

test('rejects a PATCH with a Content-Encoding (415) and changes nothing', async () => {
  const { key } = await service.account();
  const id = await addPet(service, key);
  const headers = { 'content-encoding': 'gzip' };
  const body = { name: 'Rex' };
  const response = await service.send(`/v1/pets/${id}`, { method: 'PATCH', key, headers, body });
  assertError(response, 415, 'unsupported_media_type');
  assert.equal(at((await service.send(`/v1/pets/${id}`, { key })).json, 'name'), 'Frank');
});

test('PATCH accepts application/merge-patch+json and application/json', async () => {
  const { key } = await service.account({ role: 'manager' });
  const id = await addPet(service, key);
  for (const type of [
    'application/json',
    'application/merge-patch+json',
    'Application/Merge-Patch+JSON; charset=utf-8',
  ]) {
    const headers = { 'content-type': type };
    const body = { name: type };
    const changed = await service.send(`/v1/pets/${id}`, { method: 'PATCH', key, headers, body });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(at(changed.json, 'name'), type);
  }
  const order = await placeOrder(service, key, id);
  const approved = await service.send(`/v1/store/orders/${order}`, {
    method: 'PATCH',
    key,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { status: 'approved' },
  });
  assert.deepEqual([approved.status, at(approved.json, 'status')], [200, 'approved']);
});

test('rejects another type (415) with Accept-Patch for a PATCH and Accept-Post for a POST', async () => {
  const { key } = await service.account();
  const id = await addPet(service, key);
  for (const type of ['text/plain', 'application/json-patch+json', ';;;']) {
    const headers = { 'content-type': type };
    const patch = await service.send(`/v1/pets/${id}`, { method: 'PATCH', key, headers, body: '{}' });
    assertError(patch, 415, 'unsupported_media_type');
    assert.match(patch.text, /must be application\/json or application\/merge-patch\+json/);
    assert.equal(patch.headers.get('accept-patch'), PATCH_TYPES);
    assert.equal(patch.headers.get('accept-post'), null);
  }
  const headers = { 'content-type': 'application/merge-patch+json' };
  const post = await service.send('/v1/pets', { method: 'POST', key, headers, body: PET });
  assertError(post, 415, 'unsupported_media_type');
  assert.equal(post.headers.get('accept-post'), 'application/json');
  assert.equal(post.headers.get('accept-patch'), null);
});
