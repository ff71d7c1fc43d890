// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { startSharedService } from '@petstore/testing/service.ts';

/** `PATCH /v1/pets/{petId}/profile`, row by row of the documented table. */

const service = await startSharedService();
const { key } = await service.account();

function change(petId: number, body: unknown, headers: Record<string, string> = {}) {
  return service.send(`/v1/pets/${petId}/profile`, { method: 'PATCH', key, body, headers });
}

const VALID: Record<string, unknown[]> = {
  description: ['Calm.', 'Two\nlines', 'é'.repeat(10_000), '😀'.repeat(10_000)],
  breed: ['Beagle', 'x'.repeat(200)],
  secondBreed: ['Boxer'],
  mixed: [true, false],
  color: ['brown'],
  coatLength: ['hairless', 'short', 'medium', 'long'],
  location: ['Austin'],
  sex: ['female', 'male'],
  size: ['small', 'medium', 'large', 'extra_large'],
  birthDate: ['2024-02-29'],
  birthDateEstimated: [true, false],
  goodWithChildren: [true, false],
  goodWithDogs: [true, false],
  goodWithCats: [true, false],
  spayedNeutered: [true, false],
  vaccinated: [true, false],
  houseTrained: [true, false],
  specialNeeds: ['x'.repeat(1_000)],
  adoptionFee: [{ amount: '125.00', currency: 'USD' }],
  contactUrl: ['https://shelter.example/adopt', 'mailto:a@b.example', 'tel:+15129780500'],
  videoUrl: ['https://video.example/abc?t=5'],
  tags: [['calm'], ['likes water', '静か'], Array.from({ length: 10 }, (_, n) => `${n}`.repeat(30))],
  intakeDate: ['2026-11-01'],
};

const TEXT = ['', ' ', '\n', 'a\0b', 5, true, []];
const INVALID: Record<string, unknown[]> = {
  description: [...TEXT, 'x'.repeat(10_001)],
  breed: [...TEXT, 'x'.repeat(201)],
  secondBreed: [...TEXT, 'x'.repeat(201)],
  mixed: ['true', 1],
  color: [...TEXT, 'x'.repeat(201)],
  coatLength: ['Long', '', 'curly', 2],
  location: [...TEXT, 'x'.repeat(201)],
  sex: ['Female', '', 'unknown', 1],
  size: ['tiny', 'extra-large', 3],
  birthDate: ['2023-02-29', '2199-01-01', '1.2.2020', '', 20200101],
  birthDateEstimated: ['true', 1],
  goodWithChildren: ['yes', 0],
  goodWithDogs: ['true'],
  goodWithCats: ['true'],
  spayedNeutered: ['true'],
  vaccinated: ['up to date'],
  houseTrained: ['true'],
  specialNeeds: [...TEXT, 'x'.repeat(1_001)],
  adoptionFee: [
    '125 USD',
    {},
    { amount: '125.00' },
    { currency: 'USD' },
    { amount: 125, currency: 'USD' },
    { amount: '125,00', currency: 'USD' },
    { amount: '125.00', currency: 'usd' },
    { amount: null, currency: 'USD' },
  ],
  contactUrl: ['http://shelter.example', 'javascript:alert(1)', 'shelter.example', '', 5],
  videoUrl: ['http://video.example/abc', 'mailto:a@b.example', 'video.example/abc', 'https://', '', 5],
  tags: [
    [],
    'calm',
    [''],
    [' '],
    ['calm', 'calm'],
    ['x'.repeat(31)],
    [5],
    Array.from({ length: 11 }, (_, n) => `${n}`),
  ],
  microchip: [
    '98511200345678',
    '9851120034567890',
    '98511200345678A',
    '',
    '123 45',
    985112003456789,
    'ABC-12-34!',
  ],
  intakeDate: ['2199-01-01', 'yesterday'],
};

