import { type Static, Type } from 'typebox';
import { Int64 } from '../../platform/core/int64.ts';
import { PET_STATUSES, type PetStatus, SEXES, SIZES } from '../../platform/database/column-values.ts';
import { idList, idsIn, olderIdList } from '../../platform/http/requests/id-list.ts';
import { CONTENT_PATTERN, TEXT_PATTERN } from '../../platform/http/requests/text.ts';
import type { ListOrder } from '../../platform/http/responses/pagination.ts';

// The query parameters that select animals. `filter-conditions.ts` has the condition of each filter.

/**
 * `longest waiting` is the order for visitors: animals with a photo first, and of these first who waits longest. Such a list has
 * the available animals, of one category or of all; other filters on pets do not narrow it.
 */
export type PetOrder = ListOrder | 'longest waiting';

export const GOOD_WITH = ['children', 'dogs', 'cats'] as const;
export type GoodWith = (typeof GOOD_WITH)[number];

/** The length of a tag in characters. */
export const MAX_TAG = 30;

function oneOf<Value extends string>(values: readonly Value[], description: string) {
  return Type.Optional(Type.Unsafe<Value>({ type: 'string', enum: [...values], description }));
}

function date(description: string) {
  return Type.Optional(
    Type.String({
      format: 'date',
      description: `${description} A full-date of RFC 3339.`,
      examples: ['2024-04-01'],
    }),
  );
}

export const petFilters = {
  status: oneOf<PetStatus>(PET_STATUSES, 'Filter by availability status.'),
  categoryId: Type.Optional(Int64({ description: 'Filter by category.', examples: [1n] })),
};

const PET_IDS = {
  item: 'Identifier of an animal.',
  description: 'Only these animals, separated by commas. Those that do not exist are left out.',
  example: [3562n, 3563n],
};

export const petIdFilter = { ids: idList(PET_IDS), petId: olderIdList(PET_IDS) };

export const profileFilters = {
  sex: oneOf(SEXES, 'Filter by sex.'),
  size: oneOf(SIZES, 'Filter by size.'),
  goodWith: Type.Optional(
    Type.Array(Type.Unsafe<GoodWith>({ type: 'string', enum: [...GOOD_WITH] }), {
      minItems: 1,
      maxItems: GOOD_WITH.length,
      description: 'Only animals that get on with all of these, separated by commas.',
      examples: [['children', 'dogs']],
    }),
  ),
  tag: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_TAG,
      format: 'content',
      pattern: CONTENT_PATTERN,
      description: 'Only animals that have exactly this tag.',
      examples: ['likes water'],
    }),
  ),
  bornAfter: date('Only animals that were born on this day or later.'),
  bornBefore: date('Only animals that were born on this day or earlier.'),
};

/** One letter is enough in scripts without spaces; `searchWords` rejects other words that are too short. */
const MIN_LENGTH = 1;
const MAX_LENGTH = 100;

/** The schema of a parameter with the words of a search. */
export const SEARCH_TEXT = {
  type: 'string',
  minLength: MIN_LENGTH,
  maxLength: MAX_LENGTH,
  format: 'search-text',
  pattern: TEXT_PATTERN,
  description: `Each word may be the beginning of a word; case, accents and apostrophes do not matter. In Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese, it may be any part of a word. ${MIN_LENGTH} to ${MAX_LENGTH} characters, with a word of at least 2 letters or digits, or one letter of these scripts; with \`approximate\`, any letter or digit. Of a long text the first words are found: about 350 different ones in English. 503 with \`Retry-After\` while the animals of an older version are being indexed.`,
} as const;

/** The parameter of a search that understands more than words. */
export const APPROXIMATE = Type.Optional(
  Type.Unsafe<'true' | 'false'>({
    type: 'string',
    enum: ['true', 'false'],
    description:
      '`true` for a search that a person types. A number, such as `3562` or `#3562`, finds the animal with this id. If no animal has the words, the search finds those that were imported with this reference, or else one page of those with the most similar names, the most similar first. `Search-Match` states how the animals were found.',
  }),
);

const ofPet = Type.Object({ ...petFilters, petId: petIdFilter.petId });
const ofProfile = Type.Object(profileFilters);

type Readable<Value> = Value extends ReadonlyArray<infer Item> ? readonly Item[] : Value;
type ValuesOf<Query> = { readonly [Name in keyof Query]-?: Readable<NonNullable<Query[Name]>> };

/** The values of the filters, by the table that they read. */
export type PetValues = ValuesOf<Static<typeof ofPet>>;
export type ProfileValues = ValuesOf<Static<typeof ofProfile>>;

/** All filters, of which those that a list does not use are undefined. */
type All<Values> = { readonly [Name in keyof Values]: Values[Name] | undefined };
/** All filters or none. So a caller that passes filters cannot leave one out. */
type AllOrNone<Values> = All<Values> | { readonly [Name in keyof Values]?: undefined };

/** The filters of a list of pets. */
export type PetFilters = AllOrNone<PetValues>;
/** The filters of a list that can also use the profiles. */
export type ListingFilters = AllOrNone<PetValues & ProfileValues>;
export type AllFilters = All<PetValues & ProfileValues>;

const NAMES = Object.keys({ ...ofPet.properties, ...ofProfile.properties }) as ReadonlyArray<
  keyof AllFilters
>; // the keys of the schemas are those of the type

/**
 * Returns all filters from the parameters of a request. The query may have other parameters.
 *
 * @throws {ApiError} `invalid_parameter` if it has `ids` under both names.
 */
export function filtersIn(query: Partial<AllFilters> & { readonly ids?: readonly bigint[] }): AllFilters {
  const filters: Record<string, unknown> = {};
  for (const name of NAMES) filters[name] = query[name];
  return { ...(filters as AllFilters), petId: idsIn(query, 'petId') }; // a value for each name
}

/** All filters, for lists that set a few of them. */
export const NO_FILTERS = filtersIn({});

/** Returns the filters of a query as text, which a cursor and `Link` contain. */
export function filterTexts<
  Query extends Pick<Partial<AllFilters>, 'petId' | 'goodWith'> & { readonly ids?: readonly bigint[] },
>(query: Query) {
  const { ids, petId, goodWith, ...others } = query;
  return { ...others, ids: ids?.join(), petId: petId?.join(), goodWith: goodWith?.join() };
}
