import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at } from '@petstore/testing/http/expect-response.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { signedIn, startApp } from './console-page.ts';

test('an admin sets up e-mail, sends a test, and changes the text of a letter', {
  skip: noBrowser,
}, async (t) => {
  const smtp = await startSmtpServer(t);
  const app = await startApp(t);
  const { key } = await app.service.account({ role: 'admin' });
  const page = await signedIn(t, { ...app, key }, { at: '/settings' });
  await page.getByLabel('Mail server', { exact: true }).fill('127.0.0.1');
  await page.getByLabel('Encryption').selectOption('none');
  await page.getByLabel('Port').fill(String(smtp.port));
  await page.getByLabel('Sender').fill('no address');
  await page.getByRole('button', { name: 'Save e-mail settings' }).click();
  await page.getByText('Write an address, or a name and an address').waitFor();
  await page.getByLabel('Sender').fill('Riverside <hello@shelter.example>');
  await page.getByRole('button', { name: 'Save e-mail settings' }).click();
  await page.getByLabel('Send a test to').fill('ana@shelter.example');
  smtp.behaviour = { at: 'MAIL FROM', status: 550 };
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test was not sent:').waitFor();
  smtp.behaviour = 'accept';
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Look into the mailbox of ana@shelter.example').waitFor();
  assert.deepEqual((await smtp.arrived(1)).to, ['ana@shelter.example']);

  await page.getByLabel('Letter', { exact: true }).selectOption('declined');
  await page.getByLabel('Language of the letter').selectOption('es');
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Hola, {owner}');
  await page.getByRole('button', { name: 'Save text' }).click();
  await page.getByText('In braces, use only the names from the list').waitFor();
  await text.fill('Hola, {name}:\n\n{message}');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('Hola, Ana Rivera:').waitFor();
  await page.getByRole('button', { name: 'Save text' }).click();
  await page.getByText('Text saved').waitFor();
  const { json } = await app.service.send('/v1/settings/email-texts', { key });
  const texts = at(json, 'texts');
  assert.ok(Array.isArray(texts));
  assert.deepEqual(
    texts.filter((one) => at(one, 'isChanged')).map((one) => [at(one, 'language'), at(one, 'body')]),
    [['es', 'Hola, {name}:\n\n{message}']],
  );
  await page.getByRole('button', { name: 'Text as delivered' }).click();
  await page.getByRole('button', { name: 'Save text' }).click();
  await page.getByText('Text saved').waitFor();
  assert.doesNotMatch((await app.service.send('/v1/settings/email-texts', { key })).text, /"isChanged":true/);
});
