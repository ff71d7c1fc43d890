import { type Static, Type } from 'typebox';
import { Int64 } from '../../platform/core/int64.ts';
import { PET_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import type { ProfileChange } from '../listings/profile.ts';
import type { Pet, PetChange } from '../pets/pet.ts';

export const MAX_ITEMS = 1_000;

export const BATCH_OPERATIONS = ['createPet', 'changePet', 'changeProfile', 'removePet'] as const;
export type BatchOperation = (typeof BATCH_OPERATIONS)[number];

/** The members of an item, apart from the bodies of single operations, which `batch-command.ts` validates as those do. */
export const itemFields = {
  operation: Type.Unsafe<BatchOperation>({
    type: 'string',
    enum: [...BATCH_OPERATIONS],
    description: 'The single operation that the item stands for.',
  }),
  petId: Int64({
    description: 'Identifier of the animal to change or to remove. Not with `createPet`.',
    examples: [3562n],
  }),
  ifMatch: Type.String({
    description:
      'As the header `If-Match` of the single operation, such as `"\\"k3Jx0cRk0N6m\\""`. Not with `createPet`.',
  }),
};

const BatchItemSchema = Type.Object(
  {
    operation: itemFields.operation,
    petId: Type.Optional(itemFields.petId),
    pet: Type.Optional(
      Type.Unsafe<PetChange>({
        $ref: 'PetChange#',
        description: 'The body of `createPet`, which needs `name` and `categoryId`, or of `changePet`.',
      }),
    ),
    profile: Type.Optional(
      Type.Unsafe<ProfileChange>({
        $ref: 'ProfileChange#',
        description: 'The body of `changeProfile`; with `createPet`, the profile of the new animal.',
      }),
    ),
    ifMatch: Type.Optional(itemFields.ifMatch),
  },
  {
    $id: 'BatchItem',
    additionalProperties: false,
    description:
      'One change of a batch. Unknown members are an error of the item, also in `pet` and `profile`.',
    examples: [{ operation: 'changePet', petId: 3562n, pet: { status: 'sold' } }],
  },
);

const ITEMS_EXAMPLE = [
  {
    operation: 'createPet',
    pet: { name: 'Frank', categoryId: 1n, status: 'available' },
    profile: { breed: 'Beagle mix', sex: 'male' },
  },
  { operation: 'changePet', petId: 3562n, pet: { status: 'sold' } },
  { operation: 'removePet', petId: 3498n },
];

const BatchSchema = Type.Object(
  {
    items: Type.Array(Type.Unsafe<Static<typeof BatchItemSchema>>({ $ref: 'BatchItem#' }), {
      minItems: 1,
      maxItems: MAX_ITEMS,
      description: 'The changes, in the order in which they are applied.',
    }),
  },
  {
    $id: 'Batch',
    additionalProperties: false,
    description: 'Changes of many animals.',
    examples: [{ items: ITEMS_EXAMPLE }],
  },
);

const BatchResultSchema = Type.Object(
  {
    status: Type.Integer({
      minimum: 200,
      maximum: 499,
      description: 'The status with which the single operation would have responded.',
      examples: [201],
    }),
    pet: Type.Optional(
      Type.Unsafe<Pet>({ $ref: 'Pet#', description: 'The animal that was added or changed.' }),
    ),
    etag: Type.Optional(
      Type.String({
        description: 'The `ETag` of the animal, or of the profile that was changed, for the next `ifMatch`.',
        examples: ['"k3Jx0cRk0N6m"'],
      }),
    ),
    error: Type.Optional(
      Type.Unsafe<object>({ $ref: 'Error#', description: 'The error, if the item was not applied.' }),
    ),
  },
  { $id: 'BatchResult', description: 'The result of one item of a batch.' },
);

const BatchResultsSchema = Type.Object(
  {
    failed: Type.Integer({
      minimum: 0,
      maximum: MAX_ITEMS,
      description: 'The number of items that were not applied.',
    }),
    results: Type.Array(Type.Unsafe<Static<typeof BatchResultSchema>>({ $ref: 'BatchResult#' }), {
      description: 'The result of each item, in the order of the items.',
    }),
  },
  { $id: 'BatchResults', description: 'The results of a batch.' },
);
export type BatchResults = Static<typeof BatchResultsSchema>;

export const BATCH_SCHEMAS = [BatchItemSchema, BatchSchema, BatchResultSchema, BatchResultsSchema];

export const RESULTS_EXAMPLE = {
  failed: 1,
  results: [
    { status: 201, etag: '"k3Jx0cRk0N6m"', pet: PET_EXAMPLE },
    {
      status: 404,
      error: { code: 'pet_not_found', message: 'There is no pet with the id 3498.', status: 404 },
    },
    { status: 204 },
  ],
};
