import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import { openConsole, requestsOf, signedIn, signIn, startConsole } from './console-page.ts';

const chromium = { skip: noChromium };

test(
  'a wrong key says so in the service’s words, and the field keeps what was typed',
  chromium,
  async (t) => {
    const place = await startConsole(t);
    const page = await openConsole(t, place);
    await signIn(page, `petstore_live_${'x'.repeat(49)}`);
    await page.getByRole('alert').getByText('The API key is unknown').waitFor();
    await page.getByText(/Request id: \S{5,}/).waitFor();
    assert.equal((await page.getByLabel('API key').inputValue()).length, 63);
    await signIn(page, place.key);
    await page.getByRole('heading', { name: 'Animals' }).waitFor();
  },
);

test(
  'the key stays in the tab: never in an address, there after a reload, gone in another tab',
  chromium,
  async (t) => {
    const place = await startConsole(t);
    const page = await signedIn(t, place);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.reload();
    await page.getByRole('heading', { name: 'Animals' }).waitFor();
    assert.ok(addresses.length > 3 && addresses.every((address) => !address.includes(place.key)));
    const other = await page.context().newPage();
    await other.goto(place.service.url);
    await other.getByLabel('API key').waitFor();
  },
);

test('the first animals show after one request, whatever else is not answered yet', chromium, async (t) => {
  const place = await startConsole(t);
  await addPet(place.service, place.key, { name: 'Olive' });
  const page = await openConsole(t, place);
  const sent = requestsOf(page);
  const seen = Promise.withResolvers<void>();
  await page.route(/\/v1\/(?!pets)/, async (route) => {
    await seen.promise;
    await route.continue();
  });
  await signIn(page, place.key);
  await page.getByRole('link', { name: 'Olive' }).waitFor();
  assert.deepEqual(
    sent.filter((request) => request.includes('/pets')),
    ['GET /v1/pets?limit=100'],
  );
  assert.equal(sent[0], 'GET /v1/pets?limit=100');
  seen.resolve();
  await page.getByRole('button', { name: 'Add an animal' }).waitFor();
});

test('filters are in the address and survive a reload; what matches nothing says so', chromium, async (t) => {
  const place = await startConsole(t);
  await addPet(place.service, place.key, { name: 'Olive', categoryId: 7 });
  await addPet(place.service, place.key, { name: 'Bruno', categoryId: 8, status: 'sold' });
  const page = await signedIn(t, place);
  await page.getByRole('link', { name: 'Adopted' }).click();
  await page.getByRole('link', { name: 'Bruno' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Olive' }).count(), 0);
  await page.getByLabel('Category').selectOption('Category 7');
  await page.getByText('No animals match these filters').waitFor();
  assert.ok(page.url().endsWith('#/animals?status=sold&category=7'), page.url());
  await page.reload();
  await page.getByText('No animals match these filters').waitFor();
  await page.getByRole('link', { name: 'All' }).click();
  await page.getByRole('link', { name: 'Olive' }).waitFor();
});

test(
  'of a catalogue with many categories the console reads the first page and those that it shows',
  chromium,
  async (t) => {
    const place = await startConsole(t);
    await addPet(place.service, place.key, { name: 'Olive', categoryId: 1000 });
    await place.service.database.write(async (db) => {
      const categories = Array.from({ length: 250 }, (_, n) => ({ id: BigInt(n), name: `Kind ${n}` }));
      await db.insertInto('categories').values(categories).execute();
      await db.updateTable('categories').set({ name: 'Capybara' }).where('id', '=', 1000n).execute();
    });
    const page = await openConsole(t, place);
    const sent = requestsOf(page);
    await signIn(page, place.key);
    await page.getByText('Capybara').first().waitFor();
    assert.deepEqual(
      sent.filter((request) => request.includes('/categories')),
      ['GET /v1/categories?limit=100', 'GET /v1/categories?ids=1000&limit=100'],
    );
  },
);

test('an animal is added with an exact id; a form with an error keeps everything', chromium, async (t) => {
  const place = await startConsole(t);
  const page = await signedIn(t, place);
  await page.getByRole('button', { name: 'Add an animal' }).click();
  const form = page.getByRole('dialog', { name: 'Add an animal' });
  await form.getByLabel('Name').fill(' ');
  await form.getByLabel('Category', { exact: true }).selectOption('Another number…');
  await form.getByLabel('Number of the category').fill('9223372036854775807');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByRole('alert').getByText('name').waitFor();
  assert.equal(await form.getByLabel('Number of the category').inputValue(), '9223372036854775807');
  await form.getByLabel('Name').fill('Frank');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Frank' }).waitFor();
  const [pet] = await readAll(place.service, place.key, '/v1/pets?categoryId=9223372036854775807');
  assert.equal(pet?.name, 'Frank');
});

test('a removal is sent after five seconds and can be taken back until then', chromium, async (t) => {
  const place = await startConsole(t);
  for (const name of ['Olive', 'Bruno']) await addPet(place.service, place.key, { name });
  const page = await signedIn(t, place);
  await page.getByRole('button', { name: 'Remove Olive' }).click();
  await page.getByRole('button', { name: 'Undo the removal of Olive' }).click();
  await page.getByRole('button', { name: 'Remove Bruno' }).click();
  await page.getByText('Bruno will be removed').waitFor();
  const sent = requestsOf(page);
  await page.clock.runFor(4_900);
  assert.ok(!sent.some((request) => request.startsWith('DELETE')));
  await page.clock.runFor(200);
  await page.getByText('Bruno is no longer in the catalogue').waitFor();
  const left = await readAll(place.service, place.key, '/v1/pets');
  assert.deepEqual(
    left.map(({ name }) => name),
    ['Olive'],
  );
});

test('what others add, change and remove appears by the feed, without a reload', chromium, async (t) => {
  const place = await startConsole(t);
  const { service, key } = place;
  const [olive, bruno] = [
    await addPet(service, key, { name: 'Olive' }),
    await addPet(service, key, { name: 'Bruno' }),
  ];
  const page = await signedIn(t, place);
  // What was read before the head is read again: the newcomer must not be in it.
  await page.waitForLoadState('networkidle');
  await addPet(service, key, { name: 'Newcomer' });
  await service.send(`/v1/pets/${olive}`, { method: 'PATCH', key, body: { name: 'Oliver' } });
  await service.send(`/v1/pets/${bruno}`, { method: 'DELETE', key });
  await page.clock.runFor(6_000);
  await page.getByText('New: Newcomer').waitFor();
  await page.getByRole('link', { name: 'Oliver' }).waitFor();
  await page.getByText('Bruno is no longer in the catalogue').waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('link', { name: 'Newcomer' }).waitFor();
});

test('a reader is offered nothing that the role does not allow', chromium, async (t) => {
  const place = await startConsole(t);
  await addPet(place.service, place.key, { name: 'Olive' });
  const { key } = await place.service.account({ role: 'reader' });
  const page = await openConsole(t, place);
  const usage = page.waitForResponse((response) => response.url().endsWith('/v1/usage'));
  await signIn(page, key);
  await usage;
  await page.getByRole('link', { name: 'Olive' }).waitFor();
  for (const offer of ['Add an animal', 'Remove Olive']) {
    assert.equal(await page.getByRole('button', { name: offer }).count(), 0);
  }
  assert.equal(await page.getByLabel('Status of Olive').count(), 0);
});
