import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Scope, sharedScope } from '@petstore/testing/folders.ts';
import { isFailedRequest, sharedBrowser } from '@petstore/testing/servers/browser.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import sharp from 'sharp';

const shared = sharedScope();

/** The real service, which serves the console. */
export interface App {
  service: TestService;
  /** The key of a manager on the plan Business. */
  key: string;
}

export async function startApp(t: Scope, env: Record<string, string> = {}): Promise<App> {
  const service = await startService(t, { env });
  const { key } = await service.account({ role: 'manager' });
  return { service, key };
}

/** Starts a service for several tests, and closes it after the last one. */
export function startSharedApp(env?: Record<string, string>): Promise<App> {
  return startApp(shared, env);
}

interface PageOptions extends BrowserContextOptions {
  /** The fragment of the address. */
  at?: string;
  /** By default the test fails if the page reports an error. */
  errors?: 'expected';
}

/** Opens the console in a new context, signed out. The test fails if the page reports an error. */
export async function openConsole(
  t: TestContext,
  { service }: Pick<App, 'service'>,
  { at = '/animals', ...options }: PageOptions = {},
) {
  const page = await newPage(t, service, options);
  await page.goto(`${service.url}/#${at}`);
  return page;
}

/** Opens the console in a tab that has stored a key, and waits until it follows the feed and its lists are up to date. */
export async function signedIn(
  t: TestContext,
  { service, ...app }: App,
  { at = '/animals', key = app.key, ...options }: PageOptions & { key?: string } = {},
) {
  const page = await newPage(t, service, options);
  // In Firefox the script also runs in the empty page, which has no storage.
  const storeKey = `if (origin === '${service.url}') sessionStorage.setItem('petstore.key', '${key}')`;
  const storing = await page.addInitScript({ content: storeKey });
  const feed = page.waitForResponse((response) => response.url().endsWith('after=latest'));
  await page.goto(`${service.url}/#${at}`);
  await storing.dispose();
  await feed;
  await settled(page);
  return page;
}

async function newPage(
  t: TestContext,
  service: TestService,
  { errors: expected, ...options }: Pick<PageOptions, 'errors'> & BrowserContextOptions,
): Promise<Page> {
  const context = await (await sharedBrowser()).newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...options,
  });
  t.after(() => context.close());
  // The clock of the browser starts at the time of the service. It runs in real time until a test moves it.
  await context.clock.install({ time: service.clock.now() });
  const page = await context.newPage();
  trackRequests(page);
  const errors = errorsOf(page, service.url);
  if (expected === undefined) t.after(() => assert.deepEqual(errors, []));
  return page;
}

/** Signs in with a key, on the sign-in page or in the dialog above a page, which asks for a key if there was one before. */
export async function signIn(page: Page, key: string): Promise<void> {
  const [field, button] = [page.getByLabel('API key'), withKey(page)];
  await field.or(button).waitFor();
  if (await button.isVisible()) await button.click();
  await field.fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The button of the sign-in page that leads to the field for a key. */
export function withKey(page: Page) {
  return page.getByRole('button', { name: 'Sign in with a key' });
}

/** Returns a file to choose: a small picture, which the service prepares in little time. */
export async function pictureFile(name: string) {
  const picture = sharp({ create: { width: 96, height: 64, channels: 3, background: '#a0522d' } });
  return { name, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() };
}

/** Records the API requests of a page. */
export function requestsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/v1/')) sent.push(`${request.method()} ${pathname}${search}`);
  });
  return sent;
}

const inFlight = new WeakMap<Page, Set<Request>>();

function trackRequests(page: Page): void {
  const requests = new Set<Request>();
  inFlight.set(page, requests);
  page.on('request', (request) => {
    // What a document has sent until it is left, such as with `keepalive`, has no events any more.
    if (request.isNavigationRequest()) requests.clear();
    // A stream of events stays open.
    if (request.headers().accept !== 'text/event-stream') requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

const IDLE_TURNS = 10;
const NEXT_TURN = `new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = resolve;
  port2.postMessage(0);
})`;

/** Waits until the page has no request in flight for some turns of its event loop. */
export async function settled(page: Page): Promise<void> {
  for (let idleTurns = 0; idleTurns < IDLE_TURNS; ) {
    await page.evaluate(NEXT_TURN);
    idleTurns = inFlight.get(page)?.size === 0 ? idleTurns + 1 : 0;
  }
}

/** Records errors of scripts, violations of the content policy, and requests to other hosts. Error responses are allowed. */
function errorsOf(page: Page, url: string): string[] {
  const errors: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) errors.push(`requested ${request.url()}`);
  });
  const add = (message: string) => !isFailedRequest(message) && errors.push(message);
  page.on('pageerror', ({ message }) => add(message));
  page.on('console', (message) => message.type() === 'error' && add(message.text()));
  return errors;
}
