// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
// cspell:words dackel hunde mischling zwergdackel
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { PETFINDER } from '../../../src/exchange/publishing/sites/petfinder.ts';
import { storePhoto } from '../photos/photo-fixture.ts';

const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
const PASSWORD = 'pass-ö-marker';
const service = await startSharedService({
  env: { SECRETS_KEY, ACCESS_LOG: 'true', PUBLIC_URL: 'https://shelter.example' },
});
const { key: adminKey } = await service.account({ role: 'admin' });

/** A manager whose animals have categories with names. */
async function manager() {
  const { id, key } = await service.account({ role: 'manager' });
  const send = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
    service.send(`/v1${path}`, { method, key, ...(body && { body }), ...(headers && { headers }) });
  const add = async (pet: object, profile: object = {}) => {
    const petId = await addPet(service, key, pet);
    if (Object.keys(profile).length > 0) {
      const changed = await send('PATCH', `/pets/${petId}/profile`, profile);
      assert.equal(changed.status, 200, changed.text);
    }
    return petId;
  };
  return { id, key, send, add };
}

const CATEGORIES = { dog: 61, cat: 62, griffin: 63 };
for (const [name, id] of [
  ['Hunde', CATEGORIES.dog],
  ['Cat', CATEGORIES.cat],
  ['Griffin', CATEGORIES.griffin],
]) {
  const named = await service.send(`/v1/categories/${id}`, { method: 'PUT', key: adminKey, body: { name } });
  assert.equal(named.status, 200, named.text);
}
const DOG = { sex: 'female', breed: 'Beagle', spayedNeutered: true };

test('a manager sets a site up, its password is nowhere, and no other account sees anything of it', async () => {
  const { id, key, send } = await manager();
  const path = '/publishing/petfinder';
  const read = await send('GET', path);
  assert.equal(read.text.includes('"isOn":false,"username":null,"hasPassword":false'), true, read.text);
  const refused = await send('PATCH', path, { isOn: true });
  assertError(refused, 400, 'invalid_body');
  assert.equal(refused.headers.get('invalid-fields'), 'username');
  const change = { isOn: true, username: 'XX123', password: PASSWORD, everyHours: 6 };
  const headers = { 'if-match': read.headers.get('etag') ?? '' };
  const changed = await send('PATCH', path, change, headers);
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(at(changed.json, 'hasPassword'), true);
  assertError(await send('PATCH', path, change, headers), 412, 'precondition_failed');
  const same = { 'if-none-match': changed.headers.get('etag') ?? '' };
  assert.equal((await service.send(`/v1${path}`, { key, headers: same })).status, 304);
  // The password belongs to one server, one user and their encryption, of which more is no reason to ask again.
  const raised = await send('PATCH', path, { security: 'explicit_tls' });
  assert.match(raised.text, /"hasPassword":true.*"security":"explicit_tls"/);
  const moves = [{ host: 'ftp.other.example' }, { port: 2121 }, { username: 'XX124' }];
  for (const moved of [...moves, { security: 'none' }, { security: null }]) {
    const rejected = await send('PATCH', path, moved);
    assertError(rejected, 400, 'invalid_body');
    assert.equal(rejected.headers.get('invalid-fields'), 'password');
  }
  assert.equal((await send('PATCH', path, { security: null, password: PASSWORD })).status, 200);
  const options = await send('PATCH', '/publishing/adopt_a_pet', { options: { includeHeld: true } });
  assert.match(options.text, /Adopt a Pet shows no animals on hold/);

  const db = service.database.read;
  const rows = await db.selectFrom('publishing_sites').selectAll().where('account_id', '=', id).execute();
  const audit = await service.send('/v1/audit?limit=3', { key: adminKey });
  assert.match(audit.text, /"name":"Petfinder".*"password":"changed"/);
  const places = {
    answer: changed.text + read.text,
    audit: audit.text,
    row: JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    log: service.logged.join('\n'),
  };
  for (const [place, text] of Object.entries(places)) assert.doesNotMatch(text, /marker/, place);
  const other = await manager();
  assert.match((await other.send('GET', path)).text, /"username":null,"hasPassword":false/);
  const removed = await send('PATCH', path, { password: null, username: 'XX124' });
  assert.match(removed.text, /"username":"XX124","hasPassword":false/);
});

