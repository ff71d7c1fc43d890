import { Type } from 'typebox';
import { accountOf, actorOf } from '../../access/accounts/authenticate.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { isAtLeast } from '../../platform/core/role.ts';
import type { Database } from '../../platform/database/database.ts';
import { PET_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import { taggedAnswer } from '../../platform/http/responses/answer.ts';
import { conditionalWriteHeaders, preconditionsOf } from '../../platform/http/responses/etag.ts';
import { type Exchange, type Route, route } from '../../platform/http/route.ts';
import type { KeepGroups } from './bonds/keep-groups.ts';
import { datedChange, type ShelterTime } from './movements/dated-change.ts';
import {
  type AskedPet,
  changeOwnPet,
  NOTHING_TO_CHANGE,
  removeOwnPet,
  requireFields,
} from './own-pet-changes.ts';
import { petWrite } from './owned-pet.ts';
import { type Pet, type PetChange, petJson, petNotFound } from './pet.ts';

const tags = ['Pets'];
const SHARED = {
  stability: 'beta',
  notFound: petNotFound,
  errors: ['insufficient_role', 'not_owner', 'pet_not_found', 'precondition_failed', 'invalid_transition'],
} as const;
const REMOVAL_EXAMPLE =
  'Pet 3562 is held by order 7 and cannot be removed: complete or cancel the order first.';
const params = Type.Object({
  petId: Int64({ description: 'Identifier of the animal.', examples: [3562n] }),
});

/** The routes that change and remove a pet. They stay when the deprecated GET on the same path is removed. */
export function petChangeRoutes({
  database,
  keepGroups,
  ...time
}: { database: Database; keepGroups: KeepGroups } & ShelterTime): Route[] {
  const { clock } = time;
  return [
    route({
      method: 'PATCH',
      path: '/v1/pets/:petId',
      isForVolunteers: true,
      schema: {
        operationId: 'changePet',
        tags,
        summary: 'Change an animal',
        description:
          'Changes the given members of `name`, `categoryId` and `status`. While an order holds the animal, only the order can change its status. `null` removes the status: the animal is not for adoption at the moment. A change to `sold` records an adoption today among the movements, and a change from it a return. A new status is also that of the animals that it goes together with (`bondedWith`).',
        params,
        headers: conditionalWriteHeaders,
        body: Type.Unsafe<PetChange>({ $ref: 'PetChange#' }),
        responses: {
          200: {
            ...Type.Unsafe<Pet>({ $ref: 'Pet#' }),
            description: 'The changed animal.',
            examples: [{ ...PET_EXAMPLE, status: 'sold' }],
          },
        },
      },
      ...SHARED,
      errors: [...SHARED.errors, 'limit_reached'],
      errorMessages: { invalid_body: NOTHING_TO_CHANGE },
      handle: async (exchange, { params, body }) => {
        const fields = requireFields(body);
        requireStatusRole(exchange, fields);
        const asked = askedPet(exchange, params);
        const change = await datedChange(exchange, time);
        const changed = await database.write(
          (db) => changeOwnPet(db, asked, fields, change),
          petWrite(exchange, params.petId),
        );
        return taggedAnswer(200, petJson(changed));
      },
    }),

    route({
      method: 'DELETE',
      path: '/v1/pets/:petId',
      schema: {
        operationId: 'removePet',
        tags,
        summary: 'Remove an animal',
        description:
          'Moves an animal that no order holds to the bin: no read finds it, and its photos are unreachable. It leaves its group. `POST /v1/pets/{petId}/restore` brings it back for 30 days. Its id is never given to another animal.',
        params,
        headers: conditionalWriteHeaders,
        responses: { 204: Type.Null({ description: 'The animal was removed.' }) },
      },
      ...SHARED,
      errorMessages: { invalid_transition: REMOVAL_EXAMPLE },
      handle: async (exchange, { params }) => {
        const asked = askedPet(exchange, params);
        const change = { actor: actorOf(exchange), at: clock.now() };
        await database.write(
          async (db) => keepGroups(db, await removeOwnPet(db, asked, change), change),
          petWrite(exchange, params.petId),
        );
        return { status: 204, headers: [] };
      },
    }),
  ];
}

/** Volunteers may change the name and the category. */
function requireStatusRole(exchange: Exchange, { status }: ReturnType<typeof requireFields>): void {
  if (status !== undefined && !isAtLeast(accountOf(exchange).role, 'member'))
    throw new ApiError('insufficient_role', 'Volunteers may not change the status of an animal.');
}

function askedPet(exchange: Exchange, { petId }: { petId: bigint }): AskedPet {
  return { petId, preconditions: preconditionsOf(exchange.request), account: accountOf(exchange) };
}
