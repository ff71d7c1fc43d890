import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

test(
  'copies the address of the public page of an animal, until the animal is adopted',
  browser,
  async (t) => {
    const app = await startApp(t, { PUBLIC_PAGES: 'true', PUBLIC_URL: 'https://adopt.example' });
    const id = await addPet(app.service, app.key, { name: 'Zoë the Cat' });
    const url = `https://adopt.example/adopt/${id}/zoe-the-cat`;
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await signedIn(t, app, { at: `/animals/${id}`, permissions });
    const link = page.getByRole('link', { name: `adopt.example/adopt/${id}/zoe-the-cat` });
    assert.equal(await link.getAttribute('href'), url);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), url);
    // The listing of an event has no address.
    await app.service.send(`/v1/pets/${id}/profile`, {
      method: 'PATCH',
      key: app.key,
      body: { breed: 'Persian' },
    });
    await page.clock.runFor(11_000);
    await page.getByText('Persian').first().waitFor();
    assert.ok(await link.isVisible());
    await app.service.send(`/v1/pets/${id}`, { method: 'PATCH', key: app.key, body: { status: 'sold' } });
    await page.clock.runFor(11_000);
    await link.waitFor({ state: 'detached' });
  },
);
