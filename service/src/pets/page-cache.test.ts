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

/** Pages of one KiB that know how often they were made. */
class Maker {
  made = 0;

  readonly make = (): ReadyPage => {
    this.made += 1;
    return new ReadyPage({ body: Buffer.alloc(KIB), link: '', etag: `"${this.made}"` });
  };
}

/** Two openings of one store, as two processes have it. */
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

test('a page that is asked for again is kept: it is made twice, however often it is asked for', async (t) => {
  const [, cache] = await openTwice(t);
  const maker = new Maker();
  cache.find('first', maker.make);
  assert.equal(cache.find('first', maker.make), cache.find('first', maker.make));
  assert.equal(maker.made, 2);
  cache.find('second', maker.make);
  assert.equal(maker.made, 3);
});

test('a commit makes every page anew, whether this process wrote or another', async (t) => {
  const [own, cache, others] = await openTwice(t);
  const maker = new Maker();
  cache.find('first', maker.make);
  for (const [index, database] of [own, others, own, others].entries()) {
    cache.find('first', maker.make);
    cache.find('first', maker.make);
    assert.equal(maker.made, index + 2);
    await addCategory(database, BigInt(index));
  }
  cache.find('first', maker.make);
  assert.equal(maker.made, 6);
});

test('a write that is not committed, or was taken back, leaves the pages as they are', async (t) => {
  const [own, cache] = await openTwice(t);
  const maker = new Maker();
  cache.find('first', maker.make);
  cache.find('first', maker.make);
  const work = own.write(async (queries) => {
    await queries.insertInto('categories').values({ id: 1n, name: null }).execute();
    cache.find('first', maker.make);
    throw new Error('no');
  });
  await assert.rejects(work, /no/);
  cache.find('first', maker.make);
  assert.equal(maker.made, 2);
});

test('what is committed while a page is made makes it anew', async (t) => {
  const path = join(await temporaryFolder(t), 'petstore.db');
  const { readSync } = await openStore(t, `sqlite:${path}`);
  assert.ok(readSync !== undefined);
  const maker = new Maker();
  const cache = new PageCache(readSync.version);
  cache.find('first', maker.make);
  const other = new DatabaseSync(path);
  t.after(() => other.close());
  cache.find('first', () => {
    // Between the look at the version and the page.
    other.exec('insert into categories (id) values (1)');
    return maker.make();
  });
  cache.find('first', maker.make);
  assert.equal(maker.made, 3);
});

test('pages take no more memory than they may, and the oldest go first', () => {
  const cache = new PageCache(() => 0, 8 * KIB);
  const maker = new Maker();
  for (let page = 1; page <= 100; page += 1) {
    for (let time = 1; time <= 2; time += 1) cache.find(`page ${page}`, maker.make);
  }
  cache.find('page 100', maker.make);
  assert.equal(maker.made, 200);
  cache.find('page 90', maker.make);
  assert.equal(maker.made, 201);
});

test('the compressed forms of a page that is kept count as its memory', () => {
  const cache = new PageCache(() => 0, 8 * KIB);
  let made = 0;
  const make = () => {
    made += 1;
    return new ReadyPage({ body: randomBytes(KIB), link: '', etag: '"e"' });
  };
  for (const name of ['first', 'second', 'third', 'fourth']) {
    cache.find(name, make);
    cache.find(name, make);
  }
  assert.equal(made, 8);
  // Four pages with both forms, which random bytes do not make smaller, are more than 8 KiB.
  for (const name of ['first', 'second', 'third', 'fourth']) {
    const page = cache.findReady(name);
    for (const coding of CODINGS) assert.equal(page?.compressedSync(coding), page?.compressedSync(coding));
  }
  assert.deepEqual(
    ['first', 'second', 'third', 'fourth'].map((name) => cache.findReady(name) !== undefined),
    [false, false, true, true],
  );
});

test('a page larger than all the memory is answered and not kept', () => {
  const cache = new PageCache(() => 0, KIB);
  const maker = new Maker();
  for (const etag of ['"1"', '"2"', '"3"', '"4"']) {
    assert.equal(cache.find('first', maker.make).etag, etag);
  }
});
