import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { assertNothingLeft, startImports } from './import-fixture.ts';

test('a file or a mapping that is too large is 413, and leaves nothing', async (t) => {
  const api = await startImports(t);
  const large: [parts: object, reason: RegExp][] = [
    [{ file: 'x'.repeat(50_000_001) }, /The part file must be at most 50000000 bytes/],
    [
      { file: new Uint8Array(10_000_001), fileName: 'a.xlsx' },
      /The part file must be at most 10000000 bytes/,
    ],
    [{ mapping: ' '.repeat(4 * 1024 * 1024 + 1) }, /The part mapping must be at most 4194304 bytes/],
  ];
  for (const [parts, reason] of large) {
    const response = await api.send(parts);
    assertError(response, 413, 'payload_too_large');
    assert.match(response.text, reason);
  }
  const declared = ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 60000000'];
  const request = { method: 'POST', path: '/v1/imports', key: api.key, headers: declared };
  const response = await exchange(api.service.url, rawRequest(request));
  assertError(response, 413, 'payload_too_large');
  assert.match(response.text, /The body must be at most/);
  await assertNothingLeft(api);
});
