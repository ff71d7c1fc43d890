// Runs in Chromium and in Firefox.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import type { Page } from 'playwright-core';
import { ANIMALS, cardsOf, openSite } from './web-site.ts';

const browser = { skip: noBrowser };
const ALL = '<petstore-animals></petstore-animals>';

const namesOf = async (page: Page) =>
  Promise.all((await cardsOf(page)).map(async (link) => link.locator('.name').textContent()));
const statusOf = (page: Page) => page.getByRole('status').first().textContent();

for (const script of ['classic', 'module'] as const) {
  test(
    `as a ${script} script on a page of another origin with a strict policy: each card links to its animal`,
    browser,
    async (t) => {
      const { page, origin } = await openSite(t, { body: ALL, script });
      const cards = await cardsOf(page);
      assert.equal(cards.length, ANIMALS);
      assert.equal(await statusOf(page), `${ANIMALS} animals`);
      const [first] = cards;
      assert.equal(await first?.getAttribute('href'), `${origin}/adopt/${ANIMALS}/biscuit?lang=en`);
      const picture = page.getByRole('img', { name: 'Biscuit, a tan and white dog, looks into the camera' });
      const shown = await picture.evaluate(async (image) => {
        // Resolved when the picture has arrived; rejected if it cannot be shown.
        await image.decode();
        return [image.loading, image.width > 0, image.complete, image.style.objectPosition];
      });
      assert.deepEqual(shown, ['lazy', true, true, '50% 20%']);
      assert.match(
        String(await first?.textContent()),
        /^BiscuitMale, about \d+ yearsBeagleGood with children/,
      );
      const more = page.getByRole('link', { name: 'See all animals' });
      assert.equal(await more.getAttribute('href'), `${origin}/adopt?lang=en`);
    },
  );
}

test(
  'shows only animals that the attributes select, in one request each time that attributes change',
  browser,
  async (t) => {
    const body = '<petstore-animals category="2" limit="3"></petstore-animals>';
    const { page, requests } = await openSite(t, { body });
    assert.deepEqual(await namesOf(page), ['Misty', 'Olive', 'Frank']);
    await page.evaluate(`{
    const element = document.querySelector('petstore-animals');
    element.setAttribute('category', '1');
    element.setAttribute('sex', 'male');
    element.setAttribute('size', 'medium');
    element.setAttribute('good-with', 'children, dogs');
  }`);
    await page.getByRole('link', { name: 'Misty' }).waitFor({ state: 'detached' });
    assert.deepEqual(await namesOf(page), ['Biscuit']);
    await page.evaluate("document.querySelector('petstore-animals').setAttribute('sex', 'female')");
    await page.getByText('No animal is waiting here').waitFor();
    const queries = requests
      .map((request) => new URL(request.url()))
      .filter(({ pathname }) => pathname === '/adopt.json');
    assert.deepEqual(
      queries.map(({ search }) => search),
      [
        '?limit=3&categoryId=2',
        '?limit=3&categoryId=1&sex=male&size=medium&goodWith=children%2Cdogs',
        '?limit=3&categoryId=1&sex=female&size=medium&goodWith=children%2Cdogs',
      ],
    );
  },
);

test(
  'requests nothing again when an element is moved, and aborts its request when it is removed',
  browser,
  async (t) => {
    const { page, requests } = await openSite(t, { body: `${ALL}<aside></aside>` });
    await cardsOf(page);
    const aborted = page.waitForEvent('requestfailed');
    await page.evaluate(`{
    document.querySelector('aside').append(document.querySelector('petstore-animals'));
    const other = document.createElement('petstore-animals');
    other.setAttribute('limit', '1');
    document.body.append(other);
    queueMicrotask(() => queueMicrotask(() => other.remove()));
  }`);
    assert.match((await aborted).failure()?.errorText ?? '', /ABORTED/);
    assert.equal((await cardsOf(page)).length, ANIMALS);
    const loads = requests.filter((request) => request.url().includes('/adopt.json'));
    assert.deepEqual(
      loads.map((request) => new URL(request.url()).search),
      ['?limit=12', '?limit=1'],
    );
  },
);

