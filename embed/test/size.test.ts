import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const MAX_BYTES = 6_000;

test('embed.js has at most 6,000 bytes after gzip, and neither imports nor requests anything but animals', async (t) => {
  const script = await readFile(new URL('../dist/embed.js', import.meta.url), 'utf8');
  const bytes = gzipSync(script).length;
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
  assert.equal(script.match(/\bfetch\(/g)?.length, 1);
  assert.doesNotMatch(script, /\bimport\b|cookie|localStorage|sessionStorage|indexedDB|innerHTML|\beval\b/);
});
