import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { STYLE as COMPONENT } from '../embed/src/style.ts';

const ROOT = join(import.meta.dirname, '..');
const TOKENS = readFileSync(join(ROOT, 'design/tokens.css'), 'utf8');
const SHEETS = globSync(['console/src/**/*.css', 'service/src/**/*.css', 'design/fonts.css'], { cwd: ROOT });
/** Where styles are written. Drawings of the service are files of their own, which no style sheet reaches. */
const SOURCES = [...SHEETS, ...globSync(['console/src/**/*.tsx', 'embed/src/**/*.ts'], { cwd: ROOT })];
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');

const COLOUR =
  /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|light-dark)\(|\b(?:black|white|red|green|blue|gray|grey|orange|brown|yellow)(?=\s*[;,)"'])/gi;

test('only the design tokens have colours: other styles name a token', () => {
  assert.ok(SOURCES.length > 100);
  const found = SOURCES.flatMap((path) =>
    [...textOf(path).matchAll(COLOUR)].map(([colour]) => `${path}: ${colour}`),
  );
  assert.deepEqual(found, []);
});

test('only the design names a font', () => {
  const families = /font(?:-family)?:[^;]*(?:serif|monospace|system-ui)/g;
  const found = SHEETS.filter((path) => !path.startsWith('design/')).filter((path) =>
    families.test(textOf(path)),
  );
  assert.deepEqual(found, []);
});

test('a style without a fallback uses only properties that a token or a style defines', () => {
  const texts = [TOKENS, ...SOURCES.map(textOf)].join('\n');
  const defined = new Set([...texts.matchAll(/(--[\w-]+)(?:\s*:|', )/g)].map(([, name]) => name));
  const used = SHEETS.flatMap((path) =>
    [...textOf(path).matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => `${path}: ${name}`),
  );
  assert.deepEqual(
    used.filter((use) => !defined.has(use.split(': ')[1])),
    [],
  );
});

/** Returns the colours of one theme: those of the light one, and what the rule with this condition changes. */
function themeOf(condition: RegExp): Map<string, string> {
  const [light = '', ...others] = TOKENS.split(/(?=@media)/);
  const own = others.find((rule) => condition.test(rule)) ?? '';
  return new Map(
    [...`${light}${own}`.matchAll(/--([\w-]+): #([\da-f]{6});/g)].map(([, name = '', hex = '']) => [
      name,
      hex,
    ]),
  );
}

/** Returns the relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const PAIRS = [
  ...['ink', 'soft', 'accent', 'good', 'wait', 'bad'].flatMap((text) =>
    ['paper', 'card', 'wash'].map((ground) => ({ text, ground, least: 4.5 })),
  ),
  { text: 'on-accent', ground: 'accent', least: 4.5 },
  { text: 'on-badge', ground: 'badge', least: 4.5 },
  { text: 'paper', ground: 'wait', least: 4.5 },
  { text: 'on-screen', ground: 'screen-hover', least: 4.5 },
  ...['paper', 'card', 'wash'].map((ground) => ({ text: 'edge', ground, least: 3 })),
];

for (const [theme, condition] of [
  ['light', /^$/],
  ['dark', /prefers-color-scheme: dark/],
  ['printed', /@media print/],
] as const) {
  test(`text has a contrast of 4.5:1 and an edge of 3:1 on every ground, ${theme}`, () => {
    const colours = themeOf(condition);
    for (const { text, ground, least } of PAIRS) {
      const [light = 0, dark = 0] = [text, ground]
        .map((name) => luminance(colours.get(name) ?? assert.fail(name)))
        .sort((one, other) => other - one);
      const contrast = (light + 0.05) / (dark + 0.05);
      assert.ok(contrast >= least, `${text} on ${ground}: ${contrast.toFixed(2)}`);
    }
  });
}

/** What is behind everything, and what a camera reads, which needs dark on light. */
const NOT_FORCED = ['backdrop', 'code', 'code-ground'];

test('the reader chooses every colour in forced colours', () => {
  const rule = /@media \(forced-colors: active\) \{[\s\S]*?\n\}/.exec(TOKENS)?.[0] ?? '';
  const light = TOKENS.split('@media')[0] ?? '';
  const colours = [...light.matchAll(/--([\w-]+): (?:#|rgb)/g)].map(([, name]) => name);
  assert.deepEqual(
    colours.filter((name = '') => !NOT_FORCED.includes(name) && !rule.includes(`--${name}:`)),
    [],
  );
});

test('a text on a filled ground keeps its colour in forced colours, in which browsers put another ground behind it', () => {
  const rules = SHEETS.flatMap((path) =>
    [...textOf(path).matchAll(/[^{}]+\{[^{}]*\}/g)].map(([rule]) => rule),
  );
  const filled = rules.filter((rule) => /[\s;]color: var\(--on-accent\)/.test(rule));
  assert.ok(filled.length > 3);
  assert.deepEqual(
    filled.filter((rule) => !rule.includes('forced-color-adjust: none')),
    [],
  );
});

test('what is current or pressed is as large as before, so that its neighbours do not move', () => {
  const rules = SHEETS.flatMap((path) =>
    [...textOf(path).matchAll(/[^{}]+\{[^{}]*\}/g)].map(([rule]) => rule),
  );
  const current = rules.filter((rule) => /\[aria-(current|pressed)/.test(rule));
  assert.ok(current.length > 5);
  const resizing = /[\s;](font|font-weight|font-size|letter-spacing|padding|margin|border|border-width):/;
  assert.deepEqual(
    current.filter((rule) => resizing.test(rule)),
    [],
  );
});

test('the icon has the colours of the light theme', () => {
  const colours = [...themeOf(/^$/).values()];
  const icon = textOf('service/src/platform/http/static/console-files.ts');
  const used = [...icon.matchAll(/fill="#([\da-f]{6})"/g)].map(([, hex = '']) => hex);
  assert.equal(used.length, 2);
  assert.ok(
    used.every((hex) => colours.includes(hex)),
    used.join(),
  );
});

test('cards on another web site have the corners and the space of the tokens, in the text size of that page', () => {
  for (const [property, token] of [
    ['--petstore-radius', '--radius'],
    ['--petstore-gap', '--space-4'],
  ]) {
    const [, here = ''] = new RegExp(`${property}, ([\\d.]+)em\\)`).exec(COMPONENT) ?? [];
    const [, there = ''] = new RegExp(`${token}: ([\\d.]+)rem;`).exec(TOKENS) ?? [];
    assert.equal(Number(here), Number(there), property);
  }
});
