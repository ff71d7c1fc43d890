import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf } from './facts.ts';

const NOW = new Date('2026-03-15T12:00:00Z');

test('states sex and age, breed, and company in words of both languages', () => {
  const profile = {
    breed: 'Beagle',
    sex: 'female',
    birthDate: '2023-03-15',
    goodWithChildren: true,
    goodWithDogs: true,
    goodWithCats: true,
  } as const;
  assert.deepEqual(factsOf(profile, 'en', NOW), [
    'Female, 3 years',
    'Beagle',
    'Good with children, dogs, and cats',
  ]);
  assert.deepEqual(factsOf(profile, 'es', NOW), [
    'Hembra, 3 años',
    'Beagle',
    'Se lleva bien con niños, perros y gatos',
  ]);
});

test('states the age in years, below one year in months, below one month in weeks', () => {
  const ages = {
    '2023-03-15': '3 years',
    '2023-03-16': '2 years',
    '2025-03-15': '1 year',
    '2025-03-16': '11 months',
    '2026-02-15': '1 month',
    '2026-02-16': '3 weeks',
    '2026-03-14': '1 week',
    // In the time zone of the visitor it may still be yesterday.
    '2026-03-16': '1 week',
  };
  for (const [birthDate, age] of Object.entries(ages)) {
    assert.deepEqual(factsOf({ birthDate }, 'en', NOW), [age], birthDate);
  }
  const estimated = { birthDate: '2023-01-01', birthDateEstimated: true };
  assert.deepEqual(factsOf(estimated, 'en', NOW), ['about 3 years']);
  assert.deepEqual(factsOf({ ...estimated, sex: 'male' }, 'es', NOW), ['Macho, aproximadamente 3 años']);
});

test('states nothing of an empty profile, and no company that an animal does not like', () => {
  assert.deepEqual(factsOf({}, 'en', NOW), []);
  assert.deepEqual(factsOf({ goodWithDogs: false, goodWithCats: true }, 'en', NOW), ['Good with cats']);
});
