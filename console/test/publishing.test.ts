import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { at, listOf } from '@petstore/testing/http/expect-response.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { until } from '@petstore/testing/until.ts';
import { signedIn, signIn, startSharedApp } from './console-page.ts';
import { examine } from './inspect.ts';

const browser = { skip: noBrowser };

test(
  'a manager sees why an animal is left out, maps its word, and turns a site on that keeps its password to itself',
  browser,
  async (t) => {
    const app = await startSharedApp();
    const { service, key } = app;
    const admin = await service.account({ role: 'admin' });
    await service.send('/v1/categories/1', { method: 'PUT', key: admin.key, body: { name: 'Dog' } });
    const pet = await addPet(service, key, { name: 'Rex', categoryId: 1, status: 'available' });
    const profile = { breed: 'Lab mix', spayedNeutered: true };
    await service.send(`/v1/pets/${pet}/profile`, { method: 'PATCH', key, body: profile });
    const page = await signedIn(t, app, { at: '/publishing' });
    await page.getByRole('link', { name: 'Set up Petfinder' }).click();
    await page.getByRole('heading', { name: 'What it gets' }).waitFor();
    await page.getByText('0 of 1 animal is sent.').waitFor();

    // The missing field is one step away.
    await page.getByRole('link', { name: 'the sex is missing' }).click();
    const form = page.getByRole('dialog', { name: 'Profile of Rex' });
    await form.locator('[name=sex]:focus').waitFor();
    await form.getByLabel('Sex').selectOption('male');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });

    await page.goto(`${service.url}/#/publishing/petfinder/words`);
    await page.getByRole('button', { name: 'Use “Labrador Retriever”' }).click();
    await page.getByRole('button', { name: 'Save the words' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();

    await page.goto(`${service.url}/#/publishing/petfinder`);
    await page.getByLabel('Send the animals to Petfinder').check();
    await page.getByLabel('User at the site').fill('XX123');
    await page.getByLabel('Password at the site').fill('correct horse');
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByText('A password is set.').waitFor();
    assert.equal(await page.getByLabel('Password at the site').inputValue(), '');
    await page.getByRole('button', { name: 'Look at: The animals' }).click();
    await page.getByRole('region', { name: 'The animals' }).getByText('Labrador Retriever').waitFor();

    // Less encryption asks for the password again, and states why.
    const path = '/v1/publishing/petfinder';
    await service.send(path, { method: 'PATCH', key, body: { security: 'explicit_tls' } });
    const lowering = await signedIn(t, app, { at: '/publishing/petfinder', errors: 'expected' });
    await lowering.getByText('Server', { exact: true }).click();
    await lowering.getByLabel('Encryption').selectOption('none');
    await lowering.getByRole('button', { name: 'Save the settings' }).click();
    await lowering.getByText('A stored one stays only for the same server and user').waitFor();
    await lowering.getByLabel('Password at the site').fill('correct horse');
    await lowering.getByRole('button', { name: 'Save the settings' }).click();
    await lowering.getByText('Saved', { exact: true }).waitFor();

    const reader = await service.account({ role: 'member' });
    const other = await signedIn(t, { ...app, key: reader.key }, { at: '/publishing', errors: 'expected' });
    await other.getByText('Only managers and admins').waitFor();
  },
);

test(
  'a manager adds a partner by its address, sees why it cannot be read, switches it off and removes it',
  browser,
  async (t) => {
    const page = await signedIn(t, await startSharedApp(), { at: '/publishing' });
    const partners = page.getByRole('region', { name: 'Partners' });
    const dialog = page.getByRole('dialog');
    await partners.getByText('You have no partners yet.').waitFor();
    await partners.getByRole('button', { name: 'Add a partner' }).click();
    await dialog.getByLabel('Address of its public page').fill('https://localhost/adopt');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await partners.getByText('The host is not on the public internet.').waitFor();
    await partners.getByRole('button', { name: 'Switch off localhost' }).click();
    await partners.getByText('Off', { exact: true }).waitFor();
    await partners.getByRole('button', { name: 'Remove localhost' }).click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await partners.getByText('You have no partners yet.').waitFor();
  },
);

