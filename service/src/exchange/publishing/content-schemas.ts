import { Type } from 'typebox';
import { Int64, SafeInteger } from '../../platform/core/int64.ts';
import { CONTENT_PATTERN } from '../../platform/http/requests/text.ts';
import { REASON_CODES, REASON_FIELDS } from './files/left-out.ts';
import { WORD_KINDS, type WordKind } from './mapping/site-mapping.ts';

const MAX_WORD = 200;
const MAX_SITE_WORD = 100;
export const MAX_MAPPED_WORDS = 2_000;

export const PUBLISHED_ANIMAL_EXAMPLE = {
  petId: 3562n,
  name: 'Frank',
  isSent: false,
  reasons: [{ code: 'unmapped', field: 'breed' }],
} as const;

const AnimalSchema = Type.Object(
  {
    petId: Int64({ description: 'Identifier of the animal.', examples: [3562n] }),
    name: Type.String({ description: 'Its name.', examples: ['Frank'] }),
    isSent: Type.Boolean({ description: 'Whether it is in the file.' }),
    reasons: Type.Array(
      Type.Object({
        code: Type.Unsafe<(typeof REASON_CODES)[number]>({
          type: 'string',
          enum: [...REASON_CODES],
          description:
            '`on_hold`: the animal is on hold. `missing`: the field is not set. `unmapped`: its word is none of the site. `unaltered`: the animal is not spayed or neutered, and the settings leave such animals out.',
        }),
        field: Type.Unsafe<(typeof REASON_FIELDS)[number]>({
          type: 'string',
          enum: [...REASON_FIELDS],
          description: 'The field of the animal or of its profile that decides it.',
        }),
      }),
      { description: 'Why it is left out; empty if it is sent.' },
    ),
  },
  {
    $id: 'PublishedAnimal',
    description: 'Whether a site gets an animal, and if not, why.',
    examples: [PUBLISHED_ANIMAL_EXAMPLE],
  },
);

const AnimalsSchema = Type.Array(Type.Unsafe<object>({ $ref: 'PublishedAnimal#' }), {
  $id: 'PublishedAnimals',
  description: 'A page of animals that are available or on hold.',
});

const WORD_EXAMPLE = {
  kind: 'breed',
  categoryId: 1n,
  word: 'Lab mix',
  animals: 3,
  siteWord: null,
  guess: 'Labrador Retriever',
};
export const PUBLISHING_WORDS_EXAMPLE = {
  words: [WORD_EXAMPLE],
  choices: [
    {
      species: 'Dog',
      breeds: ['Beagle', 'Labrador Retriever'],
      colors: ['Black', 'White / Cream'],
      coats: ['Short', 'Medium', 'Long'],
    },
  ],
};

const wordMembers = {
  kind: Type.Unsafe<WordKind>({ type: 'string', enum: [...WORD_KINDS], description: 'What it is.' }),
  categoryId: Int64({ description: 'The category of the animals that have it.', examples: [1n] }),
  word: Type.String({
    maxLength: MAX_WORD,
    format: 'plain-text',
    description:
      'The word of the shelter. Case, accents and punctuation do not matter. For `species` it is the name of the category, which does not matter either.',
    examples: ['Lab mix'],
  }),
};

function siteWord(description: string) {
  return {
    type: ['string', 'null'],
    minLength: 1,
    maxLength: MAX_SITE_WORD,
    format: 'content',
    pattern: CONTENT_PATTERN,
    description,
  };
}

function texts(description: string) {
  return Type.Array(Type.String(), { description });
}

const WordsSchema = Type.Object(
  {
    words: Type.Array(
      Type.Object({
        ...wordMembers,
        animals: SafeInteger({ description: 'How many animals that are available or on hold have it.' }),
        siteWord: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'The word that the site gets; null if there is none.',
        }),
        guess: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'The most similar word of the site, if `siteWord` is null. It is not sent.',
        }),
      }),
      { description: 'The words, those without a word of the site first; at most 2,000.' },
    ),
    choices: Type.Array(
      Type.Object({
        species: Type.String({ description: 'The species.' }),
        breeds: texts('Its common breeds.'),
        colors: texts('Its colours; empty if the site takes none.'),
        coats: texts('The lengths of its hair; empty if the site takes none.'),
      }),
      { description: 'The words of the site that are known here. It may know others.' },
    ),
  },
  {
    $id: 'PublishingWords',
    description: 'What the words of the shelter are at a site.',
    examples: [PUBLISHING_WORDS_EXAMPLE],
  },
);

const WordsRequestSchema = Type.Object(
  {
    words: Type.Array(
      Type.Object(
        {
          ...wordMembers,
          siteWord: Type.Unsafe<string | null>(
            siteWord('The word of the site; null for the same word, if the site has it.'),
          ),
        },
        { additionalProperties: false },
      ),
      { maxItems: MAX_MAPPED_WORDS, description: 'All words that the account sets.' },
    ),
  },
  {
    $id: 'PublishingWordsRequest',
    additionalProperties: false,
    description: 'What the words of the shelter are at a site.',
    examples: [
      { words: [{ kind: 'breed', categoryId: 1, word: 'Lab mix', siteWord: 'Labrador Retriever' }] },
    ],
  },
);

export const CONTENT_SCHEMAS = [AnimalSchema, AnimalsSchema, WordsSchema, WordsRequestSchema];
