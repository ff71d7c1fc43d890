import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf } from './kinds.ts';
import { meaningOf } from './vocabulary.ts';
import type { WordField, WordMeaning } from './words.ts';

const MEANINGS: Readonly<Partial<Record<WordField, Readonly<Record<string, WordMeaning | undefined>>>>> = {
  status: {
    Available: 'available',
    'AVAILABLE FOR ADOPTION': 'available',
    'En adopción': 'available',
    Disponible: 'available',
    Adopted: 'sold',
    Adopción: 'sold',
    'On hold': 'pending',
    Reservada: 'pending',
    Unavailable: 'not for adoption',
    'Not available': 'not for adoption',
    'Not adoptable': 'not for adoption',
    'No disponible': 'not for adoption',
    'À adopter': 'available',
    Réservée: 'pending',
    Adopté: 'sold',
    'Non disponible': 'not for adoption',
    Verfügbar: 'available',
    Vorgemerkt: 'pending',
    Vermittelt: 'sold',
    'Nicht vermittelbar': 'not for adoption',
    'UNAVAILABLE - MEDICAL': 'not for adoption',
    'Euthanized at shelter': 'not for adoption',
    'Soon available': undefined,
    'Available?': 'available',
    'Available from Monday': undefined,
    'Never available again': undefined,
    Active: undefined,
    '': undefined,
  },
  sex: {
    M: 'male',
    'Neutered Male': 'male',
    'Female (spayed)': 'female',
    'Spayed (female)': 'female',
    Hembra: 'female',
    Macho: 'male',
    'Femelle stérilisée': 'female',
    Mâle: 'male',
    Weiblich: 'female',
    Rüde: 'male',
    '?': null,
    'Not male': undefined,
    'Male/Female': undefined,
    'Male, female': undefined,
  },
  size: {
    'Extra small': 'small',
    'X-Small': 'small',
    'Very small': 'small',
    'Extra large': 'extra_large',
    XL: 'extra_large',
    Pequeño: 'small',
    'Très grande': 'extra_large',
    Groß: 'large',
    'Not large': undefined,
    'Small - Medium': undefined,
  },
  spayedNeutered: {
    TRUE: true,
    yes: true,
    sí: true,
    x: true,
    '1': true,
    FALSE: false,
    no: false,
    '0': false,
    'Not neutered': false,
    'Not spayed': false,
    'Neutered Male': true,
    'Intact Female': false,
    Unknown: null,
    'Not sure': null,
    'Will be neutered': undefined,
    'Hembra (esterilizada)': true,
    'Male, not yet neutered': undefined,
  },
  goodWithDogs: {
    'No dogs': false,
    'Yes, dogs ok': true,
    'Not with dogs': false,
    'Sin perros': false,
    'Yes, but not with males': undefined,
    'No problem': undefined,
  },
  goodWithCats: { 'Not with cats': false, 'Good with cats': true },
};

test('the words of people have their meaning, and what is not certain has none', () => {
  for (const [field, meanings] of Object.entries(MEANINGS))
    for (const [text, meaning] of Object.entries(meanings))
      assert.equal(meaningOf(field as WordField, text), meaning, `${field} ${text}`);
});

const POSITIVE = ['available', 'disponible', 'adoptable', 'neutered', 'male', 'good with dogs', 'large'];
const NEGATIONS = ['not', 'no', 'never', 'non', 'un', 'isn’t', 'sin', 'nunca'];

test('a negation before a word is never its positive meaning', () => {
  for (const word of POSITIVE) {
    for (const negation of NEGATIONS) {
      for (const text of [`${negation} ${word}`, `${negation}-${word}`, `${negation} ${word}!`]) {
        assert.notEqual(meaningOf('status', text), 'available', text);
        assert.notEqual(meaningOf('spayedNeutered', text), true, text);
        assert.notEqual(meaningOf('goodWithDogs', text), true, text);
        assert.notEqual(meaningOf('sex', text), 'male', text);
        assert.notEqual(meaningOf('size', text), 'large', text);
      }
    }
  }
});

test('a kind is the same in singular, plural and both languages', () => {
  for (const words of [
    ['Horse', 'Horses', 'HORSES', 'Caballos'],
    ['Canary', 'Canaries', 'canario'],
    ['Goose', 'Geese'],
    ['Mouse', 'mice'],
    ['Dog', 'Perros'],
    ['Fish', 'Peces'],
  ]) {
    assert.equal(new Set(words.map(kindOf)).size, 1, words.join());
  }
});

test('kinds with a common beginning or end stay apart', () => {
  const words = [
    'Bus',
    'Bu',
    'Moose',
    'Mouse',
    'Turtle',
    'Tortoise',
    'Cat',
    'Cattle',
    'Dogs and cats',
    'Dog',
  ];
  assert.equal(new Set(words.map(kindOf)).size, words.length);
});

test('a text that is longer than all phrases is compared as it is, because folding could make it 18 times as long', () => {
  const long = '\ufdfa'.repeat(1_000);
  assert.equal(kindOf(long), long);
  assert.equal(kindOf('\ufdfa').length, 18);
});
