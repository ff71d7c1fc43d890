import assert from 'node:assert/strict';
import { once as emitted } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { startShelter } from '@petstore/testing/example-shelter/shelter.ts';
import { sharedScope } from '@petstore/testing/folders.ts';
import { isFailedRequest, sharedBrowser } from '@petstore/testing/servers/browser.ts';
import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import { once } from '../../service/src/platform/core/tasks/single-flight.ts';

/** The animals of the shelter: 4 dogs, 4 cats and 2 rabbits. */
export const ANIMALS = 10;

const EXAMPLE = new URL('../../examples/web-site/', import.meta.url);
const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

const shared = sharedScope();

/** The origin of the service of all tests of a file. */
export const sharedShelter = once(async () => (await startShelter(shared, ANIMALS)).url);
/** That of another service, which has one animal. */
export const otherShelter = once(async () => (await startShelter(shared, 1)).url);

interface File {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string;
}

const files = new Map<string, File>();

/** A web server of another origin than the service. */
const siteServer = once(async () => {
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url);
    response.writeHead(file === undefined ? 404 : 200, file?.headers).end(file?.content);
  });
  await emitted(server.listen(0, '127.0.0.1'), 'listening');
  shared.after(() => server.close());
  shared.after(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo; // a TCP server has no other type of address
  return `http://localhost:${port}`;
});

interface Site {
  readonly body: string;
  /** The page's style sheet. */
  readonly style?: string;
  /** By default `classic`. */
  readonly script?: keyof typeof SCRIPTS;
  /** The origins of other services, which the policy of the page allows. */
  readonly services?: readonly string[];
  readonly options?: BrowserContextOptions;
}

const COPY = '/assets/optimised.js';
const built = once(() => readFile(new URL('../dist/embed.js', import.meta.url), 'utf8'));

/** How a page can load the script: as `docs/web-site.md` has it, or as optimisers and page builders change that. */
const SCRIPTS = {
  none: () => '',
  classic: (origin: string) => `<script src="${origin}/embed.js" async></script>`,
  module: (origin: string) => `<script src="${origin}/embed.js" type="module"></script>`,
  copied: () => `<script src="${COPY}" async></script>`,
  inline: (_origin: string, code: string) => `<script nonce="page">${code}</script>`,
  loader: () => `<script nonce="page" type="module">await import('${COPY}')</script>`,
};

/** Opens a page with the strictest policy with which `docs/web-site.md` promises that the component works. */
export async function openSite(t: TestContext, site: Site) {
  const { body, style = '', script = 'classic', services = [], options } = site;
  const origin = await sharedShelter();
  const path = `/${files.size}`;
  const own = script === 'classic' || script === 'module' ? '' : " 'self' 'nonce-page'";
  const sources = ['connect-src', 'img-src'].map((name) => [name, origin, ...services].join(' '));
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    `script-src ${origin}${own}`,
    ...sources,
    "require-trusted-types-for 'script'",
  ];
  const code = await built();
  files.set(COPY, { headers: { 'content-type': 'text/javascript' }, content: code });
  files.set(path, {
    headers: { 'content-type': HTML, 'content-security-policy': policy.join('; ') },
    content: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A site</title>
      <link rel="stylesheet" href="${path}.css">
      ${SCRIPTS[script](origin, code)}
      <main><h1>Our animals</h1>${body}</main></html>`,
  });
  files.set(`${path}.css`, { headers: { 'content-type': CSS }, content: style });
  return openPage(t, path, options);
}

/** Opens the site in `examples/`, with the address of the service of the tests. */
export async function openExample(t: TestContext, options: BrowserContextOptions) {
  const origin = await sharedShelter();
  for (const [name, type] of Object.entries({ 'index.html': HTML, 'style.css': CSS })) {
    const content = await readFile(new URL(name, EXAMPLE), 'utf8');
    const headers = { 'content-type': type };
    files.set(`/${name}`, { headers, content: content.replaceAll('http://127.0.0.1:8080', origin) });
  }
  return openPage(t, '/index.html', options);
}

/**
 * Opens a page. The test fails if the page reports an error or a violation of its content policy, unless the test removes
 * it from `errors`.
 */
async function openPage(t: TestContext, path: string, options: BrowserContextOptions | undefined) {
  const origin = await sharedShelter();
  const context = await (await sharedBrowser()).newContext(options);
  t.after(() => context.close());
  const page = await context.newPage();
  const errors: string[] = [];
  const add = (message: string) => !isFailedRequest(message) && errors.push(message);
  page.on('pageerror', ({ message }) => add(message));
  page.on('console', (message) => message.type() === 'error' && add(message.text()));
  t.after(() => assert.deepEqual(errors, []));
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(origin)) requests.push(request);
  });
  await page.goto(`${await siteServer()}${path}`);
  return { page, origin, requests, errors };
}

/** Returns the links to animals of the first component, after it has loaded. */
export async function cardsOf(page: Page) {
  await page.locator('petstore-animals [aria-busy=false]').first().waitFor();
  return page.locator('petstore-animals').first().getByRole('listitem').getByRole('link').all();
}

/** Returns a computed property of an element. */
export function styleOf(page: Page, selector: string, property: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate(
      (element, name) => element.ownerDocument.defaultView.getComputedStyle(element).getPropertyValue(name),
      property,
    );
}
