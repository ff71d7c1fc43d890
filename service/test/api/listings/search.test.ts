// Runs on SQLite and on PostgreSQL.
// cspell:ignore Malley omalley Łódź beagel bjron
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService, type TestService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { sql } from 'kysely';
import { MAX_CANDIDATES } from '../../../src/catalogue/search/search-query.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';

/** `q` and the filters of `GET /v1/listings`, and `name` of `GET /v1/pets`, row by row of their documentation. */

const PETS: ReadonlyArray<{ name: string; status?: string; profile: object }> = [
  { name: 'Bella', profile: { breed: 'Beagle Mix', color: 'Brown/White', sex: 'female', size: 'medium' } },
  { name: 'Zoë', profile: { description: 'Loves the río and long walks.', birthDate: '2020-06-01' } },
  { name: 'Max', status: 'sold', profile: { breed: 'Beagle', birthDate: '2021-01-01', goodWithDogs: true } },
  {
    name: 'Bella Max',
    profile: { sex: 'male', goodWithDogs: true, goodWithCats: true, goodWithChildren: false },
  },
  { name: 'Rex', profile: {} },
  { name: 'Bjørn O’Malley', profile: { breed: 'Łódź terrier' } },
  { name: '小白狗', profile: { color: '白色', description: '가장 좋은 강아지' } },
];

async function fill(service: TestService, key: string): Promise<void> {
  for (const { name, status, profile } of PETS) {
    const id = await addPet(service, key, { name, ...(status !== undefined && { status }) });
    if (Object.keys(profile).length === 0) continue;
    await service.send(`/v1/pets/${id}/profile`, { method: 'PATCH', key, body: profile });
  }
}

const service = await startSharedService();
const { key } = await service.account({ role: 'manager' });
await fill(service, key);

/** The names that each query finds, newest first. */
const FOUND: Readonly<Record<string, readonly string[]>> = {
  'q=bella': ['Bella Max', 'Bella'],
  'q=BEL': ['Bella Max', 'Bella'],
  'q=beagle': ['Max', 'Bella'],
  'q=bella%20beagle': ['Bella'],
  'q=max%20b': ['Bella Max', 'Max'],
  'q=zoe': ['Zoë'],
  'q=rio%20walk': ['Zoë'],
  'q=R%C3%8DO': ['Zoë'],
  'q=white': ['Bella'],
  'q=bjorn': ['Bjørn O’Malley'],
  'q=BJ%C3%98RN': ['Bjørn O’Malley'],
  'q=lodz': ['Bjørn O’Malley'],
  "q=o'malley": ['Bjørn O’Malley'],
  'q=omalley': ['Bjørn O’Malley'],
  'q=狗': ['小白狗'],
  'q=白狗': ['小白狗'],
  'q=色%20狗': ['小白狗'],
  'q=狗白': [],
  'q=아지': ['小白狗'],
  'q=강ㅇ': ['小白狗'],
  'q=eagle': [],
  'q=beagles': [],
  'q=bella&sort=id': ['Bella', 'Bella Max'],
  'sex=male&q=bella': ['Bella Max'],
  'goodWith=dogs,cats': ['Bella Max'],
  'bornAfter=2020-06-01': ['Max', 'Zoë'],
  'bornAfter=2020-06-02': ['Max'],
  'bornBefore=2020-06-01': ['Zoë'],
  'bornAfter=2020-01-01&bornBefore=2020-12-31&status=available': ['Zoë'],
};

for (const [query, names] of Object.entries(FOUND)) {
  test(`GET /v1/listings?${query} finds ${names.join(', ') || 'nothing'}`, async () => {
    const found = await readAll(service, key, `/v1/listings?limit=1&${query}`);
    assert.deepEqual(
      found.map(({ pet }) => at(pet, 'name')),
      names,
    );
  });
}

const FOUND_BY_NAME: Readonly<Record<string, readonly string[]>> = {
  'name=bella': ['Bella Max', 'Bella'],
  'name=ZO%C3%8B': ['Zoë'],
  'name=max%20bel': ['Bella Max'],
  'name=bjo': ['Bjørn O’Malley'],
  'name=狗': ['小白狗'],
  'name=白狗': ['小白狗'],
  'name=강아': [],
  'name=beagle': [],
};

