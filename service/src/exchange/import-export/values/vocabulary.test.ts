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
  // Every intake type and outcome type of Austin, Dallas, Long Beach, Sonoma County and Louisville, with the rows of the files that were read.
  intakeReason: {
    Stray: 'stray', // all of them, 153,093
    Abandoned: 'stray', // Austin
    'trap, neuter, return': 'stray', // Long Beach, 73
    TNR: 'stray', // Dallas
    'Owner Surrender': 'surrender', // Austin, and three of them, 15,050
    'OWNER SUR': 'surrender', // Louisville, 32,483
    Transfer: 'transfer_in', // three of them, 512
    'FOR TRANSP': 'transfer_in', // Louisville, 12
    Confiscate: 'seized', // three of them, 5,561
    CONFISCATED: 'seized', // Dallas, 2,001
    'welfare seized': 'seized', // Long Beach, 484
    QUARANTINE: 'seized', // three of them, 937
    'BORN HERE': 'born_in_care', // Sonoma, 6
    Return: 'return', // Louisville and Long Beach, 2,361
    'ADOPTION RETURN': 'return', // Sonoma, 319
    'adopted animal return': 'return', // Long Beach, 2
    'Euthanasia Request': 'owner_intended_euthanasia', // Austin
    'EUTH REQ': 'owner_intended_euthanasia', // Louisville, 3,707
    'ET REQUEST': 'owner_intended_euthanasia', // Louisville, 1,101
    'euthenasia required': 'owner_intended_euthanasia', // Long Beach, 15
    Wildlife: 'other', // Austin, Dallas, and Long Beach, 4,473
    'Public Assist': 'other', // Austin
    KEEPSAFE: 'other', // Dallas, 317
    'safe keep': 'other', // Long Beach, 130
    EVACUEE: 'other', // Louisville, 3
    FOUND: 'stray', // Louisville, 2
    FOSTER: null, // Louisville, 4,100; Dallas, 2,184; Long Beach, 2
    DISPOSAL: 'no stay', // Louisville, 897
    'DISPOS REQ': 'no stay', // Dallas, 63
    TREATMENT: 'no stay', // Dallas, 476
    OUTSURGERY: 'no stay', // Louisville, 3,503
    RESOURCE: 'no stay', // Dallas
    'Lost Report': 'no stay', // Dallas
    'Found Report': 'no stay', // Dallas
    LOST: undefined, // Louisville, 1
    KHS: undefined, // Louisville, 621
    INVESTIGAT: undefined, // Louisville, 39
    'MED OBSERV': undefined, // Louisville, 8
    'OS APPT': undefined, // Sonoma
    'QUARANTINE DEAD ON ARRIVAL': 'no stay', // a subtype of Dallas, 83
    'Muerto al llegar': 'no stay',
    'Mort à l’arrivée': 'no stay',
    'Tot eingeliefert': 'no stay',
    'Not DOA': undefined,
    Quarantäne: 'seized',
    Pflegestelle: null,
  },
  outcomeReason: {
    Adoption: 'adoption', // all of them, 53,315
    'Rto-Adopt': 'adoption', // Austin, 12
    'foster to adopt': 'adoption', // Long Beach, 166
    'Return to Owner': 'return_to_owner', // three of them
    'RETURNED TO OWNER': 'return_to_owner', // Dallas, 15,243
    RTO: 'return_to_owner', // Louisville, 13,325
    RTOS: 'return_to_owner', // Sonoma, 32
    Transfer: 'transfer_out', // all of them, 36,875
    rescue: 'transfer_out', // Long Beach, 6,680
    'return to rescue': 'transfer_out', // Long Beach, 46
    transport: 'transfer_out', // Louisville and Long Beach, 1,668
    'shelter, neuter, return': 'returned_to_field', // Long Beach, 919
    'trap, neuter, release': 'returned_to_field', // Long Beach, 57
    'community cat': 'returned_to_field', // Long Beach, 386
    'return to wild habitat': 'returned_to_field', // Long Beach, 294
    TNR: 'returned_to_field', // Louisville, 2,615
    SNR: 'returned_to_field', // Louisville and Dallas, 715
    RTF: 'returned_to_field', // Louisville, 449
    Died: 'died', // all of them, 4,084
    Euthanasia: 'euthanasia', // Austin and Long Beach
    EUTHANIZED: 'euthanasia', // Dallas, 8,212
    EUTHANIZE: 'euthanasia', // Sonoma, 1,092
    EUTH: 'euthanasia', // Louisville, 68,618
    'ET PROCESS': 'owner_intended_euthanasia', // Louisville, 51
    Missing: 'lost', // four of them, 1,382
    'ESCAPED/STOLEN': 'lost', // Sonoma, 2
    Stolen: 'lost', // Austin
    Lost: 'lost', // Austin
    Relocate: 'other_live', // Austin and Louisville, 190
    FOSTER: null, // Louisville, 3,947; Dallas, 2,109; Long Beach, 10
    Disposal: 'no stay', // all of them, 1,880
    'DEAD ON ARRIVAL': 'no stay', // Dallas, 465
    DOA: 'no stay', // a subtype of Dallas and Sonoma, 21
    'DEAD ARRIV': 'no stay', // a subtype of Louisville, 1,238
    TREATMENT: 'no stay', // Dallas, 476
    'NO SHOW': 'no stay', // Louisville, 47
    'LOST EXP': 'no stay', // Louisville, 5
    'FOUND EXP': 'no stay', // Dallas
    duplicate: 'no stay', // Long Beach, 31
    APPT: 'no stay', // Sonoma
    RELEASED: undefined, // Louisville, 3,712
    RELEASE: undefined, // Louisville, 32
    homefirst: undefined, // Long Beach, 88
    'MISSING EX': 'lost', // Louisville, 22
    INDEFINITE: undefined, // Louisville, 1
    WILDLIFE: undefined, // Dallas
    VET: undefined, // Sonoma
    'Euthanasia (owner request)': undefined,
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
