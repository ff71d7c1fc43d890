import { type Static, Type } from 'typebox';
import { CURRENCY_PATTERN } from '../../platform/core/currency.ts';
import { ApiError, quote } from '../../platform/core/errors.ts';
import { type FieldFault, faultOf, fieldsError } from '../../platform/core/field-faults.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { thousands } from '../../platform/core/thousands.ts';
import { CONTACT_PATTERN, normalContactUrl } from '../../platform/core/urls/contact-url.ts';
import { COAT_LENGTHS, SEXES, SIZES } from '../../platform/database/column-values.ts';
import { MICROCHIP_EXAMPLE, PROFILE_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import { nullable } from '../../platform/http/openapi/nullable.ts';
import { CONTENT_PATTERN } from '../../platform/http/requests/text.ts';
import { bondedIn, MAX_IN_GROUP } from '../pets/bonds/bonded-pets.ts';
import { MAX_TAG } from '../search/pet-filters.ts';
import {
  AMOUNT_PATTERN,
  futureFault,
  MICROCHIP_PATTERN,
  normalMicrochip,
  VIDEO_PATTERN,
} from './profile-fields.ts';

const MAX_DESCRIPTION = 10_000;
const MAX_SPECIAL_NEEDS = 1_000;
const MAX_SHORT_TEXT = 200;
const MAX_URL = 2_000;
const MAX_TAGS = 10;

function text(description: string, maxLength: number, example: string) {
  const limits = `1 to ${thousands(maxLength)} characters, not only white space, without U+0000 and lone surrogates.`;
  const rule = { minLength: 1, maxLength, format: 'content', pattern: CONTENT_PATTERN };
  return Type.String({ ...rule, description: `${description} ${limits}`, examples: [example] });
}

function oneOf<Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], description });
}

function flag(description: string) {
  return Type.Boolean({ description });
}

function date(description: string, example: string) {
  return Type.String({
    format: 'date',
    description: `${description} A full-date of RFC 3339, not in the future in every time zone.`,
    examples: [example],
  });
}

const FEE = 'What an adopter pays.';
const feeFields = {
  amount: Type.String({
    format: 'fee-amount',
    pattern: AMOUNT_PATTERN,
    description: 'The amount in the main unit of the currency.',
    examples: [PROFILE_EXAMPLE.adoptionFee.amount],
  }),
  currency: Type.String({
    format: 'fee-currency',
    pattern: CURRENCY_PATTERN,
    description: 'The currency code of ISO 4217.',
    examples: [PROFILE_EXAMPLE.adoptionFee.currency],
  }),
};

