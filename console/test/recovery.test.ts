// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { startService } from '@petstore/testing/service.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { openConsole, signedIn, signIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

test('shows the restored catalogue and later changes after a restore', browser, async (t) => {
  const folder = await temporaryFolder(t);
  const [store, backup] = [sqliteIn(folder), join(folder, 'backup.db')];
  const before = await startService(t, { store });
  const { key } = await before.account({ role: 'manager' });
  await addPet(before, key, { name: 'Olive' });
  assert.equal((await runCommand(store, ['backup', backup])).status, 0);
  await addPet(before, key, { name: 'Lost' });
  const page = await signedIn(t, { service: before, key });
  await page.getByRole('link', { name: 'Lost' }).waitFor();
  await before.close();
  assert.equal((await runCommand(store, ['restore', backup, '--force'])).status, 0);
  const after = await startService(t, {
    store,
    clock: before.clock,
    env: { PORT: new URL(before.url).port },
  });
  await addPet(after, key, { name: 'Newcomer' });
  await page.clock.runFor(40_000);
  await page.getByRole('link', { name: 'Newcomer' }).waitFor();
  await page.getByRole('link', { name: 'Lost' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Olive' }).waitFor();
});

test(
  'reconnects to the feed after an error, and retries until a service that is unreachable at the start responds',
  browser,
  async (t) => {
    const app = await startApp(t);
    const page = await signedIn(t, app);
    await page.route(/\/v1\/events/, (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to our network</h1>' }),
    );
    const broken = page.waitForResponse((response) => response.url().includes('/v1/events'));
    await page.clock.runFor(6_000);
    await broken;
    await page.getByText('The service is not responding.').waitFor();
    await page.unroute(/\/v1\/events/);
    await addPet(app.service, app.key, { name: 'Newcomer' });
    await page.clock.runFor(40_000);
    await page.getByRole('link', { name: 'Newcomer' }).waitFor();
    await page.getByText('The service is not responding.').waitFor({ state: 'detached' });
    await page.route(/\/v1\//, (route) => route.abort());
    await page.reload();
    await page.getByText('The service is not responding.').waitFor();
    await page.clock.runFor(80_000);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute(/\/v1\//);
    await page.clock.runFor(31_000);
    await page.getByRole('link', { name: 'Newcomer' }).waitFor();
  },
);

test('ignores a late 401 for a key that was signed out', browser, async (t) => {
  const app = await startApp(t);
  await addPet(app.service, app.key, { name: 'Olive' });
  const page = await signedIn(t, app, { at: '/animals/1' });
  const response = Promise.withResolvers<void>();
  await page.route(/\/v1\/store\/orders$/, async (route) => {
    await response.promise;
    const body = { code: 'invalid_api_key', message: 'The old key.', status: 401 };
    await route.fulfill({ status: 401, json: body });
  });
  await page.getByRole('button', { name: 'Place a hold' }).click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, app.key);
  await page.getByRole('heading', { name: 'Olive' }).waitFor();
  const late = page.waitForResponse(/\/v1\/store\/orders$/);
  response.resolve();
  await late;
  await page.clock.runFor(1_000);
  await page.getByRole('heading', { name: 'Olive' }).waitFor();
  assert.equal(await page.getByText('The old key.').count(), 0);
});

test('shows the right animals in a list that the user returns to', browser, async (t) => {
  const app = await startApp(t);
  for (const name of ['Olive', 'Bruno']) await addPet(app.service, app.key, { name });
  const page = await signedIn(t, app);
  await page.getByRole('link', { name: /^Adopted/ }).click();
  await page.getByText('No animals match these filters').waitFor();
  await page.getByRole('link', { name: /^Available/ }).click();
  await page.getByLabel('Status of Olive').selectOption('Adopted');
  const changed = page.waitForResponse('**/v1/batches');
  await page.clock.runFor(10_100);
  await changed;
  await page.getByRole('link', { name: /^Adopted/ }).click();
  await page.getByRole('link', { name: 'Olive' }).waitFor();
  await page.getByRole('link', { name: /^Available/ }).click();
  await page.getByRole('link', { name: 'Bruno' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Olive' }).count(), 0);
});

test('shows why signing in takes long, and can be cancelled', browser, async (t) => {
  const app = await startApp(t);
  const { key } = await app.service.account({ perMinute: 1 });
  for (const _ of [1, 2]) await app.service.send('/v1/usage', { key });
  const page = await openConsole(t, app);
  await signIn(page, key);
  await page
    .getByRole('status')
    .getByText(/^Too much at once\. You can go on in \d+ seconds\.$/)
    .waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
});
