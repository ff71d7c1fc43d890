// Runs with two threads.
// cspell:ignore Shirly shirly
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService, type TestService } from '@petstore/testing/service.ts';
import { DAY, SECOND } from '../../../src/platform/core/clock.ts';
import { storePhoto } from '../photos/photo-fixture.ts';
import { PUBLIC } from './public-fixture.ts';

/** Filters, languages, caches and the quota of a client address. */

/** Of the tests that read no whole list. */
const shared = await startSharedService({ env: PUBLIC });

async function addWith(service: TestService, key: string, pet: object, profile: object = {}) {
  const petId = await addPet(service, key, pet);
  if (Object.keys(profile).length === 0) return petId;
  const { status } = await service.send(`/v1/pets/${petId}/profile`, { method: 'PATCH', key, body: profile });
  assert.equal(status, 200);
  return petId;
}

async function idsOf(service: TestService, query: string): Promise<unknown[]> {
  const ids = listOf(await service.send(`/adopt.json?${query}`)).map((listing) => at(listing, 'pet', 'id'));
  const { text } = await service.send(`/adopt?${query}`);
  // The newest animal is the one that has waited for the shortest time.
  assert.deepEqual(shownIn(text), ids.toReversed(), query);
  return ids;
}

/** Returns the ids of the cards of a page. */
function shownIn(text: string): number[] {
  return [...text.matchAll(/<h2 dir="auto"><a href="\/adopt\/(\d+)\//g)].map(([, id]) => Number(id));
}

test('a half-remembered name finds the available animals that are called like it, below a question; a number finds its own', async () => {
  const service = shared;
  const { key } = await service.account();
  const shirley = await addPet(service, key, { name: 'Shirley' });
  await addPet(service, key, { name: 'Shirly', status: 'sold' });
  const { text } = await service.send('/adopt?q=shirly&lang=en');
  assert.deepEqual(shownIn(text), [shirley]);
  assert.match(text, /<h2 class="count">Nothing was found for “shirly”\. Did you mean …<\/h2>/);
  const found = await service.send('/adopt?q=shirley&lang=en');
  assert.deepEqual(shownIn(found.text), [shirley]);
  assert.ok(!found.text.includes('Did you mean'));
  // One digit is too short for the index of words, and so is one letter, which finds nothing.
  assert.deepEqual(shownIn((await service.send(`/adopt?q=${shirley}`)).text), [shirley]);
  assert.deepEqual(shownIn((await service.send('/adopt?q=s')).text), []);
  assertError(await service.send('/adopt.json?q=s'), 400, 'invalid_parameter');
});

test('the page and the JSON have the animals that a visitor looks for', async (t) => {
  const service = await startService(t, { env: PUBLIC });
  const { key } = await service.account();
  const born = (daysAgo: number) => new Date(service.clock.now() - daysAgo * DAY).toISOString().slice(0, 10);
  const cat = await addWith(
    service,
    key,
    { name: 'Mia', categoryId: 2 },
    { sex: 'female', size: 'small', goodWithChildren: true, goodWithDogs: true, birthDate: born(100) },
  );
  const dog = await addWith(
    service,
    key,
    { name: 'Rex', categoryId: 1 },
    { sex: 'male', goodWithDogs: true, birthDate: born(3_000), breed: 'Beagle' },
  );
  const plain = await addWith(service, key, { name: 'Plain', categoryId: 1 });
  const filters: ReadonlyArray<[string, number[]]> = [
    ['', [plain, dog, cat]],
    ['q=&categoryId=&age=&sex=&size=', [plain, dog, cat]],
    ['categoryId=1', [plain, dog]],
    ['sex=female', [cat]],
    ['size=small', [cat]],
    ['age=baby', [cat]],
    ['age=young', []],
    ['age=senior', [dog]],
    ['goodWith=dogs', [dog, cat]],
    ['goodWith=dogs&goodWith=children', [cat]],
    ['goodWith=children,dogs', [cat]],
    ['q=beag', [dog]],
    ['categoryId=1&sex=female', []],
    ['utm_source=mail', [plain, dog, cat]],
  ];
  for (const [query, ids] of filters) assert.deepEqual(await idsOf(service, query), ids, query);
});

test('an invalid filter, limit or cursor is 400: a page for visitors, an error for scripts', async () => {
  const service = shared;
  for (const query of [
    'sex=x',
    'size=x',
    'age=x',
    'goodWith=x',
    'categoryId=x',
    'q=-',
    'cursor=x',
    `q=${'x'.repeat(101)}`,
  ]) {
    const page = await service.send(`/adopt?${query}`);
    assert.equal(page.status, 400, query);
    assert.match(page.text, /<h1 dir="auto">This search does not work<\/h1>/);
    assertError(await service.send(`/adopt.json?${query}`), 400, 'invalid_parameter');
  }
  for (const limit of ['0', '101', 'x']) {
    const response = await service.send(`/adopt.json?limit=${limit}`);
    assertError(response, 400, 'invalid_parameter');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
  }
});

test('pages follow each other by Link and by a link in the page, in the chosen language', async (t) => {
  const service = await startService(t, { env: PUBLIC });
  const { key } = await service.account({ plan: 'business' });
  const ids = [];
  for (let n = 0; n < 30; n += 1) ids.push(await addPet(service, key));
  const first = await service.send('/adopt?categoryId=1&lang=es');
  const next = nextOf(first) ?? '';
  assert.match(next, /^\/adopt\?categoryId=1&cursor=[\w-]+&lang=es$/);
  assert.ok(first.text.includes(`rel="next" href="${next.replaceAll('&', '&amp;')}#results"`), first.text);
  const second = await service.send(next);
  assert.equal(nextOf(second), undefined);
  const shown = [first, second].flatMap(({ text }) =>
    [...text.matchAll(/<h2 dir="auto"><a href="\/adopt\/(\d+)\/frank\?lang=es#back=30&amp;/g)].map(([, id]) =>
      Number(id),
    ),
  );
  assert.deepEqual(shown, ids);
  assert.ok(second.text.includes('href="/adopt?categoryId=1&amp;lang=es#results">Volver'), second.text);
});

test('a search shows how many animals it found, and each part of it is a link to the search without it', async (t) => {
  const service = await startService(t, { env: PUBLIC });
  const admin = await service.account({ role: 'admin', plan: 'business' });
  const { key } = admin;
  for (const [id, name] of [
    [1, 'Dog'],
    [2, 'Guinea pigs'],
  ])
    await service.send(`/v1/categories/${id}`, { method: 'PUT', key, body: { name } });
  for (let n = 0; n < 25; n += 1)
    await addWith(service, key, { name: 'Rex', categoryId: 1 }, { sex: 'male', goodWithDogs: true });
  await addWith(service, key, { name: 'Mia', categoryId: 2 }, { sex: 'female' });
  const heading = async (query: string) => {
    const { text } = await service.send(`/adopt?${query}`);
    assert.match(text, /<details class="filters">/, query);
    return /<h2 class="count">([^<]*)<\/h2>/.exec(text)?.[1];
  };
  const headings: ReadonlyArray<[string, string | undefined]> = [
    ['', '26 animals'],
    ['lang=es', '26 animales'],
    ['categoryId=1', '25 dogs'],
    ['categoryId=1&lang=es', '25 perros'],
    ['categoryId=2', 'Guinea pigs: 1'],
    ['sex=male', '25 animals'],
    ['categoryId=1&sex=male&goodWith=dogs', '25 dogs'],
    ['sex=female', '1 animal'],
    ['q=mia', '1 animal'],
    // The other matches are not read.
    ['q=rex', 'More than 24 animals'],
    ['size=small', undefined],
  ];
  for (const [query, text] of headings) assert.equal(await heading(query), text, query);
  const { text } = await service.send('/adopt?q=%22a%20rex&categoryId=1&sex=male&goodWith=dogs,cats&lang=en');
  const chips = [
    ...text.matchAll(/<li><a href="\/adopt\?([^"#]*)&amp;lang=en#results" aria-label="([^"]*)">/g),
  ];
  assert.deepEqual(
    chips.map(([, query = '', name]) => [name, query.replaceAll('&amp;', '&')]),
    [
      ['Remove: “&quot;a rex”', 'categoryId=1&sex=male&goodWith=dogs%2Ccats'],
      ['Remove: Dogs', 'sex=male&q=%22a+rex&goodWith=dogs%2Ccats'],
      ['Remove: Male', 'categoryId=1&q=%22a+rex&goodWith=dogs%2Ccats'],
      ['Remove: Good with dogs', 'categoryId=1&sex=male&q=%22a+rex&goodWith=cats'],
      ['Remove: Good with cats', 'categoryId=1&sex=male&q=%22a+rex&goodWith=dogs'],
    ],
  );
});

test('animals with a photo come first, and of these who has waited for the longest time', async (t) => {
  const service = await startService(t, { env: PUBLIC });
  const { key } = await service.account({ role: 'manager' });
  const add = async (photo: string | undefined, intakeDate?: string) => {
    const profile = { sex: 'female', ...(intakeDate !== undefined && { intakeDate }) };
    const id = await addWith(service, key, { name: 'Mia', categoryId: 1 }, profile);
    if (photo !== undefined) await storePhoto(service, id, photo.repeat(16));
    return id;
  };
  const plain = await add(undefined);
  const new1 = await add('a1');
  const new2 = await add('a2');
  const long = await add('a3', '2020-01-01');
  const longest = await add('a4', '0001-01-01');
  const longPlain = await add(undefined, '2019-01-01');
  const order = async (query = '') => shownIn((await service.send(`/adopt?${query}`)).text);
  const expected = [longest, long, new1, new2, longPlain, plain];
  for (const query of ['', 'categoryId=1', 'sex=female', 'categoryId=1&sex=female'])
    assert.deepEqual(await order(query), expected, query);
  // The first photo, the last photo and the date change the place.
  await storePhoto(service, plain, 'a5'.repeat(16));
  await service.send(`/v1/pets/${longest}/photos/${'a4'.repeat(16)}`, { method: 'DELETE', key });
  await service.send(`/v1/pets/${long}/profile`, { method: 'PATCH', key, body: { intakeDate: null } });
  assert.deepEqual(await order(), [plain, new1, new2, long, longest, longPlain]);
});

test('each animal is on one page, also if the last animal of a page leaves the list, and with filters', async (t) => {
  const service = await startService(t, { env: PUBLIC });
  const { key } = await service.account({ role: 'manager', plan: 'business' });
  const ids: number[] = [];
  for (let n = 0; n < 60; n += 1) {
    const intakeDate = `2025-01-${String(20 - (n % 20)).padStart(2, '0')}`;
    const id = await addWith(service, key, { name: 'Rex', categoryId: 1 }, { sex: 'male', intakeDate });
    if (n % 3 === 0) await storePhoto(service, id, String(n).padStart(32, '0'));
    ids.push(id);
  }
  for (const query of ['', 'categoryId=1', 'categoryId=1&sex=male']) {
    const shown: number[] = [];
    let path: string | undefined = `/adopt?${query}`;
    for (let page = 1; path !== undefined; page += 1) {
      const response = await service.send(path);
      shown.push(...shownIn(response.text));
      path = nextOf(response);
      assert.ok(page <= 3);
    }
    assert.deepEqual(
      shown.toSorted((a, b) => a - b),
      ids,
      query,
    );
  }
  const first = await service.send('/adopt');
  const last = shownIn(first.text).at(-1);
  await service.send(`/v1/pets/${last}`, { method: 'PATCH', key, body: { status: 'sold' } });
  const second = await service.send(nextOf(first) ?? '');
  assert.deepEqual(
    shownIn(first.text).filter((id) => shownIn(second.text).includes(id)),
    [],
  );
});

test('the language is that of the address, else that of the browser, else English', async () => {
  const service = shared;
  const languageOf = async (path: string, accepted?: string) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-language': accepted };
    const { text, headers: fields } = await service.send(path, { headers });
    assert.match(fields.get('vary') ?? '', /Accept-Language/);
    return /<html lang="(\w+)">/.exec(text)?.[1];
  };
  assert.equal(await languageOf('/adopt', ''), 'en');
  assert.equal(await languageOf('/adopt', 'es-MX,es;q=0.9,en;q=0.8'), 'es');
  assert.equal(await languageOf('/adopt', 'nl, es;q=0.5, en;q=0.4'), 'es');
  assert.equal(await languageOf('/adopt', 'es;q=0, nl'), 'en');
  assert.equal(await languageOf('/adopt', 'fr-CH, fr;q=0.9, en;q=0.8'), 'fr');
  assert.equal(await languageOf('/adopt', 'de-AT'), 'de');
  assert.equal(await languageOf('/adopt?lang=fr', 'de'), 'fr');
  assert.equal(await languageOf('/adopt?lang=de', 'fr'), 'de');
  assert.equal(await languageOf('/adopt?lang=en', 'es'), 'en');
  assert.equal(await languageOf('/adopt?lang=es', 'en'), 'es');
  assert.equal(await languageOf('/adopt?lang=xx', 'es'), 'es');
  assert.equal(await languageOf('/adopt/0/unknown?lang=es'), 'es');
});

test('a commit and midnight are visible in the next response; until then the ETag is current (304)', async () => {
  const service = shared;
  const { key } = await service.account();
  const birthDate = new Date(service.clock.now() - 364 * DAY).toISOString().slice(0, 10);
  const petId = await addWith(service, key, { name: 'Kim' }, { birthDate });
  const get = (etag = '') => service.send(`/adopt/${petId}/kim`, { headers: { 'if-none-match': etag } });
  const first = await get();
  assert.match(first.text, /11 months old/);
  assert.equal(first.headers.get('cache-control'), 'public, max-age=60');
  const etag = first.headers.get('etag') ?? '';
  for (const response of [await get(etag), await get(etag), await get(etag)])
    assert.deepEqual([response.status, response.text, response.headers.get('etag')], [304, '', etag]);
  service.clock.advance(2 * DAY);
  assert.match((await get(etag)).text, /1 year old/);
  await service.send(`/v1/pets/${petId}/profile`, { method: 'PATCH', key, body: { breed: 'Collie' } });
  assert.match((await get(etag)).text, /Collie/);
});

test('an address that has used up its quota gets a page with 429; others and accounts are served', async (t) => {
  const env = { ...PUBLIC, PUBLIC_REQUESTS_PER_MINUTE: '3', TRUST_PROXY: '127.0.0.1' };
  const service = await startService(t, { env });
  const { key } = await service.account();
  const from = (address: string, path: string) =>
    service.send(path, { headers: { 'x-forwarded-for': address } });
  service.clock.advance(10 * SECOND);
  for (const path of ['/adopt', '/adopt.json', '/embed.js'])
    assert.equal((await from('192.0.2.1', path)).status, 200, path);
  const refused = await from('192.0.2.1', '/adopt?lang=es');
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '50']);
  assert.equal(refused.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(refused.headers.get('cache-control'), 'no-store');
  assert.match(refused.text, /En 50 segundos/);
  assertError(await from('192.0.2.1', '/adopt.json'), 429, 'rate_limit_exceeded');
  assert.equal((await from('192.0.2.2', '/adopt')).status, 200);
  assert.equal((await service.send('/v1/pets', { key })).status, 200);
  service.clock.advance(50 * SECOND);
  assert.equal((await from('192.0.2.1', '/adopt')).status, 200);
});

test('an address has a small quota for all that may be large: lists in JSON, feeds and sitemaps', async (t) => {
  const service = await startService(t, { env: { ...PUBLIC, PUBLIC_REQUESTS_PER_MINUTE: '20' } });
  for (const path of ['/adopt.json', '/adopt/feed.xml', '/sitemap.xml', '/sitemap-0.xml'])
    assert.equal((await service.send(path)).status, 200, path);
  const refused = await service.send('/adopt.json');
  assertError(refused, 429, 'rate_limit_exceeded');
  assert.match(refused.text, /quota of 4 lists in JSON, feeds and sitemaps per minute/);
  assert.equal(refused.headers.get('access-control-allow-origin'), '*');
  assert.equal((await service.send('/adopt')).status, 200);
});

test('every page allows the script of the service by its hash, no other one and no inline style, in a sandbox', async (t) => {
  const service = await startService(t, { env: { ...PUBLIC, PUBLIC_REQUESTS_PER_MINUTE: '3' } });
  for (const [path, status] of [
    ['/adopt', 200],
    ['/adopt/1/x', 404],
    ['/adopt?sex=x', 400],
    ['/adopt', 429],
  ] as const) {
    const { headers, text, status: found } = await service.send(path);
    assert.equal(found, status);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; style-src 'self'; img-src 'self';.*; sandbox /);
    // Firefox downloads the feed.
    assert.match(policy, / allow-downloads /);
    assert.match(policy, /; script-src 'sha256-[\w+/]{43}='; sandbox /);
    assert.doesNotMatch(policy, /unsafe|allow-same-origin|strict-dynamic/);
    assert.doesNotMatch(text, /\sstyle=|\son\w+=|<style/);
  }
});

test('the page of the favourites has the origin of the service and its own script, but no text of a member', async () => {
  const service = shared;
  const { key } = await service.account();
  await addPet(service, key, { name: 'Mia' });
  const { status, headers, text } = await service.send('/adopt/favourites');
  assert.equal(status, 200);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /; script-src 'sha256-[\w+/]{43}='; require-trusted-types-for 'script'$/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.match(text, /<meta name="robots" content="noindex">/);
  assert.doesNotMatch(text, /Mia/);
});

test('the list of some animals has those that are available, each with a link that removes it', async () => {
  const service = shared;
  const { key } = await service.account({ role: 'manager' });
  const [one, two, sold] = await Promise.all(
    ['Uno', 'Dos', 'Tres'].map((name) => addPet(service, key, { name })),
  );
  await service.send(`/v1/pets/${sold}`, { method: 'PATCH', key, body: { status: 'sold' } });
  const { text } = await service.send(`/adopt?ids=${one},${two},${sold},999999`);
  assert.deepEqual(shownIn(text).toSorted(), [one, two].toSorted());
  assert.match(text, /<h2 class="count">2 animals<\/h2>/);
  assert.match(text, new RegExp(`<a href="/adopt/favourites#-${one}" aria-label="Remove: Uno">`));
  assert.match(text, /<meta name="robots" content="noindex">/);
  for (const ids of ['x', '1,', Array.from({ length: 101 }, (_, n) => n + 1).join()])
    assert.equal((await service.send(`/adopt?ids=${ids}`)).status, 400, ids);
});

test('the style sheet of a page may be kept for a year, because its address changes with it', async () => {
  const service = shared;
  const [, path = ''] =
    /<link rel="stylesheet" href="([^"]+)">/.exec((await service.send('/adopt')).text) ?? [];
  const { status, headers } = await service.send(path);
  assert.deepEqual(
    [status, headers.get('content-type'), headers.get('cache-control')],
    [200, 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
  );
});
