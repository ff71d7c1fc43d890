import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { recordQueries } from '@petstore/testing/queries/recorded-queries.ts';
import { startService } from '@petstore/testing/service.ts';
import { insertProfiles } from '../../../src/catalogue/listings/profile-queries.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { storePhoto } from '../photos/photo-fixture.ts';
import { PUBLIC } from './public-fixture.ts';

/** What visitors get stays small, whatever members write, and what they ask for again needs no query. */

const KIB = 1024;
const MAX_PAGE_BYTES = 512 * KIB;
/** The buffer of nginx for the header fields of a response. */
const MAX_HEADER_BYTES = 4 * KIB;

/** Each text is as long as it may be, of a character that grows in addresses, in HTML or in JSON. */
const LARGEST = [
  { character: '\ufdfa', what: 'normalises to 18 letters' },
  { character: '"', what: 'is six in HTML' },
  { character: '\u0001', what: 'is six in JSON' },
  { character: '木', what: 'is nine in an address' },
];

async function insertPets(
  { write }: Database,
  owner: bigint,
  ids: readonly bigint[],
  name = 'Pet',
): Promise<void> {
  const rows = ids.map((id) => ({
    id,
    name,
    category_id: 1n,
    status: 'available' as const,
    owner_id: owner,
  }));
  await write((queries) => queries.insertInto('pets').values(rows).execute());
}

/** Adds animals to the store without their words for the search; the last one has been adopted. Returns the ids of the others, newest first. */
async function withLargest(t: TestContext, character: string, count: number) {
  const service = await startService(t, { env: PUBLIC });
  const { id: ownerId } = await service.account();
  const text = (length: number) => `x${character.repeat(length - 1)}`;
  const short = { breed: text(200), color: text(200), location: text(200), sex: 'female' } as const;
  const profile = { ...short, description: text(10_000), specialNeeds: text(1_000) };
  const ids = Array.from({ length: count + 1 }, (_, index) => BigInt(index + 1));
  await insertPets(service.database, ownerId, ids, text(1_000));
  await service.database.write(async (queries) => {
    await insertProfiles(
      queries,
      ids.map((petId) => ({ petId, profile })),
    );
    await queries
      .updateTable('pets')
      .set({ status: 'sold' })
      .where('id', '=', BigInt(count + 1))
      .execute();
  });
  for (const id of ids) await storePhoto(service, Number(id), id.toString(16).padStart(32, '0'));
  return { service, sold: count + 1, ids: ids.slice(0, -1).map(Number).reverse() };
}

