import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FOCAL_RULES } from './focal-rules.ts';

/** What the public pages and the console have in common. */
const DESIGN = fileURLToPath(new URL('../../../../../design', import.meta.url));
/** In the order in which later rules override earlier ones. */
const FILES = [
  ...['tokens.css', 'fonts.css'].map((file) => join(DESIGN, file)),
  ...[
    'base.css',
    'page.css',
    'search.css',
    'cards.css',
    'animal.css',
    'viewer.css',
    'form.css',
    'print.css',
  ].map((file) => join(import.meta.dirname, file)),
];

/** The style sheet of the public pages. */
export const STYLE = [...FILES.map((file) => readFileSync(file, 'utf8')), FOCAL_RULES].join('\n');

/** Its path changes with its content, so that browsers may keep it. */
export const STYLE_PATH = `/adopt/style-${hash('sha256', STYLE, 'hex').slice(0, 12)}.css`;