for (const [query, names] of Object.entries(FOUND_BY_NAME)) {
  test(`GET /v1/pets?${query} finds ${names.join(', ') || 'nothing'}`, async () => {
    const found = await readAll(service, key, `/v1/pets?limit=1&${query}`);
    assert.deepEqual(
      found.map(({ name }) => name),
      names,
    );
  });
}

/** With `approximate=true`: the names that each query finds, and `Search-Match`. */
const FOUND_APPROXIMATELY: Readonly<Record<string, readonly [match: string | null, ...names: string[]]>> = {
  '/v1/listings?q=bela': ['similar', 'Bella Max', 'Bella'],
  '/v1/listings?q=bela&sex=female': ['similar', 'Bella'],
  '/v1/listings?q=bela&limit=1': ['similar', 'Bella Max'],
  '/v1/listings?q=beagle': [null, 'Max', 'Bella'],
  '/v1/listings?q=beagel': [null],
  '/v1/listings?q=%2303': ['id', 'Max'],
  '/v1/listings?q=3': ['id', 'Max'],
  '/v1/pets?name=%233': ['id', 'Max'],
  '/v1/listings?q=9': [null],
  '/v1/pets?name=b-x': [null],
  '/v1/listings?q=03&status=available': [null],
  '/v1/pets?name=bjron': ['similar', 'Bjørn O’Malley'],
  '/v1/pets?name=max': [null, 'Bella Max', 'Max'],
};

for (const [path, [match, ...names]] of Object.entries(FOUND_APPROXIMATELY)) {
  test(`GET ${path}&approximate=true finds ${names.join(', ') || 'nothing'} (${match ?? 'by words'})`, async () => {
    const response = await service.send(`${path}&approximate=true`, { key });
    const found = listOf(response).map((item) => at(item, 'pet', 'name') ?? at(item, 'name'));
    assert.deepEqual([response.headers.get('search-match'), ...found], [match, ...names]);
    assert.equal(response.headers.get('link')?.includes('next') ?? false, false);
    const { status } = await service.send(`${path}&approximate=true`, {
      key,
      headers: { 'if-none-match': String(response.headers.get('etag')) },
    });
    assert.equal(status, 304);
  });
}

