// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { startShelter } from '@petstore/testing/example-shelter/shelter.ts';
import { sharedScope } from '@petstore/testing/folders.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { noCodeReader, textOfCode } from '@petstore/testing/servers/code-reader.ts';
import { sheets } from '@petstore/testing/servers/printed-sheets.ts';
import { parse } from 'csv-parse/sync';
import type { Download, Page, Route } from 'playwright-core';
import { once } from '../../service/src/platform/core/tasks/single-flight.ts';
import { requestsOf, settled, signedIn } from './console-page.ts';

const browser = { skip: noBrowser };
const shared = sharedScope();
const PRINTED = 'getComputedStyle(document.querySelector(".printed-animal")).breakInside';

/** A shelter with six available animals with photos, 99 without, and one that was adopted. */
const shelter = once(async () => {
  const { service } = await startShelter(shared, 6, { SHELTER_NAME: 'Harbour Street Rescue' });
  const { key } = await service.account({ role: 'manager' });
  const admin = await service.account({ role: 'admin' });
  const contact = { publicPages: true, telephone: '+1 512 555 0100', timeZone: 'America/Chicago' };
  await service.send('/v1/settings', { method: 'PUT', key: admin.key, body: contact });
  const pet = { name: 'Kit', categoryId: 2, status: 'available' };
  const items = Array.from({ length: 98 }, () => ({ operation: 'createPet', pet }));
  await service.send('/v1/batches', { method: 'POST', key, body: { items } });
  await addPet(service, key, { name: 'Adopted', categoryId: 2, status: 'sold' });
  const last = await addPet(service, key, { name: '=Lila; "Ñandú"', categoryId: 2 });
  const description = `Calm.\nLikes cats.`;
  const profile = {
    intakeDate: '2026-11-01',
    adoptionFee: { amount: '80.50', currency: 'EUR' },
    description,
  };
  await service.send(`/v1/pets/${last}/profile`, { method: 'PATCH', key, body: profile });
  return { service, key, last };
});

async function rowsOf(download: Download): Promise<Record<string, string>[]> {
  const file = await readFile(await download.path());
  assert.deepEqual([...file.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  return parse(file, {
    delimiter: download.suggestedFilename().startsWith('animales') ? ';' : ',',
    bom: true,
    columns: true,
  });
}

async function download(page: Page, button: string): Promise<Download> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return downloading;
}

test(
  'a reader downloads all animals of a filtered list as a spreadsheet, in Spanish, from the menu of a phone',
  browser,
  async (t) => {
    const app = await shelter();
    const { key } = await app.service.account({ role: 'reader' });
    const options = {
      at: '/animals?status=available',
      locale: 'es-ES',
      viewport: { width: 390, height: 844 },
    };
    const page = await signedIn(t, { ...app, key }, options);
    await page.getByRole('button', { name: 'Menú' }).click();
    await page.getByRole('link', { name: 'Exportar e imprimir' }).click();
    await page.getByRole('heading', { name: 'Exportar e imprimir', level: 1 }).waitFor();
    const file = await download(page, 'Descargar la hoja de cálculo');
    assert.match(file.suggestedFilename(), /^animales-2026-\d\d-\d\d\.csv$/);
    const rows = await rowsOf(file);
    assert.equal(rows.length, 105);
    const [first] = rows;
    const { origin } = new URL(page.url());
    assert.deepEqual(
      [first?.Número, first?.Nombre, first?.Categoría, first?.Estado, first?.Descripción],
      [String(app.last), `'=Lila; "Ñandú"`, 'Cat', 'Disponible', 'Calm.\nLikes cats.'],
    );
    assert.deepEqual(
      [first?.['Fecha de ingreso'], first?.['Costo de adopción'], first?.Moneda],
      ['2026-11-01', '80,50', 'EUR'],
    );
    assert.equal(first?.['Página en la consola'], `${origin}/#/animals/${app.last}`);
    assert.match(first?.['Página pública'] ?? '', /\/adopt\/106\/lila-nandu$/);
    assert.match(rows.at(-1)?.Edad ?? '', /(años|meses)$/);
    await page.getByText('El archivo tiene 105 animales.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Exportar todos los animales' }).count(), 0);
  },
);

test(
  'a download waits for the time in a 429, continues after an error where it was, and can be cancelled',
  browser,
  async (t) => {
    const app = await shelter();
    const page = await signedIn(t, app, { at: '/export?status=available', errors: 'expected' });
    const isSecond = /\/v1\/listings\?.*cursor=/;
    const answer = (status: number, code: string) => (route: Route) =>
      route.fulfill({ status, headers: { 'Retry-After': '20' }, json: { code, message: '', status } });
    const sent = requestsOf(page);
    await page.route(isSecond, answer(429, 'rate_limit_exceeded'), { times: 1 });
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the spreadsheet' }).click();
    await page.getByRole('status').getByText('Too much at once.').waitFor();
    await page.getByText('100 of 105').waitFor();
    await page.clock.runFor(21_000);
    assert.equal(new Set((await rowsOf(await downloading)).map((row) => row.Number)).size, 105);
    await page.getByText('Too much at once.').waitFor({ state: 'detached' });

    await page.route(isSecond, answer(403, 'forbidden'), { times: 1 });
    await page.getByRole('button', { name: 'Download the spreadsheet' }).click();
    await page.getByText('Read so far: 100 animals.').waitFor();
    const rows = await rowsOf(await download(page, 'Continue'));
    assert.equal(new Set(rows.map((row) => row.Number)).size, 105);
    // Two attempts of each second page, and no first page again.
    assert.equal(sent.filter((request) => request.includes('/v1/listings')).length, 6);

    const arrived = Promise.withResolvers<void>();
    await page.route(isSecond, () => arrived.resolve());
    await page.getByRole('button', { name: 'Download the spreadsheet' }).click();
    await arrived.promise;
    await page.getByText('100 of 105').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Download the spreadsheet' }).waitFor();
    assert.equal(await page.getByRole('alert').getByText(/./).count(), 0);
  },
);

