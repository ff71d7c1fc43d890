// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import { storePhoto } from '../api/photos/photo-fixture.ts';

/** Merges lose nothing: every photo, order and reference, and every field of a profile that the remaining animal lacked, is on it. */

const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.TEST_STORE === 'postgres' ? 2 : 3));

const FIELDS = ['breed', 'color', 'sex', 'birthDate', 'birthDateEstimated', 'adoptionFee'] as const;
const VALUES: Readonly<Record<(typeof FIELDS)[number], unknown>> = {
  breed: 'Beagle',
  color: 'brown',
  sex: 'male',
  birthDate: '2024-01-02',
  birthDateEstimated: true,
  adoptionFee: { amount: '120', currency: 'USD' },
};
const anAnimal = fc.record({
  photos: fc.nat({ max: 7 }),
  references: fc.nat({ max: 2 }),
  orders: fc.array(fc.constantFrom('cancelled', 'completed', 'placed'), { maxLength: 2 }),
  fields: fc.subarray([...FIELDS]),
});
type Animal = typeof anAnimal extends fc.Arbitrary<infer Value> ? Value : never;
const aMerge = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 }));

/** What belongs to an animal. */
interface Belongings {
  readonly photos: readonly string[];
  readonly orders: readonly bigint[];
  readonly references: readonly string[];
  readonly profile: Readonly<Record<string, unknown>>;
}

async function belongingsOf({ database: { read } }: TestService, petId: number): Promise<Belongings> {
  const id = BigInt(petId);
  const photos = await read
    .selectFrom('photos')
    .select(['id', 'position'])
    .where('pet_id', '=', id)
    .orderBy('position')
    .execute();
  assert.deepEqual(
    photos.map(({ position }) => Number(position)),
    photos.map((_, index) => index),
  );
  const orders = await read
    .selectFrom('orders')
    .select('id')
    .where('pet_id', '=', id)
    .orderBy('id')
    .execute();
  const references = await read
    .selectFrom('imported_pets')
    .select('reference')
    .where('pet_id', '=', id)
    .orderBy('reference')
    .execute();
  const profile = await read
    .selectFrom('profiles')
    .select('profile')
    .where('pet_id', '=', id)
    .executeTakeFirst();
  return {
    photos: photos.map((photo) => photo.id),
    orders: orders.map((order) => order.id),
    references: references.map(({ reference }) => reference),
    profile: JSON.parse(profile?.profile ?? '{}'),
  };
}

function expectedAfter(gone: Belongings, remaining: Belongings): Belongings {
  const { birthDateEstimated, ...others } = gone.profile;
  const added = remaining.profile.birthDate === undefined ? gone.profile : others;
  return {
    photos: [...remaining.photos, ...gone.photos],
    orders: [...remaining.orders, ...gone.orders].toSorted((one, other) => Number(one - other)),
    references: [...remaining.references, ...gone.references].toSorted(),
    profile: { ...added, ...remaining.profile },
  };
}

test('all that belonged to two animals belongs to the remaining one, and a refused merge changes neither', async (t) => {
  const service = await startService(t);
  const unlimited = { perMinute: 1_000_000, perDay: 1_000_000_000 };
  const { key, id: ownerId } = await service.account({ ...unlimited, role: 'manager' });
  let number = 0;
  const next = () => ++number;
  const add = async ({ photos, references, orders, fields }: Animal) => {
    const petId = await addPet(service, key);
    const send = (method: string, path: string, body: object) => service.send(path, { method, key, body });
    for (let position = 0; position < photos; position += 1) {
      const id = String(next()).padStart(32, '0');
      await storePhoto(service, petId, id);
      await service.database.write((db) =>
        db
          .updateTable('photos')
          .set({ position: BigInt(position) })
          .where('id', '=', id)
          .execute(),
      );
    }
    for (let count = 0; count < references; count += 1) {
      const row = { owner_id: BigInt(ownerId), reference: `R${next()}`, pet_id: BigInt(petId) };
      const values = { ...row, name: 'Frank', category_id: 1n, status: null };
      await service.database.write((db) => db.insertInto('imported_pets').values(values).execute());
    }
    for (const status of orders) {
      const { json } = await send('POST', '/v1/store/orders', { petId });
      const path = `/v1/store/orders/${Object(json).id}`;
      if (status === 'completed') await send('PATCH', path, { status: 'approved' });
      if (status !== 'placed') await send('PATCH', path, { status });
    }
    const profile = Object.fromEntries(fields.map((field) => [field, VALUES[field]]));
    if (fields.length > 0) await send('PATCH', `/v1/pets/${petId}/profile`, profile);
    return petId;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(anAnimal, { minLength: 4, maxLength: 4 }),
      fc.array(aMerge, { minLength: 1, maxLength: 5 }),
      async (animals, merges) => {
        const ids: number[] = [];
        for (const animal of animals) ids.push(await add(animal));
        for (const [from, to] of merges) {
          const [petId, into] = [ids[from] ?? 0, ids[to] ?? 0];
          const [gone, remaining] = [await belongingsOf(service, petId), await belongingsOf(service, into)];
          const body = { into };
          const { status, text } = await service.send(`/v1/pets/${petId}/merge`, {
            method: 'POST',
            key,
            body,
          });
          const nothing = { photos: [], orders: [], references: [], profile: {} };
          assert.ok([200, 400, 404, 409].includes(status), text);
          const expected = status === 200 ? [nothing, expectedAfter(gone, remaining)] : [gone, remaining];
          const after = [await belongingsOf(service, petId), await belongingsOf(service, into)];
          assert.deepEqual(after, expected, text);
        }
      },
    ),
    { numRuns: RUNS },
  );
});
