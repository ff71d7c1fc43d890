// Runs in a process of its own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { startShelter } from '@petstore/testing/example-shelter/shelter.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { until } from '@petstore/testing/until.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/xvfb-run';
const [BROWSER = ''] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');

/** A page in WebKit, by the WebDriver protocol of the W3C. */
class WebKitPage {
  readonly #session: string;

  /** @param session the address of the session. */
  constructor(session: string) {
    this.#session = session;
  }

  open(url: string): Promise<unknown> {
    return command(`${this.#session}/url`, { body: { url } });
  }

  /** Runs the body of a function in the page. */
  run<Result>(script: string): Promise<Result> {
    const body = { script, args: [] };
    return command(`${this.#session}/execute/sync`, { body }) as Promise<Result>; // the caller knows its script
  }

  /** Waits until an element that matches the selector has the text. */
  see(selector: string, text: string): Promise<void> {
    const [one, other] = [selector, text].map((value) => JSON.stringify(value));
    return until(() =>
      this.run(
        `return [...document.querySelectorAll(${one})].some((found) => found.textContent.includes(${other}))`,
      ),
    );
  }
}

/** Sends a command on a connection of its own: the driver closes each connection after its response. */
async function command(
  url: string,
  { body, ...options }: RequestOptions & { body?: object } = {},
): Promise<unknown> {
  const sent = request(url, { agent: false, method: 'POST', ...options });
  sent.end(body && JSON.stringify(body));
  const [response] = await once(sent, 'response');
  const { value } = (await json(response)) as { value: unknown };
  assert.equal(response.statusCode, 200, JSON.stringify(value));
  return value;
}

async function openWebKit(t: TestContext): Promise<WebKitPage> {
  const port = await freePort();
  // WebKit's own sandbox does not start as root, and the virtual screen has no graphics card.
  const env = {
    ...process.env,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  const driver = spawn(XVFB, ['-a', DRIVER, `--port=${port}`], { detached: true, env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await until(() =>
    command(`${url}/status`, { method: 'GET' }).then(
      () => true,
      () => false,
    ),
  );
  const options = { 'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] } };
  const created = await command(`${url}/session`, { body: { capabilities: { alwaysMatch: options } } });
  const { sessionId } = created as { sessionId: string };
  t.after(async () => {
    await command(`${url}/session/${sessionId}`, { method: 'DELETE' });
    process.kill(-(driver.pid ?? 0));
  });
  return new WebKitPage(`${url}/session/${sessionId}`);
}

// Debian's packages webkit2gtk-driver, xvfb and xauth. CI does not install them: they have 200 MB.
if ([DRIVER, XVFB, BROWSER].every((path) => path !== '' && existsSync(path))) {
  test('in WebKit, signs in and shows animals, and a public page shows a photo', async (t) => {
    const { service, url } = await startShelter(t, 3);
    const { key } = await service.account({ role: 'manager' });
    const page = await openWebKit(t);
    await page.open(`${url}/#/animals`);
    await page.see('button', 'Sign in');
    await page.run(
      `document.querySelector('input').value = '${key}'; document.querySelector('form button').click();`,
    );
    await page.see('h1', 'Animals');
    await page.see('a', 'Biscuit');
    await page.open(`${url}/adopt`);
    await page.see('h2', 'Biscuit');
    await until(() => page.run<boolean>(`return document.querySelector('.frame img').naturalWidth > 0`));
  });
}
