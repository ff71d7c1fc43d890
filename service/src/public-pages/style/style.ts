import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOCAL_RULES } from './focal-rules.ts';

/** In the order in which later rules override earlier ones. */
const FILES = ['base.css', 'page.css', 'search.css', 'cards.css', 'animal.css', 'viewer.css', 'print.css'];

/** The style sheet of the public pages. */
export const STYLE = [
  ...FILES.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')),
  FOCAL_RULES,
].join('\n');

/** Its path changes with its content, so that browsers may keep it. */
export const STYLE_PATH = `/adopt/style-${hash('sha256', STYLE, 'hex').slice(0, 12)}.css`;