test('with approximate=true, a reference is found although its parts are too short for words', async () => {
  await service.database.write(async (db) => {
    const { id: owner_id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    const row = { owner_id, pet_id: 5n, name: 'Rex', category_id: 1n, status: null };
    await db
      .insertInto('imported_pets')
      .values({ ...row, reference: 'B-7' })
      .execute();
  });
  const response = await service.send('/v1/listings?q=B-7&approximate=true', { key });
  const ids = listOf(response).map((item) => at(item, 'pet', 'id'));
  assert.deepEqual([response.headers.get('search-match'), ...ids], ['reference', 5]);
});

test('without approximate=true, a search has only animals with its words', async () => {
  for (const path of ['/v1/listings?q=bela', '/v1/pets?name=bela', '/v1/pets?name=bela&approximate=false']) {
    const response = await service.send(path, { key });
    assert.deepEqual([listOf(response), response.headers.get('search-match')], [[], null]);
  }
  for (const query of ['q=bela&approximate=yes', 'q=-!-&approximate=true', 'q=3&approximate=false']) {
    const invalid = await service.send(`/v1/listings?${query}`, { key });
    assertError(invalid, 400, 'invalid_parameter');
  }
});

test('rejects an invalid search or filter (400), and names the parameter', async () => {
  const invalid = {
    q: ['', 'b', '%C3%B8', 'ㄱ', '%20%20', 'x%20y', '-!-', 'x'.repeat(101), '%00%00'],
    sex: ['f', ''],
    size: ['huge'],
    goodWith: ['', 'birds', 'dogs,dogs,dogs,cats', 'dogs,'],
    bornAfter: ['2020', '2023-02-29'],
    bornBefore: ['yesterday'],
  };
  for (const [name, values] of Object.entries(invalid)) {
    for (const value of values) {
      const response = await service.send(`/v1/listings?${name}=${value}`, { key });
      assertError(response, 400, 'invalid_parameter');
      assert.ok(String(at(response.json, 'message')).includes(name), response.text);
    }
  }
  const { text } = await service.send('/v1/listings?q=b', { key });
  assert.match(
    text,
    /q must have a word of at least 2 letters or digits, or one Chinese.* letter; got \\"b\\"/,
  );
  for (const value of ['', 'b', 'x'.repeat(101)])
    assertError(await service.send(`/v1/pets?name=${value}`, { key }), 400, 'invalid_parameter');
});

test('a cursor of another search is 400', async () => {
  const page = await service.send('/v1/listings?q=bella&limit=1', { key });
  const [, cursor] = /cursor=([\w-]+)/.exec(page.headers.get('link') ?? '') ?? [];
  assert.ok(cursor);
  assertError(await service.send(`/v1/listings?q=max&cursor=${cursor}`, { key }), 400, 'invalid_parameter');
});

test('a search follows every change of a pet', async (t) => {
  const own = await startService(t);
  const { key } = await own.account();
  const id = await addPet(own, key, { name: 'Bella' });
  const found = async (word: string) => listOf(await own.send(`/v1/listings?q=${word}`, { key })).length;
  const patch = (path: string, body: object) => own.send(path, { method: 'PATCH', key, body });
  await patch(`/v1/pets/${id}/profile`, { breed: 'Bellatrix', color: 'brown' });
  await patch(`/v1/pets/${id}`, { name: 'Rex' });
  assert.deepEqual([await found('bella'), await found('bellatrix'), await found('rex')], [1, 1, 1]);
  await patch(`/v1/pets/${id}/profile`, { breed: null });
  assert.deepEqual([await found('bella'), await found('brown')], [0, 1]);
  await own.send(`/v1/pets/${id}`, { method: 'DELETE', key });
  assert.deepEqual([await found('rex'), await found('brown')], [0, 0]);
});

test('a page of a search goes on while no animal with the words matches: for a bounded number of animals, and for visitors longer', async (t) => {
  const own = await startService(t, { env: { PUBLIC_PAGES: 'true' } });
  const { key } = await own.account();
  const numbers = sql.raw(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${10 * MAX_CANDIDATES + 1})`,
  );
  await own.database.write(async (db) => {
    await sql`insert into pets (name, category_id, status)
      ${numbers} select 'Bella', 1, case when n = 1 then 'available' when n > ${sql.lit(MAX_CANDIDATES)} then 'pending' else 'sold' end from numbers`.execute(
      db,
    );
    await sql`insert into search_prefixes (prefix, pet_id, in_name) ${numbers} select 'bella', n, 1 from numbers`.execute(
      db,
    );
  });
  const pageOf = async (path: string) => {
    const page = await own.send(path, { key });
    return { count: listOf(page).length, next: nextOf(page) };
  };
  for (const path of ['/v1/pets?name=bella', '/v1/listings?q=bella']) {
    assert.equal((await pageOf(`${path}&status=sold`)).count, 20);
    const { count, next = '' } = await pageOf(`${path}&status=available`);
    assert.deepEqual([count, await pageOf(next)], [0, { count: 1, next: undefined }]);
  }
  const { text, headers } = await own.send('/adopt?q=bella');
  assert.match(text, /href="\/adopt\/1\//);
  assert.equal(headers.get('link'), null);
});

test('the service removes old entries of the index in the background, and marks them until then', async (t) => {
  const own = await startService(t);
  const { key } = await own.account();
  const id = await addPet(own, key, { name: 'Bella' });
  await own.send(`/v1/pets/${id}`, { method: 'PATCH', key, body: { name: 'Rex' } });
  const prefixes = async () => {
    const rows = await own.database.read.selectFrom('search_prefixes').select('prefix').execute();
    return rows.map(({ prefix }) => prefix).sort();
  };
  assert.deepEqual(await prefixes(), ['be', 'bel', 'bell', 'bella', 're', 'rex']);
  await until(async () => {
    own.clock.advance(SECOND);
    return (await prefixes()).length === 2;
  });
  assert.deepEqual(await prefixes(), ['re', 'rex']);
  assert.deepEqual(await own.database.read.selectFrom('stale_prefixes').selectAll().execute(), []);
});
