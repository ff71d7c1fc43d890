// Runs on SQLite and on PostgreSQL.
// cspell:ignore Ångel Zoë Ñandú Élodie elodie Øystein oystein İNCİ inci aebc ŁAJKA lajka lodie
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { at, listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { LISTING_SORTS, type ListingSort } from '../../../src/catalogue/listings/sorted/listing-order.ts';
import { MAX_NAME_LENGTH } from '../../../src/catalogue/pets/pet.ts';
import { insertPet } from '../../../src/catalogue/pets/pet-queries.ts';
import { MAX_CANDIDATES } from '../../../src/catalogue/search/search-query.ts';
import { DAY } from '../../../src/platform/core/clock.ts';
import { startImports } from '../imports/import-fixture.ts';
import { storePhoto } from '../photos/photo-fixture.ts';

/** `sort` and `photos` of `GET /v1/listings`. */

const ANIMALS: ReadonlyArray<{ name: string; status?: string; categoryId?: number; profile?: object }> = [
  { name: 'bruno', profile: { birthDate: '2024-02-29' } },
  { name: 'Zoë', status: 'sold', profile: { intakeDate: '1970-01-02' } },
  { name: 'Ångel', profile: { birthDate: '2019-01-01', intakeDate: '2026-01-01' } },
  { name: 'Bruno', status: 'pending', categoryId: 2 },
  { name: 'Ñandú', categoryId: 2, profile: { birthDate: '2024-02-29' } },
  { name: 'Olive', status: 'sold' },
];

/** The ids in each order, from the first animal to the last one. Animal 2 was changed last. */
const ORDERS: Readonly<Record<ListingSort, string>> = {
  id: '123456',
  '-id': '654321',
  name: '314562',
  '-name': '265413',
  birthDate: '315246',
  '-birthDate': '513642',
  intakeDate: '231456',
  '-intakeDate': '654132',
  updatedAt: '134562',
  '-updatedAt': '265431',
};

/** Starts a service with the animals, which were added on six days. Animal 5 has a photo. */
async function start(t: Parameters<typeof startService>[0], animals = ANIMALS) {
  const service = await startService(t);
  const { key } = await service.account({ role: 'manager', perMinute: 10_000 });
  const send = (method: string, path: string, body?: object) =>
    service.send(`/v1${path}`, { method, key, body });
  for (const { profile, ...pet } of animals) {
    const id = await addPet(service, key, pet);
    if (profile !== undefined) await send('PATCH', `/pets/${id}/profile`, profile);
    service.clock.advance(DAY);
  }
  if (animals === ANIMALS) {
    await send('PATCH', '/pets/2/profile', { breed: 'Beagle' });
    await storePhoto(service, 5);
  }
  const ids = async (query: string) =>
    (await readAll(service, key, `/v1/listings?${query}`)).map(({ pet }) => at(pet, 'id')).join('');
  return { service, send, ids };
}

test('each order has all animals once, page by page, and unknown dates of birth are last in both directions', async (t) => {
  const { ids } = await start(t);
  for (const sort of LISTING_SORTS) {
    for (const limit of [1, 2, 10]) {
      assert.equal(await ids(`sort=${sort}&limit=${limit}`), ORDERS[sort], `${sort} ${limit}`);
    }
  }
});

test('the filters keep the order, and pages of one are followed to the end', async (t) => {
  const { ids } = await start(t);
  assert.equal(await ids('sort=name&limit=1&status=available'), '315');
  assert.equal(await ids('sort=name&limit=1&categoryId=2'), '45');
  assert.equal(await ids('sort=name&limit=1&bornAfter=2020-01-01'), '15');
  assert.equal(await ids('sort=name&limit=1&photos=with'), '5');
  assert.equal(await ids('limit=1&photos=without'), '64321');
  assert.equal(await ids('sort=id&limit=1&photos=without&status=sold'), '26');
  assert.equal(await ids('q=zoe&photos=with'), '');
  assert.equal(await ids('q=zoe&photos=without'), '2');
});

test('a position stays exact after its animal was renamed or removed, and an order follows changes', async (t) => {
  const { send, ids } = await start(t);
  const first = await send('GET', '/listings?sort=name&limit=2');
  await send('PATCH', '/pets/1', { name: 'Zorro' });
  await send('DELETE', '/pets/4');
  const next = nextOf(first)?.replace('/v1', '') ?? '';
  const names = listOf(await send('GET', next.replace('limit=2', 'limit=10'))).map(({ pet }) =>
    at(pet, 'name'),
  );
  assert.deepEqual(names, ['Ñandú', 'Olive', 'Zoë', 'Zorro']);
  await send('PATCH', '/pets/1/profile', { birthDate: '2010-01-01' });
  await send('PATCH', '/pets/3/profile', { birthDate: null, intakeDate: null });
  assert.equal(await ids('sort=birthDate'), '15236');
  assert.equal(await ids('sort=intakeDate'), '21356');
});

test('every statement that writes a name sets its place in the order, to the same text on both engines', async (t) => {
  const { service, key, add, ended } = await startImports(t);
  const send = async (path: string, body?: object, method = 'POST') => {
    const { status, text } = await service.send(`/v1${path}`, { method, key, body });
    assert.ok(status < 300, text);
  };
  for (const name of ['Élodie', 'Rex', 'Rex', 'ßA, ÆBC ĸ']) await addPet(service, key, { name });
  await send('/pets/2', { name: 'Øystein' }, 'PATCH');
  await send('/batches', {
    items: [
      { operation: 'changePet', petId: 3, pet: { name: 'İNCİ 犬 Я' } },
      { operation: 'createPet', pet: { name: 'E\u0301lodie', categoryId: 1 } },
    ],
  });
  await send('/pets/4', undefined, 'DELETE');
  await send('/pets/4/restore');
  for (const names of [`6,Rex,Dog\n7,${'Þ'.repeat(101)},Dog`, '6,ŁAJKA,Dog'])
    assert.equal((await ended(await add({ file: `id,name,kind\n${names}\n` }))).state, 'done');
  const rows = await service.database.read.selectFrom('pets').select('name_order').orderBy('id').execute();
  assert.deepEqual(
    rows.map(({ name_order }) => name_order),
    ['elodie', 'oystein', 'inci 犬 Я', 'ssa, aebc q', 'e\u0301lodie', 'lajka', 'th'.repeat(100)],
  );
});

test('animals with the longest name are in the order by name, with a position that fits into an address', async (t) => {
  // Of four bytes each, and no two the same, so that the engine cannot compress the entry of its index.
  const name = String.fromCodePoint(...Array.from({ length: MAX_NAME_LENGTH }, (_, n) => 0x20000 + n * 41));
  const { ids } = await start(t, [{ name: 'Bruno' }, { name }, { name }]);
  assert.equal(await ids('sort=name&limit=1'), '123');
});

test('a page with a rare category goes on for a bounded number of animals, and then leads on', async (t) => {
  const { service, send } = await start(t, []);
  await service.database.write(async (db) => {
    for (let n = 0; n < 10; n += 1) {
      const others = Array.from({ length: MAX_CANDIDATES }, () => ({ name: 'Frank', category_id: 1n }));
      await db.insertInto('pets').values(others).execute();
    }
    await insertPet(db, { name: 'Frank', categoryId: 2n }, null, 0);
  });
  const first = await send('GET', '/listings?sort=name&categoryId=2&limit=10');
  assert.deepEqual(first.json, []);
  const next = await send('GET', nextOf(first)?.replace('/v1', '') ?? '');
  assert.deepEqual([listOf(next).length, nextOf(next)], [1, undefined]);
});
