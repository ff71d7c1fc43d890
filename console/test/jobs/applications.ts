import assert from 'node:assert/strict';
import { addPet } from '@petstore/testing/api-calls.ts';
import { applyFor } from '@petstore/testing/applications.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { sharedBrowser } from '@petstore/testing/servers/browser.ts';
import type { Page } from 'playwright-core';
import { SECOND } from '../../../service/src/platform/core/clock.ts';
import { once } from '../../../service/src/platform/core/tasks/single-flight.ts';
import { type App, signedIn, startSharedApp } from '../console-page.ts';
import { testDay } from './job.ts';

interface Stage {
  readonly page: Page;
  readonly app: App;
}

/** The service of applicants and of their shelter, with the key of an admin. */
const shelter = once(async () => {
  const PORT = String(await freePort());
  const PUBLIC_URL = `http://127.0.0.1:${PORT}`;
  const { service } = await startSharedApp({ PORT, PUBLIC_URL, PUBLIC_PAGES: 'true' });
  const { key } = await service.account({ role: 'admin' });
  await addPet(service, key, { name: 'Rex', categoryId: 1 });
  const olive = await addPet(service, key, { name: 'Olive', categoryId: 2 });
  await service.send('/v1/categories/2', { method: 'PUT', key, body: { name: 'Dogs' } });
  return { app: { service, key }, olive };
});

async function detailsOf({ service, key }: App, id: number) {
  return (await service.send(`/v1/applications/${id}`, { key })).json;
}

testDay<Stage>({
  name: 'an applicant',
  begin: async (t, options) => {
    const { app } = await shelter();
    const context = await (await sharedBrowser()).newContext({ ...options, locale: 'en-GB' });
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(`${app.service.url}/adopt`);
    return { page, app };
  },
  jobs: [
    {
      name: 'finds a dog among others, and reads about it',
      clicks: 2,
      run: async ({ page }) => {
        await page.getByRole('link', { name: 'Dogs' }).click();
        await page.getByRole('heading', { name: '1 dog' }).waitFor();
        await page.getByRole('main').getByRole('link', { name: 'Olive' }).click();
        await page.getByRole('heading', { level: 1, name: 'Olive' }).waitFor();
      },
    },
    {
      name: 'opens the form and sends it',
      clicks: 3,
      run: async ({ page, app }) => {
        await page.getByRole('link', { name: 'Apply to adopt Olive' }).click();
        await page.getByLabel('Your name').fill('Ana Bel');
        await page.getByLabel('E-mail address').fill('ana@mail.example');
        await page.getByLabel('In a house').click();
        await page.getByLabel('Who lives with you?').fill('Two adults');
        await page.getByLabel('How many hours').fill('2');
        await page.getByLabel('Why would you like to adopt').fill('We miss our old dog.');
        app.service.clock.advance(5 * SECOND);
        await page.getByRole('button', { name: 'Send the application' }).click();
        await page.getByRole('heading', { name: 'Please correct one answer' }).waitFor();
      },
    },
    {
      name: 'goes to the answer that is missing, gives it, and sends the rest as it was typed',
      clicks: 3,
      run: async ({ page }) => {
        await page
          .getByRole('alert')
          .getByRole('link', { name: /May you keep animals/ })
          .click();
        await page.getByRole('group', { name: 'May you keep animals' }).getByLabel('Yes').click();
        await page.getByRole('button', { name: 'Send the application' }).click();
        await page.getByRole('heading', { name: 'Your application was sent' }).waitFor();
      },
    },
    {
      name: 'reads until when an answer comes, and has the link to keep',
      clicks: 0,
      run: async ({ page }) => {
        await page.getByText(/^You get an answer by /).waitFor();
        assert.match(await page.locator('.link a').innerText(), /\/application\/[\w-]{22,}$/);
      },
    },
    {
      name: 'opens the private page',
      clicks: 1,
      run: async ({ page }) => {
        await page.getByRole('link', { name: 'Open your private page' }).click();
        await page.getByRole('heading', { name: 'It has arrived' }).waitFor();
      },
    },
    {
      name: 'writes a message to the shelter',
      clicks: 1,
      run: async ({ page, app }) => {
        await page.getByLabel('Write a message').fill('May we meet her on Sunday?');
        await page.getByRole('button', { name: 'Send the message' }).click();
        await page.getByText('Your message was sent.').waitFor();
        assert.match(JSON.stringify(at(await detailsOf(app, 1), 'messages')), /on Sunday/);
      },
    },
    {
      name: 'corrects the name',
      clicks: 2,
      run: async ({ page, app }) => {
        await page.getByText('Correct your name').click();
        await page.getByLabel('Your name').fill('Ana Bell');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText('Your details were saved.').waitFor();
        assert.equal(at(at(await detailsOf(app, 1), 'applicant'), 'name'), 'Ana Bell');
      },
    },
    {
      name: 'reads the answer of the shelter where the link leads',
      clicks: 0,
      run: async ({ page, app: { service, key } }) => {
        const body = { text: 'Yes, come at ten.' };
        await service.send('/v1/applications/1/messages', { method: 'POST', key, body });
        await page.reload();
        await page.getByText('Yes, come at ten.').waitFor();
      },
    },
    {
      name: 'withdraws',
      clicks: 2,
      run: async ({ page, app }) => {
        await page.getByText('Withdraw the application').click();
        await page.getByRole('button', { name: 'Withdraw now' }).click();
        await page.getByRole('heading', { name: 'You have withdrawn' }).waitFor();
        assert.equal(at(await detailsOf(app, 1), 'state'), 'withdrawn');
      },
    },
    {
      name: 'erases everything',
      clicks: 2,
      run: async ({ page, app }) => {
        await page.getByText('Erase my data').click();
        await page.getByRole('button', { name: 'Erase everything now' }).click();
        await page.getByRole('heading', { name: 'Your data was erased' }).waitFor();
        assert.equal(at(await detailsOf(app, 1), 'code'), 'application_not_found');
      },
    },
  ],
});

