// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { send } from '@petstore/testing/http/send.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import { startService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { until } from '@petstore/testing/until.ts';
import { MINUTE, SECOND } from '../../service/src/platform/core/clock.ts';
import { settled, signedIn, startApp } from './console-page.ts';

const browser = { skip: noBrowser };

/** More than a page needs to open. */
const PER_MINUTE = 30;

const SHIFTS_FROM_NOW = `new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) globalThis.shift = (globalThis.shift ?? 0) + entry.value;
}).observe({ type: 'layout-shift' })`;

test(
  'shows a countdown when the quota is used up, announces it once, moves nothing, and resumes by itself',
  browser,
  async (t) => {
    const app = await startApp(t);
    for (const name of ['Last', 'Olive', 'Bruno', 'First']) await addPet(app.service, app.key, { name });
    const { key } = await app.service.account({ perMinute: PER_MINUTE, role: 'manager' });
    const page = await signedIn(t, app, { key, viewport: { width: 360, height: 640 } });
    await page.getByRole('button', { name: 'Add an animal' }).waitFor();
    await page.evaluate(SHIFTS_FROM_NOW);
    for (let used = 0; used < PER_MINUTE; used += 1) await app.service.send('/v1/pets', { key });
    await page.getByLabel('Status of Last').selectOption('Adopted');
    await page.clock.runFor(10_100);
    const status = page.getByRole('status').filter({ hasText: 'Too much at once.' });
    await status.getByText(/It goes on at 12:01\./).waitFor();
    const announced = await status.innerText();
    const countdown = page.locator('.connection-banner .countdown');
    const before = await countdown.innerText();
    await page.clock.runFor(10_000);
    assert.notEqual(await countdown.innerText(), before);
    assert.equal(await status.innerText(), announced);
    assert.equal(await page.evaluate('globalThis.shift ?? 0'), 0);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const [last, banner] = [page.getByText('End of list.'), page.locator('.connection-banner')];
    const [end, begin] = [await last.boundingBox(), await banner.boundingBox()];
    assert.ok(end !== null && begin !== null && end.y + end.height <= begin.y);
    app.service.clock.advance(MINUTE);
    await page.clock.runFor(65_000);
    await banner.waitFor({ state: 'detached' });
  },
);

test('shows a countdown for a ban, and resumes when it ends', browser, async (t) => {
  const app = await startApp(t);
  await addPet(app.service, app.key, { name: 'Olive' });
  const { key } = await app.service.account({ perMinute: PER_MINUTE, role: 'manager' });
  const page = await signedIn(t, app, { key });
  await page.getByRole('button', { name: 'Add an animal' }).waitFor();
  for (let used = 0; used <= PER_MINUTE; used += 1) await app.service.send('/v1/pets', { key });
  app.service.clock.advance(1_500);
  for (let strikes = 0; strikes < 61; strikes += 1) await app.service.send('/v1/pets', { key });
  await page.getByRole('link', { name: 'Adopted' }).click();
  await page.getByRole('status').getByText('Too much at once.').waitFor();
  assert.match(await page.locator('.connection-banner .countdown').innerText(), /^[45]:\d\d$/);
  app.service.clock.advance(6 * MINUTE);
  await page.clock.runFor(6 * MINUTE);
  await page.getByText('No animals match these filters').waitFor();
  await page.getByText('Too much at once').waitFor({ state: 'detached' });
});

test('waits while the service restarts, and loses no input', browser, async (t) => {
  const [store, PORT] = [await temporaryStore(t), String(await freePort())];
  const first = await startService(t, { store, env: { PORT } });
  const { key } = await first.account({ role: 'manager' });
  const page = await signedIn(t, { service: first, key });
  await page.getByRole('button', { name: 'Add an animal' }).click();
  const form = page.getByRole('dialog', { name: 'Add an animal' });
  await form.getByLabel('Name').fill('Frank');
  await form.getByLabel('Number of the category').fill('7');
  await first.close();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('The service is not responding.').waitFor();
  const second = await startService(t, { store, clock: first.clock, env: { PORT } });
  // An attempt that is in flight when the clock advances plans the next one after that. An attempt may take 30 seconds.
  await until(async () => {
    await page.clock.runFor(20 * SECOND);
    await settled(page);
    return page.getByRole('link', { name: 'Frank' }).isVisible();
  });
  const { text } = await send(`${second.url}/v1/pets`, { key });
  assert.equal(text.match(/Frank/g)?.length, 1);
});
