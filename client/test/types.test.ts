import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { at, membersOf } from '@petstore/testing/http/expect-response.ts';
import type { ProcessResult } from '@petstore/testing/processes/running-process.ts';
import type { Operations } from '../src/contract.ts';
import { compileConsumer, PROJECTS } from './compile-consumer.ts';
import { CONSUMER, OPEN, WRONG } from './consumers.ts';
import { packedProject } from './packed-project.ts';

const { resolve } = createRequire(import.meta.url);
const TSC = join(dirname(resolve('typescript/package.json')), 'bin', 'tsc');
/** The folder with the types of Node, for a consumer without the DOM. */
const TYPE_ROOTS = [dirname(dirname(resolve('@types/node/package.json')))];

const { STRICT, BROWSER, BUNDLED } = PROJECTS;
const NODE = { ...STRICT, lib: ['es2022'], types: ['node'], typeRoots: TYPE_ROOTS };

const project = await packedProject();

const compile = (name: string, files: Record<string, string>, options: object) =>
  compileConsumer(TSC, project, name, files, options);

const CONSUMERS = {
  'a browser with exact optional members': {
    ...BROWSER,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  },
  'a browser': BROWSER,
  'a bundler': BUNDLED,
  'Node without a DOM': NODE,
};

for (const [who, options] of Object.entries(CONSUMERS)) {
  test(`compiles in a strict project for ${who}`, async () => {
    const { status, out } = await compile(who.replaceAll(' ', '-'), { 'consumer.ts': CONSUMER }, options);
    assert.deepEqual({ status, out }, { status: 0, out: '' });
  });
}

test('rejects each wrong use, and nothing else, at compile time', async () => {
  const uses = Object.values(WRONG);
  const files = Object.fromEntries(uses.map(([line], n) => [`wrong-${n}.ts`, `${OPEN}${line}\n`]));
  const diagnostics = diagnosticsOf(await compile('wrong', files, BROWSER));
  for (const [n, [what, [, expected = '']]] of Object.entries(WRONG).entries()) {
    const found = diagnostics.filter(({ file }) => file === `wrong-${n}.ts`);
    assert.equal(found.length, 1, `${what}: ${JSON.stringify(found)}`);
    assert.match(`${found[0]?.line} ${found[0]?.code}`, new RegExp(`^3 (${expected})$`), what);
  }
  assert.equal(diagnostics.length, uses.length);
});

function diagnosticsOf({ out }: ProcessResult) {
  const lines = out.matchAll(/^(.+?)\((\d+),\d+\): error (TS\d+):/gm);
  return [...lines].map(([, file, line, code]) => ({ file, line, code }));
}

