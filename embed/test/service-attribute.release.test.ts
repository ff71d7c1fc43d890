import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import type { Page } from 'playwright-core';
import { ANIMALS, cardsOf, openSite, otherShelter, sharedShelter } from './web-site.ts';

const browser = { skip: noBrowser };
const EXPECTED =
  'the attribute service must be the address of your service, such as "https://adopt.example.org"';

const element = (service: string, content = '') =>
  `<petstore-animals service="${service}">${content}</petstore-animals>`;
const setService = (page: Page, value: string) =>
  page.evaluate(
    `document.querySelector('petstore-animals').setAttribute('service', ${JSON.stringify(value)})`,
  );

/** Returns the origins of all links and loaded photos of the n-th element. */
async function originsOf(page: Page, index: number): Promise<string[]> {
  const shown = page.locator('petstore-animals').nth(index);
  await shown.locator('[aria-busy=false]').waitFor();
  const links = await shown.getByRole('link').evaluateAll((elements) => elements.map(({ href }) => href));
  const photo = await shown
    .getByRole('img')
    .first()
    .evaluate(async (image) => {
      await image.decode();
      return image.currentSrc;
    });
  return [...new Set([...links, photo].map((address) => new URL(address).origin))];
}

test(
  'finds the service by its attribute if the script is copied, inline, or imported by another one',
  browser,
  async (t) => {
    const service = await sharedShelter();
    for (const script of ['copied', 'inline', 'loader'] as const) {
      const { page } = await openSite(t, { script, body: element(` ${service}/adopt/ `) });
      assert.equal((await cardsOf(page)).length, ANIMALS, script);
      assert.deepEqual(await originsOf(page, 0), [service], script);
    }
  },
);

test(
  'shows the animals of two services on one page, and of the other one if the attribute changes',
  browser,
  async (t) => {
    const other = await otherShelter();
    const body = element('') + element(other);
    const { page, origin } = await openSite(t, { body, services: [other] });
    assert.deepEqual(await originsOf(page, 0), [origin]);
    assert.deepEqual(await originsOf(page, 1), [other]);
    assert.equal(await page.locator('petstore-animals').nth(1).getByRole('listitem').count(), 1);
    await setService(page, other);
    const status = page.getByRole('status').first();
    await status.getByText('1 animal', { exact: true }).waitFor({ state: 'attached' });
    assert.deepEqual(await originsOf(page, 0), [other]);
  },
);

test(
  'links and photos lead to the service also if it sends other addresses, and run no script',
  browser,
  async (t) => {
    const service = await sharedShelter();
    const { page } = await openSite(t, { body: '' });
    const listing = {
      url: 'javascript:alert(1)',
      pet: { id: 1, name: 'Rex' },
      profile: {},
      photos: [
        {
          ...{ alt: '', width: 1, height: 1, color: '' },
          urls: { 320: 'https://other.example/photos/1/320.webp', 800: 'data:,800' },
        },
      ],
    };
    await page.route(`${service}/adopt.json*`, (route) => route.fulfill({ json: [listing] }));
    await page.evaluate("document.body.append(document.createElement('petstore-animals'))");
    const [card] = await cardsOf(page);
    const sources = await page.locator('petstore-animals img').evaluate((image) => [image.src, image.srcset]);
    assert.match(String(await card?.getAttribute('href')), /^http:\/\/127\.0\.0\.1:/);
    const small = `${service}/photos/1/320.webp`;
    assert.equal(sources[0], small);
    assert.match(sources[1] ?? '', /^http:\S+ 320w, http:\S+ 800w$/);
  },
);

test(
  'an invalid address is one error that names the attribute, and the content between the tags stays until it is corrected',
  browser,
  async (t) => {
    const body = element('adopt.example.org', '<a href="/animals">Our animals</a>');
    const { page, origin, requests, errors } = await openSite(t, { body });
    const content = page.getByRole('link', { name: 'Our animals' });
    await page.evaluate("customElements.whenDefined('petstore-animals')");
    await page.evaluate("document.querySelector('petstore-animals').setAttribute('limit', '3')");
    assert.ok(await content.isVisible());
    assert.equal(await page.getByRole('status').count(), 0);
    assert.deepEqual(
      requests.filter((request) => request.url().includes('/adopt.json')),
      [],
    );
    assert.deepEqual(errors.splice(0), [`<petstore-animals>: ${EXPECTED}; got "adopt.example.org".`]);
    await setService(page, origin);
    assert.equal((await cardsOf(page)).length, 3);
    assert.equal(await content.isVisible(), false);
    await setService(page, 'javascript:alert(1)');
    await content.waitFor();
    assert.deepEqual(errors.splice(0), [`<petstore-animals>: ${EXPECTED}; got "javascript:alert(1)".`]);
  },
);

test(
  'without an address of the script or with https: on the page, the error names what is missing',
  browser,
  async (t) => {
    const { page, origin, errors } = await openSite(t, { body: '' });
    const script = `<script>${await (await fetch(`${origin}/embed.js`)).text()}</script>`;
    const content = '<a href="/animals">Our animals</a>';
    const own = page.getByRole('link', { name: 'Our animals' });
    await page.goto('about:blank');
    await page.setContent(`${script}<petstore-animals>${content}</petstore-animals>`);
    assert.ok(await own.isVisible());
    assert.deepEqual(errors.splice(0), [`<petstore-animals>: ${EXPECTED}; got "about:blank".`]);

    const body = `<!doctype html>${script}${element('http://adopt.example.org', content)}`;
    await page.route('https://shelter.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    );
    await page.goto('https://shelter.example/');
    assert.ok(await own.isVisible());
    assert.deepEqual(errors.splice(0), [
      '<petstore-animals>: the attribute service must be an address with https:, because this page has https:; got "http://adopt.example.org".',
    ]);
  },
);