const fields = {
  description: text(
    'What adopters should know, as plain text.',
    MAX_DESCRIPTION,
    PROFILE_EXAMPLE.description,
  ),
  breed: text('The breed.', MAX_SHORT_TEXT, PROFILE_EXAMPLE.breed),
  secondBreed: text(
    'The second breed of an animal of several breeds.',
    MAX_SHORT_TEXT,
    PROFILE_EXAMPLE.secondBreed,
  ),
  mixed: flag('Whether it is of more breeds than are named.'),
  color: text('The colours of the animal.', MAX_SHORT_TEXT, PROFILE_EXAMPLE.color),
  coatLength: oneOf(COAT_LENGTHS, 'The length of its hair.'),
  location: text('Where the animal lives now.', MAX_SHORT_TEXT, PROFILE_EXAMPLE.location),
  sex: oneOf(SEXES, 'The sex.'),
  size: oneOf(SIZES, 'The size of the animal when it is grown up.'),
  birthDate: date('The date of birth.', PROFILE_EXAMPLE.birthDate),
  birthDateEstimated: flag('True if the date of birth is an estimate.'),
  goodWithChildren: flag('Whether it gets on with children.'),
  goodWithDogs: flag('Whether it gets on with dogs.'),
  goodWithCats: flag('Whether it gets on with cats.'),
  spayedNeutered: flag('Whether it is spayed or neutered.'),
  vaccinated: flag('Whether its vaccinations are up to date.'),
  houseTrained: flag('Whether it is house-trained.'),
  specialNeeds: text(
    'What it needs more than others, such as medicine.',
    MAX_SPECIAL_NEEDS,
    'A tablet a day for his heart.',
  ),
  adoptionFee: Type.Object(feeFields, {
    description: FEE,
    examples: [PROFILE_EXAMPLE.adoptionFee],
  }),
  contactUrl: Type.String({
    maxLength: MAX_URL,
    format: 'contact-url',
    pattern: CONTACT_PATTERN,
    description: `Where to ask about the animal: an \`https:\`, \`mailto:\` or \`tel:\` address of at most ${thousands(MAX_URL)} characters.`,
    examples: [PROFILE_EXAMPLE.contactUrl],
  }),
  videoUrl: Type.String({
    maxLength: MAX_URL,
    format: 'video-url',
    pattern: VIDEO_PATTERN,
    description: `Where a video of the animal is: an \`https:\` address of at most ${thousands(MAX_URL)} characters.`,
    examples: [PROFILE_EXAMPLE.videoUrl],
  }),
  tags: Type.Array(
    Type.String({ minLength: 1, maxLength: MAX_TAG, format: 'content', pattern: CONTENT_PATTERN }),
    {
      minItems: 1,
      maxItems: MAX_TAGS,
      uniqueItems: true,
      description: `Short words for adopters and for searches, each of 1 to ${MAX_TAG} characters; at most ${MAX_TAGS}.`,
      examples: [PROFILE_EXAMPLE.tags],
    },
  ),
  intakeDate: date('When the shelter took it in.', PROFILE_EXAMPLE.intakeDate),
  bondedWith: Type.Array(Int64({ description: 'Identifier of an animal.', examples: [3563n] }), {
    minItems: 1,
    maxItems: MAX_IN_GROUP - 1,
    uniqueItems: true,
    description: `The animals that it goes together with: they are shown, held and adopted together, at most ${MAX_IN_GROUP} in all. Setting it for one sets it for all of them; \`null\` takes the animal out of its group.`,
    examples: [PROFILE_EXAMPLE.bondedWith],
  }),
  notForAdoptionReason: text(
    'Why an animal without a status is not for adoption at the moment. No public page shows it.',
    MAX_SHORT_TEXT,
    'He recovers from an operation.',
  ),
};

/** What only those who may change the animal see (docs/adr/0098). No listing, event or public page has it. */
const privateFields = {
  microchip: Type.String({
    format: 'microchip',
    pattern: MICROCHIP_PATTERN,
    description:
      'The number of its microchip: 15 digits as in ISO 11784, or 9 or 10 letters and digits of an older one. Stored without spaces and hyphens, in capital letters. Only who may change the animal sees it.',
    examples: [MICROCHIP_EXAMPLE],
  }),
};

const allFields = { ...fields, ...privateFields };

const ProfileSchema = Type.Partial(Type.Object(fields), {
  $id: 'Profile',
  description: 'The description of one animal for adopters. A field that is not set is absent.',
  examples: [PROFILE_EXAMPLE],
});

export const WholeProfileSchema = Type.Partial(Type.Object(allFields), {
  $id: 'WholeProfile',
  description:
    'The profile of one animal with what only those who may change it see. A field that is not set is absent.',
  examples: [{ ...PROFILE_EXAMPLE, microchip: MICROCHIP_EXAMPLE }],
});

/** What everyone sees. */
export type Profile = Static<typeof ProfileSchema>;
/** What the store has. */
export type WholeProfile = Static<typeof WholeProfileSchema>;
type Fields = Required<WholeProfile>;

/** The fields in the order of the JSON. */
export const PROFILE_FIELDS = Object.keys(allFields) as ReadonlyArray<keyof WholeProfile>; // the keys of the schema are those of the type

/** A change of a profile by a JSON merge patch (RFC 7396): null removes a field. */
export type ProfileChange = {
  [Name in keyof Fields]?: Name extends 'adoptionFee'
    ? Partial<Fields['adoptionFee']> | null
    : Fields[Name] | null;
};

