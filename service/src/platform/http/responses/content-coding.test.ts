import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Coding, preferredCoding } from './content-coding.ts';

const PREFERRED: ReadonlyArray<readonly [string | undefined, Coding | undefined]> = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['GZip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.9', 'gzip'],
  ['gzip ; q=0.5 , br ; Q=0.6', 'br'],
  ['gzip;q=0', undefined],
  ['gzip;q=0.000', undefined],
  ['gzip;q=0, br', 'br'],
  ['*', 'br'],
  ['*;q=0.1', 'br'],
  ['*, br;q=0', 'gzip'],
  ['*;q=0', undefined],
  ['gzip, *;q=0', 'gzip'],
  ['gzip;q=0.5, identity', undefined],
  ['gzip;q=0.5, identity;q=0.5', 'gzip'],
  ['identity;q=0', undefined],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['deflate, zstd, compress', undefined],
  ['gzip;q=2', undefined],
  ['gzip;level=9', undefined],
  [', ,gzip,', 'gzip'],
  ['gzipped', undefined],
];

test('prefers the coding that Accept-Encoding weighs most', () => {
  for (const [header, coding] of PREFERRED) {
    // The second call reads the cache.
    assert.equal(preferredCoding(header), coding, header);
    assert.equal(preferredCoding(header), coding, header);
  }
});

test('parses a very long value, and more values than the cache holds', () => {
  assert.equal(preferredCoding(`${'x,'.repeat(5_000)}gzip`), 'gzip');
  for (let index = 0; index < 1_000; index += 1) assert.equal(preferredCoding(`c${index}, gzip`), 'gzip');
});
