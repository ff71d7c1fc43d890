import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { startPhotos } from './photo-fixture.ts';

test('photos count against nothing but the limit of the client address', async (t) => {
  const { service, key, add } = await startPhotos(t);
  const { id } = await add();
  const used = (await service.send('/v1/usage', { key })).headers.get('x-ratelimit-remaining');
  for (let sent = 0; sent < 3000; sent += 1) {
    const { status } = await service.send(`/photos/${id}/320.webp`);
    assert.equal(status, 200);
  }
  const refused = await service.send(`/photos/${id}/320.webp`);
  assertError(refused, 429, 'rate_limit_exceeded');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  const after = (await service.send('/v1/usage', { key })).headers.get('x-ratelimit-remaining');
  assert.equal(Number(used) - Number(after), 1);
});
