import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathNotFound } from '../requests/validation.ts';
import { IMMUTABLE } from '../responses/answer.ts';
import { type Answer, type Route, route } from '../route.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { fileAnswer, fileRoute, type PageFile, pageFile } from './page-file.ts';

const BUILT = fileURLToPath(new URL('../../../../../console/dist', import.meta.url));

const POLICY = contentSecurityPolicy({ 'script-src': "'self'" });

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const NOT_BUILT = `<!doctype html>
<html lang="en">
<title>Petstore</title>
<h1>The console is not built</h1>
<p>The service is running. To build its console, run <code>npm ci</code> with the development dependencies, or
<code>npm run prepare</code>, and reload this page.</p>
<p>The API reference is at <a href="/docs/">/docs/</a>.</p>
</html>
`;

/** Serves the console at `/`. The files are read on the first request and kept in memory. */
export class ConsoleFiles {
  readonly #folder: string;
  #loaded: Promise<ReadonlyMap<string, PageFile>> | undefined;

  constructor(folder = BUILT) {
    this.#folder = folder;
  }

  routes(): Route[] {
    return [
      fileRoute('/', () => this.page()),
      route({
        method: 'GET',
        path: '/assets/:name',
        handle: async ({ matched }) => {
          const asset = await this.#file(`assets/${matched?.params.name}`);
          if (asset === undefined) throw pathNotFound();
          return fileAnswer(asset, IMMUTABLE);
        },
      }),
    ];
  }

  async page(): Promise<Answer> {
    const page = (await this.#file('index.html')) ?? pageFile(TYPES['.html'] ?? '', NOT_BUILT);
    return fileAnswer(page, 'no-cache', POLICY);
  }

  async #file(path: string): Promise<PageFile | undefined> {
    this.#loaded ??= load(this.#folder);
    const files = await this.#loaded;
    // If it is built while the service runs, the next request finds it.
    if (!files.has('index.html')) this.#loaded = undefined;
    return files.get(path);
  }
}

/** Returns the built files by their paths; none if the console is not built, or is being built. */
function load(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  return readFiles(folder).catch(() => new Map());
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const names = await readdir(folder, { recursive: true });
  const served = names.filter((name) => TYPES[extname(name)] !== undefined);
  const files = served.map(async (name): Promise<[string, PageFile]> => {
    const type = TYPES[extname(name)] ?? '';
    return [name, pageFile(type, await readFile(join(folder, name), 'utf8'))];
  });
  return new Map(await Promise.all(files));
}

/** A paw, drawn for this project. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <title>Petstore</title>
  <rect width="32" height="32" rx="8" fill="#97391f" />
  <g fill="#ffffff">
    <ellipse cx="16" cy="21" rx="6.5" ry="5.2" />
    <ellipse cx="7.8" cy="15.2" rx="2.4" ry="3.1" />
    <ellipse cx="13" cy="10.4" rx="2.5" ry="3.3" />
    <ellipse cx="19" cy="10.4" rx="2.5" ry="3.3" />
    <ellipse cx="24.2" cy="15.2" rx="2.4" ry="3.1" />
  </g>
</svg>
`;

/** Serves the icon of the console and of the reference page, and redirects the path that browsers request by default. */
export function iconRoutes(): Route[] {
  const icon = pageFile('image/svg+xml', SVG);
  const redirect = { status: 301, headers: ['location', '/favicon.svg', 'content-length', '0'] };
  return [
    fileRoute('/favicon.svg', () => fileAnswer(icon, 'public, max-age=86400')),
    fileRoute('/favicon.ico', () => redirect),
  ];
}
