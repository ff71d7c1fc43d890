import { type Static, Type } from 'typebox';
import { Int64 } from '../core/int64.ts';
import { PET_STATUSES, type PetStatus } from '../database/column-values.ts';
import { PET_EXAMPLE } from '../http/openapi/examples.ts';

export { PET_STATUSES, type PetStatus };

export const MAX_NAME_LENGTH = 1000;

/** A character of `textFault`'s, as a part of a regular expression. */
const TEXT_CHARACTER = '[^\\x00]';
/** `textFault` for readers of the document. Many of their tools cannot name a surrogate, so the descriptions do. */
export const TEXT_PATTERN = `^${TEXT_CHARACTER}*$`;

/** `nameFault` for readers of the document: some character is no white space, and none is U+0000. */
const NAME_PATTERN = `^${TEXT_CHARACTER}*[^\\s\\x00]${TEXT_CHARACTER}*$`;

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
    description:
      "The animal's name: 1 to 1,000 characters, not only white space, without U+0000 and lone surrogates. Kept as it is.",
    examples: ['Frank'],
  }),
  categoryId: Int64({
    description: 'Identifier of the category the animal belongs to.',
    examples: [1n],
  }),
  status: Type.Optional(PetStatusRef),
};

const NewPetSchema = Type.Object(newPetFields, {
  $id: 'NewPet',
  description: 'An animal to add. Members that are not named here are ignored.',
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

const PetChangeSchema = Type.Partial(Type.Object(newPetFields), {
  $id: 'PetChange',
  description: 'What to change; at least one member. Members that are not named here are ignored.',
  examples: [{ status: 'sold' }],
});
export type PetChange = Static<typeof PetChangeSchema>;

const PetsSchema = Type.Array(Type.Unsafe<Pet>({ $ref: 'Pet#' }), {
  $id: 'Pets',
  description: 'A page of animals.',
  examples: [[PET_EXAMPLE]],
});

export const PET_SCHEMAS = [PetStatusSchema, NewPetSchema, PetSchema, PetsSchema, PetChangeSchema];

/** A pet as a row of the store: its id, name, category and status. */
export type PetValues = [id: bigint, name: string, categoryId: bigint, status: PetStatus | null];

/** A pet as the interface has it: half the time of what serves every object, and every page and event is made of it. */
export function petJson({ id, name, categoryId, status }: Pet): string {
  return petValuesJson([id, name, categoryId, status ?? null]);
}

export function petValuesJson([id, name, categoryId, status]: PetValues): string {
  const end = status === null ? '}' : `,"status":"${status}"}`;
  return `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${end}`;
}

export function isPetStatus(value: string): value is PetStatus {
  return (PET_STATUSES as readonly string[]).includes(value);
}

/** What is wrong with a text that machines must be able to pass on; undefined if nothing is. */
export function textFault(text: string): string | undefined {
  return text.isWellFormed() && !text.includes('\0')
    ? undefined
    : 'must not contain U+0000 or a lone surrogate';
}

/** What is wrong with a name, as the end of a sentence that begins with the field; undefined if nothing is. */
export function nameFault(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (textFault(name) !== undefined) return textFault(name);
  if (name.trim() === '') return 'must not be only white space';
  // Cheap first: a string has at least as many UTF-16 units as characters.
  if (name.length > MAX_NAME_LENGTH && [...name].length > MAX_NAME_LENGTH) {
    return `must have at most ${MAX_NAME_LENGTH.toLocaleString('en')} characters`;
  }
  return undefined;
}

/** The fields of a pet that an import sets. */
export interface ImportedPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: PetStatus | null;
}
