import type { RawRequest } from '@petstore/testing/http/raw-http.ts';
import { MAX_TEXTS_BYTES } from '../../src/access/mail/letters/text-routes.ts';
import { MAX_APPLICATION_BYTES } from '../../src/adoption/applications/limits.ts';
import { MAX_FORM_BYTES } from '../../src/adoption/applications/questions/question-routes.ts';
import { MAX_BATCH_BYTES } from '../../src/catalogue/batches/batch-routes.ts';
import { MAX_CHANGE_BYTES } from '../../src/exchange/import-export/jobs/change-import-route.ts';
import { MAX_WORDS_BYTES } from '../../src/exchange/publishing/content-routes.ts';
import { applicationOf } from './applications/application-fixture.ts';
import { PHOTO_ID } from './photos/photo-fixture.ts';
import {
  adminKeys,
  asForm,
  asPicture,
  conditions,
  formOf,
  type Keys,
  managerKeys,
  pages,
  reads,
  report,
  write,
  writes,
} from './request-variants.ts';

type Requests = (keys: Keys) => RawRequest[];

export const FRANK = '{"name":"Frank","categoryId":1,"status":"available"}';
const PHOTO_PATH = `/v1/pets/1/photos/${PHOTO_ID}`;
const WEB_SITE = '{"name":"Web site","plan":"free","role":"reader"}';
const ANA = '{"name":"Ana","role":"volunteer","email":"ana@shelter.example"}';
const MAIL_SERVER = '{"host":"127.0.0.1","port":1,"security":"none","from":"hello@shelter.example"}';
const LETTER = '{"kind":"declined","language":"en","subject":"{animal}","body":"{message}"}';
const TEST_EMAIL = '{"to":"ana@shelter.example"}';
const HOOK = '{"url":"https://localhost/hook"}';
const BATCH =
  '{"items":[{"operation":"createPet","pet":{"name":"Frank","categoryId":1}},{"operation":"removePet","petId":99}]}';
const INTAKE = '{"type":"intake","reason":"stray","date":"2026-11-02"}';
const DEATH = '{"type":"outcome","reason":"died","date":"2026-11-02"}';
const QUESTIONS = '{"questions":[{"id":"reason","kind":"long_text","required":true,"text":{"en":"Why?"}}]}';
const FORM_SETTINGS = '{"isOpen":true,"takesGeneral":true,"promiseDays":7,"showAnswerTime":false}';
const SITE_CHANGE = '{"username":"XX123","options":{"includeHeld":true}}';
const SITE_WORDS = '{"words":[{"kind":"breed","categoryId":1,"word":"Lab","siteWord":"Labrador Retriever"}]}';
const HELLO = '{"text":"When could you visit us?"}';
/** With the questions as delivered. */
const KIM = JSON.stringify(applicationOf(3));
const CSV = 'name,categoryId\nRex,1\n';

/** Requests that add a message or a note. */
function entries(path: string, keys: Keys): RawRequest[] {
  return [
    ...writes('POST', path, HELLO, keys),
    write('POST', path, keys.valid, '{}'),
    { method: 'POST', path, key: keys.valid },
    write('POST', path.replace('/1/', '/99/'), keys.valid, HELLO),
    ...[HELLO, HELLO, '{"text":"Hello"}'].map((body) =>
      write('POST', path, keys.valid, body, ['Idempotency-Key: n']),
    ),
  ];
}

