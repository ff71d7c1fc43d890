import { type Static, Type } from 'typebox';
import { accountOf } from '../../access/accounts/authenticate.ts';
import { type IdempotentWrites, idempotencyHeaders } from '../../access/idempotency/idempotent-writes.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { bondsLock, petLock } from '../../platform/database/locks.ts';
import { PET_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { datedChange, type ShelterTime } from '../pets/movements/dated-change.ts';
import { type Pet, petJson, petNotFound } from '../pets/pet.ts';
import { MAX_PHOTOS_OF_A_PET } from '../photos/photo.ts';
import { mergePet } from './merge-pets.ts';

interface MergeRouteDependencies extends ShelterTime {
  writes: IdempotentWrites;
  publicUrl: string;
}

const MergeSchema = Type.Object(
  {
    into: Int64({ description: 'The animal that remains.', examples: [3562n] }),
  },
  {
    $id: 'PetMerge',
    additionalProperties: false,
    description: 'The merge of an animal into another one.',
    examples: [{ into: 3562n }],
  },
);

export const MERGE_SCHEMAS = [MergeSchema];

/** The operation of `POST /v1/pets/{petId}/merge`. */
export function mergeRoutes(dependencies: MergeRouteDependencies): Route[] {
  const { writes, publicUrl } = dependencies;
  return [
    route({
      method: 'POST',
      path: '/v1/pets/:petId/merge',
      schema: {
        operationId: 'mergePet',
        tags: ['Pets'],
        summary: 'Merge an animal into another one',
        description: `Merges a duplicate into the animal that remains. Its photos, orders with their holds, movements, applications, import references and history go along, and the fields of its profile that the other one lacks; all else is as the other one has it. The last intake or outcome of both decides the status. Its page leads to that of the other one, and it cannot be brought back. Refused if orders hold both, if both have more than ${MAX_PHOTOS_OF_A_PET} photos together, if an order holds it while the other one is sold or has left, and if both came in without an outcome in between. The feed has \`pet.deleted\` with \`mergedInto\`.`,
        params: Type.Object({
          petId: Int64({ description: 'Identifier of the duplicate, which goes.', examples: [3563n] }),
        }),
        headers: idempotencyHeaders,
        body: Type.Unsafe<Static<typeof MergeSchema>>({ $ref: 'PetMerge#' }),
        responses: {
          200: {
            ...Type.Unsafe<Pet>({ $ref: 'Pet#' }),
            description: 'The animal that remains.',
            examples: [PET_EXAMPLE],
          },
        },
      },
      stability: 'experimental',
      role: 'member',
      notFound: petNotFound,
      errorMessages: { invalid_body: 'into must be another animal.' },
      errors: [
        'not_owner',
        'pet_not_found',
        'merge_conflict',
        'too_many_photos',
        'idempotency_key_in_use',
        'idempotency_key_reused',
      ],
      handle: async (exchange, input) => {
        const { petId } = input.params;
        const { into: intoId } = input.body;
        const asked = { petId, intoId, account: accountOf(exchange) };
        const change = await datedChange(exchange, dependencies);
        const [first, last] = petId < intoId ? [petId, intoId] : [intoId, petId];
        return writes.respond(exchange, input, {
          locks: [bondsLock(asked.account.id), ...new Set([petLock(first), petLock(last)])],
          apply: async (db) => {
            const pet = await mergePet(db, asked, change, publicUrl);
            return { status: 200, location: '', body: petJson(pet) };
          },
        });
      },
    }),
  ];
}
