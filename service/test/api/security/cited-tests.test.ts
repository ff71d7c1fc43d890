import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

/** Every file and test that SECURITY.md and docs/threat-model.md cite exists under exactly that name. */

const ROOT = new URL('../../../../', import.meta.url);
const PAGE = new URL('SECURITY.md', ROOT);

interface Row {
  risk: string;
  /** Files and the test names in them. */
  evidence: { path: string; names: string[] }[];
}

/** Returns the citations of a page, which are written as `path` "name" "name". */
function rowsIn(page: string): Row[] {
  return [...page.matchAll(/^\| (API\d+) [^|]*\|[^|]+\|([^|]+)\|$/gm)].map(([, risk = '', tests = '']) => ({
    risk,
    evidence: [...tests.matchAll(/`([^`]+)`([^`]*)/g)].map(([, path = '', after = '']) => ({
      path,
      names: [...after.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
    })),
  }));
}

const rows = rowsIn(await readFile(PAGE, 'utf8'));

test('the table of SECURITY.md has all ten risks in their order, each with a test', () => {
  assert.deepEqual(
    rows.map(({ risk }) => risk),
    Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
  );
  for (const { risk, evidence } of rows) assert.ok(evidence.length > 0, risk);
});

for (const { risk, evidence } of rows) {
  for (const { path, names } of evidence) {
    test(`${risk}: ${path} is a test, and has the tests that SECURITY.md names`, async () => {
      assert.match(path, /\.test\.ts$/);
      const text = await readFile(new URL(path, ROOT), 'utf8');
      for (const name of names) assert.ok(text.includes(name), `${path} has no test "${name}"`);
    });
  }
}
