import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { startService } from '@petstore/testing/service.ts';
import { createFirstAccount } from '../../service/src/cli/accounts/first-account.ts';
import { openConsole } from './console-page.ts';
import { inspect, SCREENS } from './inspect.ts';

const browser = { skip: noBrowser };

test('the first link shows a key once, and signs in with it', browser, async (t) => {
  const app = await newApp(t);
  for (const screen of SCREENS) {
    const page = await openConsole(t, app, { at: app.link, viewport: { width: screen.width, height: 800 } });
    await page.getByRole('button', { name: 'Make the key' }).waitFor();
    await inspect(page, 'first-key', screen);
  }
  const page = await openConsole(t, app, { at: app.link });
  await page.getByRole('button', { name: 'Make the key' }).click();
  const key = (await page.locator('pre').textContent()) ?? '';
  assert.match(key, /^petstore_live_/);
  await page.getByRole('button', { name: 'Open the console' }).click();
  await page.getByRole('link', { name: 'Manage' }).waitFor();
  assert.ok(!page.url().includes('token'), page.url());
  assert.ok(!page.url().includes(key), page.url());
});

test('a used first link leads to the sign-in page', browser, async (t) => {
  const app = await newApp(t);
  const first = await openConsole(t, app, { at: app.link });
  await first.getByRole('button', { name: 'Make the key' }).click();
  await first.getByRole('button', { name: 'Open the console' }).waitFor();
  const second = await openConsole(t, app, { at: app.link });
  await second.getByRole('button', { name: 'Make the key' }).click();
  await second.getByRole('alert').getByText('This link was used already').waitFor();
  await second.getByRole('button', { name: 'Sign in with a key' }).click();
  await second.getByLabel('API key').waitFor();
});

async function newApp(t: TestContext) {
  const service = await startService(t);
  const access = await createFirstAccount(service.database, 'production', service.clock.now());
  return { service, link: `/first-key?token=${access?.token}` };
}
