import assert from 'node:assert/strict';
import { addPet } from '@petstore/testing/api-calls.ts';
import { testJob } from './job.ts';

testJob({
  name: 'puts the animals on a web site',
  clicks: 5,
  env: { PUBLIC_PAGES: 'managed' },
  prepare: ({ service, key }) => addPet(service, key, { name: 'Bella', categoryId: 7, status: 'available' }),
  run: async (page, { service }) => {
    assert.equal((await service.send('/adopt')).status, 404);
    await page.getByRole('link', { name: 'Manage' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Show the animals that look for a home to everyone').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    await page.getByRole('button', { name: 'Copy the lines' }).click();
    await page.getByText('Copied').waitFor();
    const lines = String(await page.evaluate('navigator.clipboard.readText()'));
    const [, script] = /src="([^"]+)"/.exec(lines) ?? [];
    assert.equal(script, `${service.url}/embed.js`);
    assert.ok(lines.includes(`<petstore-animals service="${service.url}"></petstore-animals>`), lines);
    assert.equal((await service.send('/embed.js')).status, 200);
    assert.match((await service.send('/adopt')).text, /Bella/);
  },
});
