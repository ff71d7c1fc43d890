// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
// cspell:ignore perro nombre todavía quieres conocer buscan hogar
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { assertError, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { HOUR } from '../../../src/platform/core/clock.ts';
import { PICTURE, PICTURE_HEADERS, storePhoto } from '../photos/photo-fixture.ts';
import { PUBLIC } from './public-fixture.ts';

/** What a visitor without a key gets. */

const service = await startSharedService({ env: PUBLIC });
const { key } = await service.account({ role: 'manager' });

const get = (path: string, headers: Record<string, string> = {}) => service.send(path, { headers });

const PATHS = ['/adopt', '/adopt.json', '/adopt/1', '/adopt/1/x', '/adopt/1.json', '/adopt/feed.xml'];
const FILES = ['/sitemap.xml', '/robots.txt'];

async function change(petId: number, body: unknown): Promise<void> {
  const { status } = await service.send(`/v1/pets/${petId}`, { method: 'PATCH', key, body });
  assert.equal(status, 200);
}

test('by default there are no public pages (404)', async (t) => {
  const closed = await startService(t);
  for (const path of [...PATHS, ...FILES]) assertError(await closed.send(path), 404, 'route_not_found');
});

test('every path supports GET and HEAD; another method is 405 with Allow', async () => {
  const petId = await addPet(service, key, { name: 'Ada' });
  for (const path of [
    '/adopt',
    '/adopt.json',
    `/adopt/${petId}/ada`,
    `/adopt/${petId}.json`,
    '/adopt/feed.xml',
    ...FILES,
  ]) {
    assert.equal((await get(path)).status, 200, path);
    const head = await service.send(path, { method: 'HEAD' });
    assert.deepEqual([head.status, head.text], [200, ''], path);
    const posted = await service.send(path, { method: 'POST' });
    assertError(posted, 405, 'method_not_allowed');
    assert.equal(posted.headers.get('allow'), 'GET, HEAD, OPTIONS');
  }
});

test('the list has only animals that are available; each links to its own page', async () => {
  const available = await addPet(service, key, { name: 'Tess the Cat' });
  const hidden = [
    await addPet(service, key, { name: 'Sold', status: 'sold' }),
    await addPet(service, key, { name: 'Held', status: 'pending' }),
    await addPet(service, key, { name: 'Undecided', status: undefined }),
  ];
  const { text, headers } = await get('/adopt');
  assert.match(
    text,
    new RegExp(`<a href="/adopt/${available}/tess-the-cat#back=\\d+&amp;">Tess the Cat</a>`),
  );
  for (const petId of hidden) assert.ok(!text.includes(`/adopt/${petId}/`), String(petId));
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  const listed = listOf(await get('/adopt.json')).map((listing) => at(listing, 'pet', 'id'));
  assert.ok(listed.includes(available));
  assert.deepEqual(
    hidden.filter((petId) => listed.includes(petId)),
    [],
  );
});

test('the page of an animal has its facts in words, its description in paragraphs and the next step', async () => {
  const petId = await addPet(service, key, { name: 'Bella' });
  const profile = {
    description: 'She came in May.\n\nShe likes\nwalks.',
    sex: 'female',
    size: 'small',
    birthDate: '2024-01-01',
    goodWithChildren: true,
    goodWithCats: false,
    contactUrl: 'https://shelter.example/bella',
  };
  await service.send(`/v1/pets/${petId}/profile`, { method: 'PATCH', key, body: profile });
  const { status, text } = await get(`/adopt/${petId}/bella`);
  assert.equal(status, 200);
  assert.match(text, /<p class="lead">A small, young female, good with children\.<\/p>/);
  assert.match(text, /<li dir="auto">Needs a home without cats<\/li>/);
  assert.match(text, /<p dir="auto">She came in May\.<\/p>\s*<p dir="auto">She likes\nwalks\.<\/p>/);
  assert.match(text, /<a href="https:\/\/shelter\.example\/bella">Ask about Bella<\/a>/);
});

test('without an address of its own an animal has that of the shelter as the next step', async () => {
  const petId = await addPet(service, key, { name: 'Otto' });
  const subject = encodeURIComponent(`Otto – ${PUBLIC.PUBLIC_URL}/adopt/${petId}/otto`);
  const { text } = await get(`/adopt/${petId}/otto`);
  assert.ok(text.includes(`href="mailto:adopt@shelter.example?subject=${subject}">Write about Otto<`), text);
});

test('a message has the animal as its subject, unless the address has one', async () => {
  const petId = await addPet(service, key, { name: 'Otis' });
  const linkWith = async (contactUrl: string) => {
    await service.send(`/v1/pets/${petId}/profile`, { method: 'PATCH', key, body: { contactUrl } });
    return /<a href="(mailto:[^"]*)">/.exec((await get(`/adopt/${petId}/otis`)).text)?.[1];
  };
  assert.match(
    String(await linkWith('mailto:a@b.example?cc=c@b.example')),
    /\?cc=c@b\.example&amp;subject=Otis%20/,
  );
  for (const own of ['mailto:a@b.example?subject=Adoption', 'mailto:a@b.example#x'])
    assert.equal(await linkWith(own), own);
});