/** A site that is on and has 12 animals, of which the shelter has none any more. It leads into a private network, which refuses every run. */
async function beginWithDrop() {
  const app = await startSharedApp();
  const { service, key } = app;
  const { id, key: manager } = await service.account({ role: 'manager' });
  const login = { username: 'XX123', password: 'correct horse', host: '10.0.0.1' };
  await service.send('/v1/publishing/petfinder', {
    method: 'PATCH',
    key: manager,
    body: { isOn: true, ...login },
  });
  const now = BigInt(service.clock.now());
  const sent = {
    state: 'done',
    target: '10.0.0.1:21 XX123',
    animals: 12n,
    created_at: now,
    ended_at: now,
  } as const;
  await service.database.write((db) =>
    db
      .insertInto('publishing_runs')
      .values({ account_id: BigInt(String(id)), site: 'petfinder', by_request: 0n, ...sent })
      .execute(),
  );
  return { service, key: manager, other: key };
}

test(
  'on a telephone a sudden drop is on Today, is looked at again and confirmed with the keyboard, and the focus stays',
  browser,
  async (t) => {
    const app = await beginWithDrop();
    await app.service.send('/v1/publishing/petfinder/runs', { method: 'POST', key: app.key, body: {} });
    const state = async () => {
      const [run] = listOf(await app.service.send('/v1/publishing/petfinder/runs', { key: app.key }));
      return at(run, 'state');
    };
    await until(async () => (await state()) === 'asks');
    const viewport = { width: 360, height: 740 };
    const page = await signedIn(t, app, { at: '/today', viewport });
    await page.getByRole('link', { name: /^Petfinder: More than half/ }).click();
    const send = page.getByRole('region', { name: 'Sending' });
    await send.getByText('Afterwards Petfinder shows 0 animals').waitFor();
    await examine(page, 'publishing-question');
    const keepsFocus = () =>
      until(async () => (await page.evaluate('document.activeElement.textContent')) === 'Sending');

    await send.getByRole('button', { name: 'Look again' }).press('Enter');
    await keepsFocus();
    await until(async () => (await state()) === 'asks');
    // If the page has read it while it was sent, it reads it again.
    await page.clock.runFor(3_000);
    await send.getByRole('button', { name: 'Send 0 animals' }).press('Enter');
    await keepsFocus();
    await until(async () => (await state()) === 'failed');
    await page.clock.runFor(3_000);
    await send.getByText('The host is not on the public internet').waitFor();
    await keepsFocus();
  },
);

test(
  'a login that is typed outlives a reload without its password, and the end of a session with it',
  browser,
  async (t) => {
    const app = await beginWithDrop();
    const page = await signedIn(t, app, { at: '/publishing/petfinder', errors: 'expected' });
    const [user, password] = [page.getByLabel('User at the site'), page.getByLabel('Password at the site')];
    await user.fill('XX124');
    await password.fill('marker horse');
    assert.doesNotMatch(await page.evaluate('JSON.stringify(localStorage)'), /marker/);
    await page.reload();
    await page.getByText('This has what you typed before').waitFor();
    assert.deepEqual([await user.inputValue(), await password.inputValue()], ['XX124', '']);
    await password.fill('marker horse');
    const ended = { code: 'invalid_api_key', message: 'Revoked.', status: 401 };
    let isOver = true;
    await page.route(/\/v1\//, (route) =>
      isOver ? route.fulfill({ status: 401, json: ended }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    isOver = false;
    await signIn(page, app.key);
    await page.getByLabel('API key').waitFor({ state: 'detached' });
    assert.deepEqual([await user.inputValue(), await password.inputValue()], ['XX124', 'marker horse']);
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const saved = await app.service.send('/v1/publishing/petfinder', { key: app.key });
    assert.deepEqual([at(saved.json, 'username'), at(saved.json, 'isOn')], ['XX124', true]);
  },
);