for (const [field, values] of Object.entries({ ...VALID, microchip: [] })) {
  if (values.length > 0)
    test(`${field}: stores a valid value, shows it, and null removes it`, async () => {
      const petId = await addPet(service, key);
      for (const value of values) {
        const changed = await change(petId, { [field]: value });
        assert.equal(changed.status, 200, changed.text);
        assert.deepEqual(changed.json, { [field]: value });
        const listing = await service.send(`/v1/listings/${petId}`, { key });
        assert.deepEqual(at(listing.json, 'profile'), { [field]: value });
      }
      const removed = await change(petId, { [field]: null });
      assert.deepEqual(removed.json, {});
    });

  test(`${field}: rejects an invalid value (400), names the field and stores nothing`, async () => {
    const petId = await addPet(service, key);
    for (const value of INVALID[field] ?? []) {
      const refused = await change(petId, { breed: 'Beagle', [field]: value });
      assertError(refused, 400, 'invalid_body');
      assert.ok(String(at(refused.json, 'message')).includes(field), refused.text);
    }
    const listing = await service.send(`/v1/listings/${petId}`, { key });
    assert.deepEqual(at(listing.json, 'profile'), {});
  });
}

test('an unknown value is answered with the allowed ones', async () => {
  const { text } = await change(await addPet(service, key), { sex: 'unknown' });
  assert.match(text, /sex must be one of female, male, null; got \\"unknown\\"/);
});

test('answers the whole profile, with the ETag that the listing shows', async () => {
  const petId = await addPet(service, key);
  await change(petId, { breed: 'Beagle', sex: 'male' });
  const changed = await change(petId, { sex: null, color: 'brown' });
  assert.deepEqual(changed.json, { breed: 'Beagle', color: 'brown' });
  const listing = await service.send(`/v1/listings/${petId}`, { key });
  assert.equal(changed.headers.get('etag'), at(listing.json, 'etags', 'profile'));
});

test('a change with an old If-Match is 412, and with the current one 200', async () => {
  const petId = await addPet(service, key);
  const tag = async () =>
    String(at((await service.send(`/v1/listings/${petId}`, { key })).json, 'etags', 'profile'));
  const first = await tag();
  assert.equal((await change(petId, { breed: 'Beagle' }, { 'if-match': first })).status, 200);
  assertError(await change(petId, { breed: 'Poodle' }, { 'if-match': first }), 412, 'precondition_failed');
  assert.equal((await change(petId, { breed: 'Poodle' }, { 'if-match': await tag() })).status, 200);
});

test('a change records one listing.updated with the listing as it then was; the same values record none', async () => {
  const petId = await addPet(service, key);
  service.clock.advance(5_000);
  await change(petId, { breed: 'Beagle' });
  const { json: listing } = await service.send(`/v1/listings/${petId}`, { key });
  await change(petId, { breed: 'Beagle', color: null });
  const events = (await readAll(service, key, `/v1/events?petId=${petId}`)).slice(1);
  assert.deepEqual(
    events.map(({ type, listing: recorded }) => ({ type, recorded })),
    [{ type: 'listing.updated', recorded: listing }],
  );
  assert.equal(at(listing, 'updatedAt'), events[0]?.at);
});

test('application/merge-patch+json is accepted', async () => {
  const petId = await addPet(service, key);
  const changed = await change(
    petId,
    { breed: 'Beagle' },
    { 'content-type': 'application/merge-patch+json' },
  );
  assert.equal(changed.status, 200, changed.text);
});

test('an unknown pet is 404, and another account 403', async () => {
  const petId = await addPet(service, key);
  assertError(await change(999_999, { breed: 'Beagle' }), 404, 'pet_not_found');
  const stranger = await service.account();
  const refused = await service.send(`/v1/pets/${petId}/profile`, {
    method: 'PATCH',
    key: stranger.key,
    body: { breed: 'Beagle' },
  });
  assertError(refused, 403, 'not_owner');
});

test('a removed pet has no profile, and its id is not found', async () => {
  const petId = await addPet(service, key);
  await change(petId, { breed: 'Beagle' });
  assert.equal((await service.send(`/v1/pets/${petId}`, { method: 'DELETE', key })).status, 204);
  assertError(await change(petId, { breed: 'Beagle' }), 404, 'pet_not_found');
});
