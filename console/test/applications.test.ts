import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { applyFor } from '@petstore/testing/applications.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { type App, signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

/** Sends what a visitor of a web site would send. Returns the id. */
function apply({ service, key }: App, petId: number, name: string, people: string): Promise<number> {
  const email = `${name.split(' ')[0]?.toLowerCase()}@example.org`;
  return applyFor(service, key, petId, { name, email, answers: { people } });
}

async function stateOf(app: App, id: number): Promise<unknown> {
  const { json } = await app.service.send(`/v1/applications/${id}`, { key: app.key });
  return at(json, 'state');
}

async function decide(app: App, id: number, state: string): Promise<void> {
  const sent = { method: 'PATCH', key: app.key, body: { state } };
  const { status, text } = await app.service.send(`/v1/applications/${id}`, sent);
  assert.equal(status, 200, text);
}

async function startWithApplicants(t: TestContext) {
  const app = await startApp(t);
  const olive = await addPet(app.service, app.key, { name: 'Olive' });
  return { app, olive };
}

test(
  'a shelter compares two applicants, asks back, accepts and completes, and the other one is closed',
  browser,
  async (t) => {
    const { app, olive } = await startWithApplicants(t);
    const ana = await apply(app, olive, 'Ana Bell', 'Two adults');
    const page = await signedIn(t, app, { at: '/today' });
    await page.getByRole('link', { name: '1 waits for an answer' }).waitFor();
    await page.getByRole('link', { name: 'Applications 1 wait for an answer' }).click();
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
    await page.getByText('In a house').waitFor();
    await page.getByRole('textbox', { name: 'Ask the applicant' }).fill('When can you visit us?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('When can you visit us?').first().waitFor();
    await page.getByRole('textbox', { name: 'Note' }).fill('Very friendly on the telephone.');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.entries').getByText('Very friendly').waitFor();
    await page.getByRole('button', { name: 'Take into review' }).click();
    await page.getByText('taken into review').waitFor();
    await page.getByRole('link', { name: '2 applications for this animal' }).click();
    const table = page.getByRole('table');
    await table.getByRole('row', { name: 'Two adults One adult' }).waitFor();
    await table.getByText('Next in line').waitFor();
    await table.getByRole('link', { name: 'Open the application of Ana Bell' }).click();
    await page.getByRole('button', { name: 'Accept…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Accept Ana Bell for Olive?' }).waitFor();
    await dialog.getByText('put on hold for this applicant').waitFor();
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await dialog.waitFor({ state: 'detached' });
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
    await page.getByRole('button', { name: 'Complete the adoption…' }).click();
    await dialog.getByRole('button', { name: 'Complete the adoption' }).click();
    await page.getByText('The animal has found its home here.').waitFor();
    assert.equal(await stateOf(app, ana), 'adopted');
    assert.equal(await stateOf(app, bo), 'closed');
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
