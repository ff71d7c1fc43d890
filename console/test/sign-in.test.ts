// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { addPerson, invite } from '@petstore/testing/people.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { mailVia, startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { startService } from '@petstore/testing/service.ts';
import type { Page } from 'playwright-core';
import { createFirstAccount } from '../../service/src/cli/accounts/first-account.ts';
import { openConsole, settled, startApp, withKey } from './console-page.ts';
import { examine } from './inspect.ts';
import { addressIn, beginAdmin, openInvitation, PHONE, signedInPerson } from './people-pages.ts';

const browser = { skip: noBrowser };
const COUNT_TAPS = `globalThis.taps = 0;
addEventListener('pointerdown', () => { globalThis.taps += 1; }, { capture: true });`;

test('the first link asks for a name, and signs in with one button and without a key', browser, async (t) => {
  const service = await startService(t);
  const access = await createFirstAccount(service.database, 'production', service.clock.now());
  const link = `/welcome?token=${access?.token}`;
  const page = await openConsole(t, { service }, { at: link });
  await page.getByLabel('Your name').fill('Ana');
  assert.ok(!page.url().includes(String(access?.token)), page.url());
  await page.setViewportSize(PHONE);
  await examine(page, 'welcome');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('link', { name: 'Manage' }).waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText('Ana', { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Manage' }).waitFor();
  const second = await openConsole(t, { service }, { at: link });
  await second.getByLabel('Your name').fill('Eve');
  await second.getByRole('button', { name: 'Begin' }).click();
  await second.getByRole('alert').getByText('This link was used already').waitFor();
  await second.getByRole('button', { name: 'Open the console' }).click();
  await second.getByText('Open your invitation on this device').waitFor();
});

test(
  'from the invitation to the first changed profile a volunteer taps four times, and is shown nothing that is refused',
  browser,
  async (t) => {
    const { app, key } = await beginAdmin(t);
    const { service } = app;
    await addPet(service, key, { name: 'Bella' });
    const added = await service.send('/v1/people', {
      method: 'POST',
      key,
      body: { name: 'Ben', role: 'volunteer' },
    });
    assert.equal(added.status, 201);
    const page = await openInvitation(t, app, await invite(service, key, String(at(added.json, 'id'))));
    await page.getByRole('button', { name: 'Sign in on this device' }).waitFor();
    await settled(page);
    const refused: string[] = [];
    page.on('response', (response) => response.status() >= 400 && refused.push(response.url()));
    await page.evaluate(COUNT_TAPS);
    await page.getByRole('button', { name: 'Sign in on this device' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Bella' }).click();
    await page.getByRole('button', { name: 'Change the profile' }).click();
    await page.getByLabel('Description').fill('Loves long walks.');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('globalThis.taps'), 4);
    const [listing] = await readAll(service, key, '/v1/listings');
    assert.deepEqual(listing?.profile, { description: 'Loves long walks.' });
    for (const name of ['Today', 'Animals', 'Reservations', 'Activity']) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await settled(page);
      assert.equal(await page.getByRole('link', { name: 'Bin' }).count(), 0);
    }
    assert.deepEqual(refused, []);
    await page.getByRole('button', { name: 'Menu' }).click();
    for (const name of ['Bin', 'Usage']) assert.equal(await page.getByRole('link', { name }).count(), 0);
  },
);

test(
  'a person who is signed out everywhere is asked to sign in again within a second, and keeps what was typed',
  browser,
  async (t) => {
    const { app, key } = await beginAdmin(t);
    const { service } = app;
    const { id, page } = await signedInPerson(t, app, key, 'Ben');
    await page.getByRole('button', { name: 'Add an animal' }).click();
    await page.getByLabel('Name').fill('Olive');
    await page.getByLabel('Number of the category').fill('1');
    await service.send(`/v1/people/${id}/devices`, { method: 'DELETE', key });
    service.clock.advance(1_000);
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByText('You are not signed in any more').first().waitFor();
    assert.equal((await readAll(service, key, '/v1/pets')).length, 0);
    // In another tab, which informs this one.
    const other = await page.context().newPage();
    await other.goto(await invite(service, key, id).then((url) => addressIn(app, url)));
    await other.getByRole('button', { name: 'Sign in on this device' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Name').inputValue(), 'Olive');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual(
      (await readAll(service, key, '/v1/pets')).map(({ name }) => name),
      ['Olive'],
    );
  },
);

test(
  'one request gets the next token for an old one; before a tab signs out all save what waits, and they notice who signs in',
  browser,
  async (t) => {
    const { app, key } = await beginAdmin(t);
    for (const name of ['Olive', 'Bruno']) await addPet(app.service, key, { name });
    const { page } = await signedInPerson(t, app, key, 'Ben');
    const tokens: string[] = [];
    page.on('request', (request) => request.url().endsWith('/session/token') && tokens.push(request.url()));
    app.service.clock.advance(15 * 60_000);
    await page.getByRole('navigation').getByRole('link', { name: 'Applications' }).click();
    await page.getByText('No one waits for an answer.').waitFor();
    await settled(page);
    assert.equal(tokens.length, 1);
    assert.equal(await page.getByRole('heading', { name: 'Sign in' }).count(), 0);
    const other = await page.context().newPage();
    await other.goto(`${app.service.url}/#/animals`);
    await other.getByLabel('Status of Bruno').selectOption('Adopted');
    await page.getByRole('link', { name: 'Animals', exact: true }).click();
    await page.getByLabel('Status of Olive').selectOption('Adopted');
    const saved = page.waitForResponse('**/v1/batches');
    await other.route('**/session', async (route) => {
      await saved;
      await route.continue();
    });
    await other.getByRole('button', { name: 'Menu' }).click();
    await other.getByRole('button', { name: 'Sign out' }).click();
    for (const one of [page, other]) await withKey(one).waitFor();
    const pets = await readAll(app.service, key, '/v1/pets');
    assert.deepEqual(
      pets.map(({ status }) => status),
      ['sold', 'sold'],
    );
    const added = await app.service.send('/v1/people', {
      method: 'POST',
      key,
      body: { name: 'Eva', role: 'member' },
    });
    await other.goto(addressIn(app, await invite(app.service, key, String(at(added.json, 'id')))));
    await other.getByRole('button', { name: 'Sign in on this device' }).click();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('.user-menu').getByText('Eva', { exact: true }).waitFor();
  },
);

test('a passkey is added and signs in, and a code from an e-mail does', browser, async (t) => {
  const smtp = await startSmtpServer(t);
  const app = await startApp(t, mailVia(smtp));
  const { service } = app;
  const { key } = await service.account({ role: 'admin' });
  const email = 'ben@shelter.example';
  const { id } = await addPerson(service, key, { name: 'Ben', role: 'member', email });
  const page = await openConsole(t, app, { at: '/sign-in?problem=link_expired', errors: 'expected' });
  await page.getByRole('alert').getByText('This link was used already').waitFor();
  await addAuthenticator(page);
  // A passkey needs a host with a name.
  const local = service.url.replace('127.0.0.1', 'localhost');
  await page.goto(`${local}/${new URL(await invite(service, key, id)).hash}`);
  await page.getByRole('button', { name: 'Sign in on this device' }).click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'My devices' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: /^Remove the passkey Chrome/ }).waitFor();
  const signOut = async () => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  };
  await signOut();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText('Ben', { exact: true }).first().waitFor();
  await page.keyboard.press('Escape');
  await signOut();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const { text } = await smtp.arrived(1);
  await page.setViewportSize(PHONE);
  await examine(page, 'sign-in-ways');
  await page.getByLabel('Code from the e-mail').fill(/^\d{6}$/m.exec(text)?.[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Menu' }).waitFor();
});

/** Gives a browser an authenticator that keeps passkeys and verifies its user. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}
