// cspell:ignore sitemapindex
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { HtmlValidate } from 'html-validate/node';
import { storePhoto } from '../photos/photo-fixture.ts';
import { PUBLIC } from './public-fixture.ts';

/** What other programs read: valid HTML, structured data, Atom and a sitemap. */

const service = await startSharedService({ env: PUBLIC });
const { key } = await service.account({ role: 'manager' });
const get = (path: string) => service.send(path);

const NAME = 'Tom & "Jerry" <b>';
const SLUG = 'tom-jerry-b';
const plain = await addPet(service, key, { name: 'Plain', categoryId: 2 });
const petId = await addPet(service, key, { name: NAME });
const held = await addPet(service, key, { name: 'Held', status: 'pending' });
const sold = await addPet(service, key, { name: 'Sold', status: 'sold' });
await storePhoto(service, petId);
await storePhoto(service, petId, 'cd'.repeat(16));
const profile = {
  description: 'One.\n\nTwo </script><script>alert(1)</script>',
  specialNeeds: 'Time',
  breed: 'Beagle & more',
  goodWithDogs: true,
  goodWithCats: false,
  adoptionFee: { amount: '12.50', currency: 'EUR' },
  intakeDate: '2026-01-02',
};
const changed = await service.send(`/v1/pets/${petId}/profile`, { method: 'PATCH', key, body: profile });
assert.equal(changed.status, 200);

test('every page is valid HTML, in each language', async () => {
  const validator = new HtmlValidate({
    root: true,
    extends: ['html-validate:recommended', 'html-validate:document'],
    rules: {
      'doctype-style': 'off',
      'form-dup-name': ['error', { shared: ['checkbox', 'radio'] }],
      // The name of the shelter belongs to every title.
      'long-title': 'off',
      'no-trailing-whitespace': 'off',
      // The style sheet comes from the same origin.
      'require-sri': 'off',
      'void-style': 'off',
    },
  });
  for (const path of [
    '/adopt',
    '/adopt?sex=male&goodWith=dogs&goodWith=cats&q=none',
    `/adopt/${petId}/${SLUG}`,
    `/adopt/${plain}/plain`,
    `/adopt/${held}/held`,
    `/adopt/${sold}/sold`,
    '/adopt/favourites',
    `/adopt?ids=${petId}`,
    '/adopt/0/unknown',
    '/adopt?sex=other',
  ]) {
    for (const language of ['en', 'es']) {
      const address = `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
      const { text } = await get(address);
      const { results } = await validator.validateString(text);
      const faults = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
      );
      assert.deepEqual(faults, [], address);
    }
  }
});

function structuredData(text: string): unknown {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
  return JSON.parse(json);
}

test('the list has the structured data of its animals', async () => {
  const data = structuredData((await get('/adopt')).text);
  assert.equal(at(data, '@type'), 'ItemList');
  const items = at(data, 'itemListElement');
  assert.ok(Array.isArray(items));
  assert.deepEqual(items[0], {
    '@type': 'ListItem',
    position: 1,
    name: NAME,
    url: `https://pets.example/adopt/${petId}/${SLUG}`,
    image: `https://pets.example/photos/${'0123456789abcdef'.repeat(2)}/800.jpg`,
  });
});

test('the page of an animal has its structured data, and markup in its texts stays text', async () => {
  const { text } = await get(`/adopt/${petId}/${SLUG}`);
  const data = structuredData(text);
  assert.equal(at(data, '@type'), 'ItemPage');
  assert.equal(at(data, 'mainEntity', 'name'), NAME);
  assert.match(String(at(data, 'description')), /Two <\/script><script>alert\(1\)<\/script>/);
  // The data, and the script of the service.
  assert.equal(text.match(/<script/g)?.length, 2);
});

test('each page names itself, and its other languages', async () => {
  const { text } = await get(`/adopt/${petId}/${SLUG}?lang=es`);
  const address = `https://pets.example/adopt/${petId}/${SLUG}`;
  assert.match(text, /<html lang="es">/);
  assert.match(
    text,
    /property="og:locale" content="es_MX">\n<meta property="og:locale:alternate" content="en_US">/,
  );
  assert.ok(text.includes(`<link rel="canonical" href="${address}?lang=es">`), text);
  for (const [language, query] of [
    ['x-default', ''],
    ['en', '?lang=en'],
    ['es', '?lang=es'],
  ])
    assert.ok(
      text.includes(`<link rel="alternate" hreflang="${language}" href="${address}${query}">`),
      language,
    );
});

function parsed(xml: string): unknown {
  assert.equal(XMLValidator.validate(xml), true, xml);
  return new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => ['entry', 'url', 'sitemap'].includes(name),
  }).parse(xml);
}

function locations(document: unknown, root: string, item: string): string[] {
  const items = at(document, root, item);
  assert.ok(Array.isArray(items));
  return items.map((found) => String(at(found, 'loc')));
}

test('the feed is Atom with the newest animals', async () => {
  const { text, headers } = await get('/adopt/feed.xml');
  assert.equal(headers.get('content-type'), 'application/atom+xml; charset=utf-8');
  const feed = at(parsed(text), 'feed');
  assert.equal(at(feed, '@_xmlns'), 'http://www.w3.org/2005/Atom');
  assert.equal(at(feed, 'author', 'name'), 'Riverside Shelter');
  const now = new Date(service.clock.now()).toISOString();
  assert.equal(at(feed, 'updated'), now);
  const entries = at(feed, 'entry');
  assert.ok(Array.isArray(entries));
  assert.deepEqual(
    entries.map((entry) => at(entry, 'id')),
    [petId, plain].map((id) => `https://pets.example/adopt/${id}`),
  );
  assert.deepEqual(
    [at(entries[0], 'title'), at(entries[0], 'updated'), at(entries[0], 'published')],
    [NAME, now, now],
  );
});

test('the sitemap is an index of files with the list and every available animal, and robots.txt names it', async () => {
  const files = locations(parsed((await get('/sitemap.xml')).text), 'sitemapindex', 'sitemap');
  assert.deepEqual(
    files,
    ['/sitemap-0.xml', '/sitemap-1.xml'].map((path) => `https://pets.example${path}`),
  );
  const addresses = [];
  for (const file of files) {
    const { text, headers } = await get(new URL(file).pathname);
    assert.equal(headers.get('content-type'), 'application/xml; charset=utf-8');
    addresses.push(...locations(parsed(text), 'urlset', 'url'));
  }
  assert.deepEqual(
    addresses,
    ['', `/${petId}/${SLUG}`, `/${plain}/plain`].map((path) => `https://pets.example/adopt${path}`),
  );
  assert.match((await get('/robots.txt')).text, /^Sitemap: https:\/\/pets\.example\/sitemap\.xml$/m);
});

test('search engines may show pages and photos, and nothing else outside of /v1', async () => {
  const robots = async (path: string) => (await get(path)).headers.get('x-robots-tag');
  const photo = `/photos/${'0123456789abcdef'.repeat(2)}/800.jpg`;
  for (const path of ['/adopt', `/adopt/${petId}/${SLUG}`, photo])
    assert.equal(await robots(path), null, path);
  for (const path of ['/', '/docs', '/openapi.json', '/adopt.json', '/adopt/feed.xml', '/readyz', '/unknown'])
    assert.equal(await robots(path), 'noindex', path);
});
