import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startSharedService } from '@petstore/testing/service.ts';

/** docs/api-design.md#lists-and-cursors: a page of any list ends at 512 KB, and `Link` leads on. */

const MAX_BYTES = 512 * 1024;
const ANIMALS = 20;
/** 30 KB in UTF-8, and 60 KB as JSON with an escape for each character. */
const LONG_TEXTS = ['語'.repeat(10_000), '\\'.repeat(10_000), '\u0001'.repeat(10_000)];

/** Animals with large profiles, and one event for each profile. */
async function start() {
  const service = await startSharedService();
  const { key } = await service.account({ role: 'admin' });
  for (let index = 0; index < ANIMALS; index += 1) {
    const id = await addPet(service, key, { name: `Rex ${'語'.repeat(900)}` });
    const body = { description: LONG_TEXTS[index % LONG_TEXTS.length], sex: 'female' };
    const changed = await service.send(`/v1/pets/${id}/profile`, { method: 'PATCH', key, body });
    assert.equal(changed.status, 200, changed.text);
  }
  return { service, key };
}

const { service, key } = await start();

/** Returns the ids of each page, and checks that each has at most the bytes of a page, and at least one item unless it is the last. */
async function walk(first: string, idOf: (item: object) => unknown) {
  const pages: unknown[][] = [];
  for (let path: string | undefined = first; path !== undefined; ) {
    const page = await service.send(path, { key });
    assert.ok(Buffer.byteLength(page.text) <= MAX_BYTES, `${path}: ${Buffer.byteLength(page.text)} bytes`);
    const etag = page.headers.get('etag');
    if (etag !== null) {
      const again = await service.send(path, { key, headers: { 'if-none-match': etag } });
      assert.equal(again.status, 304, path);
    }
    const items = listOf(page);
    const next = nextOf(page);
    // The feed always has a next page.
    if (items.length === 0) break;
    pages.push(items.map(idOf));
    path = next;
  }
  return pages;
}

test('pages of large animals end at 512 KB, and the next ones have the rest in order', async () => {
  const ids = Array.from({ length: ANIMALS }, (_, index) => index + 1);
  const newestFirst = ids.toReversed();
  const petOf = (item: object) => at(item, 'pet', 'id');
  for (const [path, expected] of [
    ['/v1/listings?limit=100', newestFirst],
    ['/v1/listings?limit=100&sort=id', ids],
    ['/v1/listings?limit=100&sex=female', newestFirst],
    ['/v1/listings?limit=100&q=rex', newestFirst],
    [`/v1/listings?limit=100&petId=${ids}`, newestFirst],
  ] as const) {
    const pages = await walk(path, petOf);
    assert.deepEqual(pages.flat(), expected, path);
    assert.ok(pages.length > 1, `${path}: ${pages.length} pages`);
  }
  assert.deepEqual((await walk('/v1/pets?limit=100', (pet) => at(pet, 'id'))).flat(), newestFirst);
});

test('pages of the feed, of the history of one animal and of the audit end at 512 KB', async () => {
  for (let fee = 1; fee <= 20; fee += 1) {
    const body = { adoptionFee: { amount: String(fee), currency: 'USD' } };
    await service.send('/v1/pets/3/profile', { method: 'PATCH', key, body });
  }
  const idOf = (item: object) => at(item, 'id');
  const feed = await walk('/v1/events?limit=100', idOf);
  assert.deepEqual(
    feed.flat(),
    Array.from({ length: 2 * ANIMALS + 20 }, (_, index) => index + 1),
  );
  assert.ok(feed.length > 2, `${feed.length} pages`);
  const fees = await walk('/v1/events?limit=100&petId=3', (event) =>
    at(event, 'listing', 'profile', 'adoptionFee', 'amount'),
  );
  assert.deepEqual(
    fees
      .flat()
      .filter((fee) => fee !== undefined)
      .map(Number),
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
  assert.ok(fees.length > 1, `${fees.length} pages`);
  for (const query of ['', '&sort=id']) {
    const audit = await walk(`/v1/audit?limit=100${query}`, idOf);
    assert.deepEqual(audit.flat(), query === '' ? feed.flat().toReversed() : feed.flat());
    assert.ok(audit.length > 2, `${audit.length} pages`);
  }
});
