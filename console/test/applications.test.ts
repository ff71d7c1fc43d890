import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { applyFor } from '@petstore/testing/applications.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { type App, signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

/** Sends what a visitor of a web site would send. Returns the id. */
function apply({ service, key }: App, petId: number, name: string, people: string): Promise<number> {
  const email = `${name.split(' ')[0]?.toLowerCase()}@example.org`;
  return applyFor(service, key, petId, { name, email, answers: { people } });
}

async function decide(app: App, id: number, state: string): Promise<void> {
  const sent = { method: 'PATCH', key: app.key, body: { state } };
  const { status, text } = await app.service.send(`/v1/applications/${id}`, sent);
  assert.equal(status, 200, text);
}

test(
  'a list of applications announces new ones and has keys, shows who was overtaken, and an ended one is erased but counted',
  browser,
  async (t) => {
    const app = await startApp(t);
    const olive = await addPet(app.service, app.key, { name: 'Olive' });
    const ana = await apply(app, olive, 'Ana Bell', 'Two adults');
    const page = await signedIn(t, app, { at: '/today' });
    await page.getByRole('link', { name: '1 waits for an answer' }).waitFor();
    await page.getByRole('link', { name: 'Applications 1 wait for an answer' }).click();
    const dialog = page.getByRole('dialog');
    const list = page.getByRole('list', { name: 'Waiting' });
    await list.getByText('Olive').waitFor();
    const bo = await apply(app, olive, 'Bo Berg', 'One adult');
    await page.clock.runFor(6_000);
    await page.getByText('1 application is new or has changed').waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    await list.getByText('Bo Berg').waitFor();
    // The oldest is first, and the keys lead through the list.
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ana Bell', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Take into review' }).click();
    await page.getByText('taken into review').waitFor();
    await decide(app, ana, 'accepted');
    await page.goto(`${app.service.url}/#/applications/${bo}`);
    await page.getByText('Another applicant of this animal was accepted').waitFor();
    await decide(app, ana, 'in_review');
    await page.goto(`${app.service.url}/#/today`);
    await page.clock.runFor(6_000);
    await page.getByRole('link', { name: `Application ${bo} for Olive` }).waitFor();
    await decide(app, ana, 'accepted');
    await page.goto(`${app.service.url}/#/orders`);
    await page
      .getByRole('link', { name: `Application ${ana}` })
      .first()
      .click();
    await decide(app, ana, 'adopted');
    await page.getByRole('link', { name: 'All applications' }).click();
    await page.getByText('No one waits for an answer.').waitFor();
    await page.getByRole('link', { name: 'Ended' }).click();
    await page.getByRole('link', { name: 'Bo Berg' }).waitFor();
    // A new one is not announced on a list that it does not belong to.
    await apply(app, await addPet(app.service, app.key, { name: 'Rex' }), 'Cy Cole', 'One adult');
    await page.clock.runFor(6_000);
    await page.getByRole('link', { name: 'Applications 1 wait for an answer' }).waitFor();
    assert.equal(await page.getByText('new or has changed').count(), 0);
    await page.getByRole('link', { name: 'Bo Berg' }).click();
    await page.getByRole('button', { name: 'Erase…' }).click();
    await dialog.getByRole('heading', { name: 'Erase the application of Bo Berg?' }).waitFor();
    await dialog.getByRole('button', { name: 'Erase it' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await app.service.send(`/v1/applications/${bo}`, { key: app.key })).status, 404);
    // The figures still count the erased one.
    await page.getByRole('link', { name: 'Applications 1 wait for an answer' }).click();
    await page.getByRole('link', { name: 'Figures' }).click();
    await page.getByText('Half were answered within').waitFor();
    await page.getByRole('definition').filter({ hasText: /^3$/ }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a spreadsheet' }).click();
    assert.match((await download).suggestedFilename(), /^applications-\d{4}-\d\d-\d{4}-\d\d\.csv$/);
  },
);
