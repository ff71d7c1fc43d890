import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { IMMUTABLE } from '../responses/answer.ts';
import { type Route, route } from '../route.ts';

/** The paths change with the version of the package, so that browsers may keep the files. */
const PREFIX = '/fonts/figtree-5.3.0';
/** The subset that every page needs; a page asks for it before it has read the style sheet. */
export const FONT_PATH = `${PREFIX}-latin.woff2`;

const SUBSETS = { [FONT_PATH]: 'latin', [`${PREFIX}-latin-ext.woff2`]: 'latin-ext' };

const HEADERS = ['cache-control', IMMUTABLE];

/** Serves the font of the console and of the public pages, which `design/fonts.css` names. Its files are read on the first request. */
export function fontRoutes(): Route[] {
  return Object.entries(SUBSETS).map(([path, subset]) => {
    const name = `@fontsource-variable/figtree/files/figtree-${subset}-wght-normal.woff2`;
    let content: Buffer | undefined;
    return route({
      method: 'GET',
      path,
      // The public pages have an opaque origin, and browsers request fonts with CORS.
      isForEveryOrigin: true,
      handle: async () => {
        content ??= await readFile(fileURLToPath(import.meta.resolve(name)));
        return { status: 200, headers: HEADERS, type: 'font/woff2', body: content };
      },
    });
  });
}
