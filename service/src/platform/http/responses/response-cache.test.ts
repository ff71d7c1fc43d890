import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { CODINGS } from './content-coding.ts';
import { Representation } from './representation.ts';
import { ResponseCache } from './response-cache.ts';

const KIB = 1024;

/** Builds pages of one KiB and counts them. */
class PageBuilder {
  built = 0;

  readonly build = (): Representation => {
    this.built += 1;
    return Representation.tagged('x'.repeat(KIB), `${this.built}`);
  };
}

test('caches a page on its second request', () => {
  const cache = new ResponseCache(() => 0);
  const builder = new PageBuilder();
  cache.findOrBuild('first', builder.build);
  assert.equal(cache.findOrBuild('first', builder.build), cache.findOrBuild('first', builder.build));
  assert.equal(builder.built, 2);
  cache.findOrBuild('second', builder.build);
  assert.equal(builder.built, 3);
});

test('reads the version of the store only for a page that was requested before', () => {
  let reads = 0;
  const cache = new ResponseCache(() => {
    reads += 1;
    return 1;
  });
  const builder = new PageBuilder();
  cache.findOrBuild('first', builder.build);
  cache.findOrBuild('second', builder.build);
  assert.equal(reads, 0);
  cache.findOrBuild('first', builder.build);
  cache.findOrBuild('first', builder.build);
  assert.deepEqual({ reads, built: builder.built }, { reads: 2, built: 3 });
});

test('a commit while a page is built expires the page', () => {
  let version = 0;
  const builder = new PageBuilder();
  const cache = new ResponseCache(() => version);
  cache.findOrBuild('first', builder.build);
  cache.findOrBuild('first', () => {
    // After the version was read, before the page is built.
    version += 1;
    return builder.build();
  });
  cache.findOrBuild('first', builder.build);
  assert.equal(builder.built, 3);
});

test('does not cache what a promise resolves to: the store may have changed meanwhile', async () => {
  const cache = new ResponseCache(() => 0, { cachedOn: 'first request' });
  const builder = new PageBuilder();
  for (const _ of [1, 2]) await cache.findOrBuild('page', async () => builder.build());
  assert.equal(builder.built, 2);
});

test('evicts the oldest pages at the memory limit', () => {
  const cache = new ResponseCache(() => 0, { limitBytes: 8 * KIB });
  const builder = new PageBuilder();
  for (let page = 1; page <= 100; page += 1) {
    for (let time = 1; time <= 2; time += 1) cache.findOrBuild(`page ${page}`, builder.build);
  }
  cache.findOrBuild('page 100', builder.build);
  assert.equal(builder.built, 200);
  cache.findOrBuild('page 90', builder.build);
  assert.equal(builder.built, 201);
});

test('the compressed forms of a cached page count towards the memory limit', () => {
  const cache = new ResponseCache(() => 0, { limitBytes: 8 * KIB });
  let built = 0;
  const build = () => {
    built += 1;
    return Representation.tagged(randomBytes(900).toString('base64'));
  };
  for (const name of ['first', 'second', 'third', 'fourth']) {
    cache.findOrBuild(name, build);
    cache.findOrBuild(name, build);
  }
  assert.equal(built, 8);
  // Random text hardly compresses, so four pages with both forms exceed 8 KiB.
  for (const name of ['first', 'second', 'third', 'fourth']) {
    const page = cache.find(name);
    for (const coding of CODINGS) assert.equal(page?.compressed(coding), page?.compressed(coding));
  }
  assert.deepEqual(
    ['first', 'second', 'third', 'fourth'].map((name) => cache.find(name) !== undefined),
    [false, false, true, true],
  );
});

test('the keys of cached pages count towards the memory limit', () => {
  const cache = new ResponseCache(() => 0, { limitBytes: 8 * KIB });
  const builder = new PageBuilder();
  const keys = ['a', 'b', 'c', 'd', 'e'].map((name) => name.repeat(2 * KIB));
  for (const key of keys) {
    cache.findOrBuild(key, builder.build);
    cache.findOrBuild(key, builder.build);
  }
  const cached = keys.map((key) => cache.find(key) !== undefined);
  assert.deepEqual(cached, [false, false, false, true, true]);
});

test('does not cache a page whose key is longer than that of 100 ids', () => {
  const cache = new ResponseCache(() => 0);
  const builder = new PageBuilder();
  const ids = Array.from({ length: 100 }, () => '-9223372036854775808').join('%2C');
  for (const [key, built] of [
    [`/v1/categories?ids=${ids}`, 2],
    ['x'.repeat(4 * KIB), 5],
  ] as const) {
    for (let time = 1; time <= 3; time += 1) cache.findOrBuild(key, builder.build);
    assert.equal(builder.built, built);
  }
});

test('returns a page larger than the memory limit without caching it', async () => {
  const cache = new ResponseCache(() => 0, { limitBytes: KIB });
  const builder = new PageBuilder();
  for (const link of ['1', '2', '3', '4']) {
    assert.equal((await cache.findOrBuild('first', builder.build)).link, link);
  }
});

test('a cache that keeps pages on their first request builds one for the second request only after a commit', () => {
  let version = 0;
  const builder = new PageBuilder();
  const cache = new ResponseCache(() => version, { cachedOn: 'first request' });
  for (const _ of [1, 2, 3]) cache.findOrBuild('page', builder.build);
  assert.equal(builder.built, 1);
  version += 1;
  for (const _ of [1, 2, 3]) cache.findOrBuild('page', builder.build);
  assert.equal(builder.built, 2);
});