test('each animal is sent, or is left out with the fields that are missing', async () => {
  const { key, send, add } = await manager();
  const sent = await add({ name: 'Bella', categoryId: CATEGORIES.dog }, DOG);
  const bare = await add({ name: 'Bare', categoryId: CATEGORIES.dog });
  const held = await add({ name: 'Held', categoryId: CATEGORIES.dog, status: 'pending' }, DOG);
  const griffin = await add({ name: 'Wing', categoryId: CATEGORIES.griffin }, DOG);
  const unknown = await add({ name: 'Odd', categoryId: CATEGORIES.dog }, { ...DOG, breed: 'Zwergdackel' });
  await add({ name: 'Gone', categoryId: CATEGORIES.dog, status: 'sold' }, DOG);
  const list = async (query = '') =>
    (await readAll(service, key, `/v1/publishing/petfinder/animals?limit=1${query}`)).map((animal) => [
      animal.petId,
      (animal.reasons as Array<{ code: string; field: string }>).map(({ code, field }) => `${code} ${field}`),
    ]);
  assert.deepEqual(await list(), [
    [sent, []],
    [bare, ['missing sex', 'missing breed']],
    [held, ['on_hold status']],
    [griffin, ['unmapped categoryId']],
    [unknown, ['unmapped breed']],
  ]);
  assert.deepEqual(await list('&leftOut=false'), [[sent, []]]);
  assert.equal((await list('&leftOut=true')).length, 4);
  const sites = await send('GET', '/publishing');
  const counts = (at(sites.json, 'sites') as Array<Record<string, unknown>>).map((site) => [
    site.id,
    site.sentCount,
    site.leftOutCount,
    site.unmappedWords,
  ]);
  assert.deepEqual(counts, [
    ['petfinder', 1, 4, 2],
    ['adopt_a_pet', 1, 4, 2],
    ['rescue_groups', 2, 3, 1],
  ]);
  // Held animals, and only animals that are known to be neutered.
  await send('PATCH', '/publishing/petfinder', { options: { includeHeld: true, includeUnaltered: false } });
  await send('PATCH', `/pets/${sent}/profile`, { spayedNeutered: false });
  assert.deepEqual((await list()).slice(0, 3), [
    [sent, ['unaltered spayedNeutered']],
    [bare, ['missing sex', 'missing breed', 'missing spayedNeutered']],
    [held, []],
  ]);
  // Another account has its own animals only.
  const other = await manager();
  assert.deepEqual(await readAll(service, other.key, '/v1/publishing/petfinder/animals'), []);
  assertError(await other.send('GET', '/publishing/facebook/animals'), 404, 'site_not_found');
});

