import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { openStore, sqliteIn } from '@petstore/testing/stores.ts';
import type { Database } from '../database/database.ts';
import { CODINGS } from '../http/responses/content-coding.ts';
import { ReadyPage } from '../http/responses/ready-page.ts';
import { PageCache } from './page-cache.ts';

const KIB = 1024;

/** Builds pages of one KiB and counts them. */
class PageBuilder {
  built = 0;

  readonly build = (): ReadyPage => {
    this.built += 1;
    return new ReadyPage({ body: Buffer.alloc(KIB), link: '', etag: `"${this.built}"` });
  };
}

/** Opens one store twice, as two processes do. */
async function openTwice(t: TestContext): Promise<[Database, PageCache, Database]> {
  const store = sqliteIn(await temporaryFolder(t));
  const database = await openStore(t, store);
  const { readSync } = database;
  assert.ok(readSync !== undefined);
  return [database, new PageCache(readSync.version), await openStore(t, store)];
}

async function addCategory({ write }: Database, id: bigint): Promise<void> {
  await write((queries) => queries.insertInto('categories').values({ id, name: null }).execute());
}

test('caches a page on its second request', async (t) => {
  const [, cache] = await openTwice(t);
  const builder = new PageBuilder();
  cache.find('first', builder.build);
  assert.equal(cache.find('first', builder.build), cache.find('first', builder.build));
  assert.equal(builder.built, 2);
  cache.find('second', builder.build);
  assert.equal(builder.built, 3);
});

test('a commit of this or another process expires every page', async (t) => {
  const [own, cache, others] = await openTwice(t);
  const builder = new PageBuilder();
  cache.find('first', builder.build);
  for (const [index, database] of [own, others, own, others].entries()) {
    cache.find('first', builder.build);
    cache.find('first', builder.build);
    assert.equal(builder.built, index + 2);
    await addCategory(database, BigInt(index));
  }
  cache.find('first', builder.build);
  assert.equal(builder.built, 6);
});

test('a write that is not committed or is rolled back expires no page', async (t) => {
  const [own, cache] = await openTwice(t);
  const builder = new PageBuilder();
  cache.find('first', builder.build);
  cache.find('first', builder.build);
  const work = own.write(async (queries) => {
    await queries.insertInto('categories').values({ id: 1n, name: null }).execute();
    cache.find('first', builder.build);
    throw new Error('no');
  });
  await assert.rejects(work, /no/);
  cache.find('first', builder.build);
  assert.equal(builder.built, 2);
});

test('a commit while a page is built expires the page', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const { readSync } = await openStore(t, `sqlite:${path}`);
  assert.ok(readSync !== undefined);
  const builder = new PageBuilder();
  const cache = new PageCache(readSync.version);
  cache.find('first', builder.build);
  const other = new DatabaseSync(path);
  t.after(() => other.close());
  cache.find('first', () => {
    // After the version was read, before the page is built.
    other.exec('insert into categories (id) values (1)');
    return builder.build();
  });
  cache.find('first', builder.build);
  assert.equal(builder.built, 3);
});

test('evicts the oldest pages at the memory limit', () => {
  const cache = new PageCache(() => 0, 8 * KIB);
  const builder = new PageBuilder();
  for (let page = 1; page <= 100; page += 1) {
    for (let time = 1; time <= 2; time += 1) cache.find(`page ${page}`, builder.build);
  }
  cache.find('page 100', builder.build);
  assert.equal(builder.built, 200);
  cache.find('page 90', builder.build);
  assert.equal(builder.built, 201);
});

test('the compressed forms of a cached page count towards the memory limit', () => {
  const cache = new PageCache(() => 0, 8 * KIB);
  let built = 0;
  const build = () => {
    built += 1;
    return new ReadyPage({ body: randomBytes(KIB), link: '', etag: '"e"' });
  };
  for (const name of ['first', 'second', 'third', 'fourth']) {
    cache.find(name, build);
    cache.find(name, build);
  }
  assert.equal(built, 8);
  // Random bytes do not compress, so four pages with both forms exceed 8 KiB.
  for (const name of ['first', 'second', 'third', 'fourth']) {
    const page = cache.findReady(name);
    for (const coding of CODINGS) assert.equal(page?.compressedSync(coding), page?.compressedSync(coding));
  }
  assert.deepEqual(
    ['first', 'second', 'third', 'fourth'].map((name) => cache.findReady(name) !== undefined),
    [false, false, true, true],
  );
});

test('returns a page larger than the memory limit without caching it', () => {
  const cache = new PageCache(() => 0, KIB);
  const builder = new PageBuilder();
  for (const etag of ['"1"', '"2"', '"3"', '"4"']) {
    assert.equal(cache.find('first', builder.build).etag, etag);
  }
});
