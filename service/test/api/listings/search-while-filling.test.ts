// Runs on SQLite and on PostgreSQL.
// cspell:ignore Bélla
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { fillNext } from '../../../src/catalogue/search/index-filling.ts';
import { MINUTE } from '../../../src/platform/core/clock.ts';

/** The search of a store of an older version, while its index is being filled. */

const PETS: ReadonlyArray<{ name: string; status?: string; description?: string }> = [
  { name: 'Bella' },
  { name: 'Max', description: 'A friend of Bella.' },
  // The index lacks these three.
  { name: 'Bella Rose', status: 'pending' },
  { name: 'Rex', description: 'Another friend of Bella.' },
  { name: 'Zoë and Bélla' },
  { name: 'Bella the last' },
];
const [NEXT, LAST] = [3n, 5n];

async function serveOldStore(t: Parameters<typeof startService>[0]): Promise<TestService & { key: string }> {
  const service = await startService(t);
  const { key } = await service.account({ role: 'manager' });
  for (const { name, status = 'available', description } of PETS) {
    const id = await addPet(service, key, { name, status });
    if (description === undefined) continue;
    await service.send(`/v1/pets/${id}/profile`, {
      method: 'PATCH',
      key,
      body: { description, tags: ['calm'] },
    });
  }
  await service.database.write(async (db) => {
    await db.deleteFrom('search_prefixes').where('pet_id', '>=', NEXT).where('pet_id', '<=', LAST).execute();
    await db.insertInto('search_progress').values({ next_id: NEXT, last_id: LAST }).execute();
  });
  return { ...service, key };
}

async function found(service: TestService & { key: string }, path: string): Promise<unknown[]> {
  const items = await readAll(service, service.key, path);
  return items.map((item) => (path.startsWith('/v1/pets') ? item.id : at(item.pet, 'id')));
}

async function noteOf({ send }: TestService): Promise<unknown> {
  const { status, json } = await send('/readyz');
  assert.equal(status, 200);
  return at(json, 'note');
}

test('while the index is being filled, searches find names page by page, texts where it is filled, and all tags, and /readyz shows how far it is', async (t) => {
  const service = await serveOldStore(t);
  assert.equal(
    await noteOf(service),
    'The search is being filled, 40 %: it finds the other animals by their names only.',
  );
  for (const limit of [1, 2, 100]) {
    const search = async (query: string) => found(service, `${query}&limit=${limit}`);
    assert.deepEqual(await search('/v1/pets?name=bella'), [6, 5, 3, 1]);
    assert.deepEqual(await search('/v1/pets?name=bella&sort=id'), [1, 3, 5, 6]);
    assert.deepEqual(await search('/v1/pets?name=bella&status=pending'), [3]);
    assert.deepEqual(await search('/v1/pets?name=zoe%20bella'), [5]);
    assert.deepEqual(await search('/v1/listings?q=bella'), [6, 5, 3, 2, 1]);
    assert.deepEqual(await search('/v1/listings?q=friend'), [2]);
    assert.deepEqual(await search('/v1/listings?tag=calm'), [4, 2]);
  }
});

test('when the index has been filled, searches find all texts, and /readyz has no note', async (t) => {
  const service = await serveOldStore(t);
  assert.deepEqual(await found(service, '/v1/listings?q=friend'), [2]);
  while ((await service.database.write((db) => fillNext(db, 1))) > 0);
  assert.deepEqual(await found(service, '/v1/listings?q=friend'), [4, 2]);
  assert.deepEqual(await found(service, '/v1/pets?name=bella'), [6, 5, 3, 1]);
  service.clock.advance(MINUTE);
  assert.equal(await noteOf(service), undefined);
});
