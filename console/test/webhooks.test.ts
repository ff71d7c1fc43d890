import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { signedIn, startApp } from './console-page.ts';

test('a manager adds a webhook, sees its secret once, tests it, takes one over from Today, switches it off and removes it', {
  skip: noBrowser,
}, async (t) => {
  const receiver = createServer((_request, response) => response.writeHead(503).end('closed today'));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  t.after(() => receiver.close());
  const address = receiver.address();
  assert.ok(typeof address === 'object' && address !== null);
  const app = await startApp(t, { OUTBOUND_NETWORKS: '127.0.0.1', OUTBOUND_HTTP_HOSTS: '127.0.0.1' });
  const page = await signedIn(t, app, { at: '/programs' });
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(`http://127.0.0.1:${address.port}/hook`);
  await dialog.getByLabel('What it is for').fill('Web site');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const hook = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Web site' }) });
  await hook.getByRole('button', { name: 'Send a test' }).click();
  await hook.getByText('The program answered 503.').waitFor();
  await hook.getByText('closed today').waitFor();
  await addPet(app.service, app.key);
  const noOne = { api_key_id: null, person_id: null };
  await app.service.database.write((db) => db.updateTable('webhooks').set(noOne).execute());
  await page.getByRole('link', { name: 'Today' }).click();
  await page.getByRole('link', { name: /^1 webhook was switched off: .* no one is responsible/ }).click();
  await hook.getByText('switched off: it belongs to no one any more').waitFor();
  await hook.getByRole('button', { name: 'Take over' }).click();
  await hook.getByText('on', { exact: true }).waitFor();
  await hook.getByRole('button', { name: 'Switch off' }).click();
  await hook.getByText('switched off', { exact: true }).waitFor();
  await hook.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No webhooks yet.').waitFor();
  const { json } = await app.service.send('/v1/webhooks', { key: app.key });
  assert.deepEqual(json, []);
});
