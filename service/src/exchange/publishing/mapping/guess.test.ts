// cspell:disable
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADOPT_A_PET_WORDS } from '../sites/adopt-a-pet-words.ts';
import { CAT_BREEDS, DOG_BREEDS, PETFINDER_WORDS } from '../sites/petfinder-words.ts';
import { exactWord, guessWord, isMixed } from './guess.ts';

const [DOG_COLORS = [], CAT_COLORS = []] = PETFINDER_WORDS.map(({ colors }) => colors);
const [DOGS_OF_ADOPT_A_PET = []] = ADOPT_A_PET_WORDS.map(({ breeds }) => breeds);

test('the same word is found without case, accents, punctuation, spaces and "mix"', () => {
  const found = [
    [DOG_BREEDS, 'labrador retriever', 'Labrador Retriever'],
    [DOG_BREEDS, 'BÉAGLE', 'Beagle'],
    [DOG_BREEDS, 'Beagle-Mix', 'Beagle'],
    [DOG_BREEDS, 'Mixed Breed', 'Mixed Breed'],
    [DOG_BREEDS, 'Westie', 'West Highland White Terrier / Westie'],
    [DOGS_OF_ADOPT_A_PET, 'Yorkshire Terrier', 'Yorkie, Yorkshire Terrier'],
    [CAT_BREEDS, 'Domestic Shorthair', 'Domestic Short Hair'],
    [DOG_COLORS, 'White', 'White / Cream'],
    [CAT_COLORS, 'black and white', 'Black & White / Tuxedo'],
    [CAT_COLORS, 'Chocolate', 'Brown / Chocolate'],
    // It would be one of four.
    [DOG_BREEDS, 'Belgian Shepherd', undefined],
    [DOG_BREEDS, 'Lab mix', undefined],
    [DOG_BREEDS, '', undefined],
  ] as const;
  for (const [list, word, expected] of found) assert.equal(exactWord(list, word), expected, word);
});

test('a similar word is a guess', () => {
  const guesses = [
    [DOG_BREEDS, 'Lab mix', 'Labrador Retriever'],
    [DOG_BREEDS, 'GSD', 'German Shepherd Dog'],
    [DOG_BREEDS, 'German Shepherd', 'German Shepherd Dog'],
    [DOG_BREEDS, 'Pitbull / Boxer', 'Pit Bull Terrier'],
    [DOG_BREEDS, 'Mischling', 'Mixed Breed'],
    [CAT_BREEDS, 'DSH (black)', 'Domestic Short Hair'],
    [CAT_BREEDS, 'Maine Coon cross', 'Maine Coon'],
    [CAT_COLORS, 'gray tabby', 'Tabby (Gray / Blue / Silver)'],
    [DOG_BREEDS, 'Zwergdackel', undefined],
    [[], 'Beagle', undefined],
  ] as const;
  for (const [list, word, expected] of guesses) assert.equal(guessWord(list, word), expected, word);
});

test('a word of a mixed breed is one in every language of the product, and no other word is', () => {
  for (const word of ['Lab mix', 'Beagle x', 'Mestizo', 'Labrador croisé', 'Dackel-Mischling'])
    assert.equal(isMixed(word), true, word);
  for (const word of ['Boxer', 'Labrador Retriever', 'Manx']) assert.equal(isMixed(word), false, word);
});