test('an animal without a name is called by its kind in every place and language', async () => {
  const admin = (await service.account({ role: 'admin' })).key;
  await service.send('/v1/categories/31', { method: 'PUT', key: admin, body: { name: 'Dog' } });
  const petId = await addPet(service, key, { name: '*A708195', categoryId: 31 });
  const english = (await get(`/adopt/${petId}/a708195`)).text;
  assert.match(english, /<title>A dog without a name yet is looking for a home – /);
  assert.match(english, /<h1 dir="auto">A dog without a name yet<\/h1>/);
  assert.match(english, /Would you like to meet this dog\?/);
  assert.match(english, /"mainEntity":\{[^}]*"name":"A dog without a name yet"/);
  const spanish = (await get(`/adopt/${petId}/a708195?lang=es`)).text;
  assert.match(spanish, /<h1 dir="auto">Un perro sin nombre todavía<\/h1>/);
  assert.match(spanish, /¿Quiere conocer a este perro\?/);
  for (const path of ['/adopt?categoryId=31', '/adopt/feed.xml?categoryId=31']) {
    const { text } = await get(path);
    assert.match(text, />A dog without a name yet</, path);
    assert.doesNotMatch(text, />[^<]*A708195/, path);
  }
  await change(petId, { status: 'sold' });
  assert.match((await get(`/adopt/${petId}/a708195`)).text, /<h1 dir="auto">This dog has found a home<\/h1>/);
});

test('a category with the plain name of a kind is called in the language of the visitor', async () => {
  const admin = (await service.account({ role: 'admin' })).key;
  await service.send('/v1/categories/32', { method: 'PUT', key: admin, body: { name: 'Cat' } });
  await addPet(service, key, { name: 'Mia', categoryId: 32 });
  assert.match((await get('/adopt?categoryId=32')).text, /<h1>Cats – Looking for a home<\/h1>/);
  assert.match((await get('/adopt?categoryId=32&lang=es')).text, /<h1>Gatos – Buscan un hogar<\/h1>/);
});

test('any other address of an animal redirects to its own (301)', async () => {
  const petId = await addPet(service, key, { name: 'Zoë & Co.' });
  const own = `/adopt/${petId}/zoe-co`;
  for (const path of [`/adopt/${petId}`, `/adopt/${petId}/Other`, `/adopt/0${petId}/zoe-co`]) {
    const { status, headers, text } = await get(`${path}?lang=es`);
    assert.deepEqual([status, headers.get('location'), text], [301, `${own}?lang=es`, ''], path);
  }
  assert.equal((await get(own)).status, 200);
  await change(petId, { name: '木' });
  assert.equal((await get(own)).headers.get('location'), `/adopt/${petId}/%E6%9C%A8`);
  assert.equal((await get(`/adopt/${petId}/木`)).status, 200);
});