/** Requests of each operation that together get every status that a request can get. */
export const REQUESTS: Record<string, Requests> = {
  listPets: (keys) => [...pages('/v1/pets', keys), { path: '/v1/pets?status=sold', key: keys.valid }],
  createPet: (keys) => [
    ...writes('POST', '/v1/pets', FRANK, keys),
    write('POST', '/v1/pets', keys.valid, '{}'),
    { method: 'POST', path: '/v1/pets', key: keys.valid },
    write('POST', '/v1/pets', keys.valid, FRANK, ['Idempotency-Key: a']),
    write('POST', '/v1/pets', keys.valid, '{"name":"Bella","categoryId":1}', ['Idempotency-Key: a']),
  ],
  getPet: (keys) => [
    ...reads('/v1/pets/1', keys),
    ...conditions('/v1/pets/1', keys),
    { path: '/v1/pets/99', key: keys.valid },
  ],
  changePet: (keys) => [
    ...writes('PATCH', '/v1/pets/1', '{"name":"Bella"}', keys),
    write('PATCH', '/v1/pets/1', keys.valid, '{}'),
    write('PATCH', '/v1/pets/1', keys.valid, '{"name":"Rex"}', ['If-Match: "old"']),
    write('PATCH', '/v1/pets/99', keys.valid, '{"name":"Bella"}'),
    write('PATCH', '/v1/pets/2', keys.valid, '{"status":"sold"}'),
  ],
  removePet: (keys) =>
    [
      { path: '/v1/pets/1', key: keys.valid, headers: ['If-Match: "old"'] },
      ...reads('/v1/pets/1', keys),
      { path: '/v1/pets/99', key: keys.valid },
      { path: '/v1/pets/2', key: keys.valid },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  listBin: (keys) => [...pages('/v1/bin', keys)],
  restorePet: (keys) =>
    [
      ...reads('/v1/pets/5/restore', keys),
      { path: '/v1/pets/99/restore', key: keys.valid },
      ...[6, 6, 99].map((id) => ({
        path: `/v1/pets/${id}/restore`,
        key: keys.valid,
        headers: ['Idempotency-Key: a'],
      })),
    ].map((request) => ({ ...request, method: 'POST' })),
  mergePet: (keys) => [
    ...writes('POST', '/v1/pets/3/merge', '{"into":1}', keys),
    write('POST', '/v1/pets/4/merge', keys.valid, '{"into":1}', ['Idempotency-Key: a']),
    write('POST', '/v1/pets/4/merge', keys.valid, '{"into":2}', ['Idempotency-Key: a']),
    write('POST', '/v1/pets/1/merge', keys.valid, '{"into":1}'),
    write('POST', '/v1/pets/99/merge', keys.valid, '{"into":1}'),
  ],
  erasePet: (keys) =>
    [...reads('/v1/bin/5', keys), { path: '/v1/bin/99', key: keys.valid }].map((request) => ({
      ...request,
      method: 'DELETE',
    })),
  listMovements: (keys) => [
    ...pages('/v1/pets/1/movements', keys),
    { path: '/v1/pets/99/movements', key: keys.valid },
  ],
  addMovement: (keys) => [
    ...writes('POST', '/v1/pets/3/movements', INTAKE, keys),
    write('POST', '/v1/pets/1/movements', keys.valid, '{}'),
    { method: 'POST', path: '/v1/pets/1/movements', key: keys.valid },
    write('POST', '/v1/pets/99/movements', keys.valid, INTAKE),
    write('POST', '/v1/pets/2/movements', keys.valid, DEATH),
    ...[INTAKE, INTAKE, DEATH].map((body) =>
      write('POST', '/v1/pets/4/movements', keys.valid, body, ['Idempotency-Key: m']),
    ),
  ],
  changeMovement: (keys) => [
    ...writes('PATCH', '/v1/pets/1/movements/1', '{"note":"Found at the river."}', keys),
    write('PATCH', '/v1/pets/1/movements/1', keys.valid, '{}'),
    write('PATCH', '/v1/pets/1/movements/1', keys.valid, '{"note":null}', ['If-Match: "old"']),
    write('PATCH', '/v1/pets/1/movements/99', keys.valid, '{"note":null}'),
    write('PATCH', '/v1/pets/2/movements/2', keys.valid, '{"date":"2026-11-03"}'),
  ],
  removeMovement: (keys) =>
    [
      { path: '/v1/pets/1/movements/1', key: keys.valid, headers: ['If-Match: "old"'] },
      ...reads('/v1/pets/1/movements/1', keys),
      { path: '/v1/pets/1/movements/99', key: keys.valid },
      { path: '/v1/pets/2/movements/3', key: keys.valid },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  listListings: (keys) => [
    ...pages('/v1/listings', keys),
    { path: '/v1/listings?ids=1,2&status=available', key: keys.valid },
    { path: '/v1/listings?petId=x', key: keys.valid },
    { path: '/v1/listings?q=beagle&sex=male&goodWith=dogs,cats', key: keys.valid },
  ],
  getListing: (keys) => [
    ...reads('/v1/listings/1', keys),
    ...conditions('/v1/listings/1', keys),
    { path: '/v1/listings/99', key: keys.valid },
  ],
  changeProfile: (keys) => [
    ...writes('PATCH', '/v1/pets/1/profile', '{"breed":"Beagle"}', keys),
    write('PATCH', '/v1/pets/1/profile', keys.valid, '{}'),
    write('PATCH', '/v1/pets/1/profile', keys.valid, '{"breed":null}', ['If-Match: "old"']),
    write('PATCH', '/v1/pets/99/profile', keys.valid, '{"breed":"Beagle"}'),
  ],
  applyBatch: (keys) => [
    ...writes('POST', '/v1/batches', BATCH, keys),
    write('POST', '/v1/batches', keys.valid, ' '.repeat(MAX_BATCH_BYTES + 1)),
    write('POST', '/v1/batches', keys.valid, '{"items":[]}'),
    write('POST', '/v1/batches', keys.valid, '{"items":[{"operation":"createPet","pet":{}}]}'),
    { method: 'POST', path: '/v1/batches', key: keys.valid },
    ...[BATCH, BATCH, '{"items":[{}]}'].map((body) =>
      write('POST', '/v1/batches', keys.valid, body, ['Idempotency-Key: b']),
    ),
  ],
  addPhoto: (keys) => [
    ...writes('POST', '/v1/pets/1/photos', 'no picture', keys).map(asPicture),
    asPicture(write('POST', '/v1/pets/99/photos', keys.valid, 'no picture')),
  ],
  changePhoto: (keys) => [
    ...writes('PATCH', PHOTO_PATH, '{"position":0}', keys),
    write('PATCH', PHOTO_PATH, keys.valid, '{}'),
    write('PATCH', '/v1/pets/99/photos/ab', keys.valid, '{"position":0}'),
    write('PATCH', '/v1/pets/1/photos/cd', keys.valid, '{"position":0}'),
  ],
  editPhoto: (keys) => [
    write('POST', `${PHOTO_PATH}/edits`, keys.valid, '{"rotate":90}', ['Idempotency-Key: a']),
    write('POST', `${PHOTO_PATH}/edits`, keys.valid, '{"rotate":180}', ['Idempotency-Key: a']),
    ...writes('POST', `${PHOTO_PATH}/edits`, '{"rotate":90}', keys),
    write('POST', `${PHOTO_PATH}/edits`, keys.valid, '{}'),
    write('POST', `${PHOTO_PATH}/edits`, keys.valid, '{"rotate":45}'),
    write('POST', `${PHOTO_PATH}/edits`, keys.valid, '{"crop":{"x":50,"y":0,"width":60,"height":100}}'),
    write('POST', '/v1/pets/99/photos/ab/edits', keys.valid, '{"rotate":90}'),
    write('POST', '/v1/pets/1/photos/cd/edits', keys.valid, '{"rotate":90}'),
  ],
  removePhoto: (keys) =>
    [
      ...reads(PHOTO_PATH, keys),
      { path: '/v1/pets/1/photos/cd', key: keys.valid },
      { path: '/v1/pets/99/photos/ab', key: keys.valid },
      { path: PHOTO_PATH, key: keys.reader },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  listOrders: (keys) => pages('/v1/store/orders', keys),
  placeOrder: (keys) => [
    ...writes('POST', '/v1/store/orders', '{"petId":1}', keys),
    write('POST', '/v1/store/orders', keys.valid, '{"petId":99}'),
    write('POST', '/v1/store/orders', keys.valid, '{"petId":2}'),
    write('POST', '/v1/store/orders', keys.valid, '{"petId":3}', ['Idempotency-Key: a']),
    write('POST', '/v1/store/orders', keys.valid, '{"petId":4}', ['Idempotency-Key: a']),
  ],
  getOrder: (keys) => [
    ...reads('/v1/store/orders/1', keys),
    ...conditions('/v1/store/orders/1', keys),
    { path: '/v1/store/orders/99', key: keys.valid },
  ],
  changeOrder: (keys) => [
    ...writes('PATCH', '/v1/store/orders/1', '{"status":"approved"}', keys),
    write('PATCH', '/v1/store/orders/99', keys.valid, '{"status":"approved"}'),
    write('PATCH', '/v1/store/orders/1', keys.valid, '{"status":"placed"}'),
    write('PATCH', '/v1/store/orders/1', keys.valid, '{"status":"cancelled"}'),
    write('PATCH', '/v1/store/orders/1', keys.valid, '{"status":"approved"}'),
    write('PATCH', '/v1/store/orders/1', keys.valid, '{"status":"placed"}', ['If-Match: "old"']),
  ],
  listEvents: (keys) => [
    ...reads('/v1/events', keys),
    { path: '/v1/events?after=x', key: keys.valid },
    { path: '/v1/events?after=0', key: keys.valid },
    { path: '/v1/events?petId=1', key: keys.valid },
    { path: '/v1/events?petId=x', key: keys.valid },
    { path: '/v1/events?after=1', key: keys.valid, headers: ['Prefer: wait=1'] },
    { path: '/v1/events', key: keys.valid, headers: ['Accept: text/event-stream', 'Last-Event-ID: x'] },
  ],
  listApplications: (keys) => [
    ...pages('/v1/applications', keys),
    { path: '/v1/applications?waiting=true&state=received&petId=3', key: keys.valid },
  ],
  sendApplication: (keys) => [
    ...writes('POST', '/v1/applications', KIM, keys),
    write('POST', '/v1/applications', keys.valid, '{}'),
    write('POST', '/v1/applications', keys.valid, ' '.repeat(MAX_APPLICATION_BYTES + 1)),
    write('POST', '/v1/applications', keys.valid, '{"petId":3,"name":"Kim","answers":[]}'),
    { method: 'POST', path: '/v1/applications', key: keys.valid },
    write('POST', '/v1/applications', keys.valid, JSON.stringify(applicationOf(99))),
    ...[KIM, KIM, JSON.stringify(applicationOf(4))].map((body) =>
      write('POST', '/v1/applications', keys.valid, body, ['Idempotency-Key: k']),
    ),
  ],
  getApplication: (keys) => [
    ...reads('/v1/applications/1', keys),
    ...conditions('/v1/applications/1', keys),
    { path: '/v1/applications/99', key: keys.valid },
  ],
  changeApplication: (keys) => [
    ...writes('PATCH', '/v1/applications/1', '{"state":"accepted","reason":"Come on Friday."}', keys),
    write('PATCH', '/v1/applications/1', keys.valid, '{}'),
    write('PATCH', '/v1/applications/1', keys.valid, '{"reason":"No state"}'),
    write('PATCH', '/v1/applications/1', keys.valid, '{"state":"received"}'),
    write('PATCH', '/v1/applications/1', keys.valid, '{"assignedTo":null}', ['If-Match: "old"']),
    write('PATCH', '/v1/applications/99', keys.valid, '{"assignedTo":null}'),
  ],
  eraseApplication: (keys) =>
    [
      { path: '/v1/applications/1', key: keys.valid, headers: ['If-Match: "old"'] },
      ...reads('/v1/applications/1', keys),
      { path: '/v1/applications/99', key: keys.valid },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  sendApplicationMessage: (keys) => entries('/v1/applications/1/messages', keys),
  addApplicationNote: (keys) => entries('/v1/applications/1/notes', keys),
  getApplicationQuestions: (keys) => [
    ...reads('/v1/application-questions', keys),
    ...conditions('/v1/application-questions', keys),
    { path: '/v1/application-questions?petId=1', key: keys.valid },
    { path: '/v1/application-questions?petId=99', key: keys.valid },
    { path: '/v1/application-questions?petId=x', key: keys.valid },
  ],
  changeApplicationQuestions: (keys) => [
    ...writes('PUT', '/v1/application-questions', QUESTIONS, managerKeys(keys)),
    write('PUT', '/v1/application-questions', keys.manager, '{}'),
    write('PUT', '/v1/application-questions', keys.manager, QUESTIONS, ['If-Match: "old"']),
    write('PUT', '/v1/application-questions', keys.manager, ' '.repeat(MAX_FORM_BYTES + 1)),
    { method: 'PUT', path: '/v1/application-questions', key: keys.manager },
  ],
  getApplicationSettings: (keys) => [
    ...reads('/v1/application-settings', keys),
    ...conditions('/v1/application-settings', keys),
  ],
  changeApplicationSettings: (keys) => [
    ...writes('PUT', '/v1/application-settings', FORM_SETTINGS, managerKeys(keys)),
    write('PUT', '/v1/application-settings', keys.manager, '{}'),
    write('PUT', '/v1/application-settings', keys.manager, FORM_SETTINGS, ['If-Match: "old"']),
    { method: 'PUT', path: '/v1/application-settings', key: keys.manager },
  ],
  getPublishing: (keys) => [...reads('/v1/publishing', managerKeys(keys))],
  getPublishingSite: (keys) => [
    ...reads('/v1/publishing/petfinder', managerKeys(keys)),
    ...conditions('/v1/publishing/petfinder', managerKeys(keys)),
    { path: '/v1/publishing/99', key: keys.manager },
  ],
  changePublishingSite: (keys) => [
    ...writes('PATCH', '/v1/publishing/petfinder', SITE_CHANGE, managerKeys(keys)),
    write('PATCH', '/v1/publishing/petfinder', keys.manager, '{}'),
    write('PATCH', '/v1/publishing/petfinder', keys.manager, SITE_CHANGE, ['If-Match: "old"']),
    write('PATCH', '/v1/publishing/99', keys.manager, SITE_CHANGE),
    { method: 'PATCH', path: '/v1/publishing/petfinder', key: keys.manager },
  ],
  listPublishedAnimals: (keys) => [
    ...pages('/v1/publishing/petfinder/animals', managerKeys(keys)),
    { path: '/v1/publishing/petfinder/animals?leftOut=true', key: keys.manager },
    { path: '/v1/publishing/99/animals', key: keys.manager },
  ],
  getPublishingFile: (keys) => [
    ...reads('/v1/publishing/petfinder/files/animals', managerKeys(keys)),
    { path: '/v1/publishing/adopt_a_pet/files/configuration', key: keys.manager },
    { path: '/v1/publishing/petfinder/files/configuration', key: keys.manager },
  ],
  getPublishingWords: (keys) => [
    ...reads('/v1/publishing/petfinder/words', managerKeys(keys)),
    { path: '/v1/publishing/99/words', key: keys.manager },
  ],
  changePublishingWords: (keys) => [
    ...writes('PUT', '/v1/publishing/petfinder/words', SITE_WORDS, managerKeys(keys)),
    write('PUT', '/v1/publishing/petfinder/words', keys.manager, '{}'),
    write('PUT', '/v1/publishing/petfinder/words', keys.manager, ' '.repeat(MAX_WORDS_BYTES + 1)),
    write('PUT', '/v1/publishing/99/words', keys.manager, SITE_WORDS),
    { method: 'PUT', path: '/v1/publishing/petfinder/words', key: keys.manager },
  ],
  listPublishingRuns: (keys) => [
    ...pages('/v1/publishing/petfinder/runs', managerKeys(keys)),
    { path: '/v1/publishing/99/runs', key: keys.manager },
  ],
  startPublishingRun: (keys) => [
    ...writes('POST', '/v1/publishing/rescue_groups/runs', '{"confirm":true}', managerKeys(keys)),
    write('POST', '/v1/publishing/rescue_groups/runs', keys.manager, '{}', ['Idempotency-Key: r']),
    write('POST', '/v1/publishing/rescue_groups/runs', keys.manager, '{"confirm":true}', [
      'Idempotency-Key: r',
    ]),
    write('POST', '/v1/publishing/petfinder/runs', keys.manager, '{}'),
    write('POST', '/v1/publishing/99/runs', keys.manager, '{}'),
  ],
  exportPets: (keys) => [
    ...reads('/v1/exports/pets.csv', managerKeys(keys)),
    { path: '/v1/exports/pets.csv?name=x', key: keys.manager },
  ],
  getStaysReport: (keys) => report('/v1/reports/stays', 'from', keys),
  exportStaysReport: (keys) => report('/v1/reports/stays.csv', 'from', keys),
  getApplicationsReport: (keys) => report('/v1/reports/applications', 'from', keys),
  exportApplicationsReport: (keys) => report('/v1/reports/applications.csv', 'from', keys),
  getAnimalsCount: (keys) => report('/v1/reports/animals-count', 'month', keys),
  exportAnimalsCount: (keys) => report('/v1/reports/animals-count.csv', 'month', keys),
  createImport: (keys) => [
    ...writes('POST', '/v1/imports', formOf({ file: CSV }), adminKeys(keys)).map(asForm),
    asForm(write('POST', '/v1/imports', keys.reader, formOf({ file: CSV }))),
    asForm(write('POST', '/v1/imports', keys.admin, formOf({ mapping: '{}' }))),
    asForm(
      write(
        'POST',
        '/v1/imports',
        keys.admin,
        formOf({ file: CSV, mapping: '{"categoryId":{"column":"a"}}' }),
      ),
    ),
    asForm(write('POST', '/v1/imports?owner=99', keys.admin, formOf({ file: CSV }))),
    { method: 'POST', path: '/v1/imports', key: keys.admin },
  ],
  listImports: (keys) => [...pages('/v1/imports', adminKeys(keys))],
  getImport: (keys) => [
    ...reads('/v1/imports/1', adminKeys(keys)),
    ...conditions('/v1/imports/1', adminKeys(keys)),
    { path: '/v1/imports/3', key: keys.admin },
  ],
  changeImport: (keys) => [
    ...writes('PATCH', '/v1/imports/2', '{"headerRow":1}', adminKeys(keys)),
    write('PATCH', '/v1/imports/2', keys.admin, ' '.repeat(MAX_CHANGE_BYTES + 1)),
    write('PATCH', '/v1/imports/1', keys.admin, '{"dryRun":true}'),
    write('PATCH', '/v1/imports/2', keys.admin, '{"mapping":{"categoryId":{"column":"a"}}}'),
    write('PATCH', '/v1/imports/9', keys.admin, '{}'),
  ],
  cancelImport: (keys) =>
    [
      ...reads('/v1/imports/2', adminKeys(keys)),
      { path: '/v1/imports/1', key: keys.admin },
      { path: '/v1/imports/9', key: keys.admin },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  getBadRows: (keys) => [
    ...reads('/v1/imports/1/bad-rows.csv', adminKeys(keys)),
    { path: '/v1/imports/3/bad-rows.csv', key: keys.admin },
  ],
  getSettings: (keys) => [...reads('/v1/settings', keys), ...conditions('/v1/settings', keys)],
  changeSettings: (keys) => [
    ...writes('PUT', '/v1/settings', '{"publicPages":false}', adminKeys(keys)),
    write('PUT', '/v1/settings', keys.admin, '{"publicPages":true}'),
    write('PUT', '/v1/settings', keys.admin, '{"publicPages":1}'),
    write('PUT', '/v1/settings', keys.admin, '{"publicPages":false}', ['If-Match: "old"']),
    { method: 'PUT', path: '/v1/settings', key: keys.admin },
  ],
  getEmailSettings: (keys) => [
    ...reads('/v1/settings/email', adminKeys(keys)),
    ...conditions('/v1/settings/email', adminKeys(keys)),
  ],
  changeEmailSettings: (keys) => [
    ...writes('PUT', '/v1/settings/email', MAIL_SERVER, adminKeys(keys)),
    write('PUT', '/v1/settings/email', keys.admin, '{"host":"a b"}'),
    write('PUT', '/v1/settings/email', keys.admin, MAIL_SERVER, ['If-Match: "old"']),
    { method: 'PUT', path: '/v1/settings/email', key: keys.admin },
  ],
  removeEmailSettings: (keys) => [
    ...[...reads('/v1/settings/email', adminKeys(keys))].map((request) => ({ ...request, method: 'DELETE' })),
    { method: 'DELETE', path: '/v1/settings/email', key: keys.admin, headers: ['If-Match: "old"'] },
  ],
  getEmailTexts: (keys) => [
    ...reads('/v1/settings/email-texts', adminKeys(keys)),
    ...conditions('/v1/settings/email-texts', adminKeys(keys)),
  ],
  changeEmailTexts: (keys) => [
    ...writes('PUT', '/v1/settings/email-texts', `{"texts":[${LETTER}]}`, adminKeys(keys)),
    write('PUT', '/v1/settings/email-texts', keys.reader, '{"texts":[]}'),
    write('PUT', '/v1/settings/email-texts', keys.admin, '{"texts":1}'),
    write('PUT', '/v1/settings/email-texts', keys.admin, '{"texts":[]}', ['If-Match: "old"']),
    write('PUT', '/v1/settings/email-texts', keys.admin, ' '.repeat(MAX_TEXTS_BYTES + 1)),
    { method: 'PUT', path: '/v1/settings/email-texts', key: keys.admin },
  ],
  previewEmailText: (keys) => [
    ...writes('POST', '/v1/settings/email-texts/preview', LETTER, adminKeys(keys)),
    write('POST', '/v1/settings/email-texts/preview', keys.admin, '{"kind":1}'),
    { method: 'POST', path: '/v1/settings/email-texts/preview', key: keys.admin },
  ],
  sendTestEmail: (keys) => [
    ...writes('POST', '/v1/settings/test-email', TEST_EMAIL, adminKeys(keys)),
    write('POST', '/v1/settings/test-email', keys.admin, '{"to":1}'),
    { method: 'POST', path: '/v1/settings/test-email', key: keys.admin },
  ],
  listPartners: (keys) => [...reads('/v1/partners', managerKeys(keys))],
  addPartner: (keys) => [
    ...writes('POST', '/v1/partners', '{"url":"https://partner.example"}', managerKeys(keys)),
    write('POST', '/v1/partners', keys.manager, '{"url":"http://partner.example"}'),
    { method: 'POST', path: '/v1/partners', key: keys.manager },
    ...['a', 'a', 'b'].map((name) =>
      write('POST', '/v1/partners', keys.manager, `{"url":"https://${name}.example"}`, [
        'Idempotency-Key: p',
      ]),
    ),
    ...Array.from({ length: 10 }, (_, index) =>
      write('POST', '/v1/partners', keys.manager, `{"url":"https://partner${index}.example"}`),
    ),
  ],
  getPartner: (keys) => [
    ...reads('/v1/partners/1', managerKeys(keys)),
    { path: '/v1/partners/99', key: keys.manager },
  ],
  changePartner: (keys) => [
    ...writes('PATCH', '/v1/partners/1', '{"isOn":false}', managerKeys(keys)),
    { method: 'PATCH', path: '/v1/partners/1', key: keys.manager },
    write('PATCH', '/v1/partners/99', keys.manager, '{"isOn":true}'),
  ],
  removePartner: (keys) => [
    { method: 'DELETE', path: '/v1/partners/99', key: keys.manager },
    ...reads('/v1/partners/1', managerKeys(keys)).map((request) => ({
      ...request,
      method: 'DELETE',
    })),
  ],
  listWebhooks: (keys) => [...reads('/v1/webhooks', keys)],
  createWebhook: (keys) => [
    ...writes('POST', '/v1/webhooks', HOOK, keys),
    write('POST', '/v1/webhooks', keys.valid, '{"url":"http://receiver.example/"}'),
    { method: 'POST', path: '/v1/webhooks', key: keys.valid },
    ...[HOOK, HOOK, '{"url":"https://localhost/other"}'].map((body) =>
      write('POST', '/v1/webhooks', keys.valid, body, ['Idempotency-Key: w']),
    ),
  ],
  getWebhook: (keys) => [
    ...reads('/v1/webhooks/1', keys),
    { path: '/v1/webhooks/99', key: keys.valid },
    { path: '/v1/webhooks/1', key: keys.manager },
  ],
  changeWebhook: (keys) => [
    ...writes('PATCH', '/v1/webhooks/1', '{"isOn":false}', keys),
    write('PATCH', '/v1/webhooks/1', keys.valid, '{}'),
    write(
      'PATCH',
      '/v1/webhooks/1',
      keys.valid,
      '{"description":null,"eventTypes":["pet.created"],"afterEventId":0}',
    ),
    write('PATCH', '/v1/webhooks/99', keys.valid, '{"isOn":true}'),
  ],
  removeWebhook: (keys) => [
    { method: 'DELETE', path: '/v1/webhooks/99', key: keys.valid },
    ...reads('/v1/webhooks/1', keys).map((request) => ({ ...request, method: 'DELETE' })),
  ],
  rotateWebhookSecret: (keys) => [
    ...writes('POST', '/v1/webhooks/1/rotation', '{"overlapSeconds":3600}', keys),
    write('POST', '/v1/webhooks/1/rotation', keys.valid, '{"overlapSeconds":-1}'),
    { method: 'POST', path: '/v1/webhooks/1/rotation', key: keys.valid },
    write('POST', '/v1/webhooks/99/rotation', keys.valid, '{}'),
    ...['{}', '{}', '{"overlapSeconds":1}'].map((body) =>
      write('POST', '/v1/webhooks/1/rotation', keys.valid, body, ['Idempotency-Key: r']),
    ),
  ],
  testWebhook: (keys) => [
    ...reads('/v1/webhooks/1/test', keys).map((request) => ({ ...request, method: 'POST' })),
    { method: 'POST', path: '/v1/webhooks/99/test', key: keys.valid },
    { method: 'POST', path: '/v1/webhooks/2/test', key: keys.valid },
  ],
  listWebhookDeliveries: (keys) => [
    ...pages('/v1/webhooks/1/deliveries', keys),
    { path: '/v1/webhooks/99/deliveries', key: keys.valid },
  ],
  retryWebhookDelivery: (keys) => [
    ...reads('/v1/webhooks/1/deliveries/1/retry', keys).map((request) => ({ ...request, method: 'POST' })),
    { method: 'POST', path: '/v1/webhooks/1/deliveries/99/retry', key: keys.valid },
    { method: 'POST', path: '/v1/webhooks/99/deliveries/1/retry', key: keys.valid },
    { method: 'POST', path: '/v1/webhooks/2/deliveries/1/retry', key: keys.valid },
  ],
  getSummary: (keys) => [...reads('/v1/summary', keys), ...conditions('/v1/summary', keys)],
  getUsage: (keys) => reads('/v1/usage', keys),
  listMicrochips: (keys) => [
    ...reads('/v1/microchips?ids=1,2', keys),
    { path: '/v1/microchips?microchip=985112003456789', key: keys.valid },
    { path: '/v1/microchips', key: keys.valid },
    { path: '/v1/microchips?microchip=985', key: keys.valid },
  ],
  listPermissions: (keys) => [
    ...reads('/v1/permissions?ids=1,2', keys),
    { path: '/v1/permissions', key: keys.valid },
    { path: '/v1/permissions?ids=1,x', key: keys.valid },
    { path: '/v1/permissions?petIds=1&limit=1', key: keys.valid },
  ],
  listCategories: (keys) => pages('/v1/categories', keys),
  listAccounts: (keys) => [...pages('/v1/accounts', adminKeys(keys))],
  getAccount: (keys) => [
    ...reads('/v1/accounts/1', adminKeys(keys)),
    { path: '/v1/accounts/99', key: keys.admin },
  ],
  createAccount: (keys) => [
    ...writes('POST', '/v1/accounts', WEB_SITE, adminKeys(keys)),
    write('POST', '/v1/accounts', keys.admin, '{}'),
    write('POST', '/v1/accounts', keys.admin, WEB_SITE),
    { method: 'POST', path: '/v1/accounts', key: keys.admin },
    write('POST', '/v1/accounts', keys.admin, '{"name":"a","plan":"free"}', ['Idempotency-Key: a']),
    write('POST', '/v1/accounts', keys.admin, '{"name":"b","plan":"free"}', ['Idempotency-Key: a']),
  ],
  updateAccount: (keys) => [
    ...writes('PATCH', '/v1/accounts/1', '{"plan":"pro"}', adminKeys(keys)),
    write('PATCH', '/v1/accounts/1', keys.admin, '{}'),
    write('PATCH', '/v1/accounts/99', keys.admin, '{"plan":"pro"}'),
    write('PATCH', '/v1/accounts/5', keys.admin, '{"role":"manager"}'),
  ],
  listPeople: (keys) => [
    ...pages('/v1/people', adminKeys(keys)),
    { path: '/v1/people?accountId=99', key: keys.admin },
  ],
  addPerson: (keys) => [
    ...writes('POST', '/v1/people', ANA, adminKeys(keys)),
    write('POST', '/v1/people', keys.admin, '{}'),
    write('POST', '/v1/people', keys.admin, ANA),
    write('POST', '/v1/people', keys.admin, '{"name":"Ben","role":"member","accountId":99}'),
    { method: 'POST', path: '/v1/people', key: keys.admin },
    ...['a', 'b'].map((name) =>
      write('POST', '/v1/people', keys.admin, `{"name":"${name}","role":"member"}`, ['Idempotency-Key: a']),
    ),
  ],
  getPerson: (keys) => [
    ...reads('/v1/people/1', adminKeys(keys)),
    { path: '/v1/people/99', key: keys.admin },
  ],
  updatePerson: (keys) => [
    ...writes('PATCH', '/v1/people/1', '{"role":"member"}', adminKeys(keys)),
    write('PATCH', '/v1/people/1', keys.admin, '{}'),
    write('PATCH', '/v1/people/99', keys.admin, '{"role":"member"}'),
    write('PATCH', '/v1/people/1', keys.admin, '{"email":"ben@shelter.example"}'),
  ],
  removePerson: (keys) =>
    [...reads('/v1/people/3', adminKeys(keys)), { path: '/v1/people/99', key: keys.admin }].map(
      (request) => ({ ...request, method: 'DELETE' }),
    ),
  invitePerson: (keys) =>
    [
      ...reads('/v1/people/1/invitations', adminKeys(keys)),
      { path: '/v1/people/99/invitations', key: keys.admin },
      ...[1, 1, 2].map((id) => ({
        path: `/v1/people/${id}/invitations`,
        key: keys.admin,
        headers: ['Idempotency-Key: i'],
      })),
      ...writes('POST', '/v1/people/1/invitations', '{"send":"email"}', adminKeys(keys)),
      write('POST', '/v1/people/1/invitations', keys.admin, '{"send":"post"}'),
    ].map((request) => ({ ...request, method: 'POST' })),
  listDevices: (keys) => [
    ...reads('/v1/people/1/devices', adminKeys(keys)),
    { path: '/v1/people/99/devices', key: keys.admin },
  ],
  signOutEverywhere: (keys) =>
    [
      ...reads('/v1/people/1/devices', adminKeys(keys)),
      { path: '/v1/people/99/devices', key: keys.admin },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  signOutDevice: (keys) =>
    [
      ...reads('/v1/people/2/devices/2', adminKeys(keys)),
      { path: '/v1/people/99/devices/1', key: keys.admin },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  listPasskeys: (keys) => [
    ...reads('/v1/people/1/passkeys', adminKeys(keys)),
    { path: '/v1/people/99/passkeys', key: keys.admin },
  ],
  removePasskey: (keys) =>
    [
      ...reads('/v1/people/2/passkeys/a', adminKeys(keys)),
      { path: '/v1/people/99/passkeys/a', key: keys.admin },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  listKeys: (keys) => [...pages('/v1/keys', keys)],
  listAccountKeys: (keys) => [
    ...pages('/v1/accounts/1/keys', adminKeys(keys)),
    { path: '/v1/accounts/99/keys', key: keys.admin },
  ],
  createKey: (keys) => [
    ...writes('POST', '/v1/accounts/1/keys', '{"label":"Kiosk"}', adminKeys(keys)),
    write('POST', '/v1/accounts/1/keys', keys.admin, '{"role":"admin"}'),
    { method: 'POST', path: '/v1/accounts/1/keys', key: keys.admin },
    write('POST', '/v1/accounts/99/keys', keys.admin, '{}'),
    ...['{}', '{}', '{"label":"b"}'].map((body) =>
      write('POST', '/v1/accounts/1/keys', keys.admin, body, ['Idempotency-Key: a']),
    ),
  ],
  rotateKey: (keys) => [
    ...writes('POST', '/v1/keys/1/rotation', '{"overlapSeconds":3600}', keys),
    { method: 'POST', path: '/v1/keys/1/rotation', key: keys.admin },
    write('POST', '/v1/keys/99/rotation', keys.admin, '{}'),
    ...['{}', '{}', '{"overlapSeconds":1}'].map((body) =>
      write('POST', '/v1/keys/1/rotation', keys.admin, body, ['Idempotency-Key: a']),
    ),
  ],
  updateKey: (keys) => [
    ...writes('PATCH', '/v1/keys/1', '{"label":"Kiosk"}', adminKeys(keys)),
    { method: 'PATCH', path: '/v1/keys/1', key: keys.admin },
    write('PATCH', '/v1/keys/99', keys.admin, '{"label":null}'),
  ],
  revokeKey: (keys) => [
    { method: 'DELETE', path: '/v1/keys/99', key: keys.admin },
    ...reads('/v1/keys/5', adminKeys(keys)).map((request) => ({ ...request, method: 'DELETE' })),
    { method: 'DELETE', path: '/v1/keys/5?withSuccessors=true', key: keys.admin },
    { method: 'DELETE', path: '/v1/keys/2', key: keys.admin },
  ],
  liftBan: (keys) => [
    ...reads('/v1/keys/1/ban', adminKeys(keys)).map((request) => ({ ...request, method: 'DELETE' })),
    { method: 'DELETE', path: '/v1/keys/99/ban', key: keys.admin },
  ],
  listAudit: (keys) => [
    ...pages('/v1/audit', adminKeys(keys)),
    { path: '/v1/audit?sort=id&after=1', key: keys.admin },
  ],
  nameCategory: (keys) => [
    ...writes('PUT', '/v1/categories/1', '{"name":"Dog"}', adminKeys(keys)),
    write('PUT', '/v1/categories/1', keys.admin, '{"name":" "}'),
    { method: 'PUT', path: '/v1/categories/1', key: keys.admin },
    write('PUT', '/v1/categories/x', keys.admin, '{"name":"Dog"}'),
  ],
};
