import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { accountOf } from '../accounts/authenticate.ts';
import { Int64 } from '../core/int64.ts';
import type { Database } from '../database/database.ts';
import { pageHeaders, pageParameters, pageRequest, sendPage } from '../http/page.ts';
import type { Removal } from '../http/stability.ts';
import {
  type NewPet,
  NewPetSchema,
  PET_STATUSES,
  type Pet,
  PetSchema,
  type PetStatus,
  PetStatusSchema,
  PetsSchema,
} from './pet.ts';
import { petNotFound } from './pet-errors.ts';
import { findPet, insertPet, listPets } from './pet-store.ts';

/** The interface's "Versioning": `GET /pets/{petId}` is removed on 5 December 2030. */
export const GET_PET_REMOVAL: Removal = {
  deprecatedAt: Date.UTC(2026, 10, 20),
  goneAt: Date.UTC(2030, 11, 5),
  successor: '/v1/pets?status=available',
  reference: '/docs/#tag/pets/GET/pets/%7BpetId%7D',
};

const tags = ['Pets'];
const PetRef = Type.Unsafe<Pet>({ $ref: 'Pet#' });

export function petRoutes({ database }: { database: Database }): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const schema of [PetStatusSchema, NewPetSchema, PetSchema, PetsSchema]) app.addSchema(schema);

    const listQuery = Type.Object({
      ...pageParameters,
      status: Type.Optional(
        Type.Unsafe<PetStatus>({
          type: 'string',
          enum: [...PET_STATUSES],
          description: 'Filter by availability status.',
        }),
      ),
      categoryId: Type.Optional(Int64({ description: 'Filter by category.', examples: [1n] })),
    });

    app.get(
      '/pets',
      {
        schema: {
          operationId: 'listPets',
          tags,
          summary: 'List animals',
          description:
            'Returns a paginated list of animals, newest first. Follow `Link` with `rel="next"` for more.',
          querystring: listQuery,
          headers: pageHeaders,
          response: {
            200: { ...Type.Unsafe<Pet[]>({ $ref: 'Pets#' }), description: 'A page of animals.' },
            304: Type.Null({ description: 'The page is still the one that `If-None-Match` names.' }),
          },
        },
        config: { stability: 'stable' },
      },
      async (request, reply) => {
        const { status, categoryId } = request.query;
        const page = pageRequest(request.query, { status, categoryId });
        const { order, after, limit } = page;
        const found = await listPets(database.read, { status, categoryId, order, after, limit: limit + 1 });
        return sendPage(request, reply, page, found);
      },
    );

    app.post(
      '/pets',
      {
        schema: {
          operationId: 'createPet',
          tags,
          summary: 'Add an animal',
          description: 'Adds an animal to the catalogue and assigns its `id`. The account becomes its owner.',
          body: Type.Unsafe<NewPet>({ $ref: 'NewPet#' }),
          response: { 201: { ...PetRef, description: 'The created animal, with its assigned `id`.' } },
        },
        config: {
          stability: 'stable',
          errors: [
            'malformed_json',
            'invalid_body',
            'insufficient_role',
            'payload_too_large',
            'unsupported_media_type',
          ],
        },
      },
      async (request, reply) => {
        const { name, categoryId, status } = request.body;
        const owner = accountOf(request).id;
        const pet = await database.write((queries) =>
          insertPet(queries, { name, categoryId, status }, owner),
        );
        return reply.code(201).header('Location', `/v1/pets/${pet.id}`).send(pet);
      },
    );

    app.get(
      '/pets/:petId',
      {
        schema: {
          operationId: 'getPet',
          tags,
          summary: 'Read one animal',
          description:
            'Returns one animal. Removed on 5 December 2030: use `GET /pets` with a `status` filter.',
          params: Type.Object({
            petId: Int64({ description: 'Identifier of the animal to retrieve.', examples: [3562n] }),
          }),
          response: { 200: { ...PetRef, description: 'The animal.' } },
        },
        config: {
          stability: 'deprecated',
          removal: GET_PET_REMOVAL,
          notFound: petNotFound,
          errors: ['pet_not_found', 'operation_removed'],
        },
      },
      async (request) => {
        const { petId } = request.params;
        const pet = await findPet(database.read, petId);
        if (pet === undefined) throw petNotFound(String(petId));
        return pet;
      },
    );
  };
}
