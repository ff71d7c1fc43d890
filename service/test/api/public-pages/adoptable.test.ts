import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { PUBLIC } from './public-fixture.ts';

/** docs/adoptable-schema.md, and lists of what is near. */

const LOGGED = { ACCESS_LOG: 'true', LOG_LEVEL: 'trace' };
const PLACE = { coordinates: '41.8781,-87.6298', license: 'CC-BY-4.0' };

async function start(t: TestContext, env: Record<string, string> = { ...PUBLIC, ...LOGGED }) {
  const service = await startService(t, { store: await temporaryStore(t), env });
  const { key } = await service.account({ role: 'admin' });
  const change = async (body: object) => {
    const { shelterName, contactUrl } = {
      shelterName: PUBLIC.SHELTER_NAME,
      contactUrl: PUBLIC.SHELTER_CONTACT_URL,
    };
    return service.send('/v1/settings', {
      method: 'PUT',
      key,
      body: { shelterName, contactUrl, publicPages: true, ...body },
    });
  };
  return { service, key, change };
}

test('a catalogue describes itself, and its list has its animals as the served schema has them', async (t) => {
  const { service, key, change } = await start(t);
  await addPet(service, key);
  const first = await service.send('/.well-known/adoptable.json');
  assert.equal(first.headers.get('access-control-allow-origin'), '*');
  assert.match(first.headers.get('cache-control') ?? '', /^public, max-age=60$/);
  const url = PUBLIC.PUBLIC_URL;
  const common = {
    $schema: `${url}/adoptable.schema.json`,
    version: 1,
    name: PUBLIC.SHELTER_NAME,
    url: `${url}/adopt`,
    animals: `${url}/adopt.json`,
    feed: `${url}/adopt/feed.xml`,
    languages: ['en', 'es', 'fr', 'de'],
    timeZone: 'UTC',
  };
  assert.deepEqual(first.json, { ...common, contact: { url: PUBLIC.SHELTER_CONTACT_URL } });
  const etag = { 'If-None-Match': first.headers.get('etag') ?? '' };
  assert.equal((await service.send('/.well-known/adoptable.json', { headers: etag })).status, 304);

  const later = { ...PLACE, address: '12 Main St', telephone: '+1 555 0100' };
  const changed = await change(later);
  assert.equal(at(changed.json, 'coordinates'), '41.9,-87.6');
  const second = await service.send('/.well-known/adoptable.json', { headers: etag });
  assert.deepEqual(second.json, {
    ...common,
    contact: { url: PUBLIC.SHELTER_CONTACT_URL, telephone: '+1 555 0100' },
    place: { address: '12 Main St', latitude: 41.9, longitude: -87.6 },
    license: { id: 'CC-BY-4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  });

  const schema = Object((await service.send('/adoptable.schema.json')).json);
  const ajv = new Ajv2020({
    validateFormats: false,
    strict: true,
    allowUnionTypes: true,
    strictTypes: false,
  });
  const isValid = ajv.compile(schema);
  for (const { json } of [first, second]) assert.ok(isValid(json), ajv.errorsText(isValid.errors));
  assert.ok(!isValid({ ...Object(second.json), animals: 'javascript:alert(1)' }));
  const isList = ajv.getSchema(`${schema.$id}#/$defs/animals`);
  const animals = listOf(await service.send('/adopt.json'));
  assert.equal(animals.length, 1);
  assert.ok(isList?.(animals), ajv.errorsText(isList?.errors));
});

test('near selects all animals or none by where the shelter is, in each list, and is never logged', async (t) => {
  const { service, key, change } = await start(t);
  const id = await addPet(service, key);
  const counts = async (query: string) => {
    const lists = [
      listOf(await service.send(`/v1/listings?${query}`, { key })),
      listOf(await service.send(`/adopt.json?${query}`)),
    ];
    const page = (await service.send(`/adopt?${query}`)).text;
    const feed = (await service.send(`/adopt/feed.xml?${query}`)).text;
    return [
      ...lists.map(({ length }) => length),
      page.match(/<li class="card">/g)?.length ?? 0,
      feed.match(/<entry>/g)?.length ?? 0,
    ];
  };
  const NONE = [0, 0, 0, 0];
  const ALL = [1, 1, 1, 1];
  assert.deepEqual(await counts('near=41.9,-87.6'), NONE, 'it is not known where the shelter is');
  await change(PLACE);
  assert.deepEqual(await counts('near=41.87654,-87.61234'), ALL);
  assert.deepEqual(await counts('near=43.03,-87.9'), NONE);
  assert.deepEqual(await counts('near=43.03,-87.9&within=130'), ALL);

  const { text } = await service.send('/adopt?near=43.03456,-87.91234&within=130');
  assert.match(text, /<input type="hidden" name="near" value="43,-87.9">/);
  assert.match(text, /aria-label="Remove: Within 130 km"/);
  assert.doesNotMatch(text, /43\.03/);
  await addPet(service, key);
  const { headers } = await service.send('/v1/listings?near=41.87654,-87.61234&limit=1', { key });
  assert.match(headers.get('link') ?? '', /near=41\.9%2C-87\.6&within=50&limit=1&cursor=/);
  assert.equal(headers.get('x-total-count'), null);

  for (const query of ['near=Chicago', 'near=91,0', 'near=1,1&within=0', 'near=1,1&within=far']) {
    assertError(await service.send(`/v1/listings?${query}`, { key }), 400, 'invalid_parameter');
    assertError(await service.send(`/adopt.json?${query}`), 400, 'invalid_parameter');
  }
  assertError(await service.send('/v1/listings?within=10', { key }), 400, 'invalid_parameter');
  await service.send(`/v1/listings/${id}/nothing?near=41.87654,-87.61234`, { key });
  const logged = service.logged.join('');
  assert.match(logged, /listListings/);
  assert.doesNotMatch(logged, /41\.|near=|87\.6/);
});

test('without public pages there is no description (404)', async (t) => {
  const { service } = await start(t, { PUBLIC_PAGES: 'managed' });
  for (const path of ['/.well-known/adoptable.json', '/adoptable.schema.json'])
    assertError(await service.send(path), 404, 'route_not_found');
});
