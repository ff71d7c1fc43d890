import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const DOCUMENT = fileURLToPath(new URL('../../../docs/translating.md', import.meta.url));

/**
 * Returns the paths of a list in `docs/translating.md`.
 *
 * @param list `types`: a missing language is a type error there; `words`: words that imports understand.
 */
export async function placesIn(list: 'types' | 'words'): Promise<string[]> {
  const text = await readFile(DOCUMENT, 'utf8');
  const [, section = ''] = text.split(`<!-- ${list} -->`);
  return [...section.matchAll(/^- `([^`]+)`/gm)].map(([, path]) => String(path)).sort();
}
