import type { TestContext } from 'node:test';
import { addPerson } from '@petstore/testing/people.ts';
import type { Page } from 'playwright-core';
import { type App, openConsole, settled, startApp } from './console-page.ts';

export const PHONE = { width: 390, height: 844 };

export async function beginAdmin(t: TestContext) {
  const app = await startApp(t);
  return { app, ...(await app.service.account({ role: 'admin' })) };
}

/** Adds a member, and opens the console in a browser in which they are signed in. */
export async function signedInPerson(t: TestContext, app: App, key: string, name: string, role = 'member') {
  const { id, browser: device } = await addPerson(app.service, key, { name, role });
  const page = await openConsole(t, app);
  const cookies = [...device.cookies].map(([cookie, value]) => ({
    name: cookie,
    value,
    url: app.service.url,
  }));
  await page.context().addCookies(cookies);
  await page.reload();
  await page.getByRole('button', { name: 'Add an animal' }).waitFor();
  await settled(page);
  return { id, page };
}

export async function openInvitation(t: TestContext, app: App, url: string): Promise<Page> {
  return openConsole(t, app, { at: new URL(url).hash.slice(1), viewport: PHONE });
}

/** Returns the address of an invitation at the port of the test service. */
export function addressIn({ service }: App, url: string): string {
  return `${service.url}/${new URL(url).hash}`;
}
