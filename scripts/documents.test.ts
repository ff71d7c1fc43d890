import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
/** A relative link of Markdown: the path and the anchor. */
const LINK = /\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
/** A path in backticks, with the ending of a text file or a slash; a path to code needs no backticks. */
const NAMED_PATHS = [
  /`((?:[\w.@-]+\/)+(?:[\w.-]+\.(?:js|md|json|css|conf|csv|svg|png|yaml))?)`/g,
  /(?<![\w./*-])((?:[\w.@-]+\/)+[\w.-]+\.(?:tsx?|lua))\b/g,
];
/** A test file and the names of tests in it. */
const TEST_NAMES = /`([\w./-]+\.test\.ts)`((?: "[^"]+")+)/g;
/** A document that code or another document cites by its path from the root. */
const CITATION = /\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g;
/** Where a quoted path may begin, besides the folder of its document. */
const BASES = ['.', 'service/src', 'service', 'client/src', 'console/src'];
/** What a build or a user makes. */
const NOT_IN_GIT = /(^|\/)(node_modules|\.dev|dist|bundled|screenshots|petstore)\//;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const filesIn = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
const documents = filesIn('*.md');

/** The anchors that GitHub gives the headings of a document, and those of rows in tables. */
function anchorsOf(document: string): string[] {
  const text = read(document);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...text.matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, id = '']) => id)];
}

function isTarget(path: string, anchor: string | undefined): boolean {
  return existsSync(join(ROOT, path)) && (anchor === undefined || anchorsOf(path).includes(anchor));
}

test('every relative link of a document leads to a file and a heading that exist', () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(LINK)]
      .filter(([, path, anchor]) => !isTarget(path ? join(dirname(document), path) : document, anchor))
      .map(([link]) => `${document}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('every path that a document names exists', () => {
  const missing = documents
    .filter((document) => document !== 'CHANGELOG.md')
    .flatMap((document) =>
      NAMED_PATHS.flatMap((pattern) => [...read(document).matchAll(pattern)])
        .map(([, path = '']) => path)
        .filter((path) => !NOT_IN_GIT.test(path))
        .filter((path) => ![...BASES, dirname(document)].some((base) => existsSync(join(ROOT, base, path))))
        .map((path) => `${document}: ${path}`),
    );
  assert.deepEqual(missing, []);
});

test('every test that a document names exists', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(TEST_NAMES)].flatMap(([, file = '', names = '']) =>
      [...names.matchAll(/"([^"]+)"/g)]
        .filter(([, name = '']) => !read(file).includes(name))
        .map(([name]) => `${document}: ${file} ${name}`),
    ),
  );
  assert.deepEqual(missing, []);
});

test('every document and section that a source file cites exists', () => {
  const broken = filesIn('*.ts', '*.tsx', '*.js', '*.lua').flatMap((file) =>
    [...read(file).matchAll(CITATION)]
      .filter(([, path = '', anchor]) => !isTarget(path, anchor))
      .map(([citation]) => `${file}: ${citation}`),
  );
  assert.deepEqual(broken, []);
});

test('every alert leads to its row in docs/operating.md, and every row with a name is of an alert', () => {
  const alerts = read('deploy/monitoring/alerts.yml');
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const links = [...alerts.matchAll(/runbook_url: "file:\/opt\/petstore\/(\S+)#([\w-]+)"/g)];
  const anchorOf = (name: string) => name.replace(/\B[A-Z]/g, '-$&').toLowerCase();
  assert.deepEqual(
    links.map(([, document, anchor]) => [document, anchor]),
    names.map((name) => ['docs/operating.md', anchorOf(name)]),
  );
  const rows = [...read('docs/operating.md').matchAll(/^\| <a id="([\w-]+)"><\/a>`(\w+)` \|/gm)];
  assert.deepEqual(rows.map(([, , name]) => name).sort(), names.toSorted());
  assert.ok(rows.every(([, anchor, name = '']) => anchor === anchorOf(name)));
});

test('the index of decision records lists every record once, in order', () => {
  const listed = [...read('docs/adr/README.md').matchAll(/^\| \d+ \| \[[^\]]+\]\((\d{4}-[^)]+)\)/gm)];
  assert.deepEqual(
    listed.map(([, file]) => `docs/adr/${file}`),
    filesIn('docs/adr/0*.md'),
  );
});
