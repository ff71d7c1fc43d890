// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, at } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import { resultsOf, sendBatch } from '../api/batches/batch-fixture.ts';

/** A batch has the results and effects of its single requests, one after the other. */

const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.TEST_STORE === 'postgres' ? 6 : 15));

interface Item {
  readonly operation: 'createPet' | 'changePet' | 'changeProfile' | 'removePet';
  readonly petId?: number;
  readonly pet?: object;
  readonly profile?: object;
  readonly ifMatch?: string | undefined;
}

const NAMES = ['Frank', 'Eve', 'Rex'];
const aName = fc.constantFrom(...NAMES, '', '\ud800', 5, undefined);
const aStatus = fc.constantFrom('available', 'pending', 'sold', 'lost', undefined);
const aCategoryId = fc.constantFrom(1, 2, 1.5, undefined);
const aPet = fc.record({ name: aName, categoryId: aCategoryId, status: aStatus });
const aPetChange = fc.oneof(aPet, fc.record({ status: fc.constantFrom(null, 'available', 'sold') }));
const aNewPet = fc.oneof(
  aPet,
  fc.record({ name: fc.constantFrom(...NAMES), categoryId: fc.constantFrom(1, 2) }),
);
const VALID_PROFILES: readonly object[] = [
  { breed: 'Beagle', description: 'likes water' },
  { sex: 'male', breed: null },
  { adoptionFee: { amount: '5.00', currency: 'USD' } },
];
const NO_FIELDS = {};
const aProfile = fc.constantFrom<object>(
  ...VALID_PROFILES,
  { adoptionFee: { amount: '6.00' } },
  { birthDate: '2999-01-01' },
  { sex: 'other' },
  NO_FIELDS,
);
/** Those of the account, one that an order holds, those of another account, new ones, and ids that no pet has. */
const aPetId = fc.integer({ min: 2, max: 12 });
const ifMatch = fc.constantFrom(undefined, undefined, '*', '"old"', 'malformed');
const anItem: fc.Arbitrary<Item> = fc.oneof(
  fc.record({ operation: fc.constant('createPet' as const), pet: aNewPet }),
  fc.record({ operation: fc.constant('createPet' as const), pet: aNewPet, profile: aProfile }),
  fc.record({ operation: fc.constant('changePet' as const), petId: aPetId, pet: aPetChange, ifMatch }),
  fc.record({ operation: fc.constant('changeProfile' as const), petId: aPetId, profile: aProfile, ifMatch }),
  fc.record({ operation: fc.constant('removePet' as const), petId: aPetId, ifMatch }),
);

/** A service with pet 1, which no item names, and others. */
async function filled(service: TestService): Promise<{ service: TestService; key: string }> {
  const [{ key }, other] = [await service.account(), await service.account()];
  for (let pet = 1; pet <= 5; pet += 1) await addPet(service, key);
  for (let pet = 6; pet <= 7; pet += 1) await addPet(service, other.key);
  await placeOrder(service, key, 3);
  return { service, key };
}

type Client = Awaited<ReturnType<typeof filled>>;

/** Sends the requests for which an item stands, and returns what its result has to be. */
async function sendSingle(client: Client, item: Item): Promise<object> {
  const { operation, petId, pet, profile, ifMatch } = item;
  const headers: Record<string, string> = ifMatch === undefined ? {} : { 'if-match': ifMatch };
  const send = (method: string, path: string, body?: object) =>
    client.service.send(`/v1/pets${path}`, { method, key: client.key, body, headers });
  if (operation === 'removePet') return resultOf(await send('DELETE', `/${petId}`));
  if (operation === 'changePet') return resultOf(await send('PATCH', `/${petId}`, pet));
  if (operation === 'changeProfile') {
    const { pet: _, ...result } = resultOf(await send('PATCH', `/${petId}/profile`, profile));
    return result;
  }
  // An item is all or nothing, so another animal shows what is wrong with the profile.
  if (isValidPet(pet) && profile !== undefined && !isValidNewProfile(profile)) {
    return resultOf(await send('PATCH', '/1/profile', profile));
  }
  const created = await send('POST', '', pet);
  if (profile !== undefined && profile !== NO_FIELDS && created.status === 201) {
    assert.equal((await send('PATCH', `/${at(created.json, 'id')}/profile`, profile)).status, 200);
  }
  return resultOf(created);
}

/** A new animal may have a profile without fields; a change has at least one. */
function isValidNewProfile(profile: object): boolean {
  return profile === NO_FIELDS || VALID_PROFILES.includes(profile);
}

function isValidPet(pet: Item['pet']): boolean {
  return (
    NAMES.includes(String(at(pet, 'name'))) &&
    at(pet, 'categoryId') !== 1.5 &&
    at(pet, 'status') !== 'lost' &&
    at(pet, 'categoryId') !== undefined
  );
}

/** Returns the error of a member for that of the header `If-Match`. */
function ofMember(error: unknown): unknown {
  if (at(error, 'code') !== 'invalid_parameter') return error;
  const message = String(at(error, 'message')).replace('If-Match', 'ifMatch');
  return { code: 'invalid_body', message, status: 400 };
}

/** Returns the result that an item has if its single request got this response. */
function resultOf({ status, headers, json }: ApiResponse): Record<string, unknown> {
  if (status >= 400) return { status, error: ofMember(json) };
  return status === 204 ? { status } : { status, etag: headers.get('etag'), pet: json };
}

/** Returns what the service shows of all animals and changes. */
async function contentOf({ service, key }: Client): Promise<unknown> {
  const listings = await readAll(service, key, '/v1/listings?sort=id&limit=100');
  const categories = await readAll(service, key, '/v1/categories');
  const found = await readAll(service, key, '/v1/listings?q=beagle&limit=100');
  const events = await readAll(service, key, '/v1/events?limit=100');
  return { listings, categories, found, events };
}

test('a batch has the same results, events, listings, counts and search index as its single requests', async (t) => {
  const together = await filled(await startService(t));
  const single = await filled(await startService(t));
  await fc.assert(
    fc.asyncProperty(fc.array(anItem, { minLength: 1, maxLength: 12 }), async (items) => {
      const results = resultsOf(await sendBatch(together.service, together.key, items));
      const expected = [];
      for (const item of items) expected.push(await sendSingle(single, item));
      assert.deepEqual(results, expected);
    }),
    // To look for a smaller example would need new services.
    { numRuns: RUNS, endOnFailure: true },
  );
  assert.deepEqual(await contentOf(together), await contentOf(single));
});
