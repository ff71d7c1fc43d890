import { Type } from 'typebox';
import type { Account } from '../../access/accounts/account.ts';
import { accountOf } from '../../access/accounts/authenticate.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { idList, idsIn, olderIdList } from '../../platform/http/requests/id-list.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { bondsOf } from '../pets/bonds/bonded-pets.ts';
import type { Pet } from '../pets/pet.ts';
import { readPets } from '../pets/pet-queries.ts';
import { MAX_OPEN_ORDERS } from './order.ts';
import { countOpenOrders, findPetsWithOrders } from './order-queries.ts';
import { PERMISSIONS_EXAMPLE, type PetPermissions, permissionsFor } from './pet-permissions.ts';

const PET_IDS = {
  item: 'Identifier of an animal.',
  description: 'The animals, separated by commas. Without them, the list is empty.',
  example: [3562n, 3563n],
};

/** One request returns the permissions for a whole page of pets or orders. */
export function permissionRoutes({ database }: { database: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/permissions',
      schema: {
        operationId: 'listPermissions',
        tags: ['Pets'],
        summary: 'List permissions',
        description:
          'Returns the animals with the given ids, newest first, each with the operations and statuses that this account can use now. Unknown ids are omitted.',
        query: Type.Object(
          {
            ids: idList(PET_IDS),
            petIds: olderIdList(PET_IDS),
          },
          { style: 'form', explode: false },
        ),
        responses: {
          200: {
            ...Type.Unsafe<PetPermissions[]>({ $ref: 'PetPermissionsList#' }),
            description: 'The animals with the permissions of the account.',
            examples: [[PERMISSIONS_EXAMPLE]],
          },
        },
      },
      stability: 'experimental',
      cache: 'account',
      handle: (exchange, { query }) => {
        const petIds = idsIn(query, 'petIds');
        if (petIds === undefined) return Representation.transient('[]');
        const account = accountOf(exchange);
        return andThen(findPetsWithOrders(database.read, petIds), (pets) =>
          andThen(groupsOf(database.read, petIds), (groups) =>
            andThen(freePlaces(database.read, account), (places) => {
              const mayPlace = (petId: bigint) => canBeHeld(groups.get(petId) ?? [], places);
              const found = pets.map((pet) => permissionsFor(account, pet, mayPlace(pet.pet.id)));
              return Representation.transient(stringifyJson(found));
            }),
          ),
        );
      },
    }),
  ];
}

/** Returns how many orders the account may still place. */
function freePlaces(db: Queries, { id, role }: Account): MaybePromise<number> {
  if (role !== 'member') return Number.POSITIVE_INFINITY;
  return andThen(countOpenOrders(db, id), (count) => MAX_OPEN_ORDERS - count);
}

/** Returns the animals that each of the pets goes together with. One that goes alone is not in the map. */
function groupsOf(db: Queries, petIds: readonly bigint[]): MaybePromise<ReadonlyMap<bigint, readonly Pet[]>> {
  return andThen(bondsOf(db, petIds), (bonds) =>
    andThen(readPets(db, [...new Set([...bonds.values()].flat())]), (pets) => {
      const among = (ids: readonly bigint[]) => pets.filter(({ id }) => ids.includes(id));
      return new Map([...bonds].map(([id, others]) => [id, among(others)]));
    }),
  );
}

/** Returns true if an order could hold the others of a group as well. */
function canBeHeld(others: readonly Pet[], places: number): boolean {
  return others.length < places && others.every(({ status }) => status === 'available');
}
