import { Type } from 'typebox';
import { onlyOwnerFor } from '../../../access/accounts/account.ts';
import { accountOf } from '../../../access/accounts/authenticate.ts';
import { type IdempotentWrites, idempotencyHeaders } from '../../../access/idempotency/idempotent-writes.ts';
import { ApiError } from '../../../platform/core/errors.ts';
import { faultOf } from '../../../platform/core/field-faults.ts';
import { Int64 } from '../../../platform/core/int64.ts';
import type { Database } from '../../../platform/database/database.ts';
import { petLock } from '../../../platform/database/locks.ts';
import { MOVEMENT_EXAMPLE } from '../../../platform/http/openapi/examples.ts';
import { taggedAnswer } from '../../../platform/http/responses/answer.ts';
import { conditionalWriteHeaders, preconditionsOf } from '../../../platform/http/responses/etag.ts';
import {
  buildPage,
  PAGE_UNCHANGED,
  pageHeaders,
  pageParameters,
  pageRequest,
} from '../../../platform/http/responses/pagination.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { lockGroups } from '../bonds/bonded-pets.ts';
import type { KeepGroups } from '../bonds/keep-groups.ts';
import { checkOwnPet, petWrite, requireOwnedPet } from '../owned-pet.ts';
import { petNotFound } from '../pet.ts';
import { datedChange, type ShelterTime } from './dated-change.ts';
import { type MovementFields, movementJson } from './movement.ts';
import { addMovement, changeMovement, removeMovement } from './movement-changes.ts';
import { listMovements } from './movement-queries.ts';
import type { MovementChange, MovementRequest } from './movement-schemas.ts';

interface MovementRouteDependencies extends ShelterTime {
  database: Database;
  writes: IdempotentWrites;
  keepGroups: KeepGroups;
}

const NOTHING_TO_CHANGE = 'Send at least one of reason, date, endDate, region, note and dayOrder.';
const HELD = 'Pet 3562 is held by order 7 and cannot lose its status: complete or cancel the order first.';
const STABILITY = { stability: 'experimental' } as const;
const OF_ONE_PET = { ...STABILITY, notFound: petNotFound } as const;
const OF_ONE = {
  ...STABILITY,
  /** Of either parameter. */
  notFound: (id: string) =>
    new ApiError('movement_not_found', `There is no animal or no movement with the id ${id}.`),
  errorMessages: { invalid_body: NOTHING_TO_CHANGE, invalid_transition: HELD },
} as const;
const tags = ['Pets'];
const petId = Int64({ description: 'Identifier of the animal.', examples: [3562n] });
const params = Type.Object({ petId });
const ofOne = Type.Object({
  petId,
  movementId: Int64({ description: 'Identifier of the movement.', examples: [12n] }),
});
const MovementRef = Type.Unsafe<object>({ $ref: 'Movement#' });

