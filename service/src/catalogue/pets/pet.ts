import { type Static, Type } from 'typebox';
import { ApiError } from '../../platform/core/errors.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { thousands } from '../../platform/core/thousands.ts';
import { PET_STATUSES, type PetStatus } from '../../platform/database/column-values.ts';
import { PET_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import { TEXT_CHARACTER, textFault } from '../../platform/http/requests/text.ts';

export { PET_STATUSES, type PetStatus };

type PetStatusOrNone = PetStatus | 'none';

/**
 * The statuses that PATCH can set while no order holds the pet. A sold animal that is returned becomes available. Every status can
 * be removed.
 */
const PET_TRANSITIONS: Readonly<Record<PetStatusOrNone, readonly PetStatus[]>> = {
  none: ['available', 'pending', 'sold'],
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
};

export function statusesFrom(status: PetStatus | undefined): readonly PetStatus[] {
  return PET_TRANSITIONS[status ?? 'none'];
}

export const MAX_NAME_LENGTH = 1000;

/** `nameFault` as a pattern for openapi.json: at least one character is not white space, and none is U+0000. */
export const NAME_PATTERN = `^${TEXT_CHARACTER}*[^\\s\\x00]${TEXT_CHARACTER}*$`;

const PetStatusSchema = Type.Unsafe<PetStatus>({
  $id: 'PetStatus',
  type: 'string',
  enum: [...PET_STATUSES],
  description: 'Availability of an animal.',
});

const PetStatusRef = Type.Unsafe<PetStatus>({ $ref: 'PetStatus#' });

const newPetFields = {
  name: Type.String({
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    format: 'pet-name',
    pattern: NAME_PATTERN,
    description: `The animal's name: 1 to ${thousands(MAX_NAME_LENGTH)} characters, not only white space, without U+0000 and lone surrogates. Stored unchanged.`,
    examples: ['Frank'],
  }),
  categoryId: Int64({
    description: 'Identifier of the category the animal belongs to.',
    examples: [1n],
  }),
  status: Type.Optional(PetStatusRef),
};

export const NewPetSchema = Type.Object(newPetFields, {
  $id: 'NewPet',
  description: 'An animal to add. Unknown members are ignored.',
  examples: [{ name: 'Frank', categoryId: 1n, status: 'available' }],
});
export type NewPet = Static<typeof NewPetSchema>;

const PetSchema = Type.Object(
  {
    id: Int64({
      description: 'Unique identifier assigned by the service on creation.',
      minimum: 1,
      examples: [3562n],
    }),
    ...newPetFields,
  },
  {
    $id: 'Pet',
    description: 'One animal in the catalogue.',
    examples: [PET_EXAMPLE],
  },
);
export type Pet = Static<typeof PetSchema>;

const statusChange = Type.Unsafe<PetStatus | null>({
  type: ['string', 'null'],
  enum: [...PET_STATUSES, null],
  description: 'Availability of an animal. `null` removes it: the animal is not for adoption at the moment.',
});

export const PetChangeSchema = Type.Partial(Type.Object({ ...newPetFields, status: statusChange }), {
  $id: 'PetChange',
  minProperties: 1,
  description:
    'The members to change; at least one. `null` removes the status; no other member can be removed. Unknown members are ignored.',
  examples: [{ status: 'sold' }],
});
export type PetChange = Static<typeof PetChangeSchema>;

const PetsSchema = Type.Array(Type.Unsafe<Pet>({ $ref: 'Pet#' }), {
  $id: 'Pets',
  description: 'A page of animals.',
  examples: [[PET_EXAMPLE]],
});

export const PET_SCHEMAS = [PetStatusSchema, NewPetSchema, PetSchema, PetsSchema, PetChangeSchema];

/** Returns a pet as JSON of the API. Twice as fast as a generic serialiser, and every page and event needs it. */
export function petJson({ id, name, categoryId, status }: Pet): string {
  const statusMember = status === undefined ? '' : `,"status":"${status}"`;
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${statusMember}}`;
}

/** @param id the id as the request contains it; the caller quotes a value that is not an int64. */
export function petNotFound(id: string): ApiError {
  return new ApiError('pet_not_found', `There is no pet with the id ${id}.`);
}

export function isPetStatus(value: string): value is PetStatus {
  return (PET_STATUSES as readonly string[]).includes(value);
}

/** Returns what is wrong with a name, as the end of a sentence that begins with the field; undefined if it is valid. */
export function nameFault(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (textFault(name) !== undefined) return textFault(name);
  if (name.trim() === '') return 'must not be only white space';
  // The cheap check first: a string has at least as many UTF-16 units as characters.
  if (name.length > MAX_NAME_LENGTH && [...name].length > MAX_NAME_LENGTH) {
    return `must have at most ${thousands(MAX_NAME_LENGTH)} characters`;
  }
  return undefined;
}

/** The fields of a pet that an import sets. */
export interface ImportedPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: PetStatus | null;
}
