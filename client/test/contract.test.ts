import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Petstore, type SiteId } from '../src/index.ts';

/** One call of each operation. A missing one does not compile. */
const CALLS: Readonly<
  Record<keyof import('../src/index.ts').Operations, (petstore: Petstore) => Promise<unknown>>
> = {
  listPets: ({ pets }) => pets.page(),
  createPet: ({ pets }) => pets.create({ name: 'Frank', categoryId: 1n }),
  getPet: ({ pets }) => pets.get(5n),
  changePet: ({ pets }) => pets.change(5n, { status: 'sold' }),
  removePet: ({ pets }) => pets.remove(5n),
  mergePet: ({ pets }) => pets.merge(5n, 6n),
  listBin: ({ bin }) => bin.page(),
  restorePet: ({ bin }) => bin.restore(5n),
  erasePet: ({ bin }) => bin.erase(5n),
  listMovements: ({ pets }) => pets.movements(5n).page(),
  addMovement: ({ pets }) => pets.addMovement(5n, { type: 'foster', date: '2026-11-20' }),
  changeMovement: ({ pets }) => pets.changeMovement(5n, 5n, { note: null }),
  removeMovement: ({ pets }) => pets.removeMovement(5n, 5n),
  applyBatch: ({ pets }) => pets.batch([{ operation: 'removePet', petId: 5n }]),
  listMicrochips: ({ listings }) => listings.withMicrochip('985112003456789'),
  listPermissions: ({ pets }) => pets.permissions([5n]),
  listCategories: ({ categories }) => categories.page(),
  nameCategory: ({ categories }) => categories.rename(5n, 'Dog'),
  listListings: ({ listings }) => listings.page(),
  getListing: ({ listings }) => listings.get(5n),
  changeProfile: ({ listings }) => listings.changeProfile(5n, { breed: null }),
  addPhoto: ({ photos }) => photos.add(5n, new Blob(['x'], { type: 'image/png' })),
  editPhoto: ({ photos }) => photos.edit(5n, 'ab', { rotate: 90 }),
  changePhoto: ({ photos }) => photos.change(5n, 'ab', { position: 0 }),
  removePhoto: ({ photos }) => photos.remove(5n, 'ab'),
  listOrders: ({ orders }) => orders.page(),
  placeOrder: ({ orders }) => orders.place({ petId: 5n }),
  getOrder: ({ orders }) => orders.get(5n),
  changeOrder: ({ orders }) => orders.change(5n, { status: 'cancelled' }),
  exportPets: ({ exports }) => exports.pets(),
  getPublishing: ({ publishing }) => publishing.sites(),
  getPublishingSite: ({ publishing }) => publishing.get('5' as SiteId),
  changePublishingSite: ({ publishing }) => publishing.change('5' as SiteId, { isOn: false }),
  listPublishedAnimals: ({ publishing }) => publishing.animals('5' as SiteId).page(),
  getPublishingFile: ({ publishing }) => publishing.file('5' as SiteId, '5' as 'animals'),
  getPublishingWords: ({ publishing }) => publishing.words('5' as SiteId),
  changePublishingWords: ({ publishing }) => publishing.changeWords('5' as SiteId, { words: [] }),
  listPublishingRuns: ({ publishing }) => publishing.runs('5' as SiteId).page(),
  startPublishingRun: ({ publishing }) => publishing.start('5' as SiteId, { confirm: true }),
  getStaysReport: ({ reports }) => reports.stays(),
  exportStaysReport: ({ reports }) => reports.staysCsv({ from: '2026-01', to: '2026-06' }),
  getApplicationsReport: ({ reports }) => reports.applications(),
  exportApplicationsReport: ({ reports }) => reports.applicationsCsv({ from: '2026-01', to: '2026-06' }),
  getAnimalsCount: ({ reports }) => reports.animalsCount(),
  exportAnimalsCount: ({ reports }) => reports.animalsCountCsv({ month: '2026-06' }),
  createImport: ({ imports }) => imports.create(new Blob(['x']), { fileName: 'a.csv' }),
  listImports: ({ imports }) => imports.page(),
  getImport: ({ imports }) => imports.get(5n),
  changeImport: ({ imports }) => imports.change(5n, { dryRun: true }),
  cancelImport: ({ imports }) => imports.cancel(5n),
  getBadRows: ({ imports }) => imports.badRows(5n),
  listEvents: ({ events }) => events.page(),
  listAccounts: ({ accounts }) => accounts.page(),
  getAccount: ({ accounts }) => accounts.get(5n),
  createAccount: ({ accounts }) => accounts.create({ name: 'Web site', plan: 'free' }),
  updateAccount: ({ accounts }) => accounts.update(5n, { plan: 'pro' }),
  listApplications: ({ applications }) => applications.page(),
  sendApplication: ({ applications }) => applications.send({ name: 'Kim', answers: [] }),
  getApplication: ({ applications }) => applications.get(5n),
  changeApplication: ({ applications }) => applications.change(5n, { state: 'accepted' }),
  eraseApplication: ({ applications }) => applications.erase(5n),
  sendApplicationMessage: ({ applications }) => applications.sendMessage(5n, 'Hello'),
  addApplicationNote: ({ applications }) => applications.addNote(5n, 'Hello'),
  getApplicationQuestions: ({ applications }) => applications.questions(5n),
  changeApplicationQuestions: ({ applications }) => applications.changeQuestions({ questions: [] }),
  getApplicationSettings: ({ applications }) => applications.settings(),
  changeApplicationSettings: ({ applications }) =>
    applications.changeSettings({ isOpen: true, takesGeneral: true, promiseDays: 7, showAnswerTime: false }),
  listPeople: ({ people }) => people.page(),
  addPerson: ({ people }) => people.add({ name: 'Ana', role: 'volunteer' }),
  getPerson: ({ people }) => people.get(5n),
  updatePerson: ({ people }) => people.update(5n, { role: 'member' }),
  removePerson: ({ people }) => people.remove(5n),
  invitePerson: ({ people }) => people.invite(5n),
  listDevices: ({ people }) => people.devices(5n),
  signOutEverywhere: ({ people }) => people.signOut(5n),
  signOutDevice: ({ people }) => people.signOut(5n, 5n),
  listPasskeys: ({ people }) => people.passkeys(5n),
  removePasskey: ({ people }) => people.removePasskey(5n, '5'),
  listPartners: ({ publishing }) => publishing.partners(),
  getPartner: ({ publishing }) => publishing.partner(5n),
  addPartner: ({ publishing }) => publishing.addPartner({ url: 'https://hillside.example' }),
  changePartner: ({ publishing }) => publishing.changePartner(5n, { isOn: true }),
  removePartner: ({ publishing }) => publishing.removePartner(5n),
  listWebhooks: ({ webhooks }) => webhooks.list(),
  createWebhook: ({ webhooks }) => webhooks.create({ url: 'https://receiver.example/' }),
  getWebhook: ({ webhooks }) => webhooks.get(5n),
  changeWebhook: ({ webhooks }) => webhooks.change(5n, { isOn: true }),
  removeWebhook: ({ webhooks }) => webhooks.remove(5n),
  rotateWebhookSecret: ({ webhooks }) => webhooks.rotateSecret(5n),
  testWebhook: ({ webhooks }) => webhooks.test(5n),
  listWebhookDeliveries: ({ webhooks }) => webhooks.deliveriesOf(5n).page(),
  retryWebhookDelivery: ({ webhooks }) => webhooks.retry(5n, 5n),
  listKeys: ({ keys }) => keys.page(),
  listAccountKeys: ({ keys }) => keys.of(5n).page(),
  createKey: ({ keys }) => keys.create(5n),
  rotateKey: ({ keys }) => keys.rotate(5n),
  updateKey: ({ keys }) => keys.label(5n, null),
  revokeKey: ({ keys }) => keys.revoke(5n),
  liftBan: ({ keys }) => keys.liftBan(5n),
  listAudit: ({ audit }) => audit.page(),
  getSettings: ({ settings }) => settings.get(),
  changeSettings: ({ settings }) => settings.change({ publicPages: false }),
  getEmailSettings: ({ settings }) => settings.getEmail(),
  changeEmailSettings: ({ settings }) =>
    settings.changeEmail({ host: 'mail.shelter.example', from: 'hello@shelter.example' }),
  removeEmailSettings: ({ settings }) => settings.removeEmail(),
  getEmailTexts: ({ settings }) => settings.getEmailTexts(),
  changeEmailTexts: ({ settings }) => settings.changeEmailTexts({ texts: [] }),
  previewEmailText: ({ settings }) =>
    settings.previewEmailText({ kind: 'declined', language: 'en', subject: 'Hello', body: 'Hello' }),
  sendTestEmail: ({ settings }) => settings.sendTestEmail(),
  getSummary: (petstore) => petstore.summary(),
  getUsage: (petstore) => petstore.usage(),
};

/** Method and path of the one request that a call sends. */
async function requestOf(call: (petstore: Petstore) => Promise<unknown>): Promise<string> {
  const sent: string[] = [];
  const petstore = new Petstore({
    baseUrl: 'http://127.0.0.1',
    apiKey: 'petstore_live_x',
    fetch: async (input, init) => {
      sent.push(`${init?.method} ${new URL(String(input)).pathname}`);
      return new Response('', { status: 404 });
    },
  });
  await assert.rejects(call(petstore), { name: 'PetstoreAnswerError' });
  assert.equal(sent.length, 1);
  return sent.join();
}

test('has one method for each operation of openapi.json', async () => {
  const { paths } = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
  const documented = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} /v1${path.replace('{photoId}', 'ab').replace(/\{\w+\}/g, '5')}`,
    ),
  );
  const sent = await Promise.all(Object.values(CALLS).map(requestOf));
  assert.deepEqual(sent.sort(), documented.sort());
});