test('an animal on hold leaves the lists, keeps its page as reserved, and returns when the hold ends', async () => {
  const petId = await addPet(service, key, { name: 'Rex' });
  await placeOrder(service, key, petId);
  const page = await get(`/adopt/${petId}/rex`);
  assert.equal(page.status, 200);
  assert.match(page.text, /<p class="badge">Reserved<\/p>/);
  assert.equal(at((await get(`/adopt/${petId}.json`)).json, 'pet', 'status'), 'pending');
  for (const list of ['/adopt', '/adopt.json', '/adopt/feed.xml'])
    assert.ok(!(await get(list)).text.includes(`/adopt/${petId}/rex`), list);
  service.clock.advance(48 * HOUR);
  assert.ok((await get('/adopt')).text.includes(`/adopt/${petId}/rex`));
  assert.ok(!(await get(`/adopt/${petId}/rex`)).text.includes('Reserved'));
});

test('the page of an adopted animal is 410 and shows three others', async () => {
  const others = [];
  for (const name of ['Uno', 'Dos', 'Tres'])
    others.push(await addPet(service, key, { name, categoryId: 77 }));
  const petId = await addPet(service, key, { name: 'Lola', categoryId: 77, status: 'sold' });
  const { status, text } = await get(`/adopt/${petId}/lola`);
  assert.equal(status, 410);
  assert.match(text, /<h1 dir="auto">Lola has found a home<\/h1>/);
  for (const other of others) assert.ok(text.includes(`href="/adopt/${other}/`), text);
  assert.equal(text.match(/<li class="card">/g)?.length, 3);
  assertError(await get(`/adopt/${petId}.json`), 404, 'pet_not_found');
});

test('the page of an animal shows those of its category that are the most similar in age and size', async () => {
  const add = async (name: string, profile: object, categoryId = 78) => {
    const id = await addPet(service, key, { name, categoryId });
    await service.send(`/v1/pets/${id}/profile`, { method: 'PATCH', key, body: profile });
    return id;
  };
  const own = { birthDate: '2022-01-01', size: 'small' };
  await add('Old and large', { birthDate: '2010-01-01', size: 'large' });
  await add('Same size', { birthDate: '2010-01-01', size: 'small' });
  await add('Same', own);
  await add('Same age', { birthDate: '2022-06-01', size: 'large' });
  await add('Nothing known', {});
  await add('Other kind', own, 79);
  const petId = await add('Uma', own);
  const { text } = await get(`/adopt/${petId}/uma`);
  const [, others = ''] = text.split('Similar animals that are waiting</h2>');
  const names = [...others.matchAll(/<h2 dir="auto"><a[^>]*>([^<]*)</g)].map(([, name]) => name);
  assert.deepEqual(names, ['Same', 'Same age', 'Nothing known']);
});

test('a deleted animal, one without a status and an unknown one are 404 pages', async () => {
  const deleted = await addPet(service, key, { name: 'Gone' });
  await service.send(`/v1/pets/${deleted}`, { method: 'DELETE', key });
  const undecided = await addPet(service, key, { name: 'Undecided', status: undefined });
  for (const id of [deleted, undecided, 999_999_999, 'x', '9223372036854775808']) {
    const { status, text } = await get(`/adopt/${id}/gone`);
    assert.equal(status, 404, String(id));
    assert.match(text, /<h1 dir="auto">This page is not here<\/h1>/);
    assertError(await get(`/adopt/${id}.json`), 404, 'pet_not_found');
  }
});

