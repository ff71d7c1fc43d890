import assert from 'node:assert/strict';
import { test } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { startShelter } from '@petstore/testing/example-shelter/shelter.ts';
import { launchBrowser, noBrowser } from '@petstore/testing/servers/browser.ts';
import type { Page } from 'playwright-core';
import { asIn, OLD_BROWSERS } from '../../../../scripts/browser-support.ts';
import { STYLE } from '../../../src/adoption/public-pages/style/style.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';

const PHONE = { width: 360, height: 640 };
/** A desk of 1280 px at 400 %. */
const ENLARGED = { width: 320, height: 256 };

const OPEN_ALL = "document.querySelectorAll('details').forEach((details) => { details.open = true; })";

/** Waits for the style sheet of a page that a click has opened: its texts are visible before. `goto` waits by itself. */
const hasStyle = (page: Page) => page.waitForLoadState();

/** How far the page goes beyond the screen, and the controls that are too small for a finger. */
const UNFIT = `(() => {
  const controls = [...document.querySelectorAll('form button, .languages button, .field input, summary')];
  const heights = controls.map((one) => [one.outerHTML, one.getBoundingClientRect().height]);
  const small = heights.filter(([, height]) => height > 0 && height < 24);
  return [Math.max(0, document.documentElement.scrollWidth - innerWidth), ...small];
})()`;

async function assertFits(page: Page): Promise<void> {
  await hasStyle(page);
  assert.deepEqual(await page.evaluate(UNFIT), [0], page.url());
}

async function assertAccessible(page: Page): Promise<void> {
  const { violations, passes } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`),
    [],
    page.url(),
  );
  assert.ok(passes.length > 15, `${passes.length} rules were checked`);
}

test('on an old phone without JavaScript a visitor applies in Spanish, corrects a mistake, writes and withdraws', {
  skip: noBrowser,
}, async (t) => {
  const { service, url } = await startShelter(t, 1, { SHELTER_NAME: 'Harbour Street' });
  const browser = await launchBrowser();
  t.after(() => browser.close());
  const context = await browser.newContext({ viewport: PHONE, locale: 'es-MX', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.route('**/adopt/style-*.css', (route) =>
    route.fulfill({ contentType: 'text/css', body: asIn(OLD_BROWSERS, STYLE) }),
  );
  await page.goto(`${url}/adopt/1/biscuit`);
  await page.getByRole('link', { name: 'Solicitar la adopción de Biscuit' }).click();
  const send = page.getByRole('button', { name: 'Enviar la solicitud' });
  await page.getByLabel('Su nombre').fill('Ana María');
  // The switch of the language keeps what was typed, and Enter sends the form.
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: 'Anfrage senden' }).waitFor();
  assert.equal(await page.locator('[name="name"]').inputValue(), 'Ana María');
  await page.getByRole('button', { name: 'Español' }).click();
  await send.waitFor();
  service.clock.advance(5 * SECOND);
  await page.getByLabel('Su nombre').press('Enter');
  const faults = page.getByRole('alert');
  await faults.getByRole('heading', { name: 'Corrija 5 respuestas, por favor' }).waitFor();
  await hasStyle(page);
  const { y = 999 } = (await faults.boundingBox()) ?? {};
  assert.ok(Math.abs(y) < 20, `the browser goes on at the faults, which are at ${y} px`);
  assert.equal(await page.getByLabel('Su nombre').inputValue(), 'Ana María');
  await assertFits(page);
  await faults.getByRole('link', { name: /^¿Por qué desea adoptar\?/ }).click();
  await page.locator(':focus').fill('Echamos de menos a nuestra perra.');
  await page.getByLabel('En una casa').check();
  await page.getByRole('group', { name: '¿Puede tener animales' }).getByLabel('Sí').check();
  await page.getByLabel('¿Quién vive con usted?').fill('Dos adultos');
  await page.getByLabel('¿Cuántas horas').fill('2,5');
  await send.dblclick();
  await page.getByRole('heading', { name: 'Su solicitud se envió' }).waitFor();
  await assertFits(page);
  const { length } = await service.database.read.selectFrom('applications').select('id').execute();
  assert.equal(length, 1);
  const link = await page.locator('.link a').innerText();
  await page.getByRole('link', { name: 'Abrir su página privada' }).click();
  await page.getByLabel('Escribir un mensaje').fill('¿Cuándo podemos conocerla?');
  await page.getByRole('button', { name: 'Enviar el mensaje' }).click();
  await page.getByText('Su mensaje se envió').waitFor();
  await assertFits(page);
  const enlarged = { viewport: ENLARGED, locale: 'de-DE', colorScheme: 'dark' } as const;
  const modern = await (await browser.newContext(enlarged)).newPage();
  await modern.goto(`${url}/adopt/1/apply`);
  await modern.getByRole('button', { name: 'Anfrage senden' }).click();
  await modern.getByRole('alert').waitFor();
  await assertFits(modern);
  await assertAccessible(modern);
  for (const path of [link, `${link}?sent=1`]) {
    await modern.goto(path);
    await modern.locator('main h1').waitFor();
    await modern.evaluate(OPEN_ALL);
    await assertFits(modern);
    await assertAccessible(modern);
  }
  await page.getByText('Retirar la solicitud').click();
  await page.getByRole('button', { name: 'Retirar' }).click();
  await page.getByRole('heading', { name: 'Usted retiró su solicitud' }).waitFor();
});
