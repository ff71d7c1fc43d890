import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeProfile, profileJson } from './profile.ts';

const FEE = { amount: '125.00', currency: 'USD' };

test('a merge patch sets, keeps and removes fields, in the order of the JSON', () => {
  const before = { breed: 'Beagle', color: 'brown', houseTrained: true };
  const after = mergeProfile(before, { sex: 'male', breed: null, description: 'Calm.' });
  assert.equal(
    profileJson(after),
    '{"description":"Calm.","color":"brown","sex":"male","houseTrained":true}',
  );
});

test('a merge patch changes a part of the fee, and removes all of it', () => {
  assert.deepEqual(mergeProfile({ adoptionFee: FEE }, { adoptionFee: { amount: '90' } }), {
    adoptionFee: { amount: '90', currency: 'USD' },
  });
  assert.deepEqual(mergeProfile({ adoptionFee: FEE }, { adoptionFee: null }), {});
});

test('rejects a change without a field, drops members that a profile does not have, and keeps a date that was stored', () => {
  assert.throws(() => mergeProfile({ breed: 'Beagle' }, {}), { code: 'invalid_body' });
  const change = { breed: 'Beagle', unknown: 1 };
  // The clock was set back since then.
  assert.deepEqual(mergeProfile({ birthDate: '2027-01-01' }, change), {
    breed: 'Beagle',
    birthDate: '2027-01-01',
  });
});
