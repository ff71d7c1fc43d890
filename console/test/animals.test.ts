// Runs in Chromium and in Firefox.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { openConsole, requestsOf, settled, signedIn, signIn, startApp, withKey } from './console-page.ts';

const browser = { skip: noBrowser };

test(
  'shows the message for a wrong key and keeps the input; stores the key only in the tab, also after a reload',
  browser,
  async (t) => {
    const app = await startApp(t);
    const page = await openConsole(t, app);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await signIn(page, `petstore_live_${'x'.repeat(49)}`);
    await page.getByRole('alert').getByText('The API key is unknown').waitFor();
    await page.getByText(/give this number: \S{5,}/).waitFor();
    assert.equal((await page.getByLabel('API key').inputValue()).length, 63);
    await signIn(page, app.key);
    await page.getByRole('heading', { name: 'Animals' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Animals' }).waitFor();
    assert.ok(addresses.length > 3 && addresses.every((address) => !address.includes(app.key)));
    const other = await page.context().newPage();
    await other.goto(app.service.url);
    await withKey(other).waitFor();
  },
);

test(
  'shows the first animals after one request, and reads the first page of categories and those of the animals',
  browser,
  async (t) => {
    const app = await startApp(t);
    await addPet(app.service, app.key, { name: 'Olive', categoryId: 1000 });
    await app.service.database.write(async (db) => {
      const categories = Array.from({ length: 250 }, (_, n) => ({ id: BigInt(n), name: `Kind ${n}` }));
      await db.insertInto('categories').values(categories).execute();
      await db.updateTable('categories').set({ name: 'Capybara' }).where('id', '=', 1000n).execute();
    });
    const page = await openConsole(t, app);
    const sent = requestsOf(page);
    const seen = Promise.withResolvers<void>();
    await page.route(/\/v1\/(?!pets)/, async (route) => {
      await seen.promise;
      await route.continue();
    });
    await signIn(page, app.key);
    await page.getByRole('link', { name: 'Olive' }).waitFor();
    assert.equal(sent[0], 'GET /v1/pets?limit=100');
    assert.equal(sent.filter((request) => request.includes('/pets')).length, 1);
    seen.resolve();
    await page.getByText('Capybara').first().waitFor();
    assert.deepEqual(
      sent.filter((request) => request.includes('/categories')),
      ['GET /v1/categories?limit=100', 'GET /v1/categories?ids=1000&limit=100'],
    );
  },
);

test(
  'keeps filters in the address, and the table, after a reload, with the numbers of animals, and shows an empty result',
  browser,
  async (t) => {
    const app = await startApp(t);
    await addPet(app.service, app.key, { name: 'Olive', categoryId: 7 });
    await addPet(app.service, app.key, { name: 'Bruno', categoryId: 8, status: 'sold' });
    const page = await signedIn(t, app);
    await page.getByRole('link', { name: 'Available 1' }).waitFor();
    await page.getByRole('link', { name: 'Category 7 1 available' }).waitFor();
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('link', { name: 'Adopted 1' }).click();
    await page.getByRole('link', { name: 'Olive' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Bruno' }).waitFor();
    await page.getByRole('link', { name: 'Category 7' }).click();
    await page.getByText('No animals match these filters').waitFor();
    assert.ok(page.url().endsWith('#/animals?status=sold&category=7'), page.url());
    await page.reload();
    await page.getByText('No animals match these filters').waitFor();
    await page.getByRole('link', { name: 'All' }).click();
    await page.locator('.animals-table').getByRole('link', { name: 'Olive' }).waitFor();
  },
);

test(
  'adds an animal with an exact category id; a form with an error keeps its input; the picture of a card leads to it',
  browser,
  async (t) => {
    const app = await startApp(t);
    const page = await signedIn(t, app);
    await page.getByRole('button', { name: 'Add an animal' }).click();
    const form = page.getByRole('dialog', { name: 'Add an animal' });
    await form.getByLabel('Name').fill(' ');
    await form.getByLabel('Category', { exact: true }).selectOption('Another number…');
    await form.getByLabel('Number of the category').fill('9223372036854775807');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('Write a name with at most 100 characters.').waitFor();
    assert.equal(await form.getByLabel('Name').getAttribute('aria-invalid'), 'true');
    assert.equal(await form.getByLabel('Number of the category').inputValue(), '9223372036854775807');
    await form.getByLabel('Name').fill('Frank');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: 'Frank' }).waitFor();
    const [pet] = await readAll(app.service, app.key, '/v1/pets?categoryId=9223372036854775807');
    assert.equal(pet?.name, 'Frank');
    // The controls of the card do not lead to the animal.
    await page.getByLabel('Select Frank').check();
    await page.getByText('1 animal selected').waitFor();
    const cover = await page.locator('.animal .cover').boundingBox();
    assert.ok(cover !== null);
    await page.mouse.click(cover.x + cover.width / 2, cover.y + cover.height / 2);
    await page.getByRole('heading', { name: 'Frank' }).waitFor();
    assert.ok(page.url().endsWith('#/animals/1'));
  },
);

test(
  'shows what others add, change, remove and name without a reload, with one request for categories',
  browser,
  async (t) => {
    const app = await startApp(t);
    const { service, key } = app;
    const admin = await service.account({ role: 'admin' });
    const olive = await addPet(service, key, { name: 'Olive', categoryId: 7 });
    const bella = await addPet(service, key, { name: 'Bella', categoryId: 7 });
    await service.database.write((db) => {
      const pet = { name: 'Bruno', category_id: 7n, status: 'available' } as const;
      const values = Array.from({ length: 48 }, () => ({ ...pet, owner_id: null }));
      return db.insertInto('pets').values(values).execute();
    });
    const page = await signedIn(t, app);
    await page.getByRole('link', { name: 'Available 50' }).waitFor();
    for (const name of ['Rex', 'Newcomer']) await addPet(service, key, { name, categoryId: 7 });
    await service.send(`/v1/pets/${olive}`, { method: 'PATCH', key, body: { name: 'Oliver' } });
    await service.send(`/v1/pets/${bella}`, { method: 'DELETE', key });
    for (const [id, name] of [
      [7, 'Hounds'],
      [8, 'Owls'],
      [9, 'Rats'],
    ]) {
      await service.send(`/v1/categories/${id}`, { method: 'PUT', key: admin.key, body: { name } });
    }
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await page.clock.runFor(6_000);
    await page.getByText('Hounds').first().waitFor();
    await page.getByRole('link', { name: 'Available 51' }).waitFor();
    await settled(page);
    assert.equal(sent.filter((path) => path === '/v1/categories').length, 1);
    await page.getByText('New: Newcomer').waitFor();
    await page.getByRole('link', { name: 'Oliver' }).waitFor();
    await page.getByText('Bella is no longer in the catalogue').waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: 'Newcomer' }).waitFor();
  },
);

