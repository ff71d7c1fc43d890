import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at } from '@petstore/testing/http/expect-response.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { signedIn, startApp } from './console-page.ts';

test('an admin sets address, hours and telephone, which visitors see; the time zone stays', {
  skip: noBrowser,
}, async (t) => {
  const app = await startApp(t, { PUBLIC_PAGES: 'true' });
  const { key } = await app.service.account({ role: 'admin' });
  await app.service.send('/v1/settings', {
    method: 'PUT',
    key,
    body: { timeZone: 'America/Chicago', publicPages: true },
  });
  const page = await signedIn(t, { ...app, key }, { at: '/settings' });
  await page.getByLabel('Address', { exact: true }).fill('12 Main St\nSpringfield');
  await page.getByLabel('Opening hours').fill('Tue to Sun');
  await page.getByLabel('Telephone').fill('+1 555 010 0100');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const { json } = await app.service.send('/v1/settings', { key });
  assert.deepEqual(json, {
    timeZone: 'America/Chicago',
    address: '12 Main St\nSpringfield',
    hours: 'Tue to Sun',
    telephone: '+1 555 010 0100',
    publicPages: true,
    fixedBy: { publicPages: 'PUBLIC_PAGES' },
  });
  assert.match((await app.service.send('/adopt')).text, /<p dir="auto">12 Main St\nSpringfield<\/p>/);
});

test('an admin sets up e-mail, reads why a test was refused, sends one, changes a letter and its text as delivered, and removes the server', {
  skip: noBrowser,
}, async (t) => {
  const smtp = await startSmtpServer(t);
  const app = await startApp(t);
  const { key } = await app.service.account({ role: 'admin' });
  const texts = async () => (await app.service.send('/v1/settings/email-texts', { key })).json;
  const page = await signedIn(t, { ...app, key }, { at: '/settings', errors: 'expected' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.getByLabel('Mail server', { exact: true }).fill('127.0.0.1');
  await page.getByLabel('Encryption').selectOption('none');
  await page.getByLabel('Port').fill(String(smtp.port));
  await page.getByLabel('Sender').fill('no address');
  await button('Save e-mail settings').click();
  await page.getByText('Write an address, or a name and an address').waitFor();
  await page.getByLabel('Sender').fill('Riverside <hello@shelter.example>');
  await button('Save e-mail settings').click();
  await page.getByLabel('Send a test to').fill('ana@shelter.example');
  smtp.behaviour = { at: 'MAIL FROM', status: 550 };
  await button('Send a test').click();
  await page.getByText('The test was not sent:').waitFor();
  smtp.behaviour = 'accept';
  await button('Send a test').click();
  await page.getByText('Look into the mailbox of ana@shelter.example').waitFor();
  assert.deepEqual((await smtp.arrived(1)).to, ['ana@shelter.example']);

  await page.getByLabel('Letter', { exact: true }).selectOption('declined');
  await page.getByLabel('Language of the letter').selectOption('es');
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Hola, {owner}');
  await button('Save text').click();
  await page.getByText('In braces, use only the names from the list').waitFor();
  await button('Text as delivered').click();
  await page.getByText('In braces, use only the names from the list').waitFor({ state: 'detached' });
  await text.fill('Sobre {animal}:\n\n{message}');
  await button('Preview').click();
  await page.getByText('Sobre Bella:').waitFor();
  // What another admin changes meanwhile stays.
  const other = { kind: 'accepted', language: 'en', subject: 'Adopted', body: '{animal} is adopted.' };
  await app.service.send('/v1/settings/email-texts', { method: 'PUT', key, body: { texts: [other] } });
  await button('Save text').click();
  await page.getByText('Text saved').waitFor();
  const changed = (json: unknown) =>
    [at(json, 'texts')]
      .flat()
      .filter((one) => at(one, 'isChanged'))
      .map((one) => [at(one, 'language'), at(one, 'body')]);
  assert.deepEqual(changed(await texts()), [
    ['en', '{animal} is adopted.'],
    ['es', 'Sobre {animal}:\n\n{message}'],
  ]);
  await button('Text as delivered').click();
  await page.getByText('Text saved').waitFor({ state: 'hidden' });
  await button('Save text').click();
  await page.getByText('Text saved').waitFor();
  assert.deepEqual(changed(await texts()), [['en', '{animal} is adopted.']]);

  await button('Remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await button('Send a test').waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Mail server', { exact: true }).inputValue(), '');
  assert.deepEqual((await app.service.send('/v1/settings/email', { key })).json, { isSetUp: false });
});
