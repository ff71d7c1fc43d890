import { Type } from 'typebox';
import { accountOf, actorOf } from '../accounts/authenticate.ts';
import type { Clock } from '../core/clock.ts';
import { ApiError } from '../core/errors.ts';
import { Int64 } from '../core/int64.ts';
import type { Database, Queries } from '../database/database.ts';
import { PET_EXAMPLE } from '../http/openapi/examples.ts';
import { taggedAnswer } from '../http/responses/answer.ts';
import { checkPreconditions, conditionalWriteHeaders, preconditionsOf } from '../http/responses/etag.ts';
import { type Route, route } from '../http/route.ts';
import { petWrite, requireOwnPet } from './owned-pet.ts';
import { type Pet, type PetChange, type PetStatus, petJson, petNotFound, statusesFrom } from './pet.ts';
import { changePet, removePet } from './pet-changes.ts';
import { findOpenOrderId } from './pet-queries.ts';

const tags = ['Pets'];
const SHARED = {
  stability: 'beta',
  notFound: petNotFound,
  errors: ['insufficient_role', 'not_owner', 'pet_not_found', 'precondition_failed', 'invalid_transition'],
} as const;
const NOTHING_TO_CHANGE = 'Send at least one of name, categoryId and status.';
const REMOVAL_EXAMPLE =
  'Pet 3562 is held by order 7 and cannot be removed: complete or cancel the order first.';
const params = Type.Object({
  petId: Int64({ description: 'Identifier of the animal.', examples: [3562n] }),
});

/** The routes that change and remove a pet. They stay when the deprecated GET on the same path is removed. */
export function petChangeRoutes({ database, clock }: { database: Database; clock: Clock }): Route[] {
  return [
    route({
      method: 'PATCH',
      path: '/v1/pets/:petId',
      schema: {
        operationId: 'changePet',
        tags,
        summary: 'Change an animal',
        description:
          'Changes the given members of `name`, `categoryId` and `status`. While an order holds the animal, only the order can change its status. No member can be removed: `null` is 400.',
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
      errorMessages: { invalid_body: NOTHING_TO_CHANGE },
      handle: async (exchange, { params, body }) => {
        const fields = definedFields(body);
        const preconditions = preconditionsOf(exchange.request);
        const change = { actor: actorOf(exchange), at: clock.now() };
        const changed = await database.write(
          async (db) => {
            const pet = await requireOwnPet(db, params.petId, accountOf(exchange));
            checkPreconditions(preconditions, petJson(pet));
            if (fields.status !== undefined) await rejectTransition(db, pet, fields.status);
            return changePet(db, pet, fields, change);
          },
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
        description: 'Removes an animal that no order holds. Its id is never reused.',
        params,
        headers: conditionalWriteHeaders,
        responses: { 204: Type.Null({ description: 'The animal was removed.' }) },
      },
      ...SHARED,
      errorMessages: { invalid_transition: REMOVAL_EXAMPLE },
      handle: async (exchange, { params }) => {
        const preconditions = preconditionsOf(exchange.request);
        const change = { actor: actorOf(exchange), at: clock.now() };
        await database.write(
          async (db) => {
            const pet = await requireOwnPet(db, params.petId, accountOf(exchange));
            checkPreconditions(preconditions, petJson(pet));
            await rejectHeld(db, pet, 'be removed');
            await removePet(db, pet, change);
          },
          petWrite(exchange, params.petId),
        );
        return { status: 204, headers: [] };
      },
    }),
  ];
}

function definedFields({ name, categoryId, status }: PetChange): PetChange {
  const fields = { name, categoryId, status };
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (defined.length > 0) return Object.fromEntries(defined);
  throw new ApiError('invalid_body', NOTHING_TO_CHANGE);
}

async function rejectTransition(db: Queries, pet: Pet, next: PetStatus): Promise<void> {
  if (next === pet.status) return;
  await rejectHeld(db, pet, `change to ${next}`);
  const allowed = statusesFrom(pet.status);
  if (allowed.includes(next)) return;
  throw new ApiError(
    'invalid_transition',
    `Pet ${pet.id} is ${pet.status ?? 'without a status'} and cannot change to ${next}; allowed: ${allowed.join(', ')}.`,
  );
}

async function rejectHeld(db: Queries, pet: Pet, change: string): Promise<void> {
  const orderId = await findOpenOrderId(db, pet.id);
  if (orderId === undefined) return;
  throw new ApiError(
    'invalid_transition',
    `Pet ${pet.id} is held by order ${orderId} and cannot ${change}: complete or cancel the order first.`,
  );
}
