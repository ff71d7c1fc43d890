// Takes long.
import { globSync } from 'node:fs';

/** The jobs of this folder again, on the screen of a desk. */
process.env.TEST_SCREEN = 'desk';
const files = globSync('*.test.ts', { cwd: import.meta.dirname });
for (const file of files) if (!file.endsWith('.release.test.ts')) await import(`./${file}`);
