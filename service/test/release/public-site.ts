import { applyFor } from '@petstore/testing/applications.ts';
import { startShelter } from '@petstore/testing/example-shelter/shelter.ts';
import type { Scope } from '@petstore/testing/folders.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { CHROMIUM } from '@petstore/testing/servers/chromium.ts';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const ANIMALS = 500;

export type PublicSite = Awaited<ReturnType<typeof startPublicSite>>;

/** Starts a service with public pages of 500 animals with photos, and a browser that Lighthouse can use, too. */
export async function startPublicSite(t: Scope) {
  const { service, url } = await startShelter(t, ANIMALS, {
    ...{ PUBLIC_REQUESTS_PER_MINUTE: '100000', SHELTER_NAME: 'Harbour Street Animal Rescue' },
    SHELTER_CONTACT_URL: 'mailto:hello@shelter.example',
  });
  const debuggingPort = await freePort();
  const args = [`--remote-debugging-port=${debuggingPort}`];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  t.after(() => browser.close());
  return {
    url,
    debuggingPort,
    /** The pages of every test: the list, and the first animal in it. */
    paths: { list: '/adopt', animal: `/adopt/${ANIMALS}/biscuit` },
    /** Sends an application, and returns the path of its private page. */
    async apply(): Promise<string> {
      const { key } = await service.account({ role: 'manager' });
      const id = await applyFor(service, key, ANIMALS, { name: 'Ana', email: 'ana@mail.example' });
      const { secret } = await service.database.read
        .selectFrom('applications')
        .select('secret')
        .where('id', '=', BigInt(id))
        .executeTakeFirstOrThrow();
      return `/application/${secret}`;
    },
    /** Opens a page in a new context, and closes it after `use`. */
    async visit(path: string, options: BrowserContextOptions, use: (page: Page) => Promise<void>) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
      await use(page);
      await context.close();
    },
  };
}
