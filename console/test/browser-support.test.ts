import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CONSOLE_BROWSERS, missingInScript, missingInStyle } from '../../scripts/browser-support.ts';

/** Called only in browsers that have it. */
const TESTED_BEFORE_USE = ['getTransports', 'scrollend', 'skipTransition', 'startViewTransition'];
/** What a browser without it shows in a plainer way. */
const DECORATION = [
  ...[':has', 'accent-color', 'color-mix()', 'contain-intrinsic-size', 'content-visibility'],
  'forced-color-adjust',
  // Without it, a long word of the navigation is not divided.
  'hyphens',
  ...['font-family: ui-monospace', 'scrollbar-gutter', 'scrollbar-width', 'text-wrap'],
  // The margin of a printed page, instead of the browser's own.
  '@page',
  // Chromium's and Safari's names for the parts of a meter. Firefox has its own names.
  ...[':-webkit-meter-bar', ':-webkit-meter-even-less-good-value'],
  ...[':-webkit-meter-optimum-value', ':-webkit-meter-suboptimum-value'],
];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const contentOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: ROOT })
    .map((file) => readFileSync(`${ROOT}/${file}`, 'utf8'))
    .join('\n');

test('the scripts of the console and of embed.js call only what Chrome 109, Firefox 115 and Safari 16.4 have', () => {
  const scripts = contentOf('console/dist/assets/*.js', 'embed/dist/embed.js');
  const missing = missingInScript(scripts, CONSOLE_BROWSERS);
  assert.deepEqual(
    missing.filter((name) => !TESTED_BEFORE_USE.includes(name)),
    [],
  );
});

test('the styles of the console need nothing that these browsers lack', () => {
  const missing = missingInStyle(contentOf('console/dist/assets/*.css'), CONSOLE_BROWSERS);
  assert.deepEqual(
    missing.filter((name) => !DECORATION.includes(name)),
    [],
  );
});
