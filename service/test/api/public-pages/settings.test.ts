// Runs with two threads.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService, type TestService } from '@petstore/testing/service.ts';
import { parseConfig } from '../../../src/platform/config/config.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';
import { openDatabase } from '../../../src/server/open-database.ts';
import { PUBLIC } from './public-fixture.ts';

/** docs/api-design.md#settings: `GET` and `PUT /v1/settings`. */

const MANAGED = { PUBLIC_PAGES: 'managed', PUBLIC_URL: PUBLIC.PUBLIC_URL };
const RIVERSIDE = {
  shelterName: 'Riverside',
  contactUrl: 'tel:+15550100',
  timeZone: 'America/Chicago',
  currency: 'USD',
  publicPages: true,
};

async function start(t: TestContext, env: Record<string, string> = MANAGED) {
  return withAdmin(await startService(t, { env }));
}

async function withAdmin(service: TestService) {
  const { key } = await service.account({ role: 'admin' });
  const change = (body: object) => service.send('/v1/settings', { method: 'PUT', key, body });
  const page = (path = '/adopt') => service.send(path);
  return { service, key, change, page };
}

/** Of the tests that need no other settings of the environment. */
const { service, key, change, page } = await withAdmin(await startSharedService({ env: MANAGED }));

test('an admin switches the public pages on and off, which the next response shows', async () => {
  const id = await addPet(service, key);
  const url = async (path: string) => at((await service.send(path, { key })).json, 'url');
  assertError(await page(), 404, 'route_not_found');
  assert.equal(await url(`/v1/listings/${id}`), undefined);
  const changed = await change(RIVERSIDE);
  assert.equal(changed.status, 200);
  assert.deepEqual(changed.json, { ...RIVERSIDE, fixedBy: {} });
  const { status, text, headers } = await page();
  assert.equal(status, 200);
  assert.match(text, /<span>Riverside<\/span>/);
  assert.match((await page(`/adopt/${id}/frank`)).text, /href="tel:\+15550100"/);
  assert.equal(await url(`/v1/listings/${id}`), `${PUBLIC.PUBLIC_URL}/adopt/${id}/frank`);
  await change({ ...RIVERSIDE, shelterName: 'Hillside' });
  const again = await service.send('/adopt', { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
  assert.equal(again.status, 200);
  assert.match(again.text, /<span>Hillside<\/span>/);
  await change({ publicPages: false });
  assertError(await page(), 404, 'route_not_found');
  assertError(await page(`/adopt/${id}.json`), 404, 'route_not_found');
  assert.equal(await url(`/v1/listings/${id}`), undefined);
  const { json } = await service.send('/v1/settings', { key });
  const { timeZone, currency } = RIVERSIDE;
  assert.deepEqual(json, { timeZone, currency, publicPages: false, fixedBy: {} });
});

test('address, hours and telephone are at the foot of each page, and in its structured data', async () => {
  const id = await addPet(service, key);
  await change(RIVERSIDE);
  assert.doesNotMatch((await page()).text, /<address/);
  const shelter = {
    address: '12 Main St <b>\nSpringfield',
    hours: 'Tue to Sun',
    telephone: '+1 (555) 010-0100',
  };
  const changed = await change({ ...RIVERSIDE, ...shelter });
  assert.deepEqual(changed.json, { ...RIVERSIDE, ...shelter, fixedBy: {} });
  for (const path of ['/adopt', `/adopt/${id}/frank`, '/adopt/0/unknown']) {
    const { text } = await page(path);
    assert.match(text, /<address class="shelter">\s*<strong dir="auto">Riverside<\/strong>/, path);
    assert.match(
      text,
      /<p dir="auto">12 Main St &lt;b&gt;\nSpringfield<\/p>\s*<p dir="auto">Tue to Sun<\/p>/,
    );
    assert.match(
      text,
      /<a href="tel:\+15550100100" aria-label="Call \+1 \(555\) 010-0100">\+1 \(555\) 010-0100</,
    );
  }
  const { text } = await page(`/adopt/${id}/frank`);
  assert.match(
    text,
    /"publisher":\{"@type":"AnimalShelter","name":"Riverside","url":"[^"]*","address":"12 Main St \\u003cb\\u003e, Springfield","telephone":"[^"]*"\}/,
  );
  await change({ ...RIVERSIDE, address: null, hours: null, telephone: null });
  assert.doesNotMatch((await page()).text, /<address/);
});

test('a client of 1.1.0, which does not know the later settings, leaves them as they are; null removes them', async () => {
  const later = {
    timeZone: 'America/Chicago',
    currency: 'USD',
    address: '12 Main St',
    hours: 'Daily',
    telephone: '5550100',
  };
  await change({ publicPages: true, ...later });
  const changed = await change({ shelterName: 'Riverside', publicPages: true });
  assert.deepEqual(changed.json, { shelterName: 'Riverside', publicPages: true, ...later, fixedBy: {} });
  const removed = Object.fromEntries(Object.keys(later).map((name) => [name, null]));
  await change({ publicPages: true, ...removed });
  const { json } = await service.send('/v1/settings', { key });
  assert.deepEqual(json, { publicPages: true, fixedBy: {} });
});

test('robots.txt names the sitemap only while it is served', async () => {
  const isNamed = async () => (await page('/robots.txt')).text.includes('/sitemap.xml');
  const isServed = async () => (await page('/sitemap.xml')).status === 200;
  for (const publicPages of [false, true, false]) {
    await change({ publicPages });
    assert.deepEqual([await isNamed(), await isServed()], [publicPages, publicPages]);
  }
});

test('a change by another process applies within a second', async (t) => {
  const { service, page } = await start(t);
  assertError(await page(), 404, 'route_not_found');
  const other = await openDatabase(parseConfig({ DATABASE_URL: service.store }));
  await other.write((db) =>
    db
      .insertInto('settings')
      .values([
        { name: 'public_pages', value: 'true' },
        { name: 'shelter_name', value: 'Riverside' },
      ])
      .execute(),
  );
  await other.close();
  service.clock.advance(SECOND);
  assert.match((await service.send('/adopt')).text, /<span>Riverside<\/span>/);
});

test('a setting of the environment wins, and another value is rejected (409)', async (t) => {
  const { service, key, change, page } = await start(t, { ...PUBLIC, SHELTER_TIME_ZONE: 'America/Chicago' });
  const fixedBy = {
    shelterName: 'SHELTER_NAME',
    contactUrl: 'SHELTER_CONTACT_URL',
    timeZone: 'SHELTER_TIME_ZONE',
    publicPages: 'PUBLIC_PAGES',
  };
  const settings = {
    shelterName: PUBLIC.SHELTER_NAME,
    contactUrl: PUBLIC.SHELTER_CONTACT_URL,
    timeZone: 'America/Chicago',
    publicPages: true,
  };
  const { json } = await service.send('/v1/settings', { key });
  assert.deepEqual(json, { ...settings, fixedBy });
  assert.equal((await change(Object(json))).status, 200);
  const others = [
    { shelterName: 'Hillside' },
    { contactUrl: 'tel:1' },
    { timeZone: 'UTC' },
    { publicPages: false },
  ];
  for (const different of others) {
    const refused = await change({ ...settings, ...different });
    assertError(refused, 409, 'setting_fixed');
    assert.match(
      refused.text,
      new RegExp(`is set by ${fixedBy[Object.keys(different)[0] as keyof typeof fixedBy]} `),
    );
  }
  assert.match((await page()).text, new RegExp(`<span>${PUBLIC.SHELTER_NAME}</span>`));
});

test('the audit has the settings that changed, with their author', async () => {
  await change({ publicPages: false, timeZone: null, currency: null });
  await change(RIVERSIDE);
  await change(RIVERSIDE); // changes nothing
  await change({ ...RIVERSIDE, contactUrl: undefined });
  const entries = listOf(await service.send('/v1/audit?limit=2', { key }));
  assert.deepEqual(
    entries.map((entry) => [at(entry, 'action'), at(entry, 'subject'), at(entry, 'details')]),
    [
      ['settings.updated', { type: 'settings' }, { contactUrl: null }],
      ['settings.updated', { type: 'settings' }, RIVERSIDE],
    ],
  );
  assert.equal(at(entries[0], 'account', 'id'), 1);
});

test('rejects a name, an address or a telephone that cannot be shown, and a time zone that does not exist (400)', async () => {
  for (const invalid of [
    { shelterName: '' },
    { shelterName: ' ' },
    { shelterName: 'River\nside' },
    { shelterName: 'x'.repeat(101) },
    { contactUrl: 'javascript:alert(1)' },
    { timeZone: 'Mars/Olympus' },
    { timeZone: '+05:00' },
    { currency: 'dollars' },
    { publicPages: 'true' },
    { publicPages: undefined },
    { address: ' \n' },
    { address: 'a\tb' },
    { address: '\ud800' },
    { hours: 'x\n'.repeat(7) },
    { hours: 'x'.repeat(301) },
    { telephone: 'call us' },
    { telephone: '' },
    { telephone: '+' },
  ]) {
    assertError(await change({ ...RIVERSIDE, ...invalid }), 400, 'invalid_body');
  }
});
