// Takes the pictures of the documents: `npm run screenshots`. They show the example shelter of the tests, and need Chromium.
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { DAY, HOUR } from '../../service/src/platform/core/clock.ts';
import { placeOrder } from '../api-calls.ts';
import type { Scope } from '../folders.ts';
import { launchBrowser } from '../servers/browser.ts';
import { type Shelter, startShelter } from './shelter.ts';

const FOLDER = join(import.meta.dirname, '../../docs/images');
const ANIMALS = 34;
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const SHEET = { width: 1100, height: 900 };
const SHELTER_NAME = 'Harbour Street Animal Rescue';

/** A file as shelters have it: two orders of dates are possible, one status is unknown, and the fees have no currency. */
const ANIMALS_FILE = `Animal ID,Name,Species,Sex,Date of birth,Status,Fee
A1,Bella,Dog,Spayed Female,03/04/2020,Available,$125.00
A2,Tom,Cats,Neutered Male,05/06/2021,On hold,$75.00
A3,Ivy,Cat,Female,07/02/2022,Not available,
A4,Rex,Dogs,M,,Resting,
`;

interface Example {
  readonly shelter: Shelter;
  readonly key: string;
  readonly browser: Browser;
}

/** Spreads what happened over the last two weeks, and lets some animals wait for a decision. */
async function addHistory({ service }: Shelter, key: string): Promise<void> {
  const now = service.clock.now();
  await service.database.write(async (db) => {
    const pets = await db.selectFrom('pets').select('id').orderBy('id').execute();
    for (const [index, { id }] of pets.entries()) {
      const added = now - Math.floor(((pets.length - index) / pets.length) ** 2 * 13 * DAY) - HOUR;
      const times = { created_at: BigInt(added), status_changed_at: BigInt(added) };
      await db.updateTable('pets').set(times).where('id', '=', id).execute();
    }
  });
  for (const petId of [4, 8, 12, 20]) {
    const order = await placeOrder(service, key, petId);
    for (const status of ['approved', 'completed'])
      await service.send(`/v1/store/orders/${order}`, { method: 'PATCH', key, body: { status } });
  }
  for (const [index, petId] of [3, 7, 15, 19, 24].entries()) {
    const body = { petId, holdHours: 26 + index * 11 };
    await service.send('/v1/store/orders', { method: 'POST', key, body });
  }
}

async function openPage({ browser, shelter }: Example, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.clock.install({ time: shelter.service.clock.now() });
  return page;
}

async function openConsole(example: Example, at: string, options: BrowserContextOptions): Promise<Page> {
  const page = await openPage(example, options);
  await page.addInitScript({ content: `sessionStorage.setItem('petstore.key', '${example.key}')` });
  await page.goto(`${example.shelter.url}/#${at}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function take(page: Page, name: string, fullPage = false): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready');
  const picture = sharp(await page.screenshot({ fullPage, animations: 'disabled' }));
  await picture.webp({ quality: 88 }).toFile(join(FOLDER, `${name}.webp`));
  console.log(`docs/images/${name}.webp`);
  await page.context().close();
}

async function takePublicPages(example: Example): Promise<void> {
  const { url } = example.shelter;
  const list = await openPage(example, { viewport: DESK });
  await list.goto(`${url}/adopt`);
  await take(list, 'adopt');
  const animal = await openPage(example, { viewport: DESK, colorScheme: 'dark' });
  await animal.goto(`${url}/adopt/${ANIMALS}`);
  await take(animal, 'adopt-animal-dark');
}

async function takeConsole(example: Example): Promise<void> {
  await take(await openConsole(example, '/today', { viewport: DESK }), 'console-today');
  const phone = { viewport: PHONE, colorScheme: 'dark', locale: 'es' } as const;
  await take(await openConsole(example, '/today', phone), 'console-phone');
  const dark = { viewport: DESK, colorScheme: 'dark' } as const;
  await take(await openConsole(example, '/animals/15', dark), 'console-animal-dark');
}

async function takeImport(example: Example): Promise<void> {
  const open = async () => {
    const page = await openConsole(example, '/import', { viewport: SHEET, locale: 'en-GB' });
    const file = { name: 'animals.csv', mimeType: 'text/csv', buffer: Buffer.from(ANIMALS_FILE) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('What is in each column?').waitFor();
    return page;
  };
  await take(await open(), 'import-columns', true);
  const page = await open();
  await page.getByLabel(/The day comes first/).check();
  await page.getByLabel('Currency of the amounts').fill('USD');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('What the import will do').waitFor();
  await take(page, 'import-check', true);
}

const ends: Array<() => unknown> = [];
const scope: Scope = { after: (end) => ends.push(end) };
try {
  const shelter = await startShelter(scope, ANIMALS, { SHELTER_NAME });
  const { key } = await shelter.service.account({ role: 'admin' });
  await addHistory(shelter, key);
  const browser = await launchBrowser();
  scope.after(() => browser.close());
  const example = { shelter, key, browser };
  await takePublicPages(example);
  await takeConsole(example);
  await takeImport(example);
} finally {
  for (const end of ends.reverse()) await end();
}
