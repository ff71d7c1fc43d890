import assert from 'node:assert/strict';
import { at, listOf } from '@petstore/testing/http/expect-response.ts';
import { testJob } from './job.ts';

testJob({
  name: 'gives the web designer a key that only reads, for the pages of the shelter',
  clicks: 8,
  run: async (page, { service, key }) => {
    await page.getByRole('link', { name: 'Manage' }).click();
    await page.getByRole('link', { name: 'Programs' }).click();
    await page.getByRole('button', { name: 'Add an account' }).click();
    await page.keyboard.type('Web site');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Make a key for Web site' }).click();
    await page.keyboard.type('New home page');
    await page.getByLabel('For a web page').click();
    await page.getByLabel('Address of the web site').fill('https://www.shelter.example/animals');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByRole('button', { name: 'Copy the key' }).click();
    const secret = String(await page.evaluate('navigator.clipboard.readText()'));
    const read = (origin: string) => service.send('/v1/listings', { key: secret, headers: { origin } });
    assert.equal((await read('https://www.shelter.example')).status, 200);
    assert.equal((await read('https://other.example')).status, 403);
    const [webSite] = listOf(await service.send('/v1/accounts', { key }));
    const [made] = listOf(await service.send(`/v1/accounts/${at(webSite, 'id')}/keys`, { key }));
    assert.deepEqual([at(made, 'label'), at(made, 'role')], ['New home page', 'reader']);
  },
});
