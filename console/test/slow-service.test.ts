// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { openConsole, signedIn, signIn, startSharedApp } from './console-page.ts';

const browser = { skip: noBrowser };
const app = startSharedApp();

test(
  'a page whose script or data does not arrive shows that it loads, and after ten seconds that the service does not respond',
  browser,
  async (t) => {
    const page = await signedIn(t, await app);
    await page.route('**/assets/usage-page-*.js', () => {});
    const script = page.waitForRequest('**/assets/usage-page-*.js');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Usage' }).click();
    await script;
    await page.clock.runFor(1_000);
    await page.getByRole('status').filter({ hasText: 'Loading…' }).waitFor();
    await page.clock.runFor(9_000);
    const message = page.getByText('The service is not responding.');
    await message.waitFor();

    await page.route('**/v1/store/orders**', () => {});
    const requested = page.waitForRequest('**/v1/store/orders**');
    await page.getByRole('link', { name: 'Applications' }).click();
    await message.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Reservations' }).click();
    await requested;
    await page.clock.runFor(1_000);
    await page.getByRole('status').filter({ hasText: 'Loading…' }).waitFor();
    await page.clock.runFor(9_000);
    await message.waitFor();
  },
);

test(
  'another page that is opened while the first one loads shows only once that it loads',
  browser,
  async (t) => {
    const page = await signedIn(t, await app, { at: '/usage' });
    await page.route('**/assets/usage-page-*.js', () => {});
    await page.route('**/assets/activity-page-*.js', () => {});
    await page.reload({ waitUntil: 'commit' });
    await page.locator('main[aria-busy]').waitFor({ state: 'attached' });
    const requested = page.waitForRequest('**/assets/activity-page-*.js');
    await page.evaluate("location.hash = '#/activity'");
    await requested;
    await page.clock.runFor(1_000);
    const notes = page.getByRole('status').filter({ hasText: 'Loading…' });
    await notes.first().waitFor();
    assert.equal(await notes.count(), 1);
  },
);

test('signing in at a service that does not respond shows that after ten seconds', browser, async (t) => {
  const { service, key } = await app;
  const page = await openConsole(t, { service });
  await page.route('**/v1/**', () => {});
  const requested = page.waitForRequest('**/v1/**');
  await signIn(page, key);
  await requested;
  await page.clock.runFor(10_000);
  await page.getByText('The service is not responding.').waitFor();
});