const { adoptionFee, ...plainFields } = allFields;
const ProfileChangeSchema = Type.Partial(
  Type.Object(
    Object.fromEntries(
      Object.keys(allFields).map((name) => [
        name,
        name === 'adoptionFee'
          ? nullable(Type.Partial(adoptionFee, { additionalProperties: false, description: FEE }))
          : nullable(plainFields[name as keyof typeof plainFields]),
      ]),
    ),
  ),
  {
    $id: 'ProfileChange',
    additionalProperties: false,
    minProperties: 1,
    description: 'The fields to change; at least one. `null` removes a field.',
    examples: [{ breed: 'Beagle mix', specialNeeds: null }],
  },
);

export const PROFILE_SCHEMAS = [ProfileSchema, WholeProfileSchema, ProfileChangeSchema];

export const NOTHING_TO_CHANGE = 'Send at least one field of a profile.';

/**
 * Applies a merge patch.
 *
 * @throws {ApiError} `invalid_body` without a field to change, and for half of a fee.
 */
export function mergeProfile(profile: WholeProfile, change: ProfileChange): WholeProfile {
  const given = PROFILE_FIELDS.filter((name) => change[name] !== undefined);
  if (given.length === 0) throw new ApiError('invalid_body', NOTHING_TO_CHANGE);
  const fee = change.adoptionFee && { ...profile.adoptionFee, ...change.adoptionFee };
  const merged = { ...profile, ...change, ...(fee && { adoptionFee: fee }) };
  const faults = feeFaults(fee);
  if (faults.length > 0) throw fieldsError('invalid_body', faults);
  return definedFields(merged);
}

/** Returns the fields that are set, in the order of the JSON. */
export function definedFields(values: { readonly [Name in keyof WholeProfile]: unknown }): WholeProfile {
  const set: Record<string, unknown> = {};
  for (const name of PROFILE_FIELDS) {
    const value = values[name];
    if (value !== undefined && value !== null) set[name] = value;
  }
  if (typeof set.contactUrl === 'string') set.contactUrl = normalContactUrl(set.contactUrl);
  if (typeof set.videoUrl === 'string') set.videoUrl = normalContactUrl(set.videoUrl);
  if (typeof set.microchip === 'string') set.microchip = normalMicrochip(set.microchip);
  if (Array.isArray(set.bondedWith)) set.bondedWith = set.bondedWith.toSorted(byId);
  return set as WholeProfile; // the caller validated the values
}

/**
 * Returns the faults of dates in the future.
 *
 * @param now by the clock of the service, in Unix milliseconds.
 */
export function dateFaults({ birthDate, intakeDate }: ProfileChange, now: number): FieldFault[] {
  return Object.entries({ birthDate, intakeDate }).flatMap(([name, value]) => {
    const fault = value ? futureFault(value, now) : undefined;
    return fault === undefined ? [] : [faultOf(name, `${fault}; got ${quote(value ?? '')}`)];
  });
}

function feeFaults(fee: ProfileChange['adoptionFee']): FieldFault[] {
  if (!fee) return [];
  return (['amount', 'currency'] as const)
    .filter((name) => fee[name] === undefined)
    .map((name) => faultOf(`adoptionFee.${name}`, 'is required'));
}

function byId(one: bigint, other: bigint): number {
  return one < other ? -1 : 1;
}

/** Returns a profile as JSON of the API. */
export function profileJson(profile: WholeProfile): string {
  // A replacer for the ids makes it several times as slow.
  return profile.bondedWith === undefined ? JSON.stringify(profile) : stringifyJson(profile);
}

/** Parses a profile of the store, which `profileJson` wrote. */
export function parseProfile(json: string): WholeProfile {
  const profile = JSON.parse(json) as WholeProfile;
  const bondedWith = bondedIn(json);
  return bondedWith.length === 0 ? profile : { ...profile, bondedWith };
}

/** Returns what everyone sees of a profile, as JSON of the API. */
export function shownJson({ microchip: _, ...shown }: WholeProfile): string {
  return profileJson(shown satisfies Profile);
}