export function movementRoutes(dependencies: MovementRouteDependencies): Route[] {
  const { database, writes, keepGroups } = dependencies;
  return [
    route({
      method: 'GET',
      path: '/v1/pets/:petId/movements',
      schema: {
        operationId: 'listMovements',
        tags,
        summary: 'List the movements of an animal',
        description:
          'Returns when and why the animal came in, lived in foster care and left, the last recorded first: sort by `date` to show them. Only for accounts that may change the animal.',
        params,
        query: Type.Object(pageParameters),
        headers: pageHeaders,
        responses: {
          200: {
            ...Type.Unsafe<object[]>({ $ref: 'Movements#' }),
            description: 'A page of movements.',
            examples: [[MOVEMENT_EXAMPLE]],
          },
          304: PAGE_UNCHANGED,
        },
      },
      ...OF_ONE_PET,
      errorMessages: {
        not_owner: 'Only the account that added pet 3562 or a manager can read its movements.',
      },
      errors: ['not_owner', 'pet_not_found'],
      handle: async (exchange, { params: { petId }, query }) => {
        const page = pageRequest(`/v1/pets/${petId}/movements`, query, {});
        const { order, after, rowLimit: limit } = page;
        await checkOwnPet(database.read, petId, accountOf(exchange), 'read its movements');
        const found = await listMovements(database.read, { petId, order, after, limit });
        return buildPage(page, found, movementJson);
      },
    }),

    route({
      method: 'POST',
      path: '/v1/pets/:petId/movements',
      schema: {
        operationId: 'addMovement',
        tags,
        summary: 'Record a movement',
        description:
          'Records what happened to the animal today or earlier. If it is the last intake or outcome, the status follows: an adoption makes the animal `sold`, every other outcome leaves it without a status, and an intake sets the `status` of the body. While an order holds the animal, the status cannot change. Two open stays, overlapping stays in foster care, an outcome before its intake, and a movement more than 500 are 409; an outcome whose intake is not known is recorded. An animal that leaves or comes back without those that it goes together with leaves their group. A completed order records its adoption itself, and `changePet` an adoption or a return.',
        params,
        headers: idempotencyHeaders,
        body: Type.Unsafe<MovementRequest>({ $ref: 'MovementRequest#' }),
        responses: {
          201: { ...MovementRef, description: 'The movement.', examples: [MOVEMENT_EXAMPLE] },
        },
      },
      ...OF_ONE_PET,
      errorMessages: {
        invalid_body: 'type is required. date is required.',
        invalid_transition: HELD,
      },
      bodyFaults: ({ type, status }) =>
        status === undefined || type === 'intake' ? [] : [faultOf('status', 'is only for type intake')],
      errors: [
        'insufficient_role',
        'not_owner',
        'pet_not_found',
        'idempotency_key_in_use',
        'idempotency_key_reused',
        'invalid_transition',
        'limit_reached',
      ],
      handle: async (exchange, input) => {
        const { petId } = input.params;
        const { status: chosen, dayOrder, ...given } = input.body;
        const movement = { fields: fieldsOf(given), chosen, dayOrder };
        const account = accountOf(exchange);
        const change = await datedChange(exchange, dependencies);
        return writes.respond(exchange, input, {
          locks: [petLock(petId)],
          check: async (db) => {
            await lockGroups(db, [petId], onlyOwnerFor(account));
            await requireOwnedPet(db, petId, account);
          },
          apply: async (db) => {
            const owned = await requireOwnedPet(db, petId, account);
            const added = await addMovement(db, owned, movement, change);
            await keepGroups(db, [petId], change);
            const location = `/v1/pets/${petId}/movements/${added.id}`;
            return { status: 201, location, body: movementJson(added) };
          },
        });
      },
    }),

    route({
      method: 'PATCH',
      path: '/v1/pets/:petId/movements/:movementId',
      schema: {
        operationId: 'changeMovement',
        tags,
        summary: 'Correct a movement',
        description:
          'Changes the given members by a JSON merge patch (RFC 7396): `null` removes a member. The type cannot change. The status follows as if the movement had been recorded so: an animal that is in care again has no status.',
        params: ofOne,
        headers: conditionalWriteHeaders,
        body: Type.Unsafe<MovementChange>({ $ref: 'MovementChange#' }),
        responses: {
          200: { ...MovementRef, description: 'The corrected movement.', examples: [MOVEMENT_EXAMPLE] },
        },
      },
      ...OF_ONE,
      errors: [
        'insufficient_role',
        'not_owner',
        'pet_not_found',
        'movement_not_found',
        'precondition_failed',
        'invalid_transition',
      ],
      handle: async (exchange, { params: { petId, movementId }, body }) => {
        const fields = requireFields(body);
        const preconditions = preconditionsOf(exchange.request);
        const account = accountOf(exchange);
        const change = await datedChange(exchange, dependencies);
        const changed = await database.write(
          async (db) => {
            await lockGroups(db, [petId], onlyOwnerFor(account));
            const owned = await requireOwnedPet(db, petId, account);
            const asked = { owned, movementId, preconditions };
            const corrected = await changeMovement(db, asked, fields, change);
            await keepGroups(db, [petId], change);
            return corrected;
          },
          petWrite(exchange, petId),
        );
        return taggedAnswer(200, movementJson(changed));
      },
    }),

    route({
      method: 'DELETE',
      path: '/v1/pets/:petId/movements/:movementId',
      schema: {
        operationId: 'removeMovement',
        tags,
        summary: 'Delete a movement',
        description:
          'Deletes a movement that did not happen. The status follows: an animal whose outcome is deleted is in care again, and has no status.',
        params: ofOne,
        headers: conditionalWriteHeaders,
        responses: { 204: Type.Null({ description: 'The movement was deleted.' }) },
      },
      ...OF_ONE,
      errors: [
        'insufficient_role',
        'not_owner',
        'pet_not_found',
        'movement_not_found',
        'precondition_failed',
        'invalid_transition',
      ],
      handle: async (exchange, { params: { petId, movementId } }) => {
        const preconditions = preconditionsOf(exchange.request);
        const account = accountOf(exchange);
        const change = await datedChange(exchange, dependencies);
        await database.write(
          async (db) => {
            await lockGroups(db, [petId], onlyOwnerFor(account));
            const owned = await requireOwnedPet(db, petId, account);
            await removeMovement(db, { owned, movementId, preconditions }, change);
            await keepGroups(db, [petId], change);
          },
          petWrite(exchange, petId),
        );
        return { status: 204, headers: [] };
      },
    }),
  ];
}

function fieldsOf(given: Omit<MovementRequest, 'status' | 'dayOrder'>): MovementFields {
  const { type, reason = null, date, endDate = null, region = null, note = null } = given;
  return { type, reason, date, endDate, region, note };
}

/** @throws {ApiError} `invalid_body` if there is nothing to change. */
function requireFields({
  reason,
  date,
  endDate,
  region,
  note,
  dayOrder,
}: MovementChange): Partial<MovementFields & { dayOrder: number }> {
  const given = Object.entries({ reason, date, endDate, region, note, dayOrder }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length > 0) return Object.fromEntries(given);
  throw new ApiError('invalid_body', NOTHING_TO_CHANGE);
}