test(
  'a list is printed with its photos, on A4 and on Letter, with no animal on two sheets',
  browser,
  async (t) => {
    const app = await shelter();
    const page = await signedIn(t, app, { at: '/animals' });
    await page.getByRole('link', { name: 'Export and print' }).click();
    await page.getByRole('link', { name: /^Available/ }).click();
    await page.getByRole('link', { name: 'See the printable list' }).click();
    await page.getByRole('heading', { name: 'Biscuit' }).waitFor();
    assert.equal(await page.locator('.printed-animal').count(), 105);
    await page.evaluate('globalThis.print = () => { globalThis.isPrinted = true; }');
    await page.getByRole('button', { name: 'Print' }).click();
    await page.waitForFunction('globalThis.isPrinted');
    assert.equal(await page.evaluate('[...document.images].every((image) => image.naturalWidth > 0)'), true);
    for (const paper of ['A4', 'Letter'] as const) {
      const count = await sheets(page, paper);
      assert.ok(count >= 105 / 6 && count <= 105 / 4, `105 animals on ${count} sheets of ${paper}`);
    }
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.evaluate(PRINTED), 'avoid');
    await page.getByText('+1 512 555 0100').waitFor();
    for (const hidden of [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('button'),
      page.getByRole('navigation'),
    ]) {
      assert.equal(await hidden.filter({ visible: true }).count(), 0);
    }
  },
);

test(
  'the page of an animal is printed as a card on one sheet, with the contact of the shelter',
  browser,
  async (t) => {
    const app = await shelter();
    const page = await signedIn(t, app, { at: '/animals/6' });
    await page.getByRole('link', { name: 'Print a card' }).waitFor();
    await settled(page);
    for (const paper of ['A4', 'Letter'] as const) assert.equal(await sheets(page, paper), 1, paper);
    await page.emulateMedia({ media: 'print' });
    for (const text of [
      /^Biscuit$/,
      '+1 512 555 0100',
      /\/adopt\/6\/biscuit$/,
      'Medium-sized, male, Beagle, tan and white',
    ]) {
      assert.equal(await page.getByText(text).filter({ visible: true }).count(), 1, String(text));
    }
    assert.equal(await page.getByRole('link').filter({ visible: true }).count(), 1, 'the public page');
    assert.equal(
      await page
        .getByRole('img', { name: /^Biscuit/ })
        .filter({ visible: true })
        .count(),
      1,
    );
    for (const control of [/^Main photo$/, /Add photos/, /^Use the camera$/, /^JPEG, PNG/]) {
      assert.equal(await page.getByText(control).filter({ visible: true }).count(), 0, String(control));
    }
    const menu = page.getByLabel('Status of Biscuit');
    assert.equal(
      await menu.evaluate((select) => select.ownerDocument.defaultView?.getComputedStyle(select).appearance),
      'none',
    );
    for (const hidden of ['Hold', 'History', 'For adopters']) {
      assert.equal(
        await page.getByRole('heading', { name: hidden }).filter({ visible: true }).count(),
        0,
        hidden,
      );
    }
  },
);

test('selected animals are printed as kennel cards, with a code that leads to their public page', {
  skip: noBrowser || noCodeReader,
}, async (t) => {
  const app = await shelter();
  const { service, key } = app;
  const microchip = '985112003456789';
  const facts = { microchip, secondBreed: 'Siamese', mixed: true, vaccinated: true, bondedWith: [2] };
  await service.send('/v1/pets/5/profile', { method: 'PATCH', key, body: facts });
  const page = await signedIn(t, app, { at: '/animals?q=Misty', locale: 'en-US' });
  await page.getByRole('checkbox', { name: 'Select Misty' }).check();
  await page.getByRole('link', { name: 'Print a card' }).click();
  const card = page.getByRole('article');
  for (const text of ['Cat', /^Small, female, Domestic Shorthair \/ Siamese mix/, /vaccinations up to date/])
    await card.getByText(text, { exact: true }).waitFor();
  await card.getByText('Goes to a new home together with Olive').waitFor();
  assert.equal(await page.getByText(microchip).count(), 0);
  assert.equal(await page.getByLabel('Paper').inputValue(), 'letter');
  await page.emulateMedia({ media: 'print' });
  const code = await card.getByRole('img', { name: 'QR code' }).screenshot();
  const address = await textOfCode(t, code);
  assert.equal(address, `${service.url}/adopt/5`);
  assert.match((await fetch(address)).url, /\/adopt\/5\/misty$/);
  await page.emulateMedia({ media: null });

  // An adopted animal has no page.
  await page.goto(`${service.url}/#/cards?ids=105,6,5,4,3`);
  await page.getByText('1 card has no QR code').waitFor();
  for (const [perSheet, count] of [
    ['1', 5],
    ['2', 3],
    ['4', 2],
  ] as const) {
    await page.getByLabel('Cards on a sheet').selectOption(perSheet);
    for (const paper of ['A4', 'Letter'] as const) {
      await page.getByLabel('Paper').selectOption({ label: paper });
      assert.equal(await sheets(page, paper), count, `${perSheet} on a sheet of ${paper}`);
    }
  }
});