/** Opens a page as a bookmark does, without a click. */
async function goTo(page: Page, to: string): Promise<void> {
  await page.evaluate(`location.hash = '#${to}'`);
}

testDay<Stage>({
  name: 'a shelter with applications',
  begin: async (t, options) => {
    const { app, olive } = await shelter();
    for (const [name, people] of [
      ['Ana Bell', 'Two adults'],
      ['Bo Berg', 'One adult'],
    ] as const)
      await applyFor(app.service, app.key, olive, { name, answers: { people } });
    return { page: await signedIn(t, app, { at: '/today', ...options }), app };
  },
  jobs: [
    {
      name: 'sees on Today who waits for an answer, the oldest first',
      clicks: 1,
      run: async ({ page }) => {
        await page.getByRole('main').getByRole('link', { name: '2 wait for an answer' }).click();
        const list = page.getByRole('list', { name: 'Waiting' });
        await list.getByText('Bo Berg').waitFor();
        assert.deepEqual(await list.getByRole('link').allTextContents(), ['Ana Bell', 'Bo Berg']);
      },
    },
    {
      name: 'reads what an applicant has answered',
      clicks: 1,
      run: async ({ page }) => {
        await page.getByRole('link', { name: 'Ana Bell' }).click();
        await page.getByText('In a house').waitFor();
      },
    },
    {
      name: 'compares two applicants side by side',
      clicks: 1,
      run: async ({ page }) => {
        await page.getByRole('link', { name: '2 applications for this animal' }).click();
        await page.getByRole('row', { name: 'Two adults One adult' }).waitFor();
      },
    },
    {
      name: 'asks one of them a question',
      clicks: 2,
      run: async ({ page, app }) => {
        await page.getByRole('link', { name: 'Open the application of Ana Bell' }).click();
        await page.getByRole('textbox', { name: 'Ask the applicant' }).fill('When can you visit us?');
        await page.getByRole('button', { name: 'Send' }).click();
        await page.locator('.entries').getByText('When can you visit us?').waitFor();
        assert.match(JSON.stringify(at(await detailsOf(app, 2), 'messages')), /visit us/);
      },
    },
    {
      name: 'notes what only the shelter reads',
      clicks: 1,
      run: async ({ page, app }) => {
        await page.getByRole('textbox', { name: 'Note' }).fill('Knows the breed.');
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await page.locator('.entries').getByText('Knows the breed.').waitFor();
        assert.match(JSON.stringify(at(await detailsOf(app, 2), 'notes')), /Knows the breed/);
      },
    },
    {
      name: 'prints the application for the folder',
      clicks: 1,
      run: async ({ page }) => {
        await page.evaluate('globalThis.print = () => { globalThis.isPrinted = true; }');
        await page.getByRole('button', { name: 'Print' }).click();
        assert.equal(await page.evaluate('globalThis.isPrinted'), true);
      },
    },
    {
      name: 'accepts one, which puts the animal on hold',
      clicks: 2,
      run: async ({ page, app: { service, key } }) => {
        await page.getByRole('button', { name: 'Accept…' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        assert.equal(at((await service.send('/v1/pets/2', { key })).json, 'status'), 'pending');
      },
    },
    {
      name: 'declines the other one with a letter that was prepared and is changed',
      clicks: 4,
      run: async ({ page, app }) => {
        await goTo(page, '/today');
        await page.getByRole('main').getByRole('link', { name: '1 waits for an answer' }).click();
        await page.getByRole('link', { name: 'Bo Berg' }).click();
        await page.getByRole('button', { name: 'Decline…' }).click();
        const letter = page.getByRole('dialog').getByLabel(/^Answer to the applicant/);
        const prepared = await letter.inputValue();
        assert.match(prepared, /Olive/);
        await letter.fill(`${prepared}\nPlease look at Bruno, too.`);
        await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        const details = await detailsOf(app, 3);
        assert.equal(at(details, 'state'), 'declined');
        assert.match(JSON.stringify(at(details, 'states')), /Please look at Bruno, too/);
      },
    },
    {
      name: 'completes the adoption of the accepted one',
      clicks: 5,
      run: async ({ page, app }) => {
        await goTo(page, '/today');
        await page.getByRole('link', { name: 'Applications' }).first().click();
        await page.getByRole('link', { name: 'Accepted' }).click();
        await page.getByRole('link', { name: 'Ana Bell' }).click();
        await page.getByRole('button', { name: 'Complete the adoption…' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Complete the adoption' }).click();
        await page.getByText('The animal has found its home here.').waitFor();
        assert.equal(at(await detailsOf(app, 2), 'state'), 'adopted');
      },
    },
    {
      name: 'asks one more question from now on',
      clicks: 4,
      run: async ({ page, app: { service, key } }) => {
        await goTo(page, '/today');
        await page.getByRole('link', { name: 'Applications' }).first().click();
        await page.getByRole('link', { name: 'Questions' }).click();
        await page.getByRole('button', { name: 'Add a question' }).click();
        await page.getByRole('dialog').getByLabel('Question in English').fill('Do you have a car?');
        await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        const { text } = await service.send('/v1/application-questions', { key });
        assert.match(text, /Do you have a car/);
      },
    },
  ],
});
