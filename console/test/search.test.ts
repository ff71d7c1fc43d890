// cspell:ignore shirly
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

test(
  'a search on any page leads to the animals with its words, by one Chinese character too, or to the one with its number',
  browser,
  async (t) => {
    const app = await startApp(t);
    for (const name of ['Bella', 'Rex', '小白狗']) await addPet(app.service, app.key, { name });
    const page = await signedIn(t, app, { at: '/orders' });
    await page.keyboard.press('/');
    await page.keyboard.type('bel');
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByRole('link', { name: 'Bella' }).waitFor();
    assert.equal(await page.getByRole('main').getByRole('link', { name: 'Rex' }).count(), 0);
    await page.keyboard.press('/');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('#2');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Rex' }).waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), '');
    assert.ok(await page.getByText('Recent searches').isHidden());

    // What someone types while the list of animals opens is searched, too.
    await page.evaluate(`{
      const box = document.querySelector('input[type="search"]');
      document.querySelector('a[href="#/animals"]').click();
      box.focus();
      box.value = 'bella';
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }`);
    await page.clock.runFor(400);
    await page.waitForURL(/animals\?q=bella/);

    // One Latin letter is no search.
    await page.goto(`${app.service.url}/#/today`);
    const field = page.getByRole('searchbox', { name: 'Search animals' });
    await field.fill('r');
    await field.press('Enter');
    await field.fill('狗');
    await field.press('Enter');
    await page.waitForURL((url) => url.href.endsWith(`q=${encodeURIComponent('狗')}`));
    await page.getByRole('main').getByRole('link', { name: '小白狗' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Rex' }).waitFor({ state: 'detached' });
  },
);

test(
  'a half-remembered name shows the animals called like it, and a number its animal while one types',
  browser,
  async (t) => {
    const app = await startApp(t);
    for (const name of ['Shirley', 'Rex']) await addPet(app.service, app.key, { name });
    const page = await signedIn(t, app, { at: '/animals' });
    const main = page.getByRole('main');
    await page.getByRole('searchbox').fill('shirly');
    await main.getByText('Nothing was found for “shirly”. Did you mean …').waitFor();
    await main.getByRole('link', { name: 'Shirley' }).waitFor();
    assert.equal(await main.getByRole('link', { name: 'Rex' }).count(), 0);
    await page.getByRole('searchbox').fill('2');
    await main.getByRole('link', { name: 'Rex' }).waitFor();
    assert.equal(await main.getByText('Did you mean').count(), 0);
  },
);

test('recent searches can be repeated after a reload, and cleared', browser, async (t) => {
  const app = await startApp(t);
  await addPet(app.service, app.key, { name: 'Bella' });
  const page = await signedIn(t, app, { at: '/today' });
  const field = page.getByRole('searchbox', { name: 'Search animals' });
  for (const words of ['bella', 'no such dog']) {
    await field.fill(words);
    await field.press('Enter');
    await page.waitForURL(/q=/);
    await page.getByRole('link', { name: 'Today' }).click();
    await page.waitForURL(/today/);
  }
  await page.reload();
  // A new page moves the focus to its heading, and the searches are shown while the field has the focus.
  await page.locator('h1:focus', { hasText: 'Today' }).waitFor();
  await field.click();
  const recent = page.getByRole('list', { name: 'Recent searches' });
  await recent.waitFor();
  assert.deepEqual(await recent.getByRole('link').allTextContents(), ['no such dog', 'bella']);
  await recent.getByRole('link', { name: 'bella' }).click();
  await page.locator('h1:focus', { hasText: 'Animals' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Bella' }).waitFor();
  await field.fill('');
  await page.getByRole('button', { name: 'Clear' }).click();
  await recent.waitFor({ state: 'detached' });
});