test(
  'after an animal is added to a page of 100, the others keep their breeds, also if listings cannot be read',
  browser,
  async (t) => {
    const app = await startApp(t);
    const { service, key } = app;
    for (let count = 1; count <= 100; count += 1) await addPet(service, key, { name: `Animal ${count}` });
    const breed = { breed: 'Border collie' };
    await service.send('/v1/pets/100/profile', { method: 'PATCH', key, body: breed });
    const page = await signedIn(t, app, { errors: 'expected' });
    await page.getByText('Border collie').waitFor();
    const add = async (name: string) => {
      await page.getByRole('button', { name: 'Add an animal' }).click();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('link', { name }).waitFor();
      await settled(page);
    };
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 400) refused.push(response.url());
    });
    await add('Pip');
    assert.deepEqual(refused, []);
    await page.getByText('Border collie').waitFor();
    await page.route(/\/v1\/listings/, (route) => route.fulfill({ status: 503 }));
    await add('Ziggy');
    await page.getByText('Border collie').waitFor();
  },
);

test(
  'the headers of the table sort all animals, and a view keeps filters, order and view',
  browser,
  async (t) => {
    const app = await startApp(t);
    for (const name of ['Coco', 'Ada', 'Bruno']) await addPet(app.service, app.key, { name });
    const page = await signedIn(t, app);
    const names = async () => (await page.locator('.name-cell bdi').allTextContents()).join();
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('link', { name: 'Name' }).click();
    await page
      .getByRole('columnheader', { name: 'Name' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    await page.locator('tr', { hasText: 'Ada' }).waitFor();
    assert.equal(await names(), 'Ada,Bruno,Coco');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name for this list').click();
    await page.keyboard.type('By name');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('link', { name: 'Longest waiting' }).click();
    await page
      .getByRole('columnheader', { name: 'In care' })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Longest waiting' }).click();
    await page.getByRole('button', { name: 'Remove On hold' }).click();
    await page.getByRole('link', { name: 'By name' }).click();
    await page
      .getByRole('columnheader', { name: 'Name' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    assert.ok(page.url().endsWith('#/animals?sort=name&view=table'), page.url());
    assert.equal(await page.getByRole('link', { name: 'On hold' }).count(), 1);
  },
);
