// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import type { Page } from 'playwright-core';
import { openConsole, signedIn, startApp } from '../console-page.ts';
import { PAGES } from '../example-pages.ts';
import { assertFits, examine } from '../inspect.ts';
import { openPagesIn } from './pages-in-language.ts';

const browser = { skip: noBrowser };
const setTextSize = (page: Page, size: string) =>
  page.evaluate(`document.documentElement.style.fontSize = '${size}'`);

const ADDRESSES = Object.keys(PAGES);
const MIDDLE = ADDRESSES.indexOf('bin');

// German has the longest words.
for (const names of [ADDRESSES.slice(0, MIDDLE), ADDRESSES.slice(MIDDLE)]) {
  test(
    `in German and accessible, and fits 320 px with a text of 200 %: each page from ${names[0]} to ${names.at(-1)}`,
    browser,
    (t) =>
      openPagesIn(t, 'de', names, async (page, name) => {
        await examine(page, name);
        await setTextSize(page, '200%');
        await assertFits(page, `${name}, 200 %`);
        await setTextSize(page, '');
      }),
  );
}

async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('Clave de API').fill(key);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

test(
  'the language is chosen on the sign-in page or in the menu and kept; errors and steps are in it',
  browser,
  async (t) => {
    const app = await startApp(t);
    const { service, key } = app;
    await addPet(service, key, { name: 'Olive', categoryId: 2 });
    await placeOrder(service, key, 1);
    const page = await openConsole(t, app, { at: '/orders' });
    await page.getByLabel('Language').selectOption('Español');
    await page.getByRole('button', { name: 'Entrar con una clave' }).click();
    await signIn(page, 'petstore_live_wrong');
    await page.getByRole('alert').getByText('La clave de API es desconocida').waitFor();
    await signIn(page, key);
    await page.getByRole('button', { name: 'Aprobar la reserva 1' }).click();
    await page.locator('.order-state').getByText('Aprobada').waitFor();
    await page.getByRole('button', { name: 'Completar la reserva 1' }).click();
    await page.getByRole('button', { name: 'Olive se va a casa' }).click();
    await page.locator('.order-state').getByText('Completada').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Reservas' }).waitFor();
    assert.equal(await page.title(), 'Reservas · Petstore');
    await page.getByRole('button', { name: 'Menú' }).click();
    await page.getByLabel('Idioma').selectOption('English');
    await page.getByRole('heading', { name: 'Reservations' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  },
);

test(
  'a field of the profile shows what is wrong with it, also in Spanish, and a plain e-mail address is a contact',
  browser,
  async (t) => {
    const app = await startApp(t);
    const id = await addPet(app.service, app.key, { name: 'Bella' });
    const at = `/animals/${id}`;
    const page = await signedIn(t, app, { at, locale: 'es-MX', errors: 'expected' });
    await page.getByRole('button', { name: 'Cambiar el perfil' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Contacto').fill('hola');
    await form.getByLabel('Costo de adopción').fill('gratis');
    await form.getByRole('button', { name: 'Guardar' }).click();
    await form.getByRole('alert').getByText('Revise los 3 campos marcados.').waitFor();
    const contact = form.getByLabel('Contacto');
    assert.equal(await contact.getAttribute('aria-invalid'), 'true');
    const described = await contact.getAttribute('aria-describedby');
    assert.ok(described?.split(' ').some((part) => part.endsWith('-fault')));
    await form
      .getByText('Escriba un correo electrónico, un teléfono o la dirección de una página web.')
      .waitFor();
    await contact.fill('hola@refugio.example');
    await form.getByLabel('Costo de adopción').fill('$ 1.250,50');
    await form.getByLabel('Moneda del costo').fill('mxn');
    await form.getByRole('button', { name: 'Guardar' }).click();
    await form.waitFor({ state: 'detached' });
    const [listing] = await readAll(app.service, app.key, '/v1/listings');
    assert.deepEqual(listing?.profile, {
      adoptionFee: { amount: '1250.50', currency: 'MXN' },
      contactUrl: 'mailto:hola@refugio.example',
    });
  },
);
