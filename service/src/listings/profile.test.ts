import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateFaults, mergeProfile, profileJson } from './profile.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const FEE = { amount: '125.00', currency: 'USD' };

test('a merge patch sets, keeps and removes fields, in the order of the JSON', () => {
  const before = { breed: 'Beagle', color: 'brown', houseTrained: true };
  const after = mergeProfile(before, { sex: 'male', breed: null, description: 'Calm.' });
  assert.equal(
    profileJson(after),
    '{"description":"Calm.","color":"brown","sex":"male","houseTrained":true}',
  );
});

test('false is a value, and null of a field that is not set changes nothing', () => {
  assert.deepEqual(mergeProfile({}, { goodWithCats: false, breed: null }), { goodWithCats: false });
});

test('a merge patch changes a part of the fee, and removes all of it', () => {
  assert.deepEqual(mergeProfile({ adoptionFee: FEE }, { adoptionFee: { amount: '90' } }), {
    adoptionFee: { amount: '90', currency: 'USD' },
  });
  assert.deepEqual(mergeProfile({ adoptionFee: FEE }, { adoptionFee: null }), {});
});

test('rejects half of a fee, naming what is missing', () => {
  const merge = () => mergeProfile({}, { adoptionFee: { amount: '90' } });
  assert.throws(merge, { code: 'invalid_body', message: 'adoptionFee.currency is required.' });
});

test('finds every date in the future', () => {
  const change = { birthDate: '2027-01-01', intakeDate: '2026-11-24' };
  assert.deepEqual(
    dateFaults(change, NOW).map(({ text }) => text),
    [
      'birthDate must not be in the future; got "2027-01-01"',
      'intakeDate must not be in the future; got "2026-11-24"',
    ],
  );
  assert.deepEqual(dateFaults({ birthDate: '2026-11-22', intakeDate: null }, NOW), []);
});

test('a date that was stored does not hinder other changes after the clock was set back', () => {
  const birthDate = '2027-01-01';
  assert.deepEqual(mergeProfile({ birthDate }, { breed: 'Beagle' }), { breed: 'Beagle', birthDate });
});

test('rejects a change without a field', () => {
  assert.throws(() => mergeProfile({ breed: 'Beagle' }, {}), { code: 'invalid_body' });
});

test('drops members that a profile does not have', () => {
  const change = { breed: 'Beagle', unknown: 1 };
  assert.deepEqual(mergeProfile({}, change), { breed: 'Beagle' });
});
