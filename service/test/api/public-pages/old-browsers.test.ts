import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startShelter } from '@petstore/testing/example-shelter/shelter.ts';
import { launchBrowser, noBrowser } from '@petstore/testing/servers/browser.ts';
import { asIn, OLD_BROWSERS } from '../../../../scripts/browser-support.ts';
import { STYLE } from '../../../src/adoption/public-pages/style/style.ts';

const PHONE = { width: 360, height: 640 };
/** The sizes of what a visitor came for, in CSS pixels. */
const MEASURE = `(() => {
  const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
  const photo = document.querySelector('.frame img');
  return {
    photo: boxOf('.frame').height, loaded: photo.naturalWidth, file: photo.currentSrc,
    heading: boxOf('h1').left, contact: boxOf('.next-step .button').height,
  };
})()`;

/** A browser that does not know the type of a source ignores it, and so shows the JPEG. */
const WITHOUT_WEBP = `(() => {
  document.querySelectorAll('source[type="image/webp"]').forEach((source) => source.remove());
  return document.querySelector('.frame img').decode();
})()`;

interface Measured {
  photo: number;
  loaded: number;
  file: string;
  heading: number;
  contact: number;
}

test('a browser of ten years ago, which ignores newer styles and WebP, shows the photo, the name and the contact of an animal', {
  skip: noBrowser,
}, async (t) => {
  const contact = { SHELTER_NAME: 'Harbour Street', SHELTER_CONTACT_URL: 'Mailto:hello@shelter.example' };
  const { url } = await startShelter(t, 1, contact);
  const browser = await launchBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage({ viewport: PHONE });
  await page.route('**/adopt/style-*.css', (route) =>
    route.fulfill({ contentType: 'text/css', body: asIn(OLD_BROWSERS, STYLE) }),
  );
  await page.goto(`${url}/adopt/1/biscuit`);
  await page.evaluate(WITHOUT_WEBP);
  const measured = await page.evaluate<Measured>(MEASURE);
  assert.ok(measured.photo > 150, `the photo is ${measured.photo} px high`);
  assert.ok(
    measured.loaded > 100 && measured.file.endsWith('.jpg'),
    `${measured.file}: ${measured.loaded} px`,
  );
  assert.ok(measured.heading >= 8, `the name is ${measured.heading} px from the edge`);
  assert.ok(measured.contact >= 20, `the link is ${measured.contact} px high`);
  const link = page.getByRole('link', { name: /^Write/ });
  assert.match(String(await link.getAttribute('href')), /^mailto:hello@shelter\.example\?subject=Biscuit/);
});