test(
  'speaks the language of the attribute, else of the page, and links to pages in it',
  browser,
  async (t) => {
    const body =
      '<section lang="es-MX"><petstore-animals limit="1" sex="female"></petstore-animals></section>';
    const { page } = await openSite(t, { body });
    const [card] = await cardsOf(page);
    assert.match(String(await card?.textContent()), /^MistyHembra, \d+ años/);
    assert.match(String(await card?.getAttribute('href')), /\?lang=es$/);
    await page.evaluate("document.querySelector('petstore-animals').lang = 'en'");
    await page.getByRole('link', { name: 'See all animals' }).waitFor();
  },
);

test(
  'if the service does not respond, shows a kind message with a link, and recovers with the next change',
  browser,
  async (t) => {
    const { page, origin } = await openSite(t, { body: ALL });
    await cardsOf(page);
    await page.route(`${origin}/adopt.json*`, (route) => route.abort());
    const set = (limit: number) =>
      page.evaluate(`document.querySelector('petstore-animals').setAttribute('limit', ${limit})`);
    await set(5);
    await page.getByText('Sorry, the animals cannot be shown at the moment.').waitFor();
    assert.deepEqual(await cardsOf(page), []);
    assert.equal(await page.getByRole('link').getAttribute('href'), `${origin}/adopt?lang=en`);
    await page.unroute(`${origin}/adopt.json*`);
    await set(4);
    await page.getByRole('link', { name: 'Biscuit' }).waitFor();
    assert.equal((await cardsOf(page)).length, 4);
  },
);

test(
  'a page that ends early is followed by the next ones; an id is no name, and asterisks are left out',
  browser,
  async (t) => {
    const { page, origin } = await openSite(t, { body: '<petstore-animals limit="1"></petstore-animals>' });
    await cardsOf(page);
    await page.route(`${origin}/adopt.json?limit=8`, async (route) => {
      // The service responds as if no more animals fitted; its Link leads to pages of three.
      const response = await route.fetch({ url: `${origin}/adopt.json?limit=3` });
      const text = await response.text();
      const body = text
        .replace('"name":"Biscuit"', '"name":"*Biscuit"')
        .replace('"name":"Misty"', '"name":"A708195"');
      await route.fulfill({ response, body });
    });
    await page.evaluate("document.querySelector('petstore-animals').setAttribute('limit', '8')");
    await page.getByText('8 animals').waitFor({ state: 'attached' });
    const names = await namesOf(page);
    assert.equal(names.length, 8);
    assert.deepEqual(names.slice(0, 2), ['Biscuit', 'Without a name yet']);
  },
);

test('without the script a page shows the content of the element', browser, async (t) => {
  const body = '<petstore-animals><a href="/adopt">See our animals</a></petstore-animals>';
  const { page } = await openSite(t, { body, script: 'none' });
  assert.ok(await page.getByRole('link', { name: 'See our animals' }).isVisible());
});

test(
  'sends no cookie, no key and no address of the page beyond its origin, and stores nothing',
  browser,
  async (t) => {
    const { page, requests } = await openSite(t, { body: ALL });
    await cardsOf(page);
    await page
      .getByRole('img')
      .first()
      .evaluate((image) => image.decode());
    assert.ok(requests.length >= 3, `${requests.length} requests`);
    for (const request of requests) {
      const { cookie, authorization, referer = '' } = await request.allHeaders();
      assert.deepEqual(
        { cookie, authorization },
        { cookie: undefined, authorization: undefined },
        request.url(),
      );
      assert.match(referer, /^(http:\/\/localhost:\d+\/)?$/);
    }
    assert.deepEqual(await page.context().cookies(), []);
    assert.deepEqual((await page.context().storageState()).origins, []);
  },
);
