import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileWords, shortProfile } from './profile-words.ts';

const NOW = Date.UTC(2026, 10, 22);

test('describes what is known of an animal in sentences', () => {
  const profile = {
    sex: 'female',
    size: 'medium',
    breed: 'Labrador mix',
    color: 'Black',
    birthDate: '2024-05-01',
    birthDateEstimated: true,
    goodWithChildren: true,
    goodWithDogs: true,
    goodWithCats: false,
    houseTrained: true,
  } as const;
  assert.deepEqual(profileWords(profile, NOW), [
    'Medium-sized, female, Labrador mix, black',
    'about 2 years old',
    'Good with children and dogs, not with cats',
    'House-trained',
  ]);
  assert.equal(shortProfile(profile, NOW), 'Labrador mix · female · about 2 years old');
});

test('gives the age of a young animal in months, and nothing for an empty profile', () => {
  assert.deepEqual(profileWords({ birthDate: '2026-10-10' }, NOW), ['1 month old']);
  assert.deepEqual(profileWords({}, NOW), []);
  assert.equal(shortProfile({}, NOW), '');
});
