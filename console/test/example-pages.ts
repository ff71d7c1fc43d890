import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import { applyFor } from '@petstore/testing/applications.ts';
import type { Page } from 'playwright-core';
import { type App, startSharedApp } from './console-page.ts';

/** The pages of the console. `isComplete` waits for the content of the example data. */
export const PAGES: Readonly<Record<string, { at: string; isComplete(page: Page): Promise<void> }>> = {
  today: { at: '/today', isComplete: (page) => page.getByText('Longest in care').waitFor() },
  animals: {
    at: '/animals',
    isComplete: (page) => page.getByLabel('Status of Ida').first().waitFor(),
  },
  export: {
    at: '/export',
    isComplete: (page) => page.getByRole('button', { name: 'Export all animals' }).waitFor(),
  },
  print: { at: '/print', isComplete: (page) => page.getByRole('heading', { name: 'Olive' }).waitFor() },
  animal: {
    at: '/animals/30',
    isComplete: (page) =>
      page
        .getByText(/On hold for .*reservation 2/i)
        .first()
        .waitFor(),
  },
  figures: {
    at: '/figures',
    isComplete: (page) => page.getByRole('heading', { name: 'Why they left' }).waitFor(),
  },
  'figures of applications': {
    at: '/figures?about=applications',
    isComplete: (page) => page.getByText('Half were answered within').waitFor(),
  },
  publishing: {
    at: '/publishing',
    isComplete: (page) => page.getByRole('link', { name: 'Set up Petfinder' }).waitFor(),
  },
  'site of publishing': {
    at: '/publishing/petfinder',
    isComplete: (page) => page.getByText('Nothing yet.').waitFor(),
  },
  'words of publishing': {
    at: '/publishing/petfinder/words',
    isComplete: (page) => page.getByRole('button', { name: 'Save the words' }).waitFor(),
  },
  bin: { at: '/bin', isComplete: (page) => page.getByText('The bin is empty.').waitFor() },
  applications: {
    at: '/applications',
    isComplete: (page) => page.getByRole('link', { name: 'Ana', exact: true }).waitFor(),
  },
  application: {
    at: '/applications/1',
    isComplete: (page) => page.getByText('In a house').waitFor(),
  },
  compare: {
    at: '/applications?pet=29',
    isComplete: (page) => page.getByRole('cell', { name: 'In a house' }).waitFor(),
  },
  questions: {
    at: '/questions',
    isComplete: (page) => page.getByRole('button', { name: 'Save', exact: true }).waitFor(),
  },
  orders: { at: '/orders', isComplete: (page) => page.getByRole('button', { name: /Approve/ }).waitFor() },
  usage: { at: '/usage', isComplete: (page) => page.getByText('Business').first().waitFor() },
  activity: { at: '/activity', isComplete: (page) => page.getByText(/Olive/).first().waitFor() },
  categories: { at: '/categories', isComplete: (page) => page.getByLabel('Name of category 3').waitFor() },
  people: { at: '/people', isComplete: (page) => page.getByText('No one yet').waitFor() },
  programs: {
    at: '/programs',
    isComplete: (page) =>
      page
        .getByRole('button', { name: /Make a key/ })
        .first()
        .waitFor(),
  },
  import: { at: '/import', isComplete: (page) => page.getByText('or drop it here').waitFor() },
  audit: { at: '/audit', isComplete: (page) => page.getByText('entered').first().waitFor() },
  settings: {
    at: '/settings',
    isComplete: (page) => page.getByRole('button', { name: 'Save text' }).waitFor(),
  },
};

const NAMES = ['Ada', 'Bruno', 'Coco', 'Dot', 'Emil', 'Fee', 'Gus', 'Hops', 'Ida', 'Jojo'];

let exampleApp: Promise<App> | undefined;

/** Returns a service with content on every page, and the key of an admin: 30 animals, one adopted, one on hold. Tests share it and do not change it. */
export function sharedExampleApp(): Promise<App> {
  exampleApp ??= startExampleApp();
  return exampleApp;
}

async function startExampleApp(): Promise<App> {
  const { service } = await startSharedApp({ PUBLIC_PAGES: 'true' });
  // A test of all pages in one minute sends more than a person.
  const { key } = await service.account({ role: 'admin', perMinute: 123_456_789, perDay: 987_654_321 });
  for (let added = 0; added < 29; added += 1) {
    await addPet(service, key, { name: NAMES[added % NAMES.length], categoryId: 1 + (added % 3) });
  }
  await addPet(service, key, { name: 'Olive', categoryId: 2 });
  const profile = {
    description: 'Calm, and used to cats.',
    breed: 'Beagle',
    sex: 'female',
    goodWithCats: true,
  };
  await service.send('/v1/pets/30/profile', { method: 'PATCH', key, body: profile });
  const adopted = await placeOrder(service, key, 5);
  for (const status of ['approved', 'completed']) {
    await service.send(`/v1/store/orders/${adopted}`, { method: 'PATCH', key, body: { status } });
  }
  await placeOrder(service, key, 30);
  await applyFor(service, key, 29, { name: 'Ana', email: 'ana@example.org' });
  return { service, key };
}
