// cspell:ignore Recalc
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import type { Page } from 'playwright-core';
import { type App, settled, signedIn, startApp } from './console-page.ts';

// What is counted does not depend on how busy the machine is. The times are in the diagnostics.

const ANIMALS = 1_500;
/** More than a screen and the margin in which a browser lays out what comes next. */
const MAX_LAID_OUT = 150;
/** A box, the bar of the selection, and what is announced. */
const MAX_MUTATIONS = 30;

const COUNT_MUTATIONS = `globalThis.mutations = 0;
new MutationObserver((records) => { mutations += records.length; })
  .observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })`;

/** Returns how many animals the browser lays out: those that are visible, and those that are near. */
function laidOut(page: Page): Promise<number> {
  return page.evaluate(
    `[...document.querySelectorAll('.name-cell bdi')]
      .filter((name) => name.checkVisibility({ contentVisibilityAuto: true })).length`,
  );
}

async function addAnimals({ service }: App): Promise<void> {
  await service.database.write(async (db) => {
    const pet = { category_id: 7n, status: 'available', owner_id: null } as const;
    for (let n = 0; n < ANIMALS; n += 500) {
      const pets = Array.from({ length: 500 }, (_, index) => ({ ...pet, name: `Frank ${n + index}` }));
      await db.insertInto('pets').values(pets).execute();
    }
  });
}

test('in a table of 1,500 animals, only those near the screen are laid out, and a key changes little', {
  skip: noBrowser,
}, async (t) => {
  const app = await startApp(t);
  const quota = { perMinute: 100_000, perDay: 1_000_000 };
  const { key } = await app.service.account({ role: 'manager', ...quota });
  await addAnimals(app);
  const page = await signedIn(t, app, { key, at: '/animals?sort=name' });
  await page.getByRole('button', { name: 'Table' }).click();
  const end = page.getByText('End of list.');
  while ((await end.count()) === 0) {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await settled(page);
  }
  assert.equal(await page.locator('.animal-row').count(), ANIMALS);
  assert.ok((await laidOut(page)) < MAX_LAID_OUT);
  await page.getByLabel(`Select Frank ${ANIMALS - 1}`, { exact: true }).check();
  await page.getByText('1 animal selected').waitFor();
  await page.evaluate(COUNT_MUTATIONS);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const start = await cdp.send('Performance.getMetrics');
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  await page.getByText('1 animal selected').waitFor();
  const done = await cdp.send('Performance.getMetrics');
  for (const name of ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration']) {
    const [before, after] = [start, done].map(
      ({ metrics }) => metrics.find((one) => one.name === name)?.value,
    );
    t.diagnostic(`${name} of two keys: ${Math.round(1_000 * ((after ?? 0) - (before ?? 0)))} ms`);
  }
  const mutations = await page.evaluate<number>('mutations');
  assert.ok(mutations < MAX_MUTATIONS, `${mutations} mutations`);
});