test('the JSON has listings of the API, which name the page of the animal as events do, for scripts of every origin', async () => {
  const petId = await addPet(service, key, { name: 'Cloud' });
  const api = (await service.send(`/v1/listings/${petId}`, { key })).json;
  const { json, headers } = await get(`/adopt/${petId}.json`);
  const url = `${PUBLIC.PUBLIC_URL}/adopt/${petId}/cloud`;
  assert.equal(at(api, 'url'), url);
  assert.deepEqual(json, { url, kind: 'other', ...Object(api) });
  await service.send(`/v1/pets/${petId}/profile`, { method: 'PATCH', key, body: { sex: 'male' } });
  const [, changed] = listOf(await service.send(`/v1/events?petId=${petId}`, { key }));
  assert.equal(at(changed, 'listing', 'url'), url);
  await service.send(`/v1/pets/${petId}/profile`, { method: 'PATCH', key, body: { sex: null } });
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
  const first = await get('/adopt.json?limit=1');
  assert.equal(at(listOf(first)[0], 'url'), url);
  const second = await get(nextOf(first) ?? '');
  assert.equal(listOf(second).length, 1);
  assert.notDeepEqual(second.json, first.json);
});

test('the reason for which an animal was not for adoption is in no public JSON, also after it is available again', async () => {
  const petId = await addPet(service, key, { name: 'Storm' });
  const body = { notForAdoptionReason: 'Bite quarantine.', breed: 'Beagle' };
  await service.send(`/v1/pets/${petId}/profile`, { method: 'PATCH', key, body });
  const { json } = await get(`/adopt/${petId}.json`);
  assert.deepEqual(at(json, 'profile'), { breed: 'Beagle' });
  const listing = (await service.send(`/v1/listings/${petId}`, { key })).json;
  assert.deepEqual(at(json, 'etags'), at(listing, 'etags'));
  for (const path of ['/adopt.json', `/adopt/${petId}/storm`])
    assert.doesNotMatch((await get(path)).text, /quarantine/);
});

test('a photo has its size, its colour as an attribute, and smaller files for smaller screens', async () => {
  const petId = await addPet(service, key, { name: 'Photo' });
  await storePhoto(service, petId, 'ab'.repeat(16));
  const { text } = await get(`/adopt/${petId}/photo`);
  assert.match(
    text,
    /<rect width="1" height="1" fill="#000000"\/><\/svg><picture><source type="image\/webp" srcset="\/photos\/(ab){16}\/320\.webp 1w,/,
  );
  // For browsers without WebP.
  assert.match(text, /<img src="\/photos\/(ab){16}\/800\.jpg" width="1" height="1" alt="Photo"/);
  // A photo of an older version has no other file for previews.
  assert.doesNotMatch(text, /og:image:width/);
  assert.match(text, /property="og:image" content="https:\/\/pets\.example\/photos\/(ab){16}\/800\.jpg"/);
});

test('the preview of a link has the part of the photo around its focal point, in 1200 x 630', async () => {
  const petId = await addPet(service, key, { name: 'Framed', categoryId: 81 });
  const added = await service.send(`/v1/pets/${petId}/photos`, {
    method: 'POST',
    key,
    headers: PICTURE_HEADERS,
    body: PICTURE,
  });
  const preview = `/photos/${at(added.json, 'id')}/1200x630.jpg`;
  const { text: before } = await get(`/adopt/${petId}/framed`);
  assert.ok(before.includes(`${preview}">`), 'the default');
  const body = { focalPoint: { x: 12, y: 100 } };
  await service.send(`/v1/pets/${petId}/photos/${at(added.json, 'id')}`, { method: 'PATCH', key, body });
  // Programs keep the picture by its address.
  const path = `${preview}?focus=12-100`;
  for (const page of [`/adopt/${petId}/framed`, '/adopt?categoryId=81']) {
    const { text } = await get(page);
    assert.ok(text.includes(`<meta property="og:image" content="${PUBLIC.PUBLIC_URL}${path}">`), page);
    assert.match(text, /og:image:width" content="1200">\n<meta property="og:image:height" content="630">/);
  }
  const { text } = await get(`/adopt/${petId}/framed`);
  assert.match(text, /height="200" class="x10 y100" alt=/);
  const { status, headers } = await get(path);
  assert.deepEqual([status, headers.get('content-type')], [200, 'image/jpeg']);
});
