import assert from 'node:assert/strict';
import { after, type TestContext } from 'node:test';
import { CHROMIUM } from '@petstore/testing/servers/chromium.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

let browser: Promise<Browser> | undefined;

/** The browser of a test file: each tab has a context of its own, so that no test sees what another left. */
function sharedBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: CHROMIUM });
  return browser;
}

after(async () => (await browser)?.close());

/** The real service, ended after the test. */
export interface ConsoleService {
  service: TestService;
  /** A manager's key on the plan Business. */
  key: string;
}

export async function startConsole(t: TestContext): Promise<ConsoleService> {
  const service = await startService(t);
  const { key } = await service.account({ role: 'manager' });
  return { service, key };
}

interface PageOptions extends BrowserContextOptions {
  /** The page after `#`. */
  at?: string;
}

/** A tab of somebody who has not signed in. What the page complains about makes the test fail. */
export async function openConsole(
  t: TestContext,
  { service }: Pick<ConsoleService, 'service'>,
  { at = '/animals', ...options }: PageOptions = {},
) {
  const context = await (await sharedBrowser()).newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...options,
  });
  t.after(() => context.close());
  // The browser's own clock begins with the service's, and goes on by itself until a test moves it.
  await context.clock.install({ time: service.clock.now() });
  const page = await context.newPage();
  const complaints = complaintsOf(page, service.url);
  t.after(() => assert.deepEqual(complaints, []));
  await page.goto(`${service.url}/#${at}`);
  return page;
}

/** A tab of somebody who is signed in, and that follows the feed from its head. */
export async function signedIn(
  t: TestContext,
  place: ConsoleService,
  options: PageOptions & { key?: string } = {},
) {
  const page = await openConsole(t, place, options);
  const isAtHead = page.waitForResponse((response) => response.url().endsWith('after=latest'));
  await signIn(page, options.key ?? place.key);
  await isAtHead;
  return page;
}

export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The requests that a page sends to the interface, as they come. */
export function requestsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/v1/')) sent.push(`${request.method()} ${pathname}${search}`);
  });
  return sent;
}

/**
 * Errors of scripts, what the content policy refused, and requests to other hosts; that a request was answered with an
 * error is no complaint.
 */
function complaintsOf(page: Page, url: string): string[] {
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) complaints.push(`asked ${request.url()}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' && !message.text().startsWith('Failed to load resource');
    if (isComplaint) complaints.push(message.text());
  });
  return complaints;
}
