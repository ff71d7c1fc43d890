import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { applyFor } from '@petstore/testing/applications.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import type { Page } from 'playwright-core';
import { openConsole, settled, signedIn, startApp } from '../console-page.ts';
import { sharedExampleApp } from '../example-pages.ts';
import { inspectTexts, SCREENS } from '../inspect.ts';
import { textsByLanguage } from './text-entries.ts';

const browser = { skip: noBrowser };
/** The description in the example data. */
/** A text of the example data, and the names of licences. */
const DATA = /Calm, and used to cats\.|CC-BY-[\w.-]+/g;
const ENGLISH_WORD = /\b(the|of|and|with|your|this|are|for|by|no longer)\b/i;
const PAGES = [
  'today',
  'animals',
  'export',
  'print',
  'applications',
  'orders',
  'figures',
  'questions',
  'usage',
  'activity',
  'categories',
  'people',
  'programs',
  'import',
  'audit',
  'settings',
];
/** German has the longest words, so its pages are inspected for all. */
const LONGEST = 'de';
const OTHERS = ['es', 'fr', LONGEST] as const;

const NARROWEST = SCREENS.find(({ width }) => width === 305) ?? assert.fail();

type Other = (typeof OTHERS)[number];

/** Returns a text of a file in `src`. */
async function textIn(language: Other, path: string, name: string): Promise<string> {
  const source = await readFile(new URL(`../../src/${path}`, import.meta.url), 'utf8');
  const found = textsByLanguage(source).find((texts) => texts.get(language)?.has(name));
  return found?.get(language)?.get(name)?.words ?? assert.fail(`${path} has no ${name} in ${language}`);
}

/** Asserts that the page has no frequent English word, also in labels and hidden text. */
async function assertNoEnglish(page: Page, name: string): Promise<void> {
  const snapshot = await page.locator('body').ariaSnapshot();
  const english = snapshot.split('\n').filter((line) => ENGLISH_WORD.test(line.replace(DATA, '')));
  assert.deepEqual(english, [], name);
}

for (const language of OTHERS) {
  test(`every page is in the language of a browser and accessible: ${language}`, browser, async (t) => {
    const app = await sharedExampleApp();
    const { key } = await app.service.account({ role: 'admin', perMinute: 123_456_789 });
    const nala = await addPet(app.service, key, { name: 'Nala' });
    const ana = await applyFor(app.service, key, nala, { name: 'Ana', email: 'ana@example.org' });
    const inspect = async (page: Page, name: string) => {
      if (language === LONGEST) await inspectTexts(page, name, NARROWEST);
    };
    const viewport = { width: NARROWEST.width, height: 800 };
    const page = await openConsole(t, app, { locale: language, viewport });
    assert.equal(await page.locator('html').getAttribute('lang'), language);
    await assertNoEnglish(page, 'sign-in');
    await inspect(page, `the sign-in page, ${language}`);
    const text = (name: string) => textIn(language, 'sign-in/sign-in-texts.ts', name);
    await page.getByRole('button', { name: await text('withKey'), exact: true }).click();
    await page.getByLabel(await text('key')).fill(key);
    await page.getByRole('button', { name: await text('signIn'), exact: true }).click();
    for (const at of PAGES) {
      await page.goto(`${app.service.url}/#/${at}`);
      const name = await textIn(language, 'texts/page-names.ts', at);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await settled(page);
      if (at === 'usage') await page.getByText((123_456_789).toLocaleString(language)).first().waitFor();
      await assertNoEnglish(page, `${at}, ${language}`);
      await inspect(page, `${at}, ${language}`);
    }
    for (const [at, title] of [
      ['/animals/30', 'Olive'],
      [`/applications/${ana}`, 'Ana'],
      [`/applications?pet=${nala}`, /Nala/],
    ] as const) {
      await page.goto(`${app.service.url}/#${at}`);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await settled(page);
      await assertNoEnglish(page, `${at}, ${language}`);
      await inspect(page, `${at.replaceAll(/[/?=]/g, '-')}, ${language}`);
    }
  });
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
