import { Type } from 'typebox';
import { DAY, timeText } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { PET_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import { petJson } from '../pets/pet.ts';
import type { RemovedPet } from '../pets/removed-pets.ts';

export const DAYS_IN_BIN = 30;
/** How long a removed pet can be restored. */
export const BIN_RETENTION = DAYS_IN_BIN * DAY;

export const REMOVED_PET_EXAMPLE = {
  pet: PET_EXAMPLE,
  removedAt: '2026-11-21T11:00:00.000Z',
  expiresAt: '2026-12-21T11:00:00.000Z',
};

const RemovedPetSchema = Type.Object(
  {
    pet: Type.Unsafe<object>({ $ref: 'Pet#' }),
    removedAt: Type.String({ format: 'date-time', description: 'When it was removed, in UTC.' }),
    expiresAt: Type.String({
      format: 'date-time',
      description: 'From then on it is deleted for good, in UTC.',
    }),
  },
  {
    $id: 'RemovedPet',
    description: 'One animal in the bin, as it was when it was removed.',
    examples: [REMOVED_PET_EXAMPLE],
  },
);

const RemovedPetsSchema = Type.Array(Type.Unsafe<object>({ $ref: 'RemovedPet#' }), {
  $id: 'RemovedPets',
  description: 'A page of the bin.',
});

export const BIN_SCHEMAS = [RemovedPetSchema, RemovedPetsSchema];

/** Returns a pet in the bin as JSON of the API. */
export function removedPetJson({ pet, removedAt }: RemovedPet): string {
  const expiresAt = removedAt + BigInt(BIN_RETENTION);
  return `{"pet":${petJson(pet)},"removedAt":"${timeText(removedAt)}","expiresAt":"${timeText(expiresAt)}"}`;
}

/** @param id the id as the request contains it; the caller quotes a value that is not an int64. */
export function notInBin(id: string): ApiError {
  return new ApiError('pet_not_found', `There is no pet with the id ${id} in the bin.`);
}
