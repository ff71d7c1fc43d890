import { Type } from 'typebox';
import { accountOf, actorOf } from '../../access/accounts/authenticate.ts';
import { type IdempotentWrites, idempotencyHeaders } from '../../access/idempotency/idempotent-writes.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { andThen } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import { PET_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import { conditionalReadHeaders } from '../../platform/http/responses/etag.ts';
import {
  buildPage,
  buildSearchPage,
  PAGE_UNCHANGED,
  pageParameters,
  pageRequest,
} from '../../platform/http/responses/pagination.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { countedPageHeaders, withTotal } from '../../platform/http/responses/total.ts';
import { type OperationRemoval, type Route, route } from '../../platform/http/route.ts';
import { APPROXIMATE, filtersIn, filterTexts, petFilters, SEARCH_TEXT } from '../search/pet-filters.ts';
import { requireWords, searchWords } from '../search/search.ts';
import { searchApproximately } from './approximate-search.ts';
import { tooManyCategories } from './category-queries.ts';
import { type NewPet, type Pet, petJson, petNotFound } from './pet.ts';
import { createPet } from './pet-changes.ts';
import { countPets } from './pet-count.ts';
import { findPet, listPetTexts, type PetText, readPets } from './pet-queries.ts';
import { searchByName } from './pet-search.ts';

/** `GET /pets/{petId}` is deprecated and will be removed on 5 December 2030. */
const GET_PET_REMOVAL: OperationRemoval = {
  deprecatedAt: Date.UTC(2026, 10, 20),
  goneAt: Date.UTC(2030, 11, 5),
  successor: '/v1/pets?status=available',
  reference: '/docs/#tag/pets/GET/pets/%7BpetId%7D',
};

/** The other way to read one animal, which stays when `GET /pets/{petId}` is removed. */
function listingPath(petId: bigint): string {
  return `/v1/listings/${petId}`;
}

/** Returns the address of a new pet that can be read at the time of its creation. */
function locationOf({ id }: Pet, at: number): string {
  return at < GET_PET_REMOVAL.goneAt ? `/v1/pets/${id}` : listingPath(id);
}

function jsonOf({ json }: PetText): string {
  return json;
}

export interface PetRouteDependencies {
  database: Database;
  clock: Clock;
  writes: IdempotentWrites;
}

const tags = ['Pets'];
const PetRef = Type.Unsafe<Pet>({ $ref: 'Pet#' });

const petQuery = Type.Object({
  ...pageParameters,
  ...petFilters,
  name: Type.Optional(
    Type.String({
      ...SEARCH_TEXT,
      description: `Only animals whose name has all of these words. A page may then have fewer animals than \`limit\`, or none, although there are more. ${SEARCH_TEXT.description}`,
      examples: ['fran'],
    }),
  ),
  approximate: APPROXIMATE,
});

export function petRoutes({ database, clock, writes }: PetRouteDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/pets',
      schema: {
        operationId: 'listPets',
        tags,
        summary: 'List animals',
        description:
          'Returns a paginated list of animals, newest first. Follow `Link` with `rel="next"` for more. `X-Total-Count` is offered for all animals and for available ones, also of one category; not with `name`.',
        query: petQuery,
        headers: countedPageHeaders,
        responses: {
          200: {
            ...Type.Unsafe<Pet[]>({ $ref: 'Pets#' }),
            description: 'A page of animals.',
            examples: [[PET_EXAMPLE]],
          },
          304: PAGE_UNCHANGED,
        },
      },
      stability: 'stable',
      ignoresUnknownParameters: true,
      cache: 'everyone',
      isForWebPages: true,
      handle: (exchange, { query }) => {
        const { name, approximate } = query;
        const filters = filtersIn(query);
        const page = pageRequest('/v1/pets', query, { ...filterTexts(filters), name, approximate });
        const { order, after, rowLimit: limit } = page;
        const search = { ...filters, order, after, limit };
        if (name === undefined) {
          return andThen(listPetTexts(database.read, search), (pets) =>
            withTotal(exchange, buildPage(page, pets, jsonOf), () => countPets(database.read, filters)),
          );
        }
        requireWords('name', name, approximate);
        const byWords = () => searchByName(database, searchWords(name), search);
        const found =
          approximate === 'true'
            ? searchApproximately<Pet>(database, {
                text: name,
                page: search,
                byWords,
                read: (ids) => readPets(database.read, ids),
              })
            : byWords();
        return andThen(found, (pets) => buildSearchPage(page, pets, petJson, ({ id }) => id));
      },
    }),

    route({
      method: 'POST',
      path: '/v1/pets',
      isForVolunteers: true,
      schema: {
        operationId: 'createPet',
        tags,
        summary: 'Add an animal',
        description: 'Adds an animal to the catalogue and assigns its `id`. The account becomes its owner.',
        headers: idempotencyHeaders,
        body: Type.Unsafe<NewPet>({ $ref: 'NewPet#' }),
        responses: {
          201: {
            ...PetRef,
            description: 'The created animal, with its assigned `id`.',
            examples: [PET_EXAMPLE],
          },
        },
      },
      stability: 'stable',
      ignoresUnknownParameters: true,
      // Version 1.0.0 accepted the address of a list, to add an animal to it.
      ignoredParameters: ['limit', 'sort', 'cursor', 'status', 'categoryId'],
      errors: ['insufficient_role', 'limit_reached', 'idempotency_key_in_use', 'idempotency_key_reused'],
      errorMessages: { limit_reached: tooManyCategories(77n).message },
      handle: (exchange, input) => {
        const { name, categoryId, status } = input.body;
        const owner = accountOf(exchange).id;
        const change = { actor: actorOf(exchange), at: clock.now() };
        return writes.respond(exchange, input, {
          apply: async (db) => {
            const pet = await createPet(db, { name, categoryId, status }, owner, change);
            return { status: 201, location: locationOf(pet, change.at), body: petJson(pet) };
          },
        });
      },
    }),

    route({
      method: 'GET',
      path: '/v1/pets/:petId',
      schema: {
        operationId: 'getPet',
        tags,
        summary: 'Read one animal',
        description:
          'Returns one animal. Removed on 5 December 2030: use `GET /pets` with a `status` filter, or `GET /listings/{petId}`, to which `Link` leads with `rel="alternate"`.',
        params: Type.Object({
          petId: Int64({ description: 'Identifier of the animal to retrieve.', examples: [3562n] }),
        }),
        headers: conditionalReadHeaders,
        responses: {
          200: { ...PetRef, description: 'The animal.', examples: [PET_EXAMPLE] },
          304: Type.Null({ description: 'The animal is still the version that `If-None-Match` names.' }),
        },
      },
      stability: 'deprecated',
      ignoresUnknownParameters: true,
      cache: 'everyone',
      removal: GET_PET_REMOVAL,
      notFound: petNotFound,
      errors: ['pet_not_found', 'operation_removed', 'precondition_failed'],
      isForWebPages: true,
      handle: (_exchange, { params: { petId } }) =>
        andThen(findPet(database.read, petId), (pet) => {
          if (pet === undefined) throw petNotFound(String(petId));
          return Representation.linked(petJson(pet), `<${listingPath(petId)}>; rel="alternate"`);
        }),
    }),
  ];
}
