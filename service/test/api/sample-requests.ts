import type { RawRequest } from '@petstore/testing/http/raw-http.ts';
import { MAX_APPLICATION_BYTES } from '../../src/applications/limits.ts';
import { MAX_FORM_BYTES } from '../../src/applications/questions/question-routes.ts';
import { MAX_BATCH_BYTES } from '../../src/batches/batch-routes.ts';
import { MAX_CHANGE_BYTES } from '../../src/import-export/jobs/change-import-route.ts';
import { MAX_TEXTS_BYTES } from '../../src/mail/letters/text-routes.ts';
import { MAX_WORDS_BYTES } from '../../src/publishing/content-routes.ts';
import { applicationOf } from './applications/application-fixture.ts';
import { PHOTO_ID } from './photos/photo-fixture.ts';
import {
  adminKeys,
  asForm,
  asPicture,
  conditions,
  formOf,
  type Keys,
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
const LETTER = '{"kind":"declined","language":"en","subject":"Hello {name}","body":"{message}"}';
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
    write('POST', path.replace('/1/', '/x/'), keys.valid, HELLO),
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
    { path: '/v1/pets/x', key: keys.valid },
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
      { path: '/v1/pets/3', key: keys.reader },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  listBin: (keys) => [...pages('/v1/bin', keys), { path: '/v1/bin', key: keys.reader }],
  restorePet: (keys) =>
    [
      ...reads('/v1/pets/5/restore', keys),
      { path: '/v1/pets/99/restore', key: keys.valid },
      ...[6, 6, 99].map((id) => ({
        path: `/v1/pets/${id}/restore`,
        key: keys.valid,
        headers: ['Idempotency-Key: a'],
      })),
      { path: '/v1/pets/x/restore', key: keys.valid },
      { path: '/v1/pets/99/restore', key: keys.reader },
    ].map((request) => ({ ...request, method: 'POST' })),
  mergePet: (keys) => [
    ...writes('POST', '/v1/pets/3/merge', '{"into":1}', keys),
    write('POST', '/v1/pets/4/merge', keys.valid, '{"into":1}', ['Idempotency-Key: a']),
    write('POST', '/v1/pets/4/merge', keys.valid, '{"into":2}', ['Idempotency-Key: a']),
    write('POST', '/v1/pets/1/merge', keys.valid, '{"into":1}'),
    write('POST', '/v1/pets/99/merge', keys.valid, '{"into":1}'),
    write('POST', '/v1/pets/x/merge', keys.valid, '{"into":1}'),
    write('POST', '/v1/pets/1/merge', keys.reader, '{"into":2}'),
  ],
  erasePet: (keys) =>
    [
      ...reads('/v1/bin/5', keys),
      { path: '/v1/bin/99', key: keys.valid },
      { path: '/v1/bin/x', key: keys.valid },
      { path: '/v1/bin/99', key: keys.reader },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  listMovements: (keys) => [
    ...pages('/v1/pets/1/movements', keys),
    { path: '/v1/pets/1/movements', key: keys.reader },
    { path: '/v1/pets/99/movements', key: keys.valid },
    { path: '/v1/pets/x/movements', key: keys.valid },
  ],
  addMovement: (keys) => [
    ...writes('POST', '/v1/pets/3/movements', INTAKE, keys),
    write('POST', '/v1/pets/1/movements', keys.valid, '{}'),
    { method: 'POST', path: '/v1/pets/1/movements', key: keys.valid },
    write('POST', '/v1/pets/99/movements', keys.valid, INTAKE),
    write('POST', '/v1/pets/x/movements', keys.valid, INTAKE),
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
    write('PATCH', '/v1/pets/x/movements/1', keys.valid, '{"note":null}'),
    write('PATCH', '/v1/pets/2/movements/2', keys.valid, '{"date":"2026-11-03"}'),
  ],
  removeMovement: (keys) =>
    [
      { path: '/v1/pets/1/movements/1', key: keys.valid, headers: ['If-Match: "old"'] },
      ...reads('/v1/pets/1/movements/1', keys),
      { path: '/v1/pets/1/movements/99', key: keys.valid },
      { path: '/v1/pets/2/movements/3', key: keys.valid },
      { path: '/v1/pets/1/movements/3', key: keys.reader },
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
    { path: '/v1/listings/x', key: keys.valid },
  ],
  changeProfile: (keys) => [
    ...writes('PATCH', '/v1/pets/1/profile', '{"breed":"Beagle"}', keys),
    write('PATCH', '/v1/pets/1/profile', keys.valid, '{}'),
    write('PATCH', '/v1/pets/1/profile', keys.valid, '{"breed":null}', ['If-Match: "old"']),
    write('PATCH', '/v1/pets/99/profile', keys.valid, '{"breed":"Beagle"}'),
    write('PATCH', '/v1/pets/x/profile', keys.valid, '{"breed":"Beagle"}'),
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
    asPicture(write('POST', '/v1/pets/x/photos', keys.valid, 'no picture')),
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
    { path: '/v1/store/orders/x', key: keys.valid },
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
    { path: '/v1/applications', key: keys.reader },
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
    { path: '/v1/applications/x', key: keys.valid },
    { path: '/v1/applications/1', key: keys.reader },
  ],
  changeApplication: (keys) => [
    ...writes('PATCH', '/v1/applications/1', '{"state":"accepted","reason":"Come on Friday."}', keys),
    write('PATCH', '/v1/applications/1', keys.valid, '{}'),
    write('PATCH', '/v1/applications/1', keys.valid, '{"reason":"No state"}'),
    write('PATCH', '/v1/applications/1', keys.valid, '{"state":"received"}'),
    write('PATCH', '/v1/applications/1', keys.valid, '{"assignedTo":null}', ['If-Match: "old"']),
    write('PATCH', '/v1/applications/99', keys.valid, '{"assignedTo":null}'),
    write('PATCH', '/v1/applications/x', keys.valid, '{"assignedTo":null}'),
  ],
  eraseApplication: (keys) =>
    [
      { path: '/v1/applications/1', key: keys.valid, headers: ['If-Match: "old"'] },
      ...reads('/v1/applications/1', keys),
      { path: '/v1/applications/99', key: keys.valid },
      { path: '/v1/applications/x', key: keys.valid },
      { path: '/v1/applications/1', key: keys.reader },
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
    ...writes('PUT', '/v1/application-questions', QUESTIONS, { ...keys, valid: keys.manager }),
    write('PUT', '/v1/application-questions', keys.manager, '{}'),
    write('PUT', '/v1/application-questions', keys.manager, ' '.repeat(MAX_FORM_BYTES + 1)),
    { method: 'PUT', path: '/v1/application-questions', key: keys.manager },
  ],
  getApplicationSettings: (keys) => [
    ...reads('/v1/application-settings', keys),
    ...conditions('/v1/application-settings', keys),
  ],
  changeApplicationSettings: (keys) => [
    ...writes('PUT', '/v1/application-settings', FORM_SETTINGS, { ...keys, valid: keys.manager }),
    write('PUT', '/v1/application-settings', keys.manager, '{}'),
    { method: 'PUT', path: '/v1/application-settings', key: keys.manager },
  ],
  getPublishing: (keys) => [
    ...reads('/v1/publishing', { ...keys, valid: keys.manager }),
    { path: '/v1/publishing', key: keys.reader },
  ],
  getPublishingSite: (keys) => [
    ...reads('/v1/publishing/petfinder', { ...keys, valid: keys.manager }),
    ...conditions('/v1/publishing/petfinder', { ...keys, valid: keys.manager }),
    { path: '/v1/publishing/99', key: keys.manager },
    { path: '/v1/publishing/petfinder', key: keys.reader },
  ],
  changePublishingSite: (keys) => [
    ...writes('PATCH', '/v1/publishing/petfinder', SITE_CHANGE, { ...keys, valid: keys.manager }),
    write('PATCH', '/v1/publishing/petfinder', keys.manager, '{}'),
    write('PATCH', '/v1/publishing/petfinder', keys.manager, SITE_CHANGE, ['If-Match: "old"']),
    write('PATCH', '/v1/publishing/99', keys.manager, SITE_CHANGE),
    { method: 'PATCH', path: '/v1/publishing/petfinder', key: keys.manager },
  ],
  listPublishedAnimals: (keys) => [
    ...pages('/v1/publishing/petfinder/animals', { ...keys, valid: keys.manager }),
    { path: '/v1/publishing/petfinder/animals?leftOut=true', key: keys.manager },
    { path: '/v1/publishing/99/animals', key: keys.manager },
    { path: '/v1/publishing/petfinder/animals', key: keys.reader },
  ],
  getPublishingFile: (keys) => [
    ...reads('/v1/publishing/petfinder/files/animals', { ...keys, valid: keys.manager }),
    { path: '/v1/publishing/adopt_a_pet/files/configuration', key: keys.manager },
    { path: '/v1/publishing/petfinder/files/configuration', key: keys.manager },
    { path: '/v1/publishing/petfinder/files/animals', key: keys.reader },
  ],
  getPublishingWords: (keys) => [
    ...reads('/v1/publishing/petfinder/words', { ...keys, valid: keys.manager }),
    { path: '/v1/publishing/99/words', key: keys.manager },
    { path: '/v1/publishing/petfinder/words', key: keys.reader },
  ],
  changePublishingWords: (keys) => [
    ...writes('PUT', '/v1/publishing/petfinder/words', SITE_WORDS, { ...keys, valid: keys.manager }),
    write('PUT', '/v1/publishing/petfinder/words', keys.manager, '{}'),
    write('PUT', '/v1/publishing/petfinder/words', keys.manager, ' '.repeat(MAX_WORDS_BYTES + 1)),
    write('PUT', '/v1/publishing/99/words', keys.manager, SITE_WORDS),
    { method: 'PUT', path: '/v1/publishing/petfinder/words', key: keys.manager },
  ],
  listPublishingRuns: (keys) => [
    ...pages('/v1/publishing/petfinder/runs', { ...keys, valid: keys.manager }),
    { path: '/v1/publishing/99/runs', key: keys.manager },
    { path: '/v1/publishing/petfinder/runs', key: keys.reader },
  ],
  startPublishingRun: (keys) => [
    ...writes('POST', '/v1/publishing/rescue_groups/runs', '{"confirm":true}', {
      ...keys,
      valid: keys.manager,
    }),
    write('POST', '/v1/publishing/rescue_groups/runs', keys.manager, '{}', ['Idempotency-Key: r']),
    write('POST', '/v1/publishing/rescue_groups/runs', keys.manager, '{"confirm":true}', [
      'Idempotency-Key: r',
    ]),
    write('POST', '/v1/publishing/petfinder/runs', keys.manager, '{}'),
    write('POST', '/v1/publishing/99/runs', keys.manager, '{}'),
  ],
  exportPets: (keys) => [
    ...reads('/v1/exports/pets.csv', { ...keys, valid: keys.manager }),
    { path: '/v1/exports/pets.csv?name=x', key: keys.manager },
    { path: '/v1/exports/pets.csv', key: keys.reader },
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
  listImports: (keys) => [
    ...pages('/v1/imports', adminKeys(keys)),
    { path: '/v1/imports', key: keys.reader },
  ],
  getImport: (keys) => [
    ...reads('/v1/imports/1', adminKeys(keys)),
    ...conditions('/v1/imports/1', adminKeys(keys)),
    { path: '/v1/imports/3', key: keys.admin },
    { path: '/v1/imports/x', key: keys.admin },
    { path: '/v1/imports/1', key: keys.reader },
  ],
  changeImport: (keys) => [
    ...writes('PATCH', '/v1/imports/2', '{"headerRow":1}', adminKeys(keys)),
    write('PATCH', '/v1/imports/2', keys.admin, ' '.repeat(MAX_CHANGE_BYTES + 1)),
    write('PATCH', '/v1/imports/1', keys.admin, '{"dryRun":true}'),
    write('PATCH', '/v1/imports/2', keys.admin, '{"mapping":{"categoryId":{"column":"a"}}}'),
    write('PATCH', '/v1/imports/9', keys.admin, '{}'),
    write('PATCH', '/v1/imports/x', keys.admin, '{}'),
    write('PATCH', '/v1/imports/2', keys.reader, '{}'),
  ],
  cancelImport: (keys) =>
    [
      ...reads('/v1/imports/2', adminKeys(keys)),
      { path: '/v1/imports/1', key: keys.admin },
      { path: '/v1/imports/9', key: keys.admin },
      { path: '/v1/imports/x', key: keys.admin },
      { path: '/v1/imports/2', key: keys.reader },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  getBadRows: (keys) => [
    ...reads('/v1/imports/1/bad-rows.csv', adminKeys(keys)),
    { path: '/v1/imports/3/bad-rows.csv', key: keys.admin },
    { path: '/v1/imports/1/bad-rows.csv', key: keys.reader },
  ],
  getSettings: (keys) => [
    ...reads('/v1/settings', keys),
    ...conditions('/v1/settings', keys),
    { path: '/v1/settings', key: keys.reader },
  ],
  changeSettings: (keys) => [
    ...writes('PUT', '/v1/settings', '{"publicPages":false}', adminKeys(keys)),
    write('PUT', '/v1/settings', keys.reader, '{"publicPages":false}'),
    write('PUT', '/v1/settings', keys.admin, '{"publicPages":true}'),
    write('PUT', '/v1/settings', keys.admin, '{"publicPages":1}'),
    { method: 'PUT', path: '/v1/settings', key: keys.admin },
  ],
  getEmailSettings: (keys) => [
    ...reads('/v1/settings/email', adminKeys(keys)),
    ...conditions('/v1/settings/email', adminKeys(keys)),
    { path: '/v1/settings/email', key: keys.reader },
  ],
  changeEmailSettings: (keys) => [
    ...writes('PUT', '/v1/settings/email', MAIL_SERVER, adminKeys(keys)),
    write('PUT', '/v1/settings/email', keys.reader, MAIL_SERVER),
    write('PUT', '/v1/settings/email', keys.admin, '{"host":"a b"}'),
    { method: 'PUT', path: '/v1/settings/email', key: keys.admin },
  ],
  removeEmailSettings: (keys) =>
    [...reads('/v1/settings/email', adminKeys(keys)), { path: '/v1/settings/email', key: keys.reader }].map(
      (request) => ({ ...request, method: 'DELETE' }),
    ),
  getEmailTexts: (keys) => [
    ...reads('/v1/settings/email-texts', adminKeys(keys)),
    ...conditions('/v1/settings/email-texts', adminKeys(keys)),
    { path: '/v1/settings/email-texts', key: keys.reader },
  ],
  changeEmailTexts: (keys) => [
    ...writes('PUT', '/v1/settings/email-texts', `{"texts":[${LETTER}]}`, adminKeys(keys)),
    write('PUT', '/v1/settings/email-texts', keys.reader, '{"texts":[]}'),
    write('PUT', '/v1/settings/email-texts', keys.admin, '{"texts":1}'),
    write('PUT', '/v1/settings/email-texts', keys.admin, ' '.repeat(MAX_TEXTS_BYTES + 1)),
    { method: 'PUT', path: '/v1/settings/email-texts', key: keys.admin },
  ],
  previewEmailText: (keys) => [
    ...writes('POST', '/v1/settings/email-texts/preview', LETTER, adminKeys(keys)),
    write('POST', '/v1/settings/email-texts/preview', keys.reader, LETTER),
    write('POST', '/v1/settings/email-texts/preview', keys.admin, '{"kind":1}'),
    { method: 'POST', path: '/v1/settings/email-texts/preview', key: keys.admin },
  ],
  sendTestEmail: (keys) => [
    ...writes('POST', '/v1/settings/test-email', TEST_EMAIL, adminKeys(keys)),
    write('POST', '/v1/settings/test-email', keys.reader, TEST_EMAIL),
    write('POST', '/v1/settings/test-email', keys.admin, '{"to":1}'),
    { method: 'POST', path: '/v1/settings/test-email', key: keys.admin },
  ],
  listPartners: (keys) => [
    ...reads('/v1/partners', { ...keys, valid: keys.manager }),
    { path: '/v1/partners', key: keys.reader },
  ],
  addPartner: (keys) => [
    ...writes('POST', '/v1/partners', '{"url":"https://partner.example"}', { ...keys, valid: keys.manager }),
    write('POST', '/v1/partners', keys.reader, '{"url":"https://partner.example"}'),
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
    ...reads('/v1/partners/1', { ...keys, valid: keys.manager }),
    { path: '/v1/partners/1', key: keys.reader },
    { path: '/v1/partners/99', key: keys.manager },
  ],
  changePartner: (keys) => [
    ...writes('PATCH', '/v1/partners/1', '{"isOn":false}', { ...keys, valid: keys.manager }),
    write('PATCH', '/v1/partners/1', keys.reader, '{"isOn":false}'),
    { method: 'PATCH', path: '/v1/partners/1', key: keys.manager },
    write('PATCH', '/v1/partners/99', keys.manager, '{"isOn":true}'),
  ],
  removePartner: (keys) => [
    { method: 'DELETE', path: '/v1/partners/99', key: keys.manager },
    { method: 'DELETE', path: '/v1/partners/1', key: keys.reader },
    ...reads('/v1/partners/1', { ...keys, valid: keys.manager }).map((request) => ({
      ...request,
      method: 'DELETE',
    })),
  ],
  listWebhooks: (keys) => [...reads('/v1/webhooks', keys), { path: '/v1/webhooks', key: keys.reader }],
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
    { path: '/v1/webhooks/1', key: keys.reader },
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
    { method: 'DELETE', path: '/v1/webhooks/1', key: keys.reader },
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
    { method: 'POST', path: '/v1/webhooks/1/test', key: keys.reader },
    { method: 'POST', path: '/v1/webhooks/99/test', key: keys.valid },
  ],
  listWebhookDeliveries: (keys) => [
    ...pages('/v1/webhooks/1/deliveries', keys),
    { path: '/v1/webhooks/1/deliveries', key: keys.reader },
    { path: '/v1/webhooks/99/deliveries', key: keys.valid },
  ],
  retryWebhookDelivery: (keys) => [
    ...reads('/v1/webhooks/1/deliveries/1/retry', keys).map((request) => ({ ...request, method: 'POST' })),
    { method: 'POST', path: '/v1/webhooks/1/deliveries/1/retry', key: keys.reader },
    { method: 'POST', path: '/v1/webhooks/1/deliveries/99/retry', key: keys.valid },
    { method: 'POST', path: '/v1/webhooks/99/deliveries/1/retry', key: keys.valid },
  ],
  getSummary: (keys) => [
    ...reads('/v1/summary', keys),
    ...conditions('/v1/summary', keys),
    { path: '/v1/summary', key: keys.reader },
  ],
  getUsage: (keys) => reads('/v1/usage', keys),
  listMicrochips: (keys) => [
    ...reads('/v1/microchips?ids=1,2', keys),
    { path: '/v1/microchips?microchip=985112003456789', key: keys.valid },
    { path: '/v1/microchips', key: keys.valid },
    { path: '/v1/microchips?microchip=985', key: keys.valid },
    { path: '/v1/microchips?ids=1', key: keys.reader },
  ],
  listPermissions: (keys) => [
    ...reads('/v1/permissions?ids=1,2', keys),
    { path: '/v1/permissions?petIds=2', key: keys.reader },
    { path: '/v1/permissions', key: keys.valid },
    { path: '/v1/permissions?ids=1,x', key: keys.valid },
    { path: '/v1/permissions?petIds=1&limit=1', key: keys.valid },
  ],
  listCategories: (keys) => pages('/v1/categories', keys),
  listAccounts: (keys) => [
    ...pages('/v1/accounts', adminKeys(keys)),
    { path: '/v1/accounts', key: keys.reader },
  ],
  getAccount: (keys) => [
    ...reads('/v1/accounts/1', adminKeys(keys)),
    { path: '/v1/accounts/99', key: keys.admin },
    { path: '/v1/accounts/x', key: keys.admin },
    { path: '/v1/accounts/1', key: keys.reader },
  ],
  createAccount: (keys) => [
    ...writes('POST', '/v1/accounts', WEB_SITE, adminKeys(keys)),
    write('POST', '/v1/accounts', keys.reader, WEB_SITE),
    write('POST', '/v1/accounts', keys.admin, '{}'),
    write('POST', '/v1/accounts', keys.admin, WEB_SITE),
    { method: 'POST', path: '/v1/accounts', key: keys.admin },
    write('POST', '/v1/accounts', keys.admin, '{"name":"a","plan":"free"}', ['Idempotency-Key: a']),
    write('POST', '/v1/accounts', keys.admin, '{"name":"b","plan":"free"}', ['Idempotency-Key: a']),
  ],
  updateAccount: (keys) => [
    ...writes('PATCH', '/v1/accounts/1', '{"plan":"pro"}', adminKeys(keys)),
    write('PATCH', '/v1/accounts/1', keys.reader, '{"plan":"pro"}'),
    write('PATCH', '/v1/accounts/1', keys.admin, '{}'),
    write('PATCH', '/v1/accounts/99', keys.admin, '{"plan":"pro"}'),
    write('PATCH', '/v1/accounts/5', keys.admin, '{"role":"manager"}'),
  ],
  listPeople: (keys) => [
    ...pages('/v1/people', adminKeys(keys)),
    { path: '/v1/people?accountId=99', key: keys.admin },
    { path: '/v1/people', key: keys.reader },
  ],
  addPerson: (keys) => [
    ...writes('POST', '/v1/people', ANA, adminKeys({ ...keys, valid: keys.reader })),
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
    { path: '/v1/people/x', key: keys.admin },
    { path: '/v1/people/1', key: keys.reader },
  ],
  updatePerson: (keys) => [
    ...writes('PATCH', '/v1/people/1', '{"role":"member"}', adminKeys({ ...keys, valid: keys.reader })),
    write('PATCH', '/v1/people/1', keys.admin, '{}'),
    write('PATCH', '/v1/people/99', keys.admin, '{"role":"member"}'),
    write('PATCH', '/v1/people/1', keys.admin, '{"email":"ben@shelter.example"}'),
  ],
  removePerson: (keys) =>
    [
      ...reads('/v1/people/3', adminKeys(keys)),
      { path: '/v1/people/99', key: keys.admin },
      { path: '/v1/people/x', key: keys.admin },
      { path: '/v1/people/1', key: keys.reader },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  invitePerson: (keys) =>
    [
      ...reads('/v1/people/1/invitations', adminKeys(keys)),
      { path: '/v1/people/99/invitations', key: keys.admin },
      { path: '/v1/people/1/invitations', key: keys.reader },
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
    { path: '/v1/people/1/devices', key: keys.reader },
  ],
  signOutEverywhere: (keys) =>
    [
      ...reads('/v1/people/1/devices', adminKeys(keys)),
      { path: '/v1/people/99/devices', key: keys.admin },
      { path: '/v1/people/1/devices', key: keys.reader },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  signOutDevice: (keys) =>
    [
      ...reads('/v1/people/2/devices/2', adminKeys(keys)),
      { path: '/v1/people/99/devices/1', key: keys.admin },
      { path: '/v1/people/2/devices/2', key: keys.reader },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  listPasskeys: (keys) => [
    ...reads('/v1/people/1/passkeys', adminKeys(keys)),
    { path: '/v1/people/99/passkeys', key: keys.admin },
    { path: '/v1/people/1/passkeys', key: keys.reader },
  ],
  removePasskey: (keys) =>
    [
      ...reads('/v1/people/2/passkeys/a', adminKeys(keys)),
      { path: '/v1/people/99/passkeys/a', key: keys.admin },
      { path: '/v1/people/2/passkeys/a', key: keys.reader },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  listKeys: (keys) => [...pages('/v1/keys', keys), { path: '/v1/keys', key: keys.reader }],
  listAccountKeys: (keys) => [
    ...pages('/v1/accounts/1/keys', adminKeys(keys)),
    { path: '/v1/accounts/99/keys', key: keys.admin },
    { path: '/v1/accounts/1/keys', key: keys.reader },
  ],
  createKey: (keys) => [
    ...writes('POST', '/v1/accounts/1/keys', '{"label":"Kiosk"}', adminKeys(keys)),
    write('POST', '/v1/accounts/1/keys', keys.reader, '{}'),
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
    write('PATCH', '/v1/keys/1', keys.reader, '{"label":"Kiosk"}'),
    { method: 'PATCH', path: '/v1/keys/1', key: keys.admin },
    write('PATCH', '/v1/keys/99', keys.admin, '{"label":null}'),
  ],
  revokeKey: (keys) => [
    { method: 'DELETE', path: '/v1/keys/99', key: keys.admin },
    { method: 'DELETE', path: '/v1/keys/1', key: keys.reader },
    ...reads('/v1/keys/5', adminKeys(keys)).map((request) => ({ ...request, method: 'DELETE' })),
    { method: 'DELETE', path: '/v1/keys/5?withSuccessors=true', key: keys.admin },
    { method: 'DELETE', path: '/v1/keys/2', key: keys.admin },
  ],
  liftBan: (keys) => [
    ...reads('/v1/keys/1/ban', adminKeys(keys)).map((request) => ({ ...request, method: 'DELETE' })),
    { method: 'DELETE', path: '/v1/keys/99/ban', key: keys.admin },
    { method: 'DELETE', path: '/v1/keys/1/ban', key: keys.reader },
  ],
  listAudit: (keys) => [
    ...pages('/v1/audit', { ...keys, valid: keys.admin }),
    { path: '/v1/audit?sort=id&after=1', key: keys.admin },
    { path: '/v1/audit', key: keys.reader },
  ],
  nameCategory: (keys) => [
    ...writes('PUT', '/v1/categories/1', '{"name":"Dog"}', adminKeys(keys)),
    write('PUT', '/v1/categories/1', keys.reader, '{"name":"Dog"}'),
    write('PUT', '/v1/categories/1', keys.admin, '{"name":" "}'),
    { method: 'PUT', path: '/v1/categories/1', key: keys.admin },
    write('PUT', '/v1/categories/x', keys.admin, '{"name":"Dog"}'),
  ],
};
