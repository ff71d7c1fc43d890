import { existsSync } from 'node:fs';
import { after } from 'node:test';
import playwright, { type Browser } from 'playwright-core';
import { skipReason } from '../skip-reason.ts';
import { CHROMIUM, noChromium } from './chromium.ts';

const FIREFOX = '/usr/bin/firefox-esr';

/** The browser in which the tests of pages run: `TEST_BROWSER`, by default Chromium. */
const BROWSER = process.env.TEST_BROWSER === 'firefox' ? 'firefox' : 'chromium';

/** For `skip`: false if the browser is installed, else why not. */
export const noBrowser: string | false =
  BROWSER === 'chromium'
    ? noChromium
    : !existsSync(FIREFOX) &&
      skipReason('Tests in Firefox', `there is no ${FIREFOX} (Debian's package firefox-esr)`);

/** @param args for Chromium. */
export function launchBrowser(args: string[] = []): Promise<Browser> {
  return BROWSER === 'chromium'
    ? playwright.chromium.launch({ executablePath: CHROMIUM, args })
    : launchFirefox();
}

/** Without them Chromium starts a process for the empty page of a context, and another one for its site. */
const ONE_PROCESS = ['--renderer-process-limit=1', '--process-per-site'];

let browser: Promise<Browser> | undefined;

/** Returns the browser of the test process. Each page has its own context, so that tests do not affect each other. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser(ONE_PROCESS);
  return browser;
}

// It ends before what tests that import this share, such as the services of its pages.
after(async () => (await browser)?.close());

/** Starts Debian's Firefox, which Playwright controls by WebDriver BiDi. */
async function launchFirefox(): Promise<Browser> {
  const browser = await playwright.firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX });
  ignoreUnknownCommand(browser);
  return browser;
}

/** The centimetres of each size of paper. */
const PAPER = { A4: [21, 29.7], Letter: [21.59, 27.94] } as const;
export type Paper = keyof typeof PAPER;

/** Returns the options of `page.pdf` for a size of paper. Playwright passes inches to Firefox, which expects centimetres. */
export function sheetOf(format: Paper): { format: string } | { width: string; height: string } {
  const [width, height] = PAPER[format];
  return BROWSER === 'chromium' ? { format } : { width: `${width}in`, height: `${height}in` };
}

/** What browsers write about a response with an error status, about none, and about the icon that Firefox asks of every site. */
const FAILED_REQUEST = /^Failed to load resource|CORS request did not succeed|\/favicon\.ico/;

/** Returns true for a message in the console of a page about a request that failed: a test may intend that. */
export function isFailedRequest(message: string): boolean {
  return FAILED_REQUEST.test(message);
}

/** What Playwright sends by WebDriver BiDi. */
interface Session {
  send(method: string, params: unknown): Promise<unknown>;
}

/** Playwright sends this command for each context and page, and no Firefox knows it yet. */
const UNKNOWN_COMMAND = 'emulation.setMediaFeaturesOverride';

function ignoreUnknownCommand(browser: Browser): void {
  // Not in Playwright's types, which have no way to leave a command out.
  const { _connection: internals } = browser as unknown as {
    _connection: { toImpl(browser: Browser): { _browserSession: Session } };
  };
  const sessions: Session = Object.getPrototypeOf(internals.toImpl(browser)._browserSession);
  const { send } = sessions;
  sessions.send = function (method, params) {
    return method === UNKNOWN_COMMAND ? Promise.resolve({}) : send.call(this, method, params);
  };
}
