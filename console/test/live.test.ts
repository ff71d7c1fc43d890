import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { until } from '@petstore/testing/until.ts';
import type { Page } from 'playwright-core';
import { signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

function isStream(type: string | undefined): boolean {
  return type?.includes('text/event-stream') === true;
}

/** Makes a page believe that someone sees it, or no one. */
function see(page: Page, state: 'visible' | 'hidden'): Promise<unknown> {
  return page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

test(
  'shows the changes of others as they occur while someone sees the page, and asks for them where no stream is possible',
  browser,
  async (t) => {
    const app = await startApp(t);
    const { service, key } = app;
    const pet = await addPet(service, key, { name: 'Olive' });
    const rename = (name: string) =>
      service.send(`/v1/pets/${pet}`, { method: 'PATCH', key, body: { name } });
    const page = await signedIn(t, app);
    const opened = page.waitForResponse((response) => isStream(response.headers()['content-type']));
    await page.clock.runFor(5_000);
    await opened;
    await rename('Newcomer');
    await page.getByRole('link', { name: 'Newcomer' }).waitFor();
    // A page that no one sees keeps no connection.
    const polled = page.waitForResponse((response) => /events\?.*limit=100/.test(response.url()));
    await see(page, 'hidden');
    await polled;
    await until(async () => service.feed.size === 0);
    await rename('Later');
    await page.clock.runFor(10_000);
    await page.getByRole('link', { name: 'Later' }).waitFor();
    // Behind a proxy that collects responses, a stream has no response.
    await page.route(/\/v1\/events/, async (route) => {
      if (!isStream(route.request().headers().accept)) await route.continue();
    });
    await see(page, 'visible');
    await rename('Latest');
    await page.clock.runFor(20_000);
    await page.getByRole('link', { name: 'Latest' }).waitFor();
    assert.equal(service.feed.size, 0);
  },
);
