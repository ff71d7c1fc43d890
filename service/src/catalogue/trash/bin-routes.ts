import { Type } from 'typebox';
import { mayActOnAll } from '../../access/accounts/account.ts';
import { accountOf, actorOf } from '../../access/accounts/authenticate.ts';
import { type IdempotentWrites, idempotencyHeaders } from '../../access/idempotency/idempotent-writes.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { andThen } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import { bondsLock, petLock } from '../../platform/database/locks.ts';
import { PET_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import {
  buildPage,
  PAGE_UNCHANGED,
  pageHeaders,
  pageParameters,
  pageRequest,
} from '../../platform/http/responses/pagination.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { petWrite } from '../pets/owned-pet.ts';
import { type Pet, petJson } from '../pets/pet.ts';
import { listRemovedPets } from '../pets/removed-pets.ts';
import { erasePet, restorePet } from './bin-changes.ts';
import { DAYS_IN_BIN, notInBin, REMOVED_PET_EXAMPLE, removedPetJson } from './removed-pet.ts';

interface BinRouteDependencies {
  database: Database;
  clock: Clock;
  writes: IdempotentWrites;
  publicUrl: string;
}

const SHARED = { stability: 'experimental', role: 'member' } as const;
const OF_ONE_PET = {
  ...SHARED,
  notFound: notInBin,
  errorMessages: {
    not_owner: 'Only the account that added pet 3562 or a manager can restore it or delete it for good.',
    pet_not_found: 'There is no pet with the id 3562 in the bin.',
  },
} as const;
const tags = ['Pets'];
const params = Type.Object({
  petId: Int64({ description: 'Identifier of the animal.', examples: [3562n] }),
});

export function binRoutes({ database, clock, writes, publicUrl }: BinRouteDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/bin',
      schema: {
        operationId: 'listBin',
        tags,
        summary: 'List removed animals',
        description: `Returns the animals of the account that were removed in the last ${DAYS_IN_BIN} days, the last removed first (\`sort\` goes by the removal); a manager sees all.`,
        query: Type.Object(pageParameters),
        headers: pageHeaders,
        responses: {
          200: {
            ...Type.Unsafe<object[]>({ $ref: 'RemovedPets#' }),
            description: 'A page of the bin.',
            examples: [[REMOVED_PET_EXAMPLE]],
          },
          304: PAGE_UNCHANGED,
        },
      },
      ...SHARED,
      handle: (exchange, { query }) => {
        const page = pageRequest('/v1/bin', query, {});
        const account = accountOf(exchange);
        const ownerId = mayActOnAll(account) ? undefined : account.id;
        const { order, after, rowLimit: limit } = page;
        return andThen(listRemovedPets(database.read, { ownerId, order, after, limit }), (found) =>
          buildPage(page, found, removedPetJson),
        );
      },
    }),

    route({
      method: 'POST',
      path: '/v1/pets/:petId/restore',
      schema: {
        operationId: 'restorePet',
        tags,
        summary: 'Restore a removed animal',
        description:
          'Moves an animal from the bin back to the catalogue, with its id, status, profile and photos. The feed has `pet.created`, and `listing.updated` if it has a profile or photos.',
        params,
        headers: idempotencyHeaders,
        responses: {
          200: {
            ...Type.Unsafe<Pet>({ $ref: 'Pet#' }),
            description: 'The restored animal.',
            examples: [PET_EXAMPLE],
          },
        },
      },
      ...OF_ONE_PET,
      errors: ['not_owner', 'pet_not_found', 'idempotency_key_in_use', 'idempotency_key_reused'],
      handle: (exchange, input) => {
        const asked = { petId: input.params.petId, account: accountOf(exchange) };
        const change = { actor: actorOf(exchange), at: clock.now() };
        return writes.respond(exchange, input, {
          locks: [bondsLock(asked.account.id), petLock(asked.petId)],
          apply: async (db) => {
            const pet = await restorePet(db, asked, change, publicUrl);
            return { status: 200, location: '', body: petJson(pet) };
          },
        });
      },
    }),

    route({
      method: 'DELETE',
      path: '/v1/bin/:petId',
      schema: {
        operationId: 'erasePet',
        tags,
        summary: 'Delete a removed animal for good',
        description: `Deletes an animal in the bin now, instead of ${DAYS_IN_BIN} days after its removal. It cannot be restored.`,
        params,
        responses: { 204: Type.Null({ description: 'The animal was deleted for good.' }) },
      },
      ...OF_ONE_PET,
      errors: ['not_owner', 'pet_not_found'],
      handle: async (exchange, { params: { petId } }) => {
        const asked = { petId, account: accountOf(exchange) };
        const change = { actor: actorOf(exchange), at: clock.now() };
        await database.write((db) => erasePet(db, asked, change), petWrite(exchange, petId));
        return { status: 204, headers: [] };
      },
    }),
  ];
}
