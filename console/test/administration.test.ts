import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, listOf } from '@petstore/testing/http/expect-response.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { DAY, SECOND } from '../../service/src/platform/core/clock.ts';
import { signedIn, startApp } from './console-page.ts';

test('a key is revoked alone, or as a stolen one with the key that replaced it; another one is made for 90 days', {
  skip: noBrowser,
}, async (t) => {
  const app = await startApp(t);
  const { service } = app;
  const admin = await service.account({ role: 'admin' });
  const member = await service.account();
  const sent = { method: 'POST', key: member.key, body: {} };
  const rotated = await service.send(`/v1/keys/${member.keyId}/rotation`, sent);
  const page = await signedIn(t, { ...app, key: admin.key }, { at: '/programs' });
  const account = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'account 3' }) });
  await account.getByText('Keys', { exact: true }).click();
  await account.getByText(`replaces key ${member.keyId}`).waitFor();
  await account.getByRole('button', { name: `Revoke Key ${member.keyId}` }).click();
  const dialog = page.getByRole('dialog');
  const which = dialog.getByLabel('Which keys?');
  assert.equal(await which.inputValue(), 'one');
  await which.selectOption('It was stolen: also the keys that replaced it');
  await dialog.getByRole('button', { name: 'Revoke the key' }).click();
  await dialog.waitFor({ state: 'detached' });
  await account.getByText('revoked', { exact: false }).nth(1).waitFor();
  service.clock.advance(SECOND);
  for (const key of [member.key, String(at(rotated.json, 'secret'))]) {
    assert.equal((await service.send('/v1/pets', { key })).status, 401);
  }

  await page.getByRole('button', { name: 'Make a key for account 3' }).click();
  await dialog.getByLabel('What is it for?').fill('Volunteer day');
  await dialog.getByLabel('How long is it valid?').selectOption('For 90 days');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await page.getByRole('button', { name: 'Copy the key' }).waitFor();
  const [made] = listOf(await service.send('/v1/accounts/3/keys', { key: admin.key }));
  const days = (Date.parse(String(at(made, 'expiresAt'))) - service.clock.now()) / DAY;
  assert.deepEqual([at(made, 'label'), Math.round(days)], ['Volunteer day', 90]);
});
