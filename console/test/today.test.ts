import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import type { TestService } from '@petstore/testing/service.ts';
import { countLetters } from '../../service/src/access/mail/letter-budget.ts';
import type { Database } from '../../service/src/platform/database/database.ts';
import { openConsole, requestsOf, settled, signedIn, signIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

test(
  'Today is the first page of members, with one request before its content, and shows changes of others',
  browser,
  async (t) => {
    const { service } = await startApp(t);
    const app = { service, key: (await service.account({ role: 'admin' })).key };
    const page = await openConsole(t, app, { at: '' });
    const requests = requestsOf(page);
    await signIn(page, app.key);
    await page.getByText('The catalogue is empty').waitFor();
    assert.equal(requests[0], 'GET /v1/summary');
    // The fifth place of a phone has a link for every role.
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    await links.nth(4).waitFor();
    assert.equal(await links.count(), 5);
    await settled(page);
    await addFailedEmail(app.service.database);
    await addUnsentEmails(app.service);
    await addPet(app.service, app.key, { name: 'Rex' });
    await placeOrder(app.service, app.key, await addPet(app.service, app.key, { name: 'Bella' }));
    await page.clock.runFor(5_000);
    await page.getByRole('region', { name: 'Longest in care' }).getByRole('link', { name: 'Rex' }).waitFor();
    await page.getByText('2 animals added in 7 days').waitFor();
    await page.getByText('2 in November so far, 0 in October').waitFor();
    await page.getByText('1 e-mail could not be sent in 7 days').waitFor();
    await page.getByText('3 e-mails were not sent in 7 days, because a limit').waitFor();
    const soon = page.getByRole('region', { name: 'Holds that end soon' });
    await soon.getByRole('link', { name: 'Bella' }).waitFor();
    // All people of an account share a quota, also while a colleague adds many animals.
    const before = requests.length;
    for (let added = 0; added < 10; added += 1) {
      await addPet(app.service, app.key);
      await page.clock.runFor(100);
    }
    await page.clock.runFor(5_000);
    await page.getByText('12 animals added in 7 days').waitFor();
    const again = requests.slice(before).filter((request) => request === 'GET /v1/summary');
    assert.ok(again.length <= 2, requests.slice(before).join('\n'));
    await page.getByRole('link', { name: 'Decide 1 reservation' }).click();
    await page.getByRole('button', { name: 'Approve reservation' }).waitFor();
  },
);

function addFailedEmail(database: Database): Promise<unknown> {
  const times = { attempts: 1n, created_at: 0n, next_at: 0n, give_up_at: 0n, failed_at: 1n };
  const mail = { kind: 'invitation', recipient: 'ana@shelter.example', message: null, ...times } as const;
  return database.write((db) => db.insertInto('outbox').values(mail).execute());
}

/** Closes an application five times on a day: its applicant gets two e-mails. */
async function addUnsentEmails({ database, clock }: TestService): Promise<void> {
  const accounts = await database.read.selectFrom('accounts').select('id').execute();
  const letters = accounts.flatMap(({ id: accountId }) =>
    Array.from({ length: 5 }, () => ({
      kind: 'closed' as const,
      mailbox: 'kim@mail.example',
      accountId,
      about: `application of ${accountId}`,
    })),
  );
  await database.write((db) => countLetters(db, letters, clock.now()));
}

test(
  'Today leads an admin of a new service through the name, the animals and the publication',
  browser,
  async (t) => {
    const { service } = await startApp(t, { PUBLIC_PAGES: 'managed' });
    const { key } = await service.account({ role: 'admin' });
    const page = await signedIn(t, { service, key }, { at: '/today' });
    const steps = page.getByRole('region', { name: 'The first steps' }).getByRole('listitem');
    await steps.first().waitFor();
    assert.equal(await steps.getByText('to do').count(), 3);
    await steps.getByRole('link', { name: 'Name the shelter' }).click();
    await page.getByLabel('Name of the shelter').fill('Harbour Street');
    await page.getByLabel('Show the animals that look for a home to everyone').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    await page.getByText('Save to use it for the shelter').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Today' }).click();
    await steps.getByText('done').nth(1).waitFor();
    await addPet(service, key, { name: 'Bella' });
    await page.clock.runFor(5_000);
    await page.getByRole('region', { name: 'Longest in care' }).waitFor();
    assert.equal(await steps.count(), 0);
  },
);

test(
  'days are those of UTC, until an admin sets the time zone of the device, and in its evening it is still today',
  browser,
  async (t) => {
    const app = await startApp(t);
    const { service, key } = app;
    service.clock.advance(Date.parse('2026-11-25T00:24:00Z') - service.clock.now());
    const id = await addPet(service, key, { name: 'Bella' });
    const body = { intakeDate: '2026-11-20' };
    await service.send(`/v1/pets/${id}/profile`, { method: 'PATCH', key, body });
    const admin = await service.account({ role: 'admin' });
    const page = await signedIn(t, app, { at: '/today', key: admin.key, timezoneId: 'America/Chicago' });
    await page.getByText('5 days', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('heading', { name: 'Wednesday, 25 November 2026' }).waitFor();
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('button', { name: 'Use America/Chicago' }).click();
    await page.getByText('4 days', { exact: true }).waitFor();
    await page.getByText('All 14 days').click();
    const today = page.getByRole('row', { name: 'Tuesday 24 November' });
    assert.match(await today.innerText(), /1\s+0$/);
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('heading', { name: 'Tuesday, 24 November 2026' }).waitFor();
  },
);
