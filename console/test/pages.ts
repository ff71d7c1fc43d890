import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import type { Page } from 'playwright-core';
import type { ConsoleService } from './console-page.ts';

/** Each page of the console, and what is there when it is complete. */
export const PAGES: Readonly<Record<string, { at: string; waitFor(page: Page): Promise<void> }>> = {
  animals: {
    at: '/animals',
    waitFor: (page) => page.getByRole('button', { name: 'Remove Ida' }).first().waitFor(),
  },
  animal: {
    at: '/animals/30',
    waitFor: (page) =>
      page
        .getByText(/Held by .*order 2/i)
        .first()
        .waitFor(),
  },
  orders: { at: '/orders', waitFor: (page) => page.getByRole('button', { name: /Approve/ }).waitFor() },
  usage: { at: '/usage', waitFor: (page) => page.getByText('Business').first().waitFor() },
  activity: { at: '/activity', waitFor: (page) => page.getByText(/Olive/).first().waitFor() },
};

const NAMES = ['Ada', 'Bruno', 'Coco', 'Dot', 'Emil', 'Fee', 'Gus', 'Hops', 'Ida', 'Jojo'];

/** A catalogue with something on every page: 30 animals, one adopted, one on hold. */
export async function addExampleData({ service, key }: ConsoleService): Promise<void> {
  for (let added = 0; added < 29; added += 1) {
    await addPet(service, key, { name: NAMES[added % NAMES.length], categoryId: 1 + (added % 3) });
  }
  await addPet(service, key, { name: 'Olive', categoryId: 2 });
  const adopted = await placeOrder(service, key, 5);
  for (const status of ['approved', 'completed']) {
    await service.send(`/v1/store/orders/${adopted}`, { method: 'PATCH', key, body: { status } });
  }
  await placeOrder(service, key, 30);
}
