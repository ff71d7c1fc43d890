import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationHeaders } from './route-table.ts';

test('Deprecation is a structured date in seconds (RFC 9745), Sunset an HTTP date (RFC 8594)', () => {
  const headers = operationHeaders({
    removal: {
      deprecatedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
      goneAt: Date.UTC(2027, 5, 7, 8, 9, 10),
      successor: '/new',
      reference: '/docs',
    },
  });
  assert.equal(headers.Deprecation, '@1767323045');
  assert.equal(headers.Sunset, 'Mon, 07 Jun 2027 08:09:10 GMT');
  assert.equal(headers.Link, '</new>; rel="successor-version", </docs>; rel="deprecation"; type="text/html"');
});
