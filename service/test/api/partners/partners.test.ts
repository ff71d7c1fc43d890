// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { sharedScope } from '@petstore/testing/folders.ts';
import { assertError, at, listOf, membersOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { checkPartners } from '../../../src/cli/serve/doctor-partners.ts';
import { parseConfig } from '../../../src/platform/config/config.ts';
import { HOUR, MINUTE } from '../../../src/platform/core/clock.ts';
import { PICTURE, PICTURE_HEADERS } from '../photos/photo-fixture.ts';
import { PUBLIC } from '../public-pages/public-fixture.ts';
import {
  answering,
  away,
  type CatalogueServer,
  passingTo,
  serving,
  startCatalogueServer,
} from './catalogue-server.ts';

/** docs/partners.md: the animals of other catalogues on the public pages. */

const ALLOWED = { OUTBOUND_NETWORKS: '127.0.0.1', OUTBOUND_HTTP_HOSTS: '127.0.0.1' };
const service = await startSharedService({ env: { ...PUBLIC, ...ALLOWED } });
const { key } = await service.account({ role: 'manager' });
const { key: admin } = await service.account({ role: 'admin' });
const READ = 15 * MINUTE;

async function add(url: string): Promise<number> {
  const { json, text, status } = await service.send('/v1/partners', { method: 'POST', key, body: { url } });
  assert.equal(status, 201, text);
  await service.partners.idle();
  return Number(at(json, 'id'));
}

function send(method: string, path: string, body?: object) {
  return service.send(`/v1/partners${path}`, { method, key, ...(body && { body }) });
}

async function stateOf(id: number) {
  return membersOf((await send('GET', `/${id}`)).json);
}

async function pass(ms: number): Promise<void> {
  service.clock.advance(ms);
  await service.partners.idle();
}

/** Returns the part of the page with the animals of partners; empty without one. */
async function shown(query = ''): Promise<string> {
  const { text, status } = await service.send(`/adopt?lang=en${query}`);
  assert.equal(status, 200);
  return text.match(/<section class="partners">.*?<\/section>/s)?.[0] ?? '';
}

function settings(of: { send: typeof service.send }, adminKey: string, coordinates: string) {
  const body = {
    publicPages: true,
    shelterName: PUBLIC.SHELTER_NAME,
    contactUrl: PUBLIC.SHELTER_CONTACT_URL,
  };
  return of.send('/v1/settings', { method: 'PUT', key: adminKey, body: { ...body, coordinates } });
}

test('an animal of a partner is shown with its shelter and distance, follows it, and is gone a day after it is silent', async () => {
  const host = await startCatalogueServer({ after });
  const partner = await startService(sharedScope(), {
    env: { PUBLIC_PAGES: 'managed', PUBLIC_URL: host.url },
  });
  host.answer = passingTo(partner.url);
  const { key: theirs } = await partner.account({ role: 'admin' });
  await partner.send('/v1/settings', {
    method: 'PUT',
    key: theirs,
    body: { publicPages: true, shelterName: 'Hillside <b>', coordinates: '42,-87.6', license: 'CC-BY-4.0' },
  });
  const name = { method: 'PUT', key: theirs, body: { name: 'Rabbits' } };
  await partner.send('/v1/categories/1', name);
  const pet = await addPet(partner, theirs, { name: 'Klopfer', categoryId: 1, status: 'available' });
  const patch = (path: string, body: object) =>
    partner.send(`/v1/pets/${pet}${path}`, { method: 'PATCH', key: theirs, body });
  await patch('/profile', { sex: 'male', size: 'small', breed: 'Dwarf', goodWithChildren: true });
  const photo = await partner.send(`/v1/pets/${pet}/photos`, {
    method: 'POST',
    key: theirs,
    headers: PICTURE_HEADERS,
    body: PICTURE,
  });
  assert.equal(photo.status, 201, photo.text);

  await settings(service, admin, '41.9,-87.6');
  const id = await add(`${host.url}/adopt?lang=de`);
  const { createdAt, readAt, ...state } = await stateOf(id);
  assert.equal(createdAt, readAt);
  assert.deepEqual(state, {
    id,
    url: host.url,
    state: 'on',
    name: 'Hillside <b>',
    license: 'CC-BY-4.0',
    coordinates: '42,-87.6',
    animalCount: 1,
  });
  const section = await shown();
  assert.match(
    section,
    /<a href="http:\/\/127\.0\.0\.1:\d+\/adopt\/\d+\/klopfer" rel="noopener nofollow external">Klopfer<\/a>/,
  );
  assert.match(section, /From <strong dir="auto">Hillside &lt;b&gt;<\/strong>, 11 km away/);
  assert.match(section, /A small male, good with children/);
  assert.doesNotMatch(section, /(src|srcset)="[^/]/, 'a photo is never read from the partner');
  const [path = ''] = section.match(/\/photos\/[0-9a-f]{32}\/800\.jpg/) ?? [];
  const picture = await service.send(path);
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg']);

  for (const [query, isShown] of [
    ['&near=42.04,-87.61&within=5', true],
    ['&near=43,-87.9', false],
    ['&sex=male&size=small&goodWith=children', true],
    ['&sex=female', false],
    ['&age=young', false],
    ['&q=klopfer', false],
    ['&ids=1', false],
  ] as const)
    assert.equal((await shown(query)).includes('Klopfer'), isShown, query);

  host.asked.length = 0;
  await pass(READ);
  assert.deepEqual(
    host.asked,
    [
      ['/.well-known/adoptable.json', 304],
      ['/adopt.json?limit=50', 304],
    ],
    'what has not changed is not sent again',
  );
  await patch('', { name: 'Paula' });
  await pass(READ);
  assert.match(await shown(), />Paula</);
  assert.match(await shown(), new RegExp(path), 'the picture stays');

  host.answer = away;
  await pass(READ);
  assert.equal((await stateOf(id)).failure, 'not_reached');
  const context = {
    readDatabase: <T>(work: (database: typeof service.database) => T) => work(service.database),
  };
  const finding = await checkPartners(context as Parameters<typeof checkPartners>[0], parseConfig({}));
  assert.deepEqual(finding, {
    state: 'warning',
    message: `${host.url}: The connection to the host failed`,
  });
  assert.match(await shown(), />Paula</);
  await pass(24 * HOUR);
  assert.equal(await shown(), '');
  assert.equal((await service.send(path)).status, 404);
  assert.equal((await stateOf(id)).animalCount, 0);

  host.answer = passingTo(partner.url);
  await pass(READ);
  assert.match(await shown(), />Paula</);
  await send('PATCH', `/${id}`, { isOn: false });
  assert.equal(await shown(), '');
  await send('PATCH', `/${id}`, { isOn: true });
  await service.partners.idle();
  assert.match(await shown(), />Paula</);
  host.answer = answering(410);
  await pass(READ);
  assert.equal((await stateOf(id)).state, 'gone');
  assert.equal(await shown(), '');
  host.asked.length = 0;
  await pass(READ);
  assert.deepEqual(host.asked, []);
  host.answer = passingTo(partner.url);
  await send('PATCH', `/${id}`, { isOn: true });
  await service.partners.idle();
  assert.match(await shown(), />Paula</);
  assert.equal((await send('DELETE', `/${id}`)).status, 204);
  assertError(await send('GET', `/${id}`), 404, 'partner_not_found');
});

const DESCRIPTION = '/.well-known/adoptable.json';

function described(host: CatalogueServer, fields: object = {}) {
  const { url } = host;
  return JSON.stringify({
    version: 1,
    name: 'Evil',
    url: `${url}/adopt`,
    animals: `${url}/adopt.json`,
    ...fields,
  });
}

test('a partner that is switched off while it is read is asked nothing more, and stays off', async () => {
  const host = await startCatalogueServer({ after });
  const animals = [1, 2, 3].map((n) => ({
    pet: { id: n, name: 'Rex' },
    url: `${host.url}/${n}`,
    photos: [{ urls: { 800: `${host.url}/${n}.jpg` } }],
  }));
  const texts = serving({ [DESCRIPTION]: described(host), '/adopt.json': JSON.stringify(animals) });
  const id = await add(host.url);
  const answers: readonly [path: string, answer: CatalogueServer['answer']][] = [
    [DESCRIPTION, texts],
    [DESCRIPTION, answering(410)],
    ['/1.jpg', texts],
  ];
  for (const [last, answer] of answers) {
    await send('PATCH', `/${id}`, { isOn: true });
    await service.partners.idle();
    host.asked.length = 0;
    host.answer = (request, response) => {
      if (request.url !== last) return answer(request, response);
      void send('PATCH', `/${id}`, { isOn: false }).then(() => answer(request, response));
    };
    await pass(READ);
    assert.deepEqual([host.asked.at(-1)?.[0], (await stateOf(id)).state], [last, 'off']);
    host.answer = away;
  }
  assert.equal((await send('DELETE', `/${id}`)).status, 204);
});

test('a hostile partner is a failure with a reason, or texts without effect; nothing else is read', async () => {
  const host = await startCatalogueServer({ after });
  const other = await startCatalogueServer({ after });
  const id = await add(host.url);
  const failures: unknown[] = [];
  const tryWith = async (answer: CatalogueServer['answer']) => {
    host.answer = answer;
    await pass(READ);
    failures.push((await stateOf(id)).failure);
  };
  await tryWith((_request, response) => {
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', write);
    write();
  });
  await tryWith(
    (request) =>
      void request.socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      ),
  );
  await tryWith(answering(302, { location: `${other.url}/` }));
  await tryWith(answering(200));
  await tryWith(serving({ [DESCRIPTION]: described(host, { version: 2 }) }));
  await tryWith(serving({ [DESCRIPTION]: described(host, { animals: `${other.url}/adopt.json` }) }));
  await tryWith(serving({ [DESCRIPTION]: described(host, { url: 'javascript:alert(1)' }) }));
  await tryWith(serving({ [DESCRIPTION]: described(host), '/adopt.json': '{}' }));
  assert.deepEqual(failures, [
    'too_large',
    'invalid_answer',
    'status',
    'not_adoptable',
    'not_adoptable',
    'other_address',
    'other_address',
    'not_adoptable',
  ]);
  assert.deepEqual(other.asked, []);

  const animal = (n: number, fields: object = {}) => ({
    pet: { id: n, name: `<script>alert(${n})</script>\u202e` },
    url: `${host.url}/${n}`,
    profile: { breed: '"><img src=x onerror=alert(1)>', sex: 'other', birthDate: '2024-99-99' },
    photos: [{ urls: { 800: `${host.url}/page.html` }, alt: '" onload="alert(1)' }],
    ...fields,
  });
  const list = [
    animal(1),
    animal(2, { url: 'javascript:alert(1)' }),
    animal(3, { url: `${other.url}/3` }),
    animal(4, { url: host.url.replace('//', '//user:password@') }),
    animal(5, {
      pet: { id: 5, name: 'x'.repeat(10_000) },
      photos: [{ urls: { 800: `${other.url}/5.jpg` } }],
    }),
    'no animal',
    null,
    ...Array.from({ length: 100 }, (_, n) => animal(100 + n, { photos: [] })),
  ];
  await tryWith(
    serving({ [DESCRIPTION]: described(host), '/adopt.json': JSON.stringify(list), '/page.html': '<html>' }),
  );
  assert.equal(failures.at(-1), undefined);
  assert.equal((await stateOf(id)).animalCount, 50);
  const section = await shown();
  assert.match(section, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  assert.doesNotMatch(section, /<script|<img|javascript:|password|\u202e|x{101}/);
  assert.ok(!section.includes(other.url));
  assert.deepEqual(other.asked, []);
  assert.equal((await send('DELETE', `/${id}`)).status, 204);
});

test('only managers add partners: by an address of the web, once each, at most ten', async () => {
  const { key: member } = await service.account({ role: 'member' });
  const post = (url: string, sender = key) =>
    service.send('/v1/partners', { method: 'POST', key: sender, body: { url } });
  assertError(await post('https://hillside.example', member), 403, 'insufficient_role');
  for (const url of [
    'http://hillside.example',
    'https://10.0.0.1',
    'https://a:b@x.example',
    'https:///x.example',
    `${PUBLIC.PUBLIC_URL}/x`,
  ])
    assertError(await post(url), 400, 'invalid_body');
  const hosts = Array.from({ length: 10 }, (_, n) => `https://p${n}.invalid`);
  for (const url of hosts) assert.equal((await post(url)).status, 201);
  assertError(await post(`${hosts[3]}/adopt`), 400, 'invalid_body');
  assertError(await post('https://p11.invalid'), 409, 'too_many_partners');
  await service.partners.idle();
  const all = listOf(await service.send('/v1/partners', { key }));
  assert.deepEqual(
    all.map(({ failure }) => failure),
    hosts.map(() => 'host_not_found'),
  );
  for (const { id } of all) await send('DELETE', `/${id}`);
  const audited = listOf(await service.send('/v1/audit?limit=1', { key: admin }));
  assert.equal(at(audited[0], 'action'), 'partner.removed');
});