for (const { character, what } of LARGEST) {
  test(`a page, the feed and their header fields stay small with a character that ${what}`, async (t) => {
    const { service, sold, ids } = await withLargest(t, character, 50);
    const [own = ''] = /\/adopt\/\d+\/[^"?]+/.exec((await service.send('/adopt')).text) ?? [];
    const paths = ['/adopt', '/adopt?lang=es', own, `/adopt/${ids[0]}`, '/adopt/feed.xml'];
    for (const path of [...paths, `/adopt/${sold}`, '/sitemap.xml', '/sitemap-1.xml']) {
      const { text, headers } = await service.send(path);
      assert.ok(Buffer.byteLength(text) <= MAX_PAGE_BYTES, `${path}: ${Buffer.byteLength(text)} bytes`);
      const bytes = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
      assert.ok(bytes <= MAX_HEADER_BYTES, `${path}: ${bytes} bytes of header fields`);
    }
  });
}

test('a page of JSON ends at 512 KiB, and its Link leads on until every animal was in one', async (t) => {
  const { service, ids } = await withLargest(t, '\u0001', 30);
  const found: unknown[] = [];
  let pages = 0;
  for (let next: string | undefined = '/adopt.json?limit=100&sex=female'; next; pages += 1) {
    const page = await service.send(next);
    const bytes = Buffer.byteLength(page.text);
    assert.ok(bytes <= MAX_PAGE_BYTES, `${bytes} bytes`);
    found.push(...listOf(page).map((listing) => at(listing, 'pet', 'id')));
    next = nextOf(page);
  }
  assert.deepEqual(found, ids);
  assert.ok(pages > 4, `${pages} pages`);
});

test('a longer address of an earlier version redirects to the short one (301)', async (t) => {
  const service = await startService(t, { env: PUBLIC });
  const { key } = await service.account();
  const name = 'The quick brown fox jumps over the lazy dog and then over many other dogs';
  const petId = await addPet(service, key, { name });
  const earlier = `/adopt/${petId}/${name.toLowerCase().replaceAll(' ', '-')}`;
  const { status, headers } = await service.send(earlier);
  const own = `/adopt/${petId}/the-quick-brown-fox-jumps-over-the-lazy-dog-and-then-over-ma`;
  assert.deepEqual([status, headers.get('location')], [301, own]);
  assert.equal((await service.send(own)).status, 200);
});

test('the files of the sitemap have ranges of ids, and the index has those with animals that are available', async (t) => {
  const service = await startService(t, { env: PUBLIC });
  const { id: accountId } = await service.account();
  const ids = [1n, 5_000n, 5_001n, 12_000_000n, 12_000_001n];
  await insertPets(service.database, accountId, ids);
  const { text } = await service.send('/sitemap.xml');
  const files = [...text.matchAll(/<loc>https:\/\/pets\.example(\/sitemap-(\d+)\.xml)<\/loc>/g)];
  assert.deepEqual(
    files.map(([, , file]) => file),
    ['0', '2401', '2400', '2', '1'],
  );
  const listed = [];
  for (const [, path = ''] of files) {
    const file = await service.send(path);
    listed.push(...[...file.text.matchAll(/\/adopt\/(\d+)\//g)].map(([, id]) => BigInt(id ?? 0)));
  }
  assert.deepEqual(listed, [12_000_001n, 12_000_000n, 5_001n, 5_000n, 1n]);
  for (const file of ['3', '01', 'x', '-1', '9223372036854775807', '9'.repeat(30)])
    assertError(await service.send(`/sitemap-${file}.xml`), 404, 'route_not_found');
});

test('an unknown parameter, another order and another spelling of an address are no new page', async (t) => {
  const service = await startService(t, { env: PUBLIC });
  const { key } = await service.account();
  const petId = await addPet(service, key, { name: 'Bella' });
  const queries = recordQueries(service.database);
  const same = [
    ['/adopt', '/adopt?', '/adopt?x=1', '/adopt?q=&categoryId='],
    ['/adopt?sex=male&size=small', '/adopt?size=small&x=2&sex=male', '/adopt?sex=male&sex=x&size=small'],
    ['/adopt?goodWith=dogs&goodWith=cats', '/adopt?goodWith=cats,dogs', '/adopt?goodWith=cats,dogs,cats'],
    ['/adopt.json', '/adopt.json?limit=20', '/adopt.json?limit=020', '/adopt.json?lang=es&age=&x=3'],
    ['/adopt.json?categoryId=1', '/adopt.json?categoryId=01', '/adopt.json?categoryId=%31&page=2'],
    ['/adopt/feed.xml', '/adopt/feed.xml?x=1', '/adopt/feed.xml?limit=3&cursor=x'],
    [`/adopt/${petId}/bella`, `/adopt/${petId}/bella?q=x`, `/adopt/${petId}/%62ella`],
    [`/adopt/${petId}.json`, `/adopt/0${petId}.json`, `/adopt/${petId}.json?x=1`],
  ];
  for (const [first = '', ...others] of same) {
    const expected = await service.send(first);
    assert.equal(expected.status, 200, first);
    const before = queries.of('pets');
    for (const path of others) assert.equal((await service.send(path)).text, expected.text, path);
    assert.equal(queries.of('pets'), before, first);
  }
});