/** The method of each operation; for a list, the recommended one. */
const METHODS: Record<keyof Operations, string> = {
  listPets: 'Pets.list',
  createPet: 'Pets.create',
  getPet: 'Pets.get',
  changePet: 'Pets.change',
  mergePet: 'Pets.merge',
  listBin: 'Bin.list',
  restorePet: 'Bin.restore',
  erasePet: 'Bin.erase',
  removePet: 'Pets.remove',
  listMovements: 'Pets.movements',
  addMovement: 'Pets.addMovement',
  changeMovement: 'Pets.changeMovement',
  removeMovement: 'Pets.removeMovement',
  applyBatch: 'Pets.batch',
  listMicrochips: 'Listings.microchips',
  listPermissions: 'Pets.permissions',
  listCategories: 'Petstore.categories',
  nameCategory: 'Categories.rename',
  listListings: 'Listings.list',
  getListing: 'Listings.get',
  changeProfile: 'Listings.changeProfile',
  addPhoto: 'Photos.add',
  editPhoto: 'Photos.edit',
  changePhoto: 'Photos.change',
  removePhoto: 'Photos.remove',
  listOrders: 'Orders.list',
  placeOrder: 'Orders.place',
  getOrder: 'Orders.get',
  changeOrder: 'Orders.change',
  exportPets: 'Exports.pets',
  getPublishing: 'Publishing.sites',
  getPublishingSite: 'Publishing.get',
  changePublishingSite: 'Publishing.change',
  listPublishedAnimals: 'Publishing.animals',
  getPublishingFile: 'Publishing.file',
  getPublishingWords: 'Publishing.words',
  changePublishingWords: 'Publishing.changeWords',
  listPublishingRuns: 'Publishing.runs',
  startPublishingRun: 'Publishing.start',
  getStaysReport: 'Reports.stays',
  exportStaysReport: 'Reports.staysCsv',
  getApplicationsReport: 'Reports.applications',
  exportApplicationsReport: 'Reports.applicationsCsv',
  getAnimalsCount: 'Reports.animalsCount',
  exportAnimalsCount: 'Reports.animalsCountCsv',
  createImport: 'Imports.create',
  listImports: 'Petstore.imports',
  getImport: 'Imports.get',
  changeImport: 'Imports.change',
  cancelImport: 'Imports.cancel',
  getBadRows: 'Imports.badRows',
  listEvents: 'Events.follow',
  listAccounts: 'Petstore.accounts',
  getAccount: 'Accounts.get',
  createAccount: 'Accounts.create',
  updateAccount: 'Accounts.update',
  listApplications: 'Petstore.applications',
  sendApplication: 'Applications.send',
  getApplication: 'Applications.get',
  changeApplication: 'Applications.change',
  eraseApplication: 'Applications.erase',
  sendApplicationMessage: 'Applications.sendMessage',
  addApplicationNote: 'Applications.addNote',
  getApplicationQuestions: 'Applications.questions',
  changeApplicationQuestions: 'Applications.changeQuestions',
  getApplicationSettings: 'Applications.settings',
  changeApplicationSettings: 'Applications.changeSettings',
  listPeople: 'Petstore.people',
  addPerson: 'People.add',
  getPerson: 'People.get',
  updatePerson: 'People.update',
  removePerson: 'People.remove',
  invitePerson: 'People.invite',
  listDevices: 'People.devices',
  signOutEverywhere: 'People.signOut',
  signOutDevice: 'People.signOut',
  listPasskeys: 'People.passkeys',
  removePasskey: 'People.removePasskey',
  listPartners: 'Publishing.partners',
  getPartner: 'Publishing.partner',
  addPartner: 'Publishing.addPartner',
  changePartner: 'Publishing.changePartner',
  removePartner: 'Publishing.removePartner',
  listWebhooks: 'Webhooks.list',
  createWebhook: 'Webhooks.create',
  getWebhook: 'Webhooks.get',
  changeWebhook: 'Webhooks.change',
  removeWebhook: 'Webhooks.remove',
  rotateWebhookSecret: 'Webhooks.rotateSecret',
  testWebhook: 'Webhooks.test',
  listWebhookDeliveries: 'Webhooks.deliveriesOf',
  retryWebhookDelivery: 'Webhooks.retry',
  listKeys: 'Petstore.keys',
  listAccountKeys: 'Keys.of',
  createKey: 'Keys.create',
  rotateKey: 'Keys.rotate',
  updateKey: 'Keys.label',
  revokeKey: 'Keys.revoke',
  liftBan: 'Keys.liftBan',
  listAudit: 'Petstore.audit',
  getSettings: 'Settings.get',
  changeSettings: 'Settings.change',
  getEmailSettings: 'Settings.getEmail',
  changeEmailSettings: 'Settings.changeEmail',
  removeEmailSettings: 'Settings.removeEmail',
  getEmailTexts: 'Settings.getEmailTexts',
  changeEmailTexts: 'Settings.changeEmailTexts',
  previewEmailText: 'Settings.previewEmailText',
  sendTestEmail: 'Settings.sendTestEmail',
  getSummary: 'Petstore.summary',
  getUsage: 'Petstore.usage',
};

test('marks exactly the deprecated operations of openapi.json as @deprecated', async () => {
  const contract = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
  const operations = Object.values(membersOf(at(contract, 'paths'))).flatMap((path) =>
    Object.values(membersOf(path)).filter((operation) => at(operation, 'deprecated') === true),
  );
  const deprecated = operations.map((operation) => {
    const [, method] = Object.entries(METHODS).find(([id]) => id === at(operation, 'operationId')) ?? [];
    return method;
  });
  assert.ok(deprecated.length > 0);
  const files = (await project.files()).filter((name) => name.endsWith('.d.ts'));
  const types = await Promise.all(files.map((file) => project.read(file)));
  assert.deepEqual(types.flatMap(markedAsDeprecated).sort(), deprecated.sort());
});

/** Returns the class members with `@deprecated` in their comment. */
function markedAsDeprecated(types: string): string[] {
  const [, ...classes] = types.split('export declare class ');
  return classes.flatMap((text) => {
    const [name] = text.split(/\W/, 1);
    const comments = text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:readonly |get )?(\w+)/g);
    return [...comments]
      .filter(([, comment = '']) => comment.includes('@deprecated'))
      .map(([, , member]) => `${name}.${member}`);
  });
}
