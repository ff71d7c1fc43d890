import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readAll } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { noChromium } from '@petstore/testing/servers/chromium.ts';
import { requestsOf, signedIn, startConsole } from './console-page.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));

/** Imports every row of the example, whatever became of the animal, and each time anew. */
async function importThousands(t: TestContext, store: string, thousands: number): Promise<void> {
  const example = JSON.parse(await readFile(join(EXAMPLES, 'austin.mapping.json'), 'utf8'));
  const { reference: _, status, ...columns } = example;
  const outcomes = Object.fromEntries(Object.keys(status.skip ?? {}).map((outcome) => [outcome, 'pending']));
  const mapping = join(await temporaryFolder(t), 'mapping.json');
  const all = { ...columns, status: { column: status.column, values: { ...status.values, ...outcomes } } };
  await writeFile(mapping, JSON.stringify(all));
  await runCommand(store, ['accounts', 'create', 'default', '--plan', 'free']);
  for (let round = 0; round < thousands; round += 1) {
    const args = ['pets', 'import', join(EXAMPLES, 'austin.csv'), '--mapping', mapping];
    const { status: exit, err } = await runCommand(store, args);
    assert.equal(exit, 0, err);
  }
}

/** Goes on whenever the page has grown. */
const scrollToTheEnd = `new Promise((resolve) => {
  const goOn = () => {
    scrollTo(0, document.body.scrollHeight);
    if (document.querySelector('.more > p') !== null) resolve();
  };
  new MutationObserver(goOn).observe(document.body, { childList: true, subtree: true });
  goOn();
})`;

test('five thousand real animals are browsed to the end, each once, newest first', {
  skip: noChromium,
}, async (t) => {
  const place = await startConsole(t);
  await importThousands(t, place.service.store, 5);
  const page = await signedIn(t, place);
  const sent = requestsOf(page);
  await page.getByRole('link', { name: 'Blackie' }).first().waitFor();
  await page.evaluate(scrollToTheEnd);
  await page.getByText('End of list.').waitFor();
  const shown = await page.locator('.animals h2').allTextContents();
  const catalogue = await readAll(place.service, place.key, '/v1/pets?limit=100');
  assert.deepEqual(
    shown,
    catalogue.map(({ name }) => name),
  );
  assert.equal(shown.length, 5_000);
  assert.equal(sent.filter((request) => request.includes('cursor=')).length, 49);
});
