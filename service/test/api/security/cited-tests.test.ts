import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

/** Every test that a document cites as `file` "name" exists in that file under exactly that name. */

const ROOT = new URL('../../../../', import.meta.url);
const PAGES = ['SECURITY.md', 'docs/threat-model.md', 'docs/reliability.md'];

const read = (path: string) => readFile(new URL(path, ROOT), 'utf8');

interface Citation {
  path: string;
  names: string[];
}

/** Returns the cited test files of a text, each with the quoted names that follow it. */
function citationsIn(text: string): Citation[] {
  const cited = text.matchAll(/`([\w./-]+\.test\.[jt]s)`((?:,?(?: and)? "[^"]+")*)/g);
  return [...cited].map(([, path = '', names = '']) => ({
    path,
    names: [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  }));
}

/** Returns the names of the tests in a source text; a template literal as it is written. */
function testNamesIn(source: string): Set<string> {
  const calls = source.matchAll(/\btest\w*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs);
  return new Set([...calls].map(([, , name = '']) => name.replaceAll(/\\(.)/g, '$1')));
}

async function missingIn({ path, names }: Citation): Promise<string[]> {
  const source = await read(path).catch(() => undefined);
  if (source === undefined) return [`${path} does not exist`];
  const existing = testNamesIn(source);
  return names.filter((name) => !existing.has(name)).map((name) => `${path} has no test "${name}"`);
}

for (const page of PAGES) {
  test(`every file and test that ${page} cites exists`, async () => {
    const citations = citationsIn(await read(page));
    assert.ok(citations.length > 10, `${citations.length} citations`);
    assert.deepEqual((await Promise.all(citations.map(missingIn))).flat(), []);
  });
}

test('the OWASP table of SECURITY.md has all ten risks in order, each with a test', async () => {
  const rows = [...(await read('SECURITY.md')).matchAll(/^\| (API\d+) [^|]*\|[^|]+\|([^|]+)\|$/gm)];
  assert.deepEqual(
    rows.map(([, risk]) => risk),
    Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
  );
  for (const [, risk, evidence = ''] of rows) assert.ok(citationsIn(evidence).length > 0, risk);
});

test('reports a renamed test and a missing file', async () => {
  const path = 'service/test/api/security/cited-tests.test.ts';
  const text = `\`${path}\` "reports a renamed test and a missing file" "renamed", \`service/none.test.ts\``;
  assert.deepEqual((await Promise.all(citationsIn(text).map(missingIn))).flat(), [
    `${path} has no test "renamed"`,
    'service/none.test.ts does not exist',
  ]);
});
