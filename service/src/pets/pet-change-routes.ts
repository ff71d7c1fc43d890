import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type Account, mayActOn } from '../accounts/account.ts';
import { accountOf, actorOf } from '../accounts/authenticate.ts';
import type { Clock } from '../core/clock.ts';
import { ApiError } from '../core/errors.ts';
import { Int64 } from '../core/int64.ts';
import type { Database, Queries } from '../database/database.ts';
import { PET_EXAMPLE } from '../http/openapi/examples.ts';
import { bodyTypes } from '../http/requests/body-types.ts';
import { checkPreconditions, conditionalWriteHeaders, preconditionsOf } from '../http/responses/etag.ts';
import { sendTagged } from '../http/responses/json-response.ts';
import { type Pet, type PetChange, type PetStatus, petJson } from './pet.ts';
import { changePet, removePet } from './pet-changes.ts';
import { petNotFound } from './pet-errors.ts';
import { findOpenOrderId, lockPet } from './pet-store.ts';
import { statusesFrom } from './pet-transitions.ts';

const tags = ['Pets'];
const stability = 'beta';
const NOTHING_TO_CHANGE = 'Give at least one of name, categoryId and status';
const REMOVAL_REFUSED =
  'Pet 3562 is held by order 7 and cannot be removed. Allowed is to cancel or complete the order first.';
const params = Type.Object({
  petId: Int64({ description: 'Identifier of the animal.', examples: [3562n] }),
});

/** The life of a pet after it was added. These stay when the deprecated read on the same path is removed. */
export function petChangeRoutes({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.patch(
      '/pets/:petId',
      {
        schema: {
          operationId: 'changePet',
          tags,
          summary: 'Change an animal',
          description:
            'Changes what is given: `name`, `categoryId`, `status`. While an order holds the animal, its status belongs to the order. No member can be removed: `null` is 400.',
          params,
          headers: conditionalWriteHeaders,
          consumes: [...bodyTypes('PATCH')],
          body: Type.Unsafe<PetChange>({ $ref: 'PetChange#' }),
          response: {
            200: {
              ...Type.Unsafe<Pet>({ $ref: 'Pet#' }),
              description: 'The animal as it is now.',
              examples: [{ ...PET_EXAMPLE, status: 'sold' }],
            },
          },
        },
        config: {
          stability,
          ignoresUnknownParameters: true,
          notFound: petNotFound,
          errorMessages: { invalid_body: NOTHING_TO_CHANGE },
          errors: [
            'malformed_json',
            'invalid_body',
            'insufficient_role',
            'not_owner',
            'pet_not_found',
            'precondition_failed',
            'invalid_transition',
            'payload_too_large',
            'unsupported_media_type',
          ],
        },
      },
      async (request, reply) => {
        const fields = givenFields(request.body);
        const preconditions = preconditionsOf(request);
        const change = { actor: actorOf(request), at: clock.now() };
        const changed = await database.write(async (db) => {
          const pet = await ownPet(db, request.params.petId, accountOf(request));
          checkPreconditions(preconditions, petJson(pet));
          if (fields.status !== undefined) await refuseTransition(db, pet, fields.status);
          return changePet(db, pet, fields, change);
        });
        return sendTagged(reply, petJson(changed));
      },
    );

    app.delete(
      '/pets/:petId',
      {
        schema: {
          operationId: 'removePet',
          tags,
          summary: 'Remove an animal',
          description: 'Removes an animal that no order holds. Its id is never used again.',
          params,
          headers: conditionalWriteHeaders,
          response: { 204: Type.Null({ description: 'The animal is removed.' }) },
        },
        config: {
          stability,
          ignoresUnknownParameters: true,
          notFound: petNotFound,
          errorMessages: { invalid_transition: REMOVAL_REFUSED },
          errors: [
            'insufficient_role',
            'not_owner',
            'pet_not_found',
            'precondition_failed',
            'invalid_transition',
          ],
        },
      },
      async (request, reply) => {
        const preconditions = preconditionsOf(request);
        const change = { actor: actorOf(request), at: clock.now() };
        await database.write(async (db) => {
          const pet = await ownPet(db, request.params.petId, accountOf(request));
          checkPreconditions(preconditions, petJson(pet));
          await refuseHeld(db, pet, 'be removed');
          await removePet(db, pet, change);
        });
        return reply.code(204).send(null);
      },
    );
  };
}

/** The pet, if there is one and the account may act on it. */
async function ownPet(db: Queries, id: bigint, account: Account): Promise<Pet> {
  const owned = await lockPet(db, id);
  if (owned === undefined) throw petNotFound(String(id));
  if (mayActOn(account, owned.ownerId)) return owned.pet;
  throw new ApiError(
    'not_owner',
    `Only the account that added pet ${id}, or a manager, may change or remove it.`,
  );
}

function givenFields({ name, categoryId, status }: PetChange): PetChange {
  const fields = { name, categoryId, status };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (given.length > 0) return Object.fromEntries(given);
  throw new ApiError('invalid_body', NOTHING_TO_CHANGE);
}

async function refuseTransition(db: Queries, pet: Pet, next: PetStatus): Promise<void> {
  if (next === pet.status) return;
  await refuseHeld(db, pet, `become ${next}`);
  const allowed = statusesFrom(pet.status);
  if (allowed.includes(next)) return;
  throw new ApiError(
    'invalid_transition',
    `Pet ${pet.id} is ${pet.status ?? 'without a status'} and cannot become ${next}. Allowed is ${allowed.join(', ')}.`,
  );
}

async function refuseHeld(db: Queries, pet: Pet, what: string): Promise<void> {
  const orderId = await findOpenOrderId(db, pet.id);
  if (orderId === undefined) return;
  throw new ApiError(
    'invalid_transition',
    `Pet ${pet.id} is held by order ${orderId} and cannot ${what}. Allowed is to cancel or complete the order first.`,
  );
}