test('a word is mapped once, and the animals that wait for it are sent', async () => {
  const { key, send, add } = await manager();
  for (const name of ['One', 'Two'])
    await add({ name, categoryId: CATEGORIES.dog }, { ...DOG, breed: 'Dackel-Mischling', color: 'Tricolor' });
  await add(
    { name: 'Lab', categoryId: CATEGORIES.dog },
    { ...DOG, breed: 'lab MIX', color: 'black and white' },
  );
  await add({ name: 'Wing', categoryId: CATEGORIES.griffin }, DOG);
  const words = async () => {
    const { json } = await send('GET', '/publishing/petfinder/words');
    return (at(json, 'words') as Array<Record<string, unknown>>).map(
      ({ kind, word, animals, siteWord, guess }) => [kind, word, animals, siteWord, guess],
    );
  };
  const known = await words();
  const expected = [
    ['breed', 'Dackel-Mischling', 2, null, null],
    ['breed', 'lab MIX', 1, null, 'Labrador Retriever'],
    ['species', 'Griffin', 1, null, null],
    ['species', 'Hunde', 3, 'Dog', null],
    ['color', 'black and white', 1, 'Black', null],
  ];
  for (const word of expected)
    assert.deepEqual(
      known.filter(([kind, text]) => kind === word[0] && text === word[1]),
      [word],
    );
  const mapping = [
    { kind: 'breed', categoryId: CATEGORIES.dog, word: 'dackel mischling', siteWord: 'Dachshund' },
    { kind: 'species', categoryId: CATEGORIES.griffin, word: 'Griffin', siteWord: 'Bird' },
    { kind: 'breed', categoryId: CATEGORIES.dog, word: 'lab mix', siteWord: null },
  ];
  const put = await send('PUT', '/publishing/petfinder/words', { words: mapping });
  assert.equal(put.status, 200, put.text);
  // The breed belongs to dogs.
  assert.deepEqual(
    (await words()).filter(([, word]) => word === 'Beagle'),
    [['breed', 'Beagle', 1, null, null]],
  );
  const file = await send('GET', '/publishing/petfinder/files/animals');
  assert.equal(file.text.split('"Dachshund"').length - 1, 2);
  // The word of the shelter means a mixed breed.
  assert.match(file.text, /"Dachshund",.*"Dog","A","","1","","","","","","","1",/);
  const invalid = await send('PUT', '/publishing/petfinder/words', {
    words: [{ kind: 'breed', categoryId: 1.5, word: 'a', siteWord: 'b' }],
  });
  assertError(invalid, 400, 'invalid_body');
  assert.deepEqual(
    await readAll(service, key, '/v1/publishing/petfinder/animals?leftOut=false').then((all) => all.length),
    2,
  );
});

test('animals that go together are shown with the names and the first photos of all', async () => {
  const { send, add } = await manager();
  const [bella, max] = [
    await add({ name: 'Bella', categoryId: CATEGORIES.dog }, DOG),
    await add({ name: 'Max', categoryId: CATEGORIES.dog }, { ...DOG, sex: 'male' }),
  ];
  const [own, second, other] = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
  await storePhoto(service, bella, own);
  await storePhoto(service, max, other);
  await service.database.write((db) =>
    db
      .updateTable('photos')
      .set({ position: 1n })
      .where('id', '=', own ?? '')
      .execute(),
  );
  await storePhoto(service, bella, second);
  await send('PATCH', `/pets/${bella}/profile`, { bondedWith: [max] });
  const rows = (await send('GET', '/publishing/petfinder/files/animals')).text.split('\n').slice(1, 3);
  assert.deepEqual(
    rows.map((row) => [
      row.split('","')[2],
      [...row.matchAll(/photos\/(\w)/g)].map(([, letter]) => letter).join(''),
    ]),
    [
      ['Bella & Max', 'bca'],
      ['Max & Bella', 'cb'],
    ],
  );
});

test('a file is what the site gets, and only its header without an animal', async () => {
  const { send, add } = await manager();
  const empty = await send('GET', '/publishing/petfinder/files/animals');
  assert.equal(empty.text, `${PETFINDER.header}\n`);
  assert.equal(empty.headers.get('content-disposition'), 'attachment; filename="petfinder.csv"');
  await send('PATCH', '/publishing/rescue_groups', { username: '4711' });
  const petId = await add({ name: 'Bella', categoryId: CATEGORIES.dog }, DOG);
  await storePhoto(service, petId);
  const file = await send('GET', '/publishing/rescue_groups/files/animals');
  assert.match(file.text, new RegExp(`\n"4711","${petId}","Available",.*"${petId}-1.jpg","","",""\n$`));
  const configuration = await send('GET', '/publishing/adopt_a_pet/files/configuration');
  assert.match(configuration.text, /^#1:Id=Id\n#2:Animal=Animal\nChicken=Farm Animal\n/);
  assertError(await send('GET', '/publishing/petfinder/files/configuration'), 404, 'site_not_found');
});
