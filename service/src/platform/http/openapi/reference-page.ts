import { hash } from 'node:crypto';
import { once } from '../../core/tasks/single-flight.ts';
import type { Route } from '../route.ts';
import { contentSecurityPolicy } from '../static/content-security-policy.ts';
import { fileAnswer, fileRoute, type PageFile, pageFile } from '../static/page-file.ts';

const CACHE_SECONDS = 86_400;
const SCRIPT = '/docs/js/scalar.js';

interface Files {
  readonly page: PageFile;
  /** Its name and value. */
  readonly policy: readonly [string, string];
  readonly script: PageFile;
}

/**
 * Serves the reference page of `/openapi.json` at `/docs`. It loads no font, script or telemetry from another host, so it works offline.
 *
 * @param callableUrls the services to which the page may send the requests that a reader tries out.
 */
export function referenceRoutes(callableUrls: readonly string[]): Route[] {
  const files = once(() => loadFiles(callableUrls));
  return [
    fileRoute('/docs', async () => {
      const { page, policy } = await files();
      // Browsers do not display a sandboxed page with `Cross-Origin-Opener-Policy`.
      const headers = [...policy, 'referrer-policy', 'no-referrer', 'cache-control', 'no-cache'];
      return { status: 200, headers, ...page };
    }),
    fileRoute(SCRIPT, async () => fileAnswer((await files()).script, `public, max-age=${CACHE_SECONDS}`)),
  ];
}

/** Called on the first request: the script has 4 MB, and to load it takes a tenth of a second. */
async function loadFiles(callableUrls: readonly string[]): Promise<Files> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const sent = filesOfPlugin(reference);
  const page = sent('/docs/')
    .replace('<html>', '<html lang="en">')
    // The path of the script is relative to `/docs/`, but the page is also at `/docs`.
    .replace('src="js/scalar.js"', `src="${SCRIPT}"`);
  return {
    page: pageFile('text/html; charset=utf-8', page),
    policy: policyOf(page, callableUrls),
    script: pageFile('text/javascript; charset=utf-8', MEMORY_STORAGE + sent(SCRIPT)),
  };
}

/** A route as the plugin of Scalar adds it to a server. */
interface PluginRoute {
  readonly url: string;
  readonly handler: (request: object, reply: object) => unknown;
}

type Plugin = (server: object, options: object, done: () => void) => void;

/**
 * Returns a function that reads a file of Scalar's reference page by its path. Scalar publishes the page with its script in a
 * plugin for a server only; the package of the page alone depends on 270 packages. So this gives the plugin a server that
 * only keeps its routes (docs/adr/0066).
 */
function filesOfPlugin(plugin: unknown): (path: string) => string {
  const routes: PluginRoute[] = [];
  const server = { route: (added: PluginRoute) => routes.push(added) };
  const configuration = {
    url: '/openapi.json',
    pageTitle: 'Petstore reference',
    favicon: '/favicon.svg',
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    // An iPhone zooms into a field with a smaller text.
    customCss: 'input, textarea, select, [contenteditable] { font-size: max(1rem, 16px) !important; }',
    showDeveloperTools: 'never',
    hideClientButton: true,
  };
  (plugin as Plugin)(server, { routePrefix: '/docs', configuration }, () => {}); // as its documentation describes it
  return (path) => {
    let text = '';
    const reply = { header: () => reply, send: (body: string) => (text = body) };
    const request = { url: path, protocol: 'http', hostname: 'localhost' };
    routes.find(({ url }) => url === path)?.handler(request, reply);
    if (text === '') throw new Error(`The reference page has no file ${path}`);
    return text;
  };
}

/** Allows the inline script of the page by its hash. The script creates styles, so inline styles are allowed, too. */
function policyOf(page: string, callableUrls: readonly string[]): readonly [string, string] {
  const scripts = [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = scripts.map(([, code = '']) => `'sha256-${hash('sha256', code, 'base64')}'`);
  return contentSecurityPolicy({
    'script-src': ["'self'", ...hashes].join(' '),
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': ["'self'", ...callableUrls].join(' '),
    'form-action': "'none'",
    sandbox: SANDBOX,
  });
}

/**
 * Gives the page an opaque origin: without `allow-same-origin`, its scripts cannot read the API key that the console stores
 * for this origin. Links still open as ordinary pages.
 */
const SANDBOX = 'allow-scripts allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox';

/** Scalar stores its settings. A page of opaque origin has no storage, so this keeps them in memory. */
const MEMORY_STORAGE = `for (const name of ['localStorage', 'sessionStorage']) {
  const items = new Map();
  Object.defineProperty(window, name, {
    value: {
      get length() { return items.size; },
      key: (index) => [...items.keys()][index] ?? null,
      getItem: (key) => items.get(String(key)) ?? null,
      setItem: (key, value) => void items.set(String(key), String(value)),
      removeItem: (key) => void items.delete(String(key)),
      clear: () => items.clear(),
    },
  });
}
`;
