// cspell:ignore femelle âgée s’entend avec chiens kleines älteres weibliches verträgt sich hunden
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '../../../catalogue/listings/profile.ts';
import { factsOf, sentenceAbout } from './facts.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const EN = { language: 'en', today: NOW } as const;
const ES = { language: 'es', today: NOW } as const;

test('a sentence has what is known of an animal', () => {
  const sentences: ReadonlyArray<[Profile, string, string]> = [
    [{}, '', ''],
    [{ sex: 'male' }, 'A male', 'Un macho'],
    [{ birthDate: '2010-01-01' }, 'An older animal', 'Un animal de edad avanzada'],
    [{ goodWithCats: true, goodWithDogs: false }, 'Good with cats', 'Se lleva bien con gatos'],
    [
      { sex: 'female', size: 'small', birthDate: '2024-05-01', goodWithChildren: true, goodWithDogs: true },
      'A small, young female, good with children and dogs',
      'Una hembra joven, de tamaño pequeño, se lleva bien con niños y perros',
    ],
  ];
  for (const [profile, english, spanish] of sentences)
    assert.deepEqual([sentenceAbout(profile, EN), sentenceAbout(profile, ES)], [english, spanish]);
});

test('a sentence in French and German agrees with the animal', () => {
  const profile: Profile = { sex: 'female', size: 'small', birthDate: '2010-05-01', goodWithDogs: true };
  assert.equal(
    sentenceAbout(profile, { language: 'fr', today: NOW }),
    'Une femelle âgée, de petite taille, s’entend avec les chiens',
  );
  assert.equal(
    sentenceAbout(profile, { language: 'de', today: NOW }),
    'Ein kleines, älteres, weibliches Tier, verträgt sich mit Hunden',
  );
});

test('facts are sentences, with dates and fees as the language writes them', () => {
  const profile: Profile = {
    sex: 'female',
    birthDate: '2023-04-01',
    spayedNeutered: true,
    houseTrained: false,
    goodWithDogs: false,
    goodWithCats: false,
    intakeDate: '2026-08-03',
    adoptionFee: { amount: '125.00', currency: 'USD' },
  };
  assert.deepEqual(factsOf(profile, EN), [
    '3 years old, born on April 1, 2023',
    'Spayed',
    'Not house-trained yet',
    'Needs a home without dogs or cats',
    'Waiting since August 3, 2026',
    'The adoption fee is $125',
  ]);
  assert.ok(factsOf(profile, ES).includes('Espera desde el 3 de agosto de 2026'));
  assert.deepEqual(factsOf({ birthDate: '2023-04-01', birthDateEstimated: true }, EN), ['About 3 years old']);
  assert.deepEqual(factsOf({ adoptionFee: { amount: '0.00', currency: 'EUR' } }, EN), [
    'There is no adoption fee',
  ]);
});
