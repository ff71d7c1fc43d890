import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openStore, sqliteIn, temporaryFolder } from '../../test/harness.ts';
import type { Database } from '../database/database.ts';
import type { ReadyPage } from '../http/page.ts';
import { PageCache } from './page-cache.ts';

const KIB = 1024;

/** Pages of one KiB that know how often they were made. */
class Maker {
  made = 0;

  readonly make = (): ReadyPage => {
    this.made += 1;
    return { body: Buffer.alloc(KIB), link: '', etag: `"${this.made}"` };
  };
}

/** Two openings of one store, as two processes have it. */
async function openTwice(t: TestContext): Promise<[Database, PageCache, Database]> {
  const store = sqliteIn(await temporaryFolder(t));
  const database = await openStore(t, store);
  const { readAtOnce } = database;
  assert.ok(readAtOnce !== undefined);
  return [database, new PageCache(readAtOnce.version), await openStore(t, store)];
}

async function addCategory({ write }: Database, id: bigint): Promise<void> {
  await write((queries) => queries.insertInto('categories').values({ id, name: null }).execute());
}

test('a page is made once, however often it is asked for', async (t) => {
  const [, cache] = await openTwice(t);
  const maker = new Maker();
  assert.equal(cache.find('first', maker.make), cache.find('first', maker.make));
  cache.find('second', maker.make);
  assert.equal(maker.made, 2);
});

test('a commit makes every page anew, whether this process wrote or another', async (t) => {
  const [own, cache, others] = await openTwice(t);
  const maker = new Maker();
  for (const [index, database] of [own, others, own, others].entries()) {
    cache.find('first', maker.make);
    await addCategory(database, BigInt(index));
    assert.equal(maker.made, index + 1);
  }
  cache.find('first', maker.make);
  assert.equal(maker.made, 5);
});

test('a write that is not committed, or was taken back, leaves the pages as they are', async (t) => {
  const [own, cache] = await openTwice(t);
  const maker = new Maker();
  cache.find('first', maker.make);
  const work = own.write(async (queries) => {
    await queries.insertInto('categories').values({ id: 1n, name: null }).execute();
    cache.find('first', maker.make);
    throw new Error('no');
  });
  await assert.rejects(work, /no/);
  cache.find('first', maker.make);
  assert.equal(maker.made, 1);
});

test('what is committed while a page is made makes it anew', async (t) => {
  const [own, , others] = await openTwice(t);
  const maker = new Maker();
  // Asking for the version is the last thing before the commit of another process.
  let commit = () => {};
  const cache = new PageCache(() => {
    const version = own.readAtOnce?.version();
    commit();
    return version;
  });
  const writing = new Promise<void>((resolve) => {
    commit = () => {
      commit = () => {};
      resolve(addCategory(others, 1n));
    };
  });
  cache.find('first', maker.make);
  await writing;
  cache.find('first', maker.make);
  assert.equal(maker.made, 2);
});

test('pages take no more memory than they may, and the oldest go first', () => {
  const cache = new PageCache(() => 0, 8 * KIB);
  const maker = new Maker();
  for (let page = 1; page <= 100; page += 1) cache.find(`page ${page}`, maker.make);
  cache.find('page 100', maker.make);
  assert.equal(maker.made, 100);
  cache.find('page 90', maker.make);
  assert.equal(maker.made, 101);
});

test('a page larger than all the memory is answered and not kept', () => {
  const cache = new PageCache(() => 0, KIB);
  const maker = new Maker();
  assert.equal(cache.find('first', maker.make).etag, '"1"');
  assert.equal(cache.find('first', maker.make).etag, '"2"');
});
